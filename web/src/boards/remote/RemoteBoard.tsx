/** Boards that games bring along: a file of JavaScript from the server, which needs neither React nor a build.
 *
 * The file's default export draws into an element and returns what keeps the drawing up to date. Where it cannot be
 * loaded or throws, the plain board takes its place. */

import { Component, useEffect, useRef, type ReactNode } from "react";
import { useSaid } from "../../language";
import { Notice } from "../../parts/basics";
import { sentence } from "../../api/http";
import { Frame } from "../common/Frame";
import PlainBoard from "../plain/PlainBoard";
import type { BoardComponent, BoardProps, MoveScene, Preview, Scene } from "../types";
import "./remote.css";

/** What a board is given, at first and whenever something has changed. */
export interface RemoteProps {
  scene: Scene;
  /** What can be chosen now; empty while it is not your turn. */
  moves: MoveScene[];
  /** Your seat; null for those who watch. */
  seat: number | null;
  interactive: boolean;
  /** Whether things may move. */
  animate: boolean;
  /** When your time runs out, on the clock of `performance.now()`; null without a limit. */
  deadline: number | null;
  /** Makes moves by their texts: those of one turn, all or none. */
  choose(...moves: string[]): void;
  preview(...moves: string[]): Promise<Preview>;
  /** A sentence in the reader's language, as it is where nobody has translated it. */
  say(text: string): string;
}

export interface RemoteDrawing {
  update(props: RemoteProps): void;
  destroy?(): void;
}

export type RemoteDraw = (element: HTMLElement, props: RemoteProps) => RemoteDrawing;

const LOADED = new Map<string, Promise<BoardComponent>>();

/** The board at an address of this server. */
export function remoteBoard(address: string, load: (address: string) => Promise<unknown> = fetched): Promise<BoardComponent> {
  const known = LOADED.get(address);
  if (known !== undefined) return known;
  const made = load(address).then(
    (module) => boardOf(drawOf(module)),
    (reason: unknown) => {
      LOADED.delete(address);
      return insteadOf(sentence(reason));
    },
  );
  LOADED.set(address, made);
  return made;
}

const fetched = (address: string): Promise<unknown> => import(/* @vite-ignore */ address);

function drawOf(module: unknown): RemoteDraw {
  const draw = (module as { default?: unknown }).default;
  if (typeof draw === "function") return draw as RemoteDraw;
  return () => {
    throw new Error("its file has no function as its default export");
  };
}

function boardOf(draw: RemoteDraw): BoardComponent {
  return function RemoteBoard(props: BoardProps) {
    return (
      <Fence instead={(fault) => <Instead fault={fault} {...props} />}>
        <Drawn draw={draw} {...props} />
      </Fence>
    );
  };
}

function insteadOf(fault: string): BoardComponent {
  return function UnloadedBoard(props: BoardProps) {
    return <Instead fault={fault} {...props} />;
  };
}

function Instead({ fault, ...props }: BoardProps & { fault: string }) {
  return (
    <>
      <Notice tone="plain">The game’s own board could not be shown ({fault}). This one works for every game.</Notice>
      <PlainBoard {...props} />
    </>
  );
}

/** The element that a board draws into. What it throws here goes up to the fence. */
function Drawn({ draw, scene, you, interactive, animate, deadline, onMove, onPreview }: BoardProps & { draw: RemoteDraw }) {
  const place = useRef<HTMLDivElement>(null);
  const drawing = useRef<RemoteDrawing | null>(null);
  const say = useSaid();
  useEffect(() => {
    const props: RemoteProps = {
      scene,
      moves: interactive ? scene.moves : [],
      seat: you,
      interactive,
      animate,
      deadline: deadline ?? null,
      choose: (...moves) => onMove(moves),
      preview: (...moves) => onPreview(moves),
      say,
    };
    if (drawing.current !== null) drawing.current.update(props);
    else if (place.current !== null) {
      const made: unknown = draw(place.current, props);
      if (!isDrawing(made)) throw new Error("it returns nothing that could be updated");
      drawing.current = made;
    }
  }, [draw, scene, you, interactive, animate, deadline, onMove, onPreview, say]);
  useEffect(
    () => () => {
      drawing.current?.destroy?.();
      drawing.current = null;
    },
    [],
  );
  return (
    <Frame className="remote-board" text={scene.text} animate={animate}>
      {(description) => <div ref={place} role="group" aria-label="Board" aria-describedby={description} />}
    </Frame>
  );
}

function isDrawing(made: unknown): made is RemoteDrawing {
  return typeof made === "object" && made !== null && "update" in made && typeof made.update === "function";
}

class Fence extends Component<{ instead(fault: string): ReactNode; children: ReactNode }, { fault: string | null }> {
  override state: { fault: string | null } = { fault: null };

  static getDerivedStateFromError(fault: unknown): { fault: string } {
    return { fault: sentence(fault) };
  }

  override render(): ReactNode {
    return this.state.fault === null ? this.props.children : this.props.instead(this.state.fault);
  }
}
