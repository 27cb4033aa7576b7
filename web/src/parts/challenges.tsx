/** Who asks you to a table, on whatever page you are. */

import { useState } from "react";
import { useSaid } from "../language";
import { post, sentence } from "../api/http";
import type { ChallengeInfo, TableInfo } from "../api/types";
import { go } from "../router";
import { useCard, useSession } from "../session";
import { addressOf } from "../tables";
import { settingsWords } from "../words";
import { Notice } from "./basics";
import { clockWords } from "./clock";
import { useLoad } from "./load";

const OFTEN = 8_000;

export function Challenges() {
  const { me } = useSession();
  // Guests have no name that they could be asked by.
  const found = useLoad<ChallengeInfo[]>(me.data?.guest === false ? "/challenges" : null, OFTEN);
  const calls = found.data ?? [];
  if (calls.length === 0) return null;
  return (
    <section className="challenges" aria-label="Challenges">
      {calls.map((call) => (
        <Call key={call.id} call={call} onAnswered={found.reload} />
      ))}
    </section>
  );
}

function Call({ call, onAnswered }: { call: ChallengeInfo; onAnswered(): void }) {
  const [fault, setFault] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const { table } = call;
  const settings = settingsWords(table.settings, useCard(table.game)?.parameters, useSaid());
  const doing = (work: Promise<unknown>) => {
    setBusy(true);
    work.then(onAnswered, (reason: unknown) => {
      setFault(sentence(reason));
      setBusy(false);
    });
  };
  const accept = () => doing(post<TableInfo>(`/tables/${encodeURIComponent(table.id)}/join`, {}).then((joined) => go(addressOf(joined))));
  const decline = () => doing(post(`/challenges/${call.id}/decline`));
  return (
    <Notice tone={fault === null ? "good" : "bad"}>
      <span>
        <strong translate="no">{call.by}</strong> <span>challenges you to a game of {table.title}.</span>{" "}
        <span className="small">{[clockWords(table.clock), table.rated ? "rated" : "", settings].filter(Boolean).join(" · ")}</span>
        {fault !== null && <span> {fault}</span>}
      </span>
      <button type="button" className="primary" onClick={accept} disabled={busy}>
        Accept
        <span className="hidden-text"> the challenge of {call.by}</span>
      </button>
      <button type="button" onClick={decline} disabled={busy}>
        Decline
        <span className="hidden-text"> the challenge of {call.by}</span>
      </button>
    </Notice>
  );
}
