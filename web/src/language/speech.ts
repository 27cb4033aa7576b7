/** The languages that games are said in besides English; each is loaded when somebody needs it. */

import { useEffect, useState } from "react";
import { ENGLISH, type Speech } from "./index";
import { sayer, type Catalogue } from "./saying";

interface Tongue {
  and: string;
  load(): Promise<{ default: Catalogue }>;
}

const TONGUES: Record<string, Tongue> = { de: { and: "und", load: () => import("./de") } };
const loaded = new Map<string, Speech>();

export function useSpeech(language: string): Speech {
  const name = TONGUES[language] === undefined ? (language.split("-")[0] ?? "") : language;
  const [, setCount] = useState(0);
  const speech = loaded.get(name);
  useEffect(() => {
    const tongue = TONGUES[name];
    if (tongue === undefined || loaded.has(name)) return;
    let left = false;
    void tongue.load().then(({ default: catalogue }) => {
      loaded.set(name, { language: name, said: sayer(catalogue, tongue.and) });
      if (!left) setCount((count) => count + 1);
    });
    return () => {
      left = true;
    };
  }, [name]);
  return speech ?? ENGLISH;
}
