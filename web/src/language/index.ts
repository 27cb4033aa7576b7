/** Other languages than English. What pages say of themselves stands in tables by key (see `studies/texts.ts`); sentences
 * that games, boards and the server make are English, and are said in another language here: the sentence itself is what
 * a language's catalogue is looked up by. */

import { createContext, useContext } from "react";

export interface Speech {
  language: string;
  /** A sentence in this language; as it is where nobody has translated it. */
  said(text: string): string;
}

export const ENGLISH: Speech = { language: "en", said: (text) => text };

export const Spoken = createContext<Speech>(ENGLISH);

export function useSaid(): Speech["said"] {
  return useContext(Spoken).said;
}
