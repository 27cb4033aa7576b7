import { useSaid } from "../language";
import { Fold } from "./fold";
import { prefer, usePreferences, type Preferences } from "./preferences";
import { play } from "./sounds";

const THEMES: [Preferences["theme"], string][] = [
  ["system", "as the system has it"],
  ["light", "light"],
  ["dark", "dark"],
];
const MOTIONS: [Preferences["motion"], string][] = [
  ["none", "off"],
  ["fast", "fast"],
  ["normal", "normal"],
  ["slow", "slow"],
];

/** How the table looks and sounds, in one place. It is kept in the browser. */
export function SettingsMenu() {
  const said = useSaid();
  const kept = usePreferences();
  return (
    <Fold title={said("Display")} className="settings-menu">
      <h2>{said("Display and sound")}</h2>
      <label className="field">
        <span className="label">{said("Colours")}</span>
        <select value={kept.theme} onChange={(event) => prefer({ theme: event.target.value as Preferences["theme"] })}>
          {THEMES.map(([value, words]) => (
            <option key={value} value={value}>
              {said(words)}
            </option>
          ))}
        </select>
      </label>
      <label className="field">
        <span className="label">{said("Movement on the board")}</span>
        <select value={kept.motion} onChange={(event) => prefer({ motion: event.target.value as Preferences["motion"] })}>
          {MOTIONS.map(([value, words]) => (
            <option key={value} value={value}>
              {said(words)}
            </option>
          ))}
        </select>
      </label>
      <Switch
        words="Sounds"
        on={kept.sound}
        onChange={(sound) => {
          prefer({ sound });
          if (sound) play("turn");
        }}
      />
      <Switch words="Coordinates" on={kept.coordinates} onChange={(coordinates) => prefer({ coordinates })} />
      <Switch words="Choose moves ahead" on={kept.ahead} onChange={(ahead) => prefer({ ahead })} />
      <Switch words="Board from the other side" on={kept.flipped} onChange={(flipped) => prefer({ flipped })} />
      <p className="small quiet-text">{said("This browser remembers it, for all tables.")}</p>
    </Fold>
  );
}

function Switch({ words, on, onChange }: { words: string; on: boolean; onChange(on: boolean): void }) {
  const said = useSaid();
  return (
    <label className="check">
      <input type="checkbox" checked={on} onChange={(event) => onChange(event.target.checked)} />
      {said(words)}
    </label>
  );
}
