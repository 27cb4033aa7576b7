// YOUR TITLE in the browser. No build and no library: draw into `element`, and return how to keep it up to date.
//
// props.scene.board_data is what scene.py gives; props.moves is what you may choose now (empty while you wait), and
// props.choose(text) chooses it. The page's colours are there as CSS variables: --ink, --line, --accent, --seat-0 …

const STYLE = `
  .your-game-stones { display: flex; flex-wrap: wrap; gap: 0.75rem; padding: 1.25rem; border-radius: var(--round);
    background: var(--sunken); min-height: 4rem; }
  .your-game-stone { width: 2.5rem; height: 2.5rem; border-radius: 50%; background: var(--accent);
    box-shadow: inset -0.25rem -0.25rem 0.4rem rgb(0 0 0 / 25%); }
  .your-game-says { margin: 0.75rem 0 0; }
  .your-game-moves { display: flex; flex-wrap: wrap; gap: 0.5rem; margin-top: 1rem; }
`;

function made(kind, name, parent) {
  const element = document.createElement(kind);
  element.className = name;
  parent.append(element);
  return element;
}

export default function board(element, first) {
  made("style", "", element).textContent = STYLE;
  const stones = made("div", "your-game-stones", element);
  const says = made("p", "your-game-says", element);
  const moves = made("div", "your-game-moves", element);

  function update({ scene, moves: allowed, choose }) {
    const { stones: left, taken } = scene.board_data;
    stones.replaceChildren();
    for (let number = 0; number < left; number += 1) made("span", "your-game-stone", stones);
    says.textContent = `${left} left.` + (taken > 0 ? ` The last move took ${taken}.` : "");
    moves.replaceChildren();
    for (const move of allowed) {
      const button = made("button", "", moves);
      button.type = "button";
      button.textContent = move.words;
      button.addEventListener("click", () => choose(move.text));
    }
  }

  update(first);
  return { update, destroy: () => element.replaceChildren() };
}
