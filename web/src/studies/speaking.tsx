/** @jsxImportSource react */
/** The language of a study's pages: their own texts, and what games and the server say. */

import { useMemo, type ReactNode } from "react";
import { Spoken, useSaid } from "../language";
import { useSpeech } from "../language/speech";
import { Notice } from "../parts/basics";
import { capital } from "../words";
import { sayIn, Words } from "./texts";

export function Speaking({ language, children }: { language: string; children: ReactNode }) {
  const say = useMemo(() => sayIn(language), [language]);
  const speech = useSpeech(language);
  return (
    <Spoken value={speech}>
      <Words value={say}>{children}</Words>
    </Spoken>
  );
}

/** What the server would not do, in a sentence of its own. */
export function Refused({ text }: { text: string | null }) {
  const said = useSaid();
  return text === null ? null : <Notice tone="bad">{capital(said(text))}</Notice>;
}
