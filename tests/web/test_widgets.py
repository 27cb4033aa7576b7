"""The widgets' own code in a real browser, with a model such as notebooks give them, and Python behind it."""

from __future__ import annotations

import json
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

import ludarium
from ludarium.api import widgets
from tests.web.conftest import DESKTOP, PHONE

MODEL = """
const listeners = {};
const model = {
  values: VALUES,
  get(name) { return this.values[name]; },
  set(name, value) { this.values[name] = value; },
  on(name, call) { (listeners[name] ??= []).push(call); },
  send(message) { window.tell('message', message).then(take); },
  save_changes() { window.tell('change', this.values).then(take); },
};
function take(values) {
  const same = (name) => JSON.stringify(values[name]) === JSON.stringify(model.values[name]);
  const changed = Object.keys(values).filter((name) => !same(name));
  Object.assign(model.values, values);
  for (const name of changed) for (const call of listeners[`change:${name}`] ?? []) call();
  if (changed.length === 0) for (const call of listeners['change:fault'] ?? []) call();
}
"""


def opened(browser: Browser, size: tuple[int, int], widget: Any, names: tuple[str, ...]) -> Any:
    """A page that shows a widget alone."""
    page = browser.new_page(viewport={"width": size[0], "height": size[1]})

    def values() -> dict[str, Any]:
        return {name: getattr(widget, name) for name in names}

    def tell(kind: str, content: Any) -> dict[str, Any]:
        if kind == "message":
            widget._heard(widget, content, [])
        else:
            widget.at = content["at"]
        return values()

    page.expose_function("tell", tell)
    code = str(widget._esm).replace("export default { render };", "")
    given = json.dumps(values()).replace("</", "<\\/")
    script = f"{MODEL.replace('VALUES', given)}\n{code}\nrender({{ model, el: document.getElementById('cell') }});"
    page.set_content(f"<!doctype html><html lang=en><title>cell</title><div id=cell></div><script>{script}</script>")
    return page


TABLE = ("board", "status", "moves", "writing", "told", "over", "fault", "answered")


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_a_game_in_a_cell(browser: Browser, size: tuple[int, int]) -> None:
    table = ludarium.table("tic-tac-toe", "me", "random", seed=1)
    page = opened(browser, size, table, TABLE)
    expect(page.get_by_role("img")).to_be_visible()
    while not table.over:
        expect(page.get_by_text("Your turn")).to_be_visible()
        before = len(table.record.decisions)
        page.get_by_role("button", name=table.moves[0]["text"], exact=True).click()
        expect(page.locator("[data-told]")).not_to_have_text("")
        page.wait_for_timeout(50)
        assert len(table.record.decisions) > before
    expect(page.locator("[data-status]")).to_have_text(table.status)
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
    for _ in range(2):  # the second changes nothing that is seen, and is answered all the same
        page.get_by_role("button", name="New game").click()
        expect(page.get_by_text("Your turn")).to_be_visible()
        expect(page.get_by_role("button", name="New game")).to_be_enabled()
    page.close()


def test_a_move_is_written(browser: Browser) -> None:
    table = ludarium.table("blotto", "me", "random", seed=1)
    page = opened(browser, DESKTOP, table, TABLE)
    page.get_by_label("Write your move").fill("nonsense")
    page.get_by_role("button", name="Play").click()
    expect(page.get_by_role("alert")).to_contain_text("nonsense")
    page.get_by_label("Write your move").fill(table.sitting.offered()[3]["text"])
    page.keyboard.press("Enter")
    expect(page.locator("[data-status]")).not_to_contain_text("Your turn")
    page.close()


def test_a_replay_with_a_slider(browser: Browser) -> None:
    record = ludarium.match("tic-tac-toe", ["random", "random"], games=1, seed=2, progress=False).record(0)
    widget = widgets.ReplayWidget(ludarium.replay(record))
    page = opened(browser, DESKTOP, widget, ("at", "last", "board", "words", "ending"))
    expect(page.get_by_text("Start of")).to_be_visible()
    page.get_by_role("button", name="one on").click()
    expect(page.get_by_text("1 of")).to_be_visible()
    assert widget.at == 1
    page.get_by_role("group").focus()
    page.keyboard.press("End")
    expect(page.get_by_text(f"{widget.last} of")).to_be_visible()
    page.get_by_label("position").fill("2")
    expect(page.get_by_text("2 of")).to_be_visible()
    assert widget.at == 2
    page.get_by_label("position").focus()
    # As JupyterLab does, which keeps arrow keys from what has the focus.
    page.evaluate("document.addEventListener('keydown', (event) => event.preventDefault(), true)")
    page.keyboard.press("ArrowRight")
    expect(page.get_by_text("3 of")).to_be_visible()
    assert widget.at == 3
    page.close()
