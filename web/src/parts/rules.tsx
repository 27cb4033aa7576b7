import { useSaid } from "../language";
import type { RulesText, Settings } from "../api/types";
import { withQuery } from "../api/http";
import { Shown } from "./basics";
import { useLoad } from "./load";
import "./rules.css";

export function rulesPath(game: string, settings: Settings): string {
  return withQuery(`/games/${encodeURIComponent(game)}/rules`, settings);
}

/** Where a game's diagrams and its introduction are. */
export function introductionPath(game: string, settings: Settings): string {
  return withQuery(`/games/${encodeURIComponent(game)}/introduction`, settings);
}

export function RulesDetails({ game, settings, heading = "Rules" }: { game: string; settings: Settings; heading?: string }) {
  const rules = useLoad<RulesText>(rulesPath(game, settings));
  const said = useSaid();
  return (
    <>
      <h2>{heading}</h2>
      <Shown of={rules}>{(text) => <RulesProse text={said(text.text)} />}</Shown>
    </>
  );
}

/** Plain text with blank lines between paragraphs, lists by dashes, and indented blocks that are drawings. */
export function RulesProse({ text }: { text: string }) {
  return (
    <div className="prose">
      {text.split(/\n\s*\n/).map((block, index) => (
        <Block key={index} block={block} />
      ))}
    </div>
  );
}

function Block({ block }: { block: string }) {
  const lines = block.split("\n").filter((line) => line.trim() !== "");
  if (lines.length === 0) return null;
  if (lines.every((line) => /^\s*[-*•] /.test(line) || /^\s{2,}\S/.test(line)) && /^\s*[-*•] /.test(lines[0] ?? "")) {
    const items: string[] = [];
    for (const line of lines) {
      const found = /^\s*[-*•] (.*)$/.exec(line);
      if (found) items.push(found[1] ?? "");
      else items.push(`${items.pop() ?? ""} ${line.trim()}`);
    }
    return (
      <ul>
        {items.map((item, index) => (
          <li key={index}>
            <Words text={item} />
          </li>
        ))}
      </ul>
    );
  }
  // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a box that scrolls must be reachable by keyboard
  if (lines.every((line) => /^\s{2,}/.test(line))) return <pre tabIndex={0}>{block}</pre>;
  return (
    <p>
      <Words text={lines.join(" ")} />
    </p>
  );
}

/** Names of parameters stand in backticks. */
function Words({ text }: { text: string }) {
  return text.split("`").map((part, index) => (index % 2 === 1 ? <code key={index}>{part}</code> : part));
}
