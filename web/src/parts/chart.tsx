/** A chart of the reports, drawn by Vega. Only arena pages load this file, and Vega with it. */

import { useEffect, useRef, useState } from "react";
import embed, { type VisualizationSpec } from "vega-embed";
import { sentence } from "../api/http";

export default function Chart({ spec, words }: { spec: Record<string, unknown>; words: string }) {
  const place = useRef<HTMLDivElement>(null);
  const [fault, setFault] = useState<string | null>(null);
  const text = JSON.stringify(spec);
  useEffect(() => {
    const box = place.current;
    if (box === null) return;
    let left = false;
    let finish: (() => void) | undefined;
    embed(box, JSON.parse(text) as VisualizationSpec, {
      actions: false,
      renderer: "svg",
      // Expressions are interpreted: the page's security policy allows no code made from text.
      ast: true,
      defaultStyle: false,
      tooltip: false,
      // The words say what the whole shows, and the tables hold its figures: no mark has to be read by itself.
      config: { background: "transparent", aria: false, mark: { aria: false }, ...colours() },
    }).then(
      (result) => {
        if (left) result.finalize();
        else finish = () => result.finalize();
      },
      (reason: unknown) => {
        if (!left) setFault(sentence(reason));
      },
    );
    return () => {
      left = true;
      finish?.();
    };
  }, [text]);
  return (
    <>
      {fault !== null && <p className="small">This chart could not be drawn: {fault}</p>}
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a box that scrolls must be reachable by keyboard */}
      <div className="chart-place" tabIndex={0} role="group" aria-label={words}>
        <div ref={place} role="img" aria-label={words} />
      </div>
    </>
  );
}

/** Axes and texts in the colours of the page, light or dark. */
function colours() {
  const style = getComputedStyle(document.documentElement);
  const ink = style.getPropertyValue("--ink").trim() || "#222";
  const line = style.getPropertyValue("--line").trim() || "#ccc";
  return {
    axis: { labelColor: ink, titleColor: ink, gridColor: line, domainColor: line, tickColor: line },
    legend: { labelColor: ink, titleColor: ink },
    title: { color: ink, subtitleColor: ink },
    header: { labelColor: ink, titleColor: ink },
    view: { stroke: line },
  };
}
