/** @jsxImportSource react */
import { useState } from "react";
import { announce } from "../parts/announcer";
import { useSay } from "./texts";

/** A text to copy, for people with and without a clipboard. */
export function Copying({ label, text }: { label: string; text: string }) {
  const say = useSay();
  const [copied, setCopied] = useState(false);
  const copy = () => {
    // Only safe origins have a clipboard; a lab on the local network is none.
    const done = navigator.clipboard?.writeText(text) ?? Promise.reject(new Error("no clipboard"));
    done.then(
      () => {
        setCopied(true);
        announce(say("copied"));
      },
      () => announce(say("copyFailed")),
    );
  };
  return (
    <div className="chat-form copying">
      <input readOnly value={text} aria-label={label} onFocus={(event) => event.target.select()} />
      {navigator.clipboard !== undefined && (
        <button type="button" onClick={copy}>
          {copied ? say("copied") : say("copy")}
        </button>
      )}
    </div>
  );
}
