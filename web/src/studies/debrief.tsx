/** @jsxImportSource react */
import { Notice } from "../parts/basics";
import { tongueOf } from "../language/speech";
import { Copying } from "./copying";
import { Markdown, safe } from "./markdown";
import { useSay } from "./texts";
import type { Revealed, StudyPage } from "./types";

/** The end: the code, the way back, and who was what. */
export function DebriefPage({ page }: { page: StudyPage }) {
  const say = useSay();
  return (
    <div className="stack study-form">
      {!page.completed && <Notice tone="plain">{say("notCompleted")}</Notice>}
      <Markdown text={page.text} />
      {page.code !== "" && (
        <section className="panel study-code" aria-labelledby="code-head">
          <h2 id="code-head">{say("codeHead")}</h2>
          <Copying label={say("codeHead")} text={page.code} />
        </section>
      )}
      {safe(page.return_to) && (
        <p className="stack">
          <a className="button primary study-return" href={page.return_to}>
            {say("returnTo")}
          </a>
          <span className="small quiet-text">{say("returnHelp")}</span>
        </p>
      )}
      {page.findings && (
        <Notice tone="good">
          <a href={`/api/studies/${encodeURIComponent(page.study)}/findings?language=${tongueOf(page.language) === "de" ? "de" : "en"}`} target="_blank" rel="noopener">
            {say("findings")}
          </a>
        </Notice>
      )}
      {page.revealed.length > 0 && (
        <section className="panel" aria-labelledby="reveal-head">
          <h2 id="reveal-head">{say("whoWasWhat")}</h2>
          {page.revealed.map((game, index) => (
            <RevealedGame key={game.table} game={game} number={index + 1} />
          ))}
        </section>
      )}
    </div>
  );
}

function RevealedGame({ game, number }: { game: Revealed; number: number }) {
  const say = useSay();
  const what = (seat: Revealed["seats"][number], place: number): string => {
    if (place === game.you) return say("revealYou");
    if (seat.person) return seat.replaced ? say("revealReplaced") : say("revealPerson");
    return say("revealPlayer", { player: seat.player });
  };
  return (
    <table>
      <caption>{say("revealGame", { number })}</caption>
      <thead className="hidden-text">
        <tr>
          <th scope="col">{say("revealName")}</th>
          <th scope="col">{say("revealWas")}</th>
        </tr>
      </thead>
      <tbody>
        {game.seats.map((seat, place) => (
          <tr key={place}>
            <th scope="row">{seat.name}</th>
            <td>{what(seat, place)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

export function ScreenedPage({ page }: { page: StudyPage }) {
  const say = useSay();
  return (
    <div className="stack study-form">
      <p>{say("screened")}</p>
      {page.contact !== "" && <p>{say("contact", { contact: page.contact })}</p>}
    </div>
  );
}
