import type { KeyboardEvent, ReactNode } from "react";
import type { Roving } from "./roving";

interface SpotButtonProps {
  spot: string;
  roving: Roving;
  label: string;
  /** Whether something happens when it is pressed. */
  able: boolean;
  /** The move that is made by pressing it, where that is one. */
  move?: string | undefined;
  pressed?: boolean;
  /** Whether it can be dragged (`dragging.ts`). */
  takes?: boolean;
  className?: string;
  transform?: string;
  onAct(): void;
  onEscape?(): void;
  /** Told when the pointer or the focus comes (true) and goes (false). */
  onNear?(near: boolean): void;
  children: ReactNode;
}

/** A place of an SVG board that can be pressed: by mouse, finger, or keys. */
export function SpotButton(props: SpotButtonProps) {
  const { spot, roving, label, able, pressed, onAct, onEscape, onNear } = props;
  const onKeyDown = (event: KeyboardEvent) => {
    if (roving.onArrow(event)) return;
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      if (able) onAct();
    } else if (event.key === "Escape") onEscape?.();
  };
  return (
    <g
      role="button"
      data-spot={spot}
      data-move={props.move}
      tabIndex={roving.at === spot ? 0 : -1}
      aria-label={label}
      aria-pressed={pressed}
      aria-disabled={able ? undefined : true}
      className={`spot${able ? " able" : ""}${pressed === true ? " pressed" : ""}${props.takes === true ? " takes" : ""} ${props.className ?? ""}`}
      transform={props.transform}
      onClick={() => {
        roving.set(spot);
        if (able) onAct();
      }}
      onKeyDown={onKeyDown}
      onFocus={() => onNear?.(true)}
      onBlur={() => onNear?.(false)}
      onPointerEnter={() => onNear?.(true)}
      onPointerLeave={() => onNear?.(false)}
    >
      {props.children}
    </g>
  );
}
