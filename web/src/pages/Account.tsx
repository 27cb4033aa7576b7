import { useId, useState, type FormEvent } from "react";
import { patch, post, sentence } from "../api/http";
import type { Me } from "../api/types";
import { Notice, PageHead, Shown } from "../parts/basics";
import { useSession } from "../session";
import "./account.css";

export default function Account() {
  const { me } = useSession();
  return (
    <Shown of={me}>
      {(person) => (
        <>
          <PageHead title={person.name}>
            <p className="quiet-text">
              {person.guest
                ? "You play as a guest. Your games stay with this browser. Take a name and a password to keep them."
                : "You have an account here."}
            </p>
          </PageHead>
          {person.guest ? <GuestForms me={person} onDone={me.reload} /> : <Member onDone={me.reload} />}
          <Ratings me={person} />
        </>
      )}
    </Shown>
  );
}

function GuestForms({ me, onDone }: { me: Me; onDone(): void }) {
  return (
    <div className="account-forms">
      <Credentials
        title="Make an account"
        hint="Your games and ratings come with you."
        action="Make the account"
        path="/account/register"
        fresh
        onDone={onDone}
      />
      <Credentials title="Log in" hint="" action="Log in" path="/account/login" fresh={false} onDone={onDone} />
      <Rename me={me} onDone={onDone} />
    </div>
  );
}

interface CredentialsProps {
  title: string;
  hint: string;
  action: string;
  path: string;
  fresh: boolean;
  onDone(): void;
}

function Credentials({ title, hint, action, path, fresh, onDone }: CredentialsProps) {
  const ids = useId();
  const [name, setName] = useState("");
  const [password, setPassword] = useState("");
  const [fault, setFault] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const send = (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    setFault(null);
    post(path, { name, password })
      .then(onDone, (reason: unknown) => setFault(sentence(reason)))
      .finally(() => setBusy(false));
  };
  return (
    <form className="panel" onSubmit={send} aria-labelledby={`${ids}-head`}>
      <h2 id={`${ids}-head`}>{title}</h2>
      {hint !== "" && <p className="small quiet-text">{hint}</p>}
      <div className="field">
        <label htmlFor={`${ids}-name`}>Name</label>
        <input
          id={`${ids}-name`}
          required
          autoComplete="username"
          maxLength={64}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
      </div>
      <div className="field">
        <label htmlFor={`${ids}-password`}>Password</label>
        <input
          id={`${ids}-password`}
          type="password"
          required
          minLength={fresh ? 8 : 1}
          maxLength={200}
          autoComplete={fresh ? "new-password" : "current-password"}
          value={password}
          aria-describedby={fresh ? `${ids}-hint` : undefined}
          onChange={(event) => setPassword(event.target.value)}
        />
        {fresh && (
          <span id={`${ids}-hint`} className="small quiet-text">
            At least 8 characters.
          </span>
        )}
      </div>
      {fault !== null && <Notice tone="bad">{fault}</Notice>}
      <div>
        <button type="submit" className="primary" disabled={busy}>
          {action}
        </button>
      </div>
    </form>
  );
}

function Rename({ me, onDone }: { me: Me; onDone(): void }) {
  const field = useId();
  const [name, setName] = useState(me.name);
  const [said, setSaid] = useState<{ fault: boolean; text: string } | null>(null);
  const send = (event: FormEvent) => {
    event.preventDefault();
    patch<Me>("/me", { name }).then(
      () => {
        setSaid({ fault: false, text: "Others see you by that name now." });
        onDone();
      },
      (reason: unknown) => setSaid({ fault: true, text: sentence(reason) }),
    );
  };
  return (
    <form className="panel" onSubmit={send} aria-labelledby={`${field}-head`}>
      <h2 id={`${field}-head`}>Stay a guest</h2>
      <p className="small quiet-text">You can still choose the name that others see.</p>
      <div className="field">
        <label htmlFor={field}>Your name as a guest</label>
        <input id={field} required maxLength={64} autoComplete="off" value={name} onChange={(event) => setName(event.target.value)} />
      </div>
      {said !== null && <Notice tone={said.fault ? "bad" : "good"}>{said.text}</Notice>}
      <div>
        <button type="submit">Change the name</button>
      </div>
    </form>
  );
}

function Member({ onDone }: { onDone(): void }) {
  const [fault, setFault] = useState<string | null>(null);
  const leave = () => {
    post("/account/logout").then(onDone, (reason: unknown) => setFault(sentence(reason)));
  };
  return (
    <div className="row">
      <button type="button" onClick={leave}>
        Log out
      </button>
      {fault !== null && <Notice tone="bad">{fault}</Notice>}
    </div>
  );
}

function Ratings({ me }: { me: Me }) {
  const { games } = useSession();
  const rows = Object.entries(me.ratings).sort(([a], [b]) => a.localeCompare(b));
  const title = (name: string) => games.data?.find((card) => card.name === name)?.title ?? name;
  return (
    <section className="stack" aria-labelledby="ratings-head">
      <h2 id="ratings-head">Your ratings</h2>
      {rows.length === 0 ? (
        <p className="quiet-text">None yet. With an account, a table that “counts for your rating” gives you one.</p>
      ) : (
        <div className="wide-table panel">
          <table>
            <thead>
              <tr>
                <th scope="col">Game</th>
                <th scope="col">Rating</th>
                <th scope="col">At least, almost certainly</th>
                <th scope="col">Games</th>
              </tr>
            </thead>
            <tbody>
              {rows.map(([game, rating]) => (
                <tr key={game}>
                  <th scope="row">{title(game)}</th>
                  <td>
                    {rating.mu.toFixed(1)} ± {rating.sigma.toFixed(1)}
                  </td>
                  <td>{rating.ordinal.toFixed(1)}</td>
                  <td>{rating.games}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
}
