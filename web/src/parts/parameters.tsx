/** Fields for a game's parameters, each with its range. */

import { useId } from "react";
import type { ParameterInfo, Settings, Value } from "../api/types";
import { plainNumber } from "../words";
import "./parameters.css";

interface FieldsProps {
  parameters: ParameterInfo[];
  settings: Settings;
  disabled?: boolean;
  onChange(name: string, value: Value): void;
}

export function ParameterFields({ parameters, settings, disabled = false, onChange }: FieldsProps) {
  return (
    <div className="parameters">
      {parameters.map((parameter) => (
        <ParameterField
          key={parameter.name}
          parameter={parameter}
          value={settings[parameter.name] ?? parameter.default}
          disabled={disabled}
          onChange={(value) => onChange(parameter.name, value)}
        />
      ))}
    </div>
  );
}

interface FieldProps {
  parameter: ParameterInfo;
  value: Value;
  disabled: boolean;
  onChange(value: Value): void;
}

export function titleOf(name: string): string {
  const words = name.replaceAll("_", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function ParameterField({ parameter, value, disabled, onChange }: FieldProps) {
  const field = useId();
  const hint = `${field}-hint`;
  const title = titleOf(parameter.name);
  if (parameter.kind === "bool") {
    return (
      <div className="parameter">
        <label className="check">
          <input
            type="checkbox"
            checked={value === true}
            disabled={disabled}
            aria-describedby={hint}
            onChange={(event) => onChange(event.target.checked)}
          />
          <span className="parameter-name">{title}</span>
        </label>
        <p id={hint} className="small quiet-text">
          {parameter.help}
        </p>
      </div>
    );
  }
  return (
    <div className="parameter">
      <label className="parameter-name" htmlFor={field}>
        {title}
      </label>
      {parameter.choices.length > 0 ? (
        <select
          id={field}
          value={String(value)}
          disabled={disabled}
          aria-describedby={hint}
          onChange={(event) => onChange(event.target.value)}
        >
          {parameter.choices.map((choice) => (
            <option key={choice} value={choice}>
              {choice}
            </option>
          ))}
        </select>
      ) : parameter.kind === "str" ? (
        <input
          id={field}
          value={String(value)}
          disabled={disabled}
          aria-describedby={hint}
          onChange={(event) => onChange(event.target.value)}
        />
      ) : (
        <NumberField id={field} hint={hint} {...{ parameter, value, disabled, onChange }} />
      )}
      <p id={hint} className="small quiet-text">
        {parameter.help}
        {range(parameter)}
      </p>
    </div>
  );
}

/** A number with both a slider and a box, where both ends of the range are known and the range is not too wide. */
function NumberField({ id, hint, parameter, value, disabled, onChange }: FieldProps & { id: string; hint: string }) {
  const { low, high, kind } = parameter;
  const slider = low !== null && high !== null && (kind === "float" || high - low <= 1000) && high > low;
  const step = kind === "int" ? 1 : stepFor(low, high);
  const read = (text: string) => {
    const number = Number(text);
    if (text.trim() !== "" && Number.isFinite(number)) onChange(kind === "int" ? Math.round(number) : number);
  };
  return (
    <div className="number-field">
      {slider && (
        <input
          type="range"
          aria-label={`${titleOf(parameter.name)}, slider`}
          tabIndex={-1}
          min={low}
          max={high}
          step={step}
          value={Number(value)}
          disabled={disabled}
          onChange={(event) => read(event.target.value)}
        />
      )}
      <input
        id={id}
        type="number"
        aria-describedby={hint}
        min={low ?? undefined}
        max={high ?? undefined}
        step={kind === "int" ? 1 : "any"}
        value={Number(value)}
        disabled={disabled}
        onChange={(event) => read(event.target.value)}
      />
    </div>
  );
}

function stepFor(low: number | null, high: number | null): number {
  if (low === null || high === null) return 0.1;
  return 10 ** Math.floor(Math.log10((high - low) / 50));
}

function range({ low, high }: ParameterInfo): string {
  if (low !== null && high !== null) return ` (${plainNumber(low)} to ${plainNumber(high)})`;
  if (low !== null) return ` (at least ${plainNumber(low)})`;
  return high === null ? "" : ` (at most ${plainNumber(high)})`;
}

/** Only what differs from the defaults is sent: a table says what is special about it. */
export function changed(parameters: ParameterInfo[], settings: Settings): Settings {
  return Object.fromEntries(
    Object.entries(settings).filter(
      ([name, value]) => parameters.find((parameter) => parameter.name === name)?.default !== value,
    ),
  );
}
