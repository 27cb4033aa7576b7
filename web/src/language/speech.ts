/** The languages that the lab is said in besides English; each is loaded when somebody needs it. */

import { useEffect, useState } from "react";
import { ENGLISH, type Speech } from "./index";
import { sayer, type Catalogue } from "./saying";

interface Tongue {
  and: string;
  load(): Promise<{ default: Catalogue }>;
}

const TONGUES: Record<string, Tongue> = { de: { and: "und", load: () => import("./de") } };
const loaded = new Map<string, Speech>([["en", ENGLISH]]);

/** A language by its name, `de-AT` included; English where there is no other. */
export function tongueOf(language: string): string {
  const name = TONGUES[language] === undefined ? (language.split("-")[0] ?? "") : language;
  return TONGUES[name] === undefined ? "en" : name;
}

export async function loadSpeech(language: string): Promise<Speech> {
  const name = tongueOf(language);
  const tongue = TONGUES[name];
  if (tongue !== undefined && !loaded.has(name)) {
    const { default: catalogue } = await tongue.load();
    loaded.set(name, { language: name, said: sayer(catalogue, tongue.and) });
  }
  return loaded.get(name) ?? ENGLISH;
}

export function useSpeech(language: string): Speech {
  const name = tongueOf(language);
  const [, setCount] = useState(0);
  const speech = loaded.get(name);
  useEffect(() => {
    if (loaded.has(name)) return;
    let left = false;
    // Without its catalogue a page speaks English.
    void loadSpeech(name).then(
      () => {
        if (!left) setCount((count) => count + 1);
      },
      () => undefined,
    );
    return () => {
      left = true;
    };
  }, [name]);
  return speech ?? ENGLISH;
}
