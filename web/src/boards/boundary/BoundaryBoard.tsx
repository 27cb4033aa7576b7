import { useSaid } from "../../language";
import { useMemo, useRef, useState, type CSSProperties, type KeyboardEvent, type PointerEvent } from "react";
import { Frame } from "../common/Frame";
import { useDragging } from "../common/dragging";
import { pointIn, scaleOf } from "../common/pointing";
import { useProgress, useSending } from "../common/playing";
import { useRoving, wayOf } from "../common/roving";
import { sideStyle } from "../common/sides";
import type { BoardProps, Place } from "../types";
import type { BoundaryPiece, BoundaryScene } from "./scene";
import { Ground } from "./Ground";
import { EDGE, Gold, Numbered, Rulers, Trails, Walls } from "./parts";
import { CLOSEST, PlanBar } from "./PlanBar";
import { usePlan } from "./plan";
import { lasting, moment } from "./replay";
import { walked, type Orders } from "./walk";
import "./boundary.css";

/** On small screens pieces follow the finger slowly: their whole reach is at least so many pixels of the screen wide. */
const HANDY = 56;

interface Drag {
  piece: BoundaryPiece;
  /** What was planned before. */
  orders: Orders;
  /** Pixels of the field for each of the screen. */
  gain: number;
}

/** Boundary: drag pieces to where they shall go, see the ground change, and send the plan. */
export default function BoundaryBoard({ scene, interactive, onMove, animate }: BoardProps<BoundaryScene>) {
  const data = scene.board_data;
  const names = scene.turn.seat_names;
  const [sending, send] = useSending(scene.turn.decision, onMove);
  const plan = usePlan(scene);
  const [{ zoom, around }, setLook] = useState<{ zoom: number; around: BoundaryPiece | null }>({ zoom: 1, around: null });
  const [told, setTold] = useState("");
  const said = useSaid();
  const taken = useRef<Drag | null>(null);
  const field = useRef<SVGSVGElement>(null);

  const share = useProgress(data.turn, lasting(data), animate);
  const playing = share < 1;
  const able = interactive && !sending && !data.committed && !scene.over && !playing;
  // Buttons stay where they are while it cannot be planned, or the page would jump at every turn.
  const [planner, setPlanner] = useState(interactive);
  if (interactive && !planner) setPlanner(true);
  const now = moment(data, share);
  const planned = useMemo(() => (plan.orders.size > 0 ? walked(data, plan.orders) : data.pieces), [data, plan.orders]);
  const own = data.pieces.filter((piece) => piece.seat === scene.you);
  const chosen = able ? (own.find((piece) => piece.piece === plan.chosen) ?? null) : null;
  const roving = useRoving(
    own.map(({ piece, x, y }) => ({ key: `${piece}`, x, y })),
    null,
  );

  const box = viewOf(data, zoom, around);
  const look = (by: number) => setLook({ zoom: Math.min(CLOSEST, Math.max(1, zoom + by)), around: chosen ?? around ?? own[0] ?? null });
  /** Takes a piece in hand and looks at it; null lets go. */
  const take = (piece: BoundaryPiece | null) => {
    plan.choose(piece?.piece ?? null);
    if (piece !== null) setLook({ zoom, around: piece });
  };
  const toField = (event: PointerEvent): Place => pointIn(field.current, box, event) ?? [0, 0];

  // Pieces go as far toward the pointer as they may: none is ever put back.
  const drag = useDragging({
    picture: field,
    box,
    can: (key) => able && own.some(({ piece }) => `${piece}` === key),
    onTake(key) {
      const piece = own.find((one) => `${one.piece}` === key);
      if (piece === undefined) return;
      const scale = scaleOf(field.current, box);
      const gain = scale > 0 ? Math.min(1, (piece.reach * scale) / HANDY) : 1;
      taken.current = { piece, orders: plan.orders, gain: scale > 0 ? gain / scale : 1 };
      roving.set(key);
      plan.keep();
      plan.choose(piece.piece);
    },
    onPull({ pixels }) {
      const held = taken.current;
      if (held !== null) plan.shift(held.piece, [pixels[0] * held.gain, pixels[1] * held.gain], held.orders);
    },
    onDrop: () => true,
  });

  const onKey = (event: KeyboardEvent, piece: BoundaryPiece) => {
    const inHand = chosen?.piece === piece.piece;
    const way = wayOf(event.key);
    if (way !== null && inHand) {
      event.preventDefault();
      const far = event.shiftKey ? 5 : 1;
      plan.keep();
      plan.shift(piece, [way[0] * far, way[1] * far], plan.orders);
      const [x, y] = plan.orders.get(piece.piece) ?? [piece.x, piece.y];
      setTold(`Piece ${piece.piece} toward ${Math.round(x + way[0] * far)}, ${Math.round(y + way[1] * far)}`);
    } else if (roving.onArrow(event)) return;
    else if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      if (!able) return;
      take(inHand ? null : piece);
      setTold(inHand ? `Piece ${piece.piece} let go.` : `Piece ${piece.piece} in hand. Arrow keys send it, Shift farther, Escape takes it back.`);
    } else if (event.key === "Escape" && able) {
      plan.release(piece);
      plan.choose(null);
      setTold(`Piece ${piece.piece} stays.`);
    }
  };

  const place = (x: number, y: number, width: number, height: number): CSSProperties => ({
    left: `${((x - box.x) / box.width) * 100}%`,
    top: `${((y - box.y) / box.height) * 100}%`,
    width: `${(width / box.width) * 100}%`,
    height: `${(height / box.height) * 100}%`,
  });
  const held = chosen === null ? [] : own.filter((piece) => (plan.whole ? piece.blob === chosen.blob : piece === chosen));

  return (
    <Frame className="boundary" text={scene.text} animate={animate}>
      {(description) => (
        <>
          <div className="board-fit">
          <div className={zoom === 1 ? "boundary-field whole" : "boundary-field"} style={{ "--ratio": box.width / box.height } as CSSProperties}>
            <Ground width={data.width} height={data.height} pieces={playing ? now.pieces : planned} influence={data.parameters.influence} names={names} style={place(0, 0, data.width, data.height)} />
            <svg
              ref={field}
              {...drag.handlers}
              className="board-picture"
              viewBox={`${box.x} ${box.y} ${box.width} ${box.height}`}
              role="group"
              aria-label={said("Boundary field")}
              aria-describedby={description}
              data-spots=""
            >
              <Heads names={names} />
              <Rulers width={data.width} height={data.height} />
              {/* A shortcut for the pointer: whoever uses keys sends the piece in hand with arrow keys. */}
              <rect
                className="boundary-back"
                width={data.width}
                height={data.height}
                onPointerDown={(event) => chosen !== null && plan.send(chosen, toField(event))}
              />
              <Walls data={data} />
              {data.treasures.map((treasure) => (
                <Gold key={treasure.treasure} treasure={treasure} />
              ))}
              {now.taken.map((treasure) => (
                <Gold key={`taken ${treasure.treasure}`} treasure={treasure} opacity={treasure.fade} />
              ))}
              {!playing && plan.orders.size === 0 && <Trails scene={scene} />}
              {held.map((piece) => (
                <circle key={piece.piece} className="boundary-reach" cx={piece.x} cy={piece.y} r={piece.reach} style={sideStyle(names, piece.seat)} />
              ))}
              {now.lost.map((piece) => (
                <g key={`lost ${piece.piece}`} transform={`translate(${piece.x} ${piece.y})`} aria-hidden="true" pointerEvents="none">
                  {piece.fade < 1 && <Captured fade={piece.fade} names={names} by={1 - piece.seat} worth={data.parameters.piece_value} />}
                  <g opacity={piece.fade}>
                    <Numbered names={names} seat={piece.seat} number={piece.piece} />
                  </g>
                </g>
              ))}
              {data.pieces.map((piece) => {
                const at = now.pieces.find((one) => one.piece === piece.piece) ?? piece;
                const to = playing ? undefined : plan.orders.get(piece.piece);
                const mine = able && piece.seat === scene.you;
                const position = `translate(${at.x} ${at.y})`;
                const looks = (
                  <>
                    {to !== undefined && <Target piece={piece} to={to} names={names} />}
                    <g transform={position} className={to === undefined ? undefined : "boundary-left"}>
                      <g className="boundary-grown">
                        {now.joined.has(piece.piece) && <circle r="12" className="boundary-joined" style={sideStyle(names, piece.seat)} />}
                        {mine && <circle r={16} className="boundary-hit" />}
                        <Numbered names={names} seat={piece.seat} number={piece.piece} />
                        <circle r="11" className="focus-ring" />
                      </g>
                    </g>
                  </>
                );
                if (!mine) {
                  return (
                    <g key={piece.piece} aria-hidden="true" pointerEvents="none">
                      {looks}
                    </g>
                  );
                }
                return (
                  <g
                    key={piece.piece}
                    role="button"
                    data-spot={`${piece.piece}`}
                    tabIndex={roving.at === `${piece.piece}` ? 0 : -1}
                    aria-label={said(labelOf(piece, to))}
                    aria-pressed={chosen?.piece === piece.piece}
                    className={`spot able takes boundary-own${held.includes(piece) ? " pressed" : ""}`}
                    onClick={() => {
                      roving.set(`${piece.piece}`);
                      take(plan.chosen === piece.piece ? null : piece);
                    }}
                    onKeyDown={(event) => onKey(event, piece)}
                  >
                    {looks}
                  </g>
                );
              })}
            </svg>
          </div>
          </div>
          <PlanBar scene={scene} plan={plan} shown={planner && !scene.over} able={able} zoom={zoom} onZoom={look} onSend={(text) => send([text])} />
          <p className="hidden-text" role="status">
            {said(told)}
          </p>
        </>
      )}
    </Frame>
  );
}

interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** The part of the field that is shown: all of it, or what lies around a piece. */
function viewOf(data: BoundaryScene["board_data"], zoom: number, around: BoundaryPiece | null): Box {
  const [width, height] = [(data.width + 2 * EDGE) / zoom, (data.height + 2 * EDGE) / zoom];
  const within = (middle: number, size: number, whole: number) => Math.min(Math.max(middle - size / 2, -EDGE), whole + EDGE - size);
  return {
    x: within(around?.x ?? data.width / 2, width, data.width),
    y: within(around?.y ?? data.height / 2, height, data.height),
    width,
    height,
  };
}

function labelOf(piece: BoundaryPiece, to: Place | undefined): string {
  const blob = piece.size === 1 ? "alone" : `in a blob of ${piece.size}`;
  const sent = to === undefined ? "stays" : `sent to ${Math.round(to[0])}, ${Math.round(to[1])}`;
  return `Your piece ${piece.piece} at ${Math.round(piece.x)}, ${Math.round(piece.y)}, ${blob}, reach ${piece.reach}, ${sent}`;
}

/** A ring that grows where a piece was captured, and what it was worth to the other side. */
function Captured({ fade, names, by, worth }: { fade: number; names: readonly string[]; by: number; worth: number }) {
  return (
    <g className="boundary-captured" style={sideStyle(names, by)}>
      <circle r={8 + 14 * (1 - fade)} opacity={fade} />
      <text y={-12 - 8 * (1 - fade)}>+{worth}</text>
    </g>
  );
}

function Heads({ names }: { names: readonly string[] }) {
  return (
    <defs>
      {names.map((name, seat) => (
        <marker key={name} id={`boundary-head-${seat}`} viewBox="0 0 6 6" refX="4.5" refY="3" markerWidth="5" markerHeight="5" orient="auto">
          <path d="M0 0L6 3L0 6z" style={sideStyle(names, seat)} className="boundary-head" />
        </marker>
      ))}
    </defs>
  );
}

/** An arrow to where a piece is sent, and its shade there. */
function Target({ piece, to, names }: { piece: BoundaryPiece; to: Place; names: readonly string[] }) {
  return (
    <g className="boundary-target" style={sideStyle(names, piece.seat)} pointerEvents="none">
      <line x1={piece.x} y1={piece.y} x2={to[0]} y2={to[1]} markerEnd={`url(#boundary-head-${piece.seat})`} />
      <circle cx={to[0]} cy={to[1]} r="2.4" />
    </g>
  );
}
