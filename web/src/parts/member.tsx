/** What somebody with an account can do about it. */

import { useState } from "react";
import { post, remove, sentence } from "../api/http";
import type { Me, SessionInfo } from "../api/types";
import { when } from "../words";
import { Field, Form, NewPassword, useSending } from "./account-forms";
import { Notice, Shown } from "./basics";
import { useLoad } from "./load";

interface MemberProps {
  me: Me;
  onChange(): void;
  onCode(code: string): void;
}

export function Member({ me, onChange, onCode }: MemberProps) {
  // A new password gives this browser a new session and ends the others.
  const [passwords, setPasswords] = useState(0);
  const changed = () => {
    setPasswords(passwords + 1);
    onChange();
  };
  return (
    <>
      {!me.recoverable && (
        <Notice tone="warn">You have no recovery code yet: without one, a lost password cannot be replaced. Make one below.</Notice>
      )}
      <div className="account-forms">
        <Browsers key={passwords} onOut={onChange} />
        <ChangePassword me={me} onDone={changed} />
        <NewCode me={me} onCode={onCode} onDone={onChange} />
      </div>
    </>
  );
}

function Browsers({ onOut }: { onOut(): void }) {
  const sessions = useLoad<SessionInfo[]>("/account/sessions");
  const [fault, setFault] = useState<string | null>(null);
  const failed = (reason: unknown) => setFault(sentence(reason));
  const leave = (path: string) => post(path).then(onOut, failed);
  const end = (id: string) => remove(`/account/sessions/${id}`).then(sessions.reload, failed);
  return (
    <section className="panel" aria-labelledby="browsers-head">
      <h2 id="browsers-head">Where you are logged in</h2>
      <Shown of={sessions}>
        {(list) => (
          <ul className="browsers">
            {list.map((session) => (
              <li key={session.id}>
                <span>
                  {session.current ? <b>This browser</b> : `Last used ${when(session.used)}`}
                  <span className="small quiet-text">since {when(session.created)}</span>
                </span>
                {!session.current && (
                  <button type="button" onClick={() => void end(session.id)}>
                    End
                    <span className="hidden-text"> the session last used {when(session.used)}</span>
                  </button>
                )}
              </li>
            ))}
          </ul>
        )}
      </Shown>
      {fault !== null && <Notice tone="bad">{fault}</Notice>}
      <div className="row">
        <button type="button" onClick={() => void leave("/account/logout")}>
          Log out
        </button>
        <button type="button" onClick={() => void leave("/account/logout-everywhere")}>
          Log out everywhere
        </button>
      </div>
    </section>
  );
}

function ChangePassword({ me, onDone }: { me: Me; onDone(): void }) {
  const [current, setCurrent] = useState("");
  const [password, setPassword] = useState("");
  const [done, setDone] = useState(false);
  const sending = useSending<Me>(() => {
    setCurrent("");
    setPassword("");
    setDone(true);
    onDone();
  });
  return (
    <Form
      title="Change your password"
      hint="Your other browsers are logged out."
      action="Change it"
      sending={sending}
      onSend={() => {
        setDone(false);
        sending.post("/account/password", { current, password });
      }}
    >
      <Username name={me.name} />
      <Field label="Current password" value={current} onChange={setCurrent} type="password" autoComplete="current-password" maxLength={200} />
      <NewPassword label="New password" value={password} onChange={setPassword} />
      {done && <Notice tone="good">You have another password now.</Notice>}
    </Form>
  );
}

function NewCode({ me, onCode, onDone }: { me: Me; onCode(code: string): void; onDone(): void }) {
  const [password, setPassword] = useState("");
  const sending = useSending<{ code: string }>(({ code }) => {
    onDone();
    onCode(code);
  });
  return (
    <Form
      title="Recovery code"
      hint={
        me.recoverable
          ? "You have one. Have you lost it, or has somebody seen it? A new one replaces it."
          : "With it you can choose another password if you lose yours."
      }
      action="Make a new code"
      sending={sending}
      onSend={() => sending.post("/account/recovery-code", { password })}
    >
      <Username name={me.name} />
      <Field label="Your password" value={password} onChange={setPassword} type="password" autoComplete="current-password" maxLength={200} />
    </Form>
  );
}

/** For the browser's store of passwords, which has to know whose this is. */
function Username({ name }: { name: string }) {
  return <input hidden readOnly autoComplete="username" value={name} />;
}
