import { useSaid } from "../../language";
import { useId, type ReactNode } from "react";
import "./boards.css";

interface FrameProps {
  className: string;
  /** The whole board in words. */
  text: string;
  animate: boolean;
  children(description: string): ReactNode;
}

/** What surrounds every board: its words for those who cannot see it, and whether things may move. */
export function Frame({ className, text, animate, children }: FrameProps) {
  const description = useId();
  const said = useSaid();
  return (
    <div className={`board ${className}${animate ? "" : " still"}`}>
      <p id={description} className="hidden-text">
        {said(text)}
      </p>
      {children(description)}
    </div>
  );
}
