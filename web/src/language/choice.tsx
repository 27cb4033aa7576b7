/** Which language the lab speaks: what was chosen here before, else what the browser asks for. */

import { createContext, useCallback, useContext, useEffect, useMemo, useState, type ReactNode } from "react";
import { ENGLISH, Spoken, type Speech } from "./index";
import { loadSpeech, tongueOf } from "./speech";
import { speak } from "./spoken";

const KEPT = "ludarium.language";
/** Each by its own name: whoever looks for theirs can read it. */
const NAMES = { en: "English", de: "Deutsch" } as const;
export type Language = keyof typeof NAMES;
const LANGUAGES = Object.keys(NAMES) as Language[];

const known = (language: string | null | undefined): Language | undefined => LANGUAGES.find((one) => one === language);

/** The first of the browser's languages that the lab has. */
export function chosenLanguage(): Language {
  let kept: string | null = null;
  try {
    kept = localStorage.getItem(KEPT);
  } catch {
    // A browser that keeps nothing is asked for its languages each time.
  }
  const wished = navigator.languages.map((language) => known(language.toLowerCase().split("-")[0]));
  return known(kept) ?? wished.find((language) => language !== undefined) ?? "en";
}

const Choice = createContext<{ language: Language; choose(language: Language): void }>({ language: "en", choose: () => undefined });

/** Everything within speaks the chosen language.
 *
 * When another one is chosen all of it is drawn again, and nothing is begun anew: a line that somebody has half typed, a
 * table's connection and a sheet that lies open stay. So `children` is called rather than handed in: elements made before
 * would be taken for what is shown already. */
export function Languages({ children }: { children(): ReactNode }) {
  const [wish, setWish] = useState<Language>(chosenLanguage);
  const [speech, setSpeech] = useState<Speech | null>(null);
  useEffect(() => {
    let left = false;
    const begin = (found: Speech) => {
      if (left) return;
      speak(found);
      document.documentElement.lang = found.language;
      setSpeech(found);
    };
    // A catalogue that cannot be fetched is no reason to show nothing.
    loadSpeech(wish).then(begin, () => begin(ENGLISH));
    return () => {
      left = true;
    };
  }, [wish]);
  const choose = useCallback((language: Language) => {
    try {
      localStorage.setItem(KEPT, language);
    } catch {
      // It holds until the page is closed.
    }
    setWish(language);
  }, []);
  const language = known(tongueOf(speech?.language ?? wish)) ?? "en";
  const choice = useMemo(() => ({ language, choose }), [language, choose]);
  if (speech === null) return null;
  return (
    <Choice value={choice}>
      <Spoken value={speech}>{children()}</Spoken>
    </Choice>
  );
}

export function useLanguage() {
  return useContext(Choice);
}

export function LanguageSwitch() {
  const { language, choose } = useLanguage();
  return (
    <div className="language-switch" role="group" aria-label="Language">
      {LANGUAGES.map((one) => (
        <button
          key={one}
          type="button"
          className="quiet"
          lang={one}
          aria-pressed={one === language}
          onClick={() => choose(one)}
        >
          <span aria-hidden="true" translate="no">
            {one.toUpperCase()}
          </span>
          <span className="hidden-text" translate="no">
            {NAMES[one]}
          </span>
        </button>
      ))}
    </div>
  );
}
