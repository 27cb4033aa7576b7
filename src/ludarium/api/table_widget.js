// A table in a notebook's cell: the board, your moves as buttons, and a line to write one.
// JupyterLab takes keys for itself (Enter begins to edit the cell) but inside what is marked by data-lm-suppress-shortcuts.
const BUTTON =
  "font:inherit;color:inherit;background:transparent;border:1px solid rgba(128,128,128,.6);border-radius:.4em;" +
  "min-height:2.2em;padding:0 .7em;cursor:pointer";

function render({ model, el }) {
  el.innerHTML = `
    <div data-lm-suppress-shortcuts="true" role="group" aria-label="A table to play at" style="max-width:26em">
      <div data-board></div>
      <p data-status aria-live="polite" style="font-weight:600;margin:.4em 0"></p>
      <div data-moves style="display:flex;flex-wrap:wrap;gap:.3em"></div>
      <form data-form style="display:flex;gap:.3em;margin:.4em 0">
        <input data-text aria-label="Write your move" style="flex:1;min-width:4em;font:inherit">
        <button type="submit" style="${BUTTON}">Play</button>
      </form>
      <p data-fault role="alert" style="color:#b3261e;margin:.3em 0"></p>
      <p data-told style="opacity:.75;font-size:90%;margin:.3em 0"></p>
      <button data-new type="button" style="${BUTTON};margin:.3em 0">New game</button>
    </div>`;
  const part = (name) => el.querySelector(`[data-${name}]`);
  let waiting = 0;
  const send = (message) => {
    // While a cell runs, nothing is answered: whoever has clicked should know why.
    waiting = setTimeout(() => (part("status").textContent = "Waiting: the notebook is busy, or a player thinks."), 1500);
    el.querySelectorAll("button").forEach((button) => {
      button.disabled = true;
      button.style.opacity = ".5";
    });
    model.send(message);
  };
  const show = () => {
    clearTimeout(waiting);
    part("board").innerHTML = model.get("board");
    part("status").textContent = model.get("status");
    part("fault").textContent = model.get("fault");
    part("told").textContent = model.get("told").join(" · ");
    part("form").style.display = model.get("writing") ? "flex" : "none";
    part("moves").replaceChildren(
      ...model.get("moves").map(({ text, words }) => {
        const button = document.createElement("button");
        button.type = "button";
        button.textContent = text;
        button.title = words;
        button.style.cssText = BUTTON;
        button.addEventListener("click", () => send({ move: text }));
        return button;
      }),
    );
    el.querySelectorAll("button").forEach((button) => {
      button.disabled = false;
      button.style.opacity = "1";
    });
  };
  const write = (event) => {
    event.preventDefault();
    event.stopPropagation();
    send({ move: part("text").value });
    part("text").value = "";
  };
  part("form").addEventListener("submit", write);
  // Notebooks may keep Enter from the form.
  part("text").addEventListener("keydown", (event) => event.key === "Enter" && write(event));
  part("new").addEventListener("click", () => send({ new: true }));
  for (const name of ["board", "status", "moves", "writing", "told", "fault", "answered"]) model.on(`change:${name}`, show);
  show();
}
export default { render };
