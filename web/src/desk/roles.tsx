/** Who works on the study, and who did or looked at what. */

import { useId, useState, type FormEvent } from "react";
import { put } from "../api/http";
import { Shown } from "../parts/basics";
import { useLoad } from "../parts/load";
import { capital, when } from "../words";
import { Fault, Sure, useDoing } from "./doing";
import { may, type AuditInfo, type Part, type RoleInfo } from "./types";

const ROLES: [string, string][] = [
  ["owner", "everything, also giving roles"],
  ["researcher", "look, grade, steer, export, change the plan"],
  ["grader", "grade answers only"],
  ["viewer", "look at the monitor and the report"],
];

export default function Roles({ study, path }: Part) {
  const loaded = useLoad<RoleInfo[]>(`${path}/roles`);
  const notes = useLoad<AuditInfo[]>(`${path}/audit`);
  const [changed, setChanged] = useState<RoleInfo[] | null>(null);
  const [name, setName] = useState("");
  const [role, setRole] = useState("researcher");
  const doing = useDoing();
  const id = useId();
  const able = may(study, "roles");
  const give = async (who: string, what: string | null) => {
    const good = await doing.run(async () => setChanged(await put<RoleInfo[]>(`${path}/roles`, { name: who, role: what })), "Done.");
    if (good) notes.reload();
    return good;
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void give(name.trim(), role).then((good) => {
      if (good) setName("");
    });
  };
  return (
    <>
      <section className="panel" aria-labelledby={`${id}-roles`}>
        <h2 id={`${id}-roles`}>Who works on this study</h2>
        <Shown of={loaded}>
          {(list) => (
            <ul className="desk-list">
              {(changed ?? list).map((one) => (
                <li key={one.name} className="row desk-between">
                  <span>
                    <strong translate="no">{one.name}</strong> <span className="tag">{one.role}</span>
                    <span className="small quiet-text desk-under">{ROLES.find(([word]) => word === one.role)?.[1]}</span>
                  </span>
                  {able && (
                    <Sure
                      label={
                        <>
                          Take away<span className="hidden-text"> the role of {one.name}</span>
                        </>
                      }
                      question={`Take ${one.name}'s role away? They cannot see this study any more.`}
                      yes="Yes, take it away"
                      disabled={doing.busy}
                      onYes={() => void give(one.name, null)}
                    />
                  )}
                </li>
              ))}
            </ul>
          )}
        </Shown>
        {able && (
          <form className="row desk-make" onSubmit={submit} aria-label="Give a role">
            <div className="field">
              <label htmlFor={`${id}-name`}>Name of their account</label>
              <input id={`${id}-name`} value={name} maxLength={200} autoComplete="off" onChange={(event) => setName(event.target.value)} />
            </div>
            <div className="field">
              <label htmlFor={`${id}-role`}>Role</label>
              <select id={`${id}-role`} value={role} onChange={(event) => setRole(event.target.value)}>
                {ROLES.map(([word, able]) => (
                  <option key={word} value={word}>
                    {word}: {able}
                  </option>
                ))}
              </select>
            </div>
            <button type="submit" disabled={doing.busy || name.trim() === ""}>
              Give the role
            </button>
          </form>
        )}
        <Fault of={doing} />
      </section>
      <section className="panel" aria-labelledby={`${id}-notes`}>
        <h2 id={`${id}-notes`}>Notes: who did or looked at what</h2>
        <Shown of={notes}>
          {(list) => (
            // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a box that scrolls must be reachable by keyboard
            <div className="wide-table desk-notes" tabIndex={0} role="group" aria-label="Notes">
              <table>
                <thead>
                  <tr>
                    <th scope="col">When</th>
                    <th scope="col">Who</th>
                    <th scope="col">What</th>
                  </tr>
                </thead>
                <tbody>
                  {list.map((note, index) => (
                    <tr key={index}>
                      <td>{when(note.at)}</td>
                      <td translate="no">{note.who}</td>
                      <td>
                        {capital(note.action)}
                        <span className="small quiet-text desk-under">{detailWords(note.detail)}</span>
                      </td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </div>
          )}
        </Shown>
      </section>
    </>
  );
}

/** "state open, pilot true". */
function detailWords(detail: Record<string, unknown>): string {
  return Object.entries(detail)
    .map(([name, value]) => `${name} ${value === null ? "none" : typeof value === "object" ? JSON.stringify(value) : String(value)}`)
    .join(", ");
}
