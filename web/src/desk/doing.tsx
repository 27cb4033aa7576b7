/** Doing something at the desk: one thing at a time, with what the server says against it beside the button. */

import { useCallback, useEffect, useId, useRef, useState, type ReactNode } from "react";
import { sentence } from "../api/http";
import { announce } from "../parts/announcer";
import { Notice } from "../parts/basics";
import { deliberate } from "../parts/deliberate";

export interface Doing {
  busy: boolean;
  fault: string | null;
  /** Runs it; `said` is told when it is done. */
  run(job: () => Promise<unknown>, said?: string): Promise<boolean>;
}

export function useDoing(): Doing {
  const [state, setState] = useState<{ busy: boolean; fault: string | null }>({ busy: false, fault: null });
  const run = useCallback(async (job: () => Promise<unknown>, said = "") => {
    setState({ busy: true, fault: null });
    try {
      await job();
      setState({ busy: false, fault: null });
      announce(said);
      return true;
    } catch (fault) {
      setState({ busy: false, fault: sentence(fault) });
      return false;
    }
  }, []);
  return { ...state, run };
}

export function Fault({ of }: { of: Doing }) {
  return of.fault === null ? null : <Notice tone="bad">{of.fault}</Notice>;
}

interface SureProps {
  /** What the button says, and what is asked after it is pressed. */
  label: ReactNode;
  question: string;
  yes: string;
  disabled?: boolean;
  className?: string;
  onYes(): void;
}

/** A button for what cannot be undone: it asks first. */
export function Sure({ label, question, yes, disabled = false, className, onYes }: SureProps) {
  const [asking, setAsking] = useState(false);
  const head = useId();
  const box = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const dialog = box.current;
    if (!asking || dialog === null) return;
    // jsdom has no dialogs that open.
    if (typeof dialog.showModal === "function") dialog.showModal();
    else dialog.setAttribute("open", "");
  }, [asking]);
  const leave = () => {
    box.current?.close?.();
    setAsking(false);
  };
  return (
    <>
      <button type="button" className={className} disabled={disabled} onClick={() => setAsking(true)}>
        {label}
      </button>
      {asking && (
        <dialog ref={box} className="panel sure" aria-labelledby={head} onClose={() => setAsking(false)}>
          <p id={head}>{question}</p>
          <div className="row">
            <button
              type="button"
              className="primary"
              onClick={(event) =>
                deliberate(() => {
                  leave();
                  onYes();
                })(event)
              }
            >
              {yes}
            </button>
            <button type="button" onClick={leave}>
              No
            </button>
          </div>
        </dialog>
      )}
    </>
  );
}

/** Offers a text as a file. */
export function download(name: string, text: string, kind: string): void {
  save(name, new Blob([text], { type: kind }));
}

export function save(name: string, file: Blob): void {
  const address = URL.createObjectURL(file);
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}

/** A copied text; false where the page has no clipboard (a lab on the local network is no safe origin). */
export async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    announce("Copied.");
    return true;
  } catch {
    announce("The browser does not let the page copy: mark the text and copy it yourself.");
    return false;
  }
}
