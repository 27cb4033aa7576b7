import { useId, useState, type FormEvent } from "react";
import { patch, sentence } from "../api/http";
import type { Me, Registered } from "../api/types";
import { Field, Form, NewPassword, useSending, WrittenDown } from "../parts/account-forms";
import { Notice, PageHead, Shown } from "../parts/basics";
import { Member } from "../parts/member";
import { Memories } from "../parts/memories";
import { Programs } from "../parts/programs";
import { Rating } from "../parts/rating";
import { Link } from "../router";
import { useSession } from "../session";
import "./account.css";

export default function Account() {
  const { me } = useSession();
  // Shown once, by whoever gets one: the server keeps only its digest.
  const [code, setCode] = useState<string | null>(null);
  const come = (answer: Me | Registered) => {
    if ("code" in answer) setCode(answer.code);
    me.reload();
  };
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
          {code !== null ? (
            <WrittenDown code={code} onDone={() => setCode(null)} />
          ) : person.guest ? (
            <GuestForms me={person} onDone={come} />
          ) : (
            <Member me={person} onChange={me.reload} onCode={setCode} />
          )}
          <Ratings me={person} />
          <Memories />
          {!person.guest && <Programs />}
        </>
      )}
    </Shown>
  );
}

type Come = (answer: Me | Registered) => void;

function GuestForms({ me, onDone }: { me: Me; onDone: Come }) {
  const [lost, setLost] = useState(false);
  return (
    <div className="account-forms">
      <Register onDone={onDone} />
      {lost ? <Recover onDone={onDone} onBack={() => setLost(false)} /> : <Login onDone={onDone} onLost={() => setLost(true)} />}
      <Rename me={me} onDone={() => onDone(me)} />
    </div>
  );
}

function Register({ onDone }: { onDone: Come }) {
  const [name, setName] = useState("");
  const [password, setPassword] = useState("");
  const sending = useSending<Registered>(onDone);
  return (
    <Form
      title="Make an account"
      hint="Your games and ratings come with you."
      action="Make the account"
      sending={sending}
      onSend={() => sending.post("/account/register", { name, password })}
    >
      <Field label="Name" value={name} onChange={setName} autoComplete="username" maxLength={64} />
      <NewPassword label="Password" value={password} onChange={setPassword} />
    </Form>
  );
}

function Login({ onDone, onLost }: { onDone: Come; onLost(): void }) {
  const [name, setName] = useState("");
  const [password, setPassword] = useState("");
  const sending = useSending<Me>(onDone);
  return (
    <Form
      title="Log in"
      action="Log in"
      sending={sending}
      onSend={() => sending.post("/account/login", { name, password })}
      beside={
        <button type="button" className="quiet" onClick={onLost}>
          Password lost?
        </button>
      }
    >
      <Field label="Name" value={name} onChange={setName} autoComplete="username" maxLength={64} />
      <Field label="Password" value={password} onChange={setPassword} type="password" autoComplete="current-password" maxLength={200} />
    </Form>
  );
}

function Recover({ onDone, onBack }: { onDone: Come; onBack(): void }) {
  const [name, setName] = useState("");
  const [code, setCode] = useState("");
  const [password, setPassword] = useState("");
  const sending = useSending<Registered>(onDone);
  return (
    <Form
      title="Choose another password"
      hint="You need the recovery code that you wrote down. You will get a new one, and all your browsers are logged out."
      action="Set the password"
      sending={sending}
      onSend={() => sending.post("/account/recover", { name, code, password })}
      beside={
        <button type="button" className="quiet" onClick={onBack}>
          Back to log in
        </button>
      }
    >
      <Field label="Name" value={name} onChange={setName} autoComplete="username" maxLength={64} focus />
      <Field label="Recovery code" value={code} onChange={setCode} autoComplete="off" maxLength={100} code />
      <NewPassword label="New password" value={password} onChange={setPassword} />
    </Form>
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
                    <Rating of={rating} />
                  </td>
                  <td>{rating.at_least}</td>
                  <td>{rating.games}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      <p className="row">
        <Link to={`/people/${me.id}`}>Your results</Link>
        <Link to="/leaderboards">Leaderboards</Link>
      </p>
    </section>
  );
}
