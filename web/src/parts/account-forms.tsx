/** Forms about accounts: what they have in common, and the code that is shown once. */

import { useEffect, useId, useRef, useState, type FormEvent, type ReactNode } from "react";
import { post, sentence } from "../api/http";
import { Notice } from "./basics";

export interface Sending {
  busy: boolean;
  fault: string | null;
  post(path: string, body?: unknown): void;
}

/** Sends something, and keeps what was wrong with it. */
export function useSending<T>(onDone: (answer: T) => void): Sending {
  const [state, setState] = useState<{ busy: boolean; fault: string | null }>({ busy: false, fault: null });
  const send = (path: string, body: unknown = {}) => {
    setState({ busy: true, fault: null });
    post<T>(path, body).then(
      (answer) => {
        setState({ busy: false, fault: null });
        onDone(answer);
      },
      (reason: unknown) => setState({ busy: false, fault: sentence(reason) }),
    );
  };
  return { ...state, post: send };
}

interface FormProps {
  title: string;
  hint?: string;
  action: string;
  sending: Sending;
  onSend(): void;
  /** Stands beside the button. */
  beside?: ReactNode;
  children: ReactNode;
}

export function Form({ title, hint, action, sending, onSend, beside, children }: FormProps) {
  const head = useId();
  const send = (event: FormEvent) => {
    event.preventDefault();
    onSend();
  };
  return (
    <form className="panel" onSubmit={send} aria-labelledby={head}>
      <h2 id={head}>{title}</h2>
      {hint !== undefined && <p className="small quiet-text">{hint}</p>}
      {children}
      {sending.fault !== null && <Notice tone="bad">{sending.fault}</Notice>}
      <div className="row">
        <button type="submit" className="primary" disabled={sending.busy}>
          {action}
        </button>
        {beside}
      </div>
    </form>
  );
}

interface FieldProps {
  label: string;
  value: string;
  onChange(value: string): void;
  autoComplete: string;
  maxLength: number;
  type?: "text" | "password";
  minLength?: number;
  hint?: string;
  /** Of letters and digits that are copied one by one. */
  code?: boolean;
  /** Takes the focus when it appears. */
  focus?: boolean;
}

export function Field({ label, value, onChange, autoComplete, maxLength, type = "text", minLength, hint, code, focus }: FieldProps) {
  const field = useId();
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (focus === true) input.current?.focus();
  }, [focus]);
  return (
    <div className="field">
      <label htmlFor={field}>{label}</label>
      <input
        ref={input}
        id={field}
        type={type}
        required
        className={code === true ? "code" : undefined}
        spellCheck={code === true ? false : undefined}
        autoCapitalize={code === true ? "characters" : undefined}
        minLength={minLength}
        maxLength={maxLength}
        autoComplete={autoComplete}
        value={value}
        aria-describedby={hint === undefined ? undefined : `${field}-hint`}
        onChange={(event) => onChange(event.target.value)}
      />
      {hint !== undefined && (
        <span id={`${field}-hint`} className="small quiet-text">
          {hint}
        </span>
      )}
    </div>
  );
}

export function NewPassword(props: { label: string; value: string; onChange(value: string): void }) {
  return (
    <Field
      {...props}
      type="password"
      minLength={8}
      maxLength={200}
      autoComplete="new-password"
      hint="At least 8 characters. Some words that do not belong together are good."
    />
  );
}

/** A recovery code, until somebody says that it is written down. */
export function WrittenDown({ code, onDone }: { code: string; onDone(): void }) {
  const head = useRef<HTMLHeadingElement>(null);
  const [copied, setCopied] = useState("");
  useEffect(() => head.current?.focus(), []);
  const copy = () => {
    // Pages that did not come over HTTPS have no clipboard.
    const done = navigator.clipboard?.writeText(code) ?? Promise.reject(new Error("no clipboard"));
    done.then(
      () => setCopied("Copied."),
      () => setCopied("It could not be copied: write it down."),
    );
  };
  return (
    <section className="panel recovery" aria-labelledby="recovery-head">
      <h2 id="recovery-head" ref={head} tabIndex={-1}>
        Write down your recovery code
      </h2>
      <p>
        If you lose your password, this code lets you choose another one. Nobody can tell you the code again: it is shown
        now and never after.
      </p>
      <p className="recovery-code" data-testid="recovery-code">
        {code}
      </p>
      <div className="row">
        <button type="button" onClick={copy}>
          Copy
        </button>
        <button type="button" className="primary" onClick={onDone}>
          I have written it down
        </button>
        <span role="status" className="small quiet-text">
          {copied}
        </span>
      </div>
    </section>
  );
}
