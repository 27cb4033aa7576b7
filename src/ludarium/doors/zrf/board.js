// Any translated game in the browser: positions where the rules file has them, pieces as disks with letters.
//
// A move is chosen by the position where it begins and the one where it ends, or by that one alone where a piece is
// dropped. Moves that look alike then, and those beside the board, are buttons.

const SVG = "http://www.w3.org/2000/svg";
const STYLE = `
  .zrf-board { width: 100%; max-height: max(14rem, 100cqh - 3.25rem); display: block; touch-action: manipulation; }
  .zrf-cell { fill: var(--sunken); stroke: var(--line); }
  .zrf-cell.odd { fill: color-mix(in srgb, var(--sunken) 70%, var(--line)); }
  .zrf-cell.changed { stroke: var(--accent); }
  .zrf-line { stroke: var(--line); }
  .zrf-spot.able { cursor: pointer; }
  .zrf-spot:focus { outline: none; }
  .zrf-spot:focus .zrf-cell, .zrf-spot.chosen .zrf-cell { stroke: var(--accent); stroke-width: 3px; }
  .zrf-goal { fill: var(--accent); opacity: 0.75; pointer-events: none; }
  .zrf-piece { stroke: var(--ink); stroke-width: 1px; }
  .zrf-letter { font: 700 1px sans-serif; text-anchor: middle; dominant-baseline: central; fill: #fff;
    paint-order: stroke; stroke: #000; pointer-events: none; }
  .zrf-letter.on-white { fill: #202327; stroke: none; }
  .zrf-name { font: 1px sans-serif; fill: var(--ink); opacity: 0.55; pointer-events: none; }
  .zrf-sign { font-family: "DejaVu Sans", "Segoe UI Symbol", "Apple Symbols", sans-serif; }
  .zrf-says { margin: 0.5rem 0 0; text-align: center; }
  .zrf-moves { display: flex; flex-wrap: wrap; gap: 0.5rem; justify-content: center; margin-top: 0.5rem; }
`;

function made(kind, name, parent, attributes = {}) {
  const svg = ["svg", "g", "rect", "circle", "line", "text", "title"].includes(kind);
  const element = svg ? document.createElementNS(SVG, kind) : document.createElement(kind);
  if (name) element.setAttribute("class", name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  parent.append(element);
  return element;
}

/** Colours that players are called after, as the page has them. */
const COLOURS = {
  white: "#f7f3ea",
  black: "var(--side-black)",
  red: "var(--side-red)",
  yellow: "var(--side-yellow)",
  violet: "var(--side-violet)",
  blue: "var(--seat-1)",
  green: "var(--seat-2)",
  orange: "var(--seat-3)",
};

/** Pieces that everybody knows by a sign; the last letter keeps phones from painting a little picture instead. */
const SIGNS = { king: "♚", queen: "♛", rook: "♜", bishop: "♝", knight: "♞", pawn: "♟" };
const AS_TEXT = "\ufe0e";

function signOf(piece) {
  return SIGNS[piece.kind.toLowerCase()];
}

/** The moves that begin at a position, or may be chosen by their end alone. */
function from(moves, start) {
  return moves.filter((move) => move.from === start);
}

export default function board(element, first) {
  made("style", "", element).textContent = STYLE;
  const picture = made("svg", "zrf-board", element, { role: "group" });
  const says = made("p", "zrf-says", element, { "aria-live": "polite" });
  const buttons = made("div", "zrf-moves", element);
  let props = first;
  let start = null;
  let alike = [];

  function press(cell) {
    const { moves, choose } = props;
    const drops = from(moves, null).filter((move) => move.to === cell.number);
    const ends = start === null ? drops : from(moves, start).filter((move) => move.to === cell.number);
    if (ends.length === 1) {
      start = null;
      choose(ends[0].text);
    } else if (ends.length > 1) {
      alike = ends;
    } else {
      start = start !== cell.number && from(moves, cell.number).length > 0 ? cell.number : null;
      alike = [];
    }
    draw();
  }

  function spot(cell, size, moves, signs) {
    const starts = from(moves, cell.number).length > 0;
    const goal = moves.some((move) => move.to === cell.number && move.from === start);
    const able = starts || goal;
    const group = made("g", `zrf-spot${able ? " able" : ""}${start === cell.number ? " chosen" : ""}`, picture);
    group.setAttribute("transform", `translate(${cell.x} ${cell.y})`);
    group.setAttribute("data-spot", cell.number);
    const tone = cell.odd ? " odd" : "";
    const changed = cell.changed ? " changed" : "";
    made("rect", `zrf-cell${tone}${changed}`, group, { width: cell.width, height: cell.height, rx: size * 0.06 });
    const [x, y] = [cell.width / 2, cell.height / 2 - (cell.piece ? size * 0.05 : 0)];
    if (cell.piece) {
      const seat = cell.piece.seat;
      const called = COLOURS[cell.piece.player.toLowerCase()];
      const fill = seat === null ? "var(--line)" : (called ?? `var(--seat-${seat})`);
      made("circle", "zrf-piece", group, { cx: x, cy: y, r: size * 0.36, style: `fill: ${fill}` });
      const style = `font-size: ${size * (signs ? 0.56 : 0.42)}px; stroke-width: ${size * 0.05}px`;
      const look = `zrf-letter${signs ? " zrf-sign" : ""}${called === COLOURS.white ? " on-white" : ""}`;
      const text = made("text", look, group, { x, y, style });
      text.textContent = signs ? signOf(cell.piece) + AS_TEXT : cell.piece.letter;
    }
    const label = { x: size * 0.06, y: cell.height - size * 0.05, style: `font-size: ${size * 0.14}px` };
    made("text", "zrf-name", group, label).textContent = cell.name;
    if (goal) made("circle", "zrf-goal", group, { cx: x, cy: y, r: size * 0.12 });
    const what = cell.piece ? `${cell.piece.player} ${cell.piece.kind}` : "empty";
    const words = `${cell.name}, ${what}${goal ? ", can be chosen" : starts ? ", can move" : ""}`;
    group.setAttribute("aria-label", words);
    made("title", "", group).textContent = words;
    if (!able) return;
    group.setAttribute("role", "button");
    group.setAttribute("tabindex", "0");
    group.addEventListener("click", () => press(cell));
    group.addEventListener("keydown", (event) => {
      if (event.key === "Enter" || event.key === " ") {
        event.preventDefault();
        press(cell);
      } else if (event.key === "Escape") {
        start = null;
        alike = [];
        draw();
      }
    });
  }

  function offer(move) {
    const button = made("button", "", buttons, { type: "button" });
    button.textContent = move.words;
    button.addEventListener("click", () => {
      start = null;
      alike = [];
      props.choose(move.text);
    });
  }

  function draw() {
    const { scene, moves, say } = props;
    const { cells, off } = scene.board_data;
    const focused = picture.contains(document.activeElement) ? document.activeElement.getAttribute("aria-label") : null;
    picture.replaceChildren();
    picture.setAttribute("aria-label", `Board of ${scene.title}`);
    const [left, top] = ["x", "y"].map((side) => Math.min(...cells.map((cell) => cell[side])));
    const right = Math.max(...cells.map((cell) => cell.x + cell.width));
    const bottom = Math.max(...cells.map((cell) => cell.y + cell.height));
    const size = Math.min(...cells.map((cell) => Math.min(cell.width, cell.height)));
    const edge = size * 0.08;
    picture.setAttribute("viewBox", [left - edge, top - edge, right - left + 2 * edge, bottom - top + 2 * edge].join(" "));
    const middle = new Map(cells.map((cell) => [cell.number, [cell.x + cell.width / 2, cell.y + cell.height / 2]]));
    for (const [one, two] of scene.board_data.lines) {
      const [[x1, y1], [x2, y2]] = [middle.get(one), middle.get(two)];
      made("line", "zrf-line", picture, { x1, y1, x2, y2, style: `stroke-width: ${size * 0.05}px` });
    }
    const signs = cells.every((cell) => !cell.piece || signOf(cell.piece) !== undefined);
    for (const cell of cells) spot(cell, size, moves, signs);
    if (focused !== null) {
      const name = focused.split(",")[0];
      for (const group of picture.querySelectorAll("[tabindex]"))
        if (group.getAttribute("aria-label").split(",")[0] === name) group.focus();
    }
    const mover = scene.turn.movers[0];
    const turn = scene.over || mover === undefined ? "The game is over." : `${scene.turn.seat_names[mover]} to move.`;
    says.textContent = [turn, ...off].map(say).join(" ");
    buttons.replaceChildren();
    for (const move of alike.length > 0 ? alike : moves.filter((one) => one.to === null)) offer(move);
  }

  function update(next) {
    if (next.scene.turn.decision !== props.scene.turn.decision) {
      start = null;
      alike = [];
    }
    props = next;
    draw();
  }

  update(first);
  return { update, destroy: () => element.replaceChildren() };
}
