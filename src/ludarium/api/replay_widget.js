// A replay with a slider and keys, which are not JupyterLab's shortcuts here; the place is shared with Python.
const BUTTON =
  "font:inherit;color:inherit;background:transparent;border:1px solid rgba(128,128,128,.6);border-radius:.4em;" +
  "min-height:2.2em;padding:0 .7em;cursor:pointer";

function render({ model, el }) {
  el.innerHTML = `
    <div tabindex="0" data-lm-suppress-shortcuts="true" role="group" aria-label="A game to step through: arrow keys, Home and End" style="max-width:26em">
      <div data-board></div>
      <p data-words aria-live="polite" style="min-height:2.6em;margin:.3em 0;font-weight:600"></p>
      <div style="display:flex;gap:.3em;align-items:center">
        <button type="button" style="${BUTTON}" data-step="first" aria-label="to the start">|◀</button>
        <button type="button" style="${BUTTON}" data-step="back" aria-label="one back">◀</button>
        <button type="button" style="${BUTTON}" data-step="next" aria-label="one on">▶</button>
        <button type="button" style="${BUTTON}" data-step="last" aria-label="to the end">▶|</button>
        <input data-slider type="range" min="0" aria-label="position" style="flex:1;min-width:4em">
      </div>
      <p data-ending style="margin:.3em 0"></p>
    </div>`;
  const part = (name) => el.querySelector(`[data-${name}]`);
  const go = (place) => {
    model.set("at", Math.max(0, Math.min(model.get("last"), place)));
    model.save_changes();
  };
  const steps = {
    first: () => 0,
    back: () => model.get("at") - 1,
    next: () => model.get("at") + 1,
    last: () => model.get("last"),
  };
  const keys = { Home: "first", ArrowLeft: "back", ArrowRight: "next", End: "last" };
  const show = () => {
    part("board").innerHTML = model.get("board");
    part("words").textContent = model.get("words");
    part("ending").textContent = model.get("ending");
    part("slider").max = model.get("last");
    part("slider").value = model.get("at");
  };
  el.querySelectorAll("[data-step]").forEach((button) => button.addEventListener("click", () => go(steps[button.dataset.step]())));
  part("slider").addEventListener("input", () => go(Number(part("slider").value)));
  el.firstElementChild.addEventListener("keydown", (event) => {
    if (!(event.key in keys)) return;
    // The slider's own keys as well: JupyterLab keeps them from it.
    event.preventDefault();
    event.stopPropagation();
    go(steps[keys[event.key]]());
  });
  for (const name of ["board", "words", "at"]) model.on(`change:${name}`, show);
  show();
}
export default { render };
