"""The researcher's desk in a browser: a study is made, changed, opened, watched, steered, graded and exported."""

from __future__ import annotations

import zipfile
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.server.serving import Running
from tests.server.studying import Browser as Participant
from tests.server.test_desk import PLAN
from tests.web.conftest import PHONE, Meet, Visitor
from tests.web.participating import member

pytestmark = [pytest.mark.browser]

Picture = Callable[[Page, str], None]
Accessible = Callable[[Page], list[str]]
WIDE = (1440, 900)


def tab(page: Page, name: str) -> Locator:
    page.get_by_role("tab", name=name).click()
    return page.get_by_role("tabpanel", name=name)


def make(visitor: Visitor, plan: str, slug: str) -> Page:
    """A new study from a built-in plan; its desk is open at the plan."""
    page = visitor.visit("/desk")
    page.get_by_role("radio", name=plan).check()
    page.get_by_label("Short name in links").fill(slug)
    page.get_by_role("button", name="Make the study").click()
    page.wait_for_url(f"**/desk/{slug}?tab=plan")
    expect(page.get_by_text("nothing is wrong with this plan")).to_be_visible()
    return page


def replace_plan(page: Page, text: str) -> None:
    """Write another plan and store it."""
    page.get_by_role("textbox", name="Plan").fill(text)
    expect(page.get_by_text("nothing is wrong with this plan")).to_be_visible()
    page.get_by_role("button", name="Save as version 2").click()
    expect(page.get_by_role("button", name="Save as version 3")).to_be_disabled()


@pytest.fixture
def ada(browser: Browser, lab: Running) -> Iterator[Visitor]:
    """A researcher in whose browser the site's policy is in force, as for everybody: the report gets along with it."""
    context = browser.new_context(viewport={"width": 1200, "height": 800}, reduced_motion="reduce")
    visitor = Visitor(context, lab.address)
    yield member(visitor, "Ada Researcher")
    context.close()
    assert visitor.faults == []


def test_a_study_from_the_first_plan_to_the_exported_data(ada: Visitor, lab: Running, picture: Picture) -> None:
    page = make(ada, "turing-alone", "desk-way")
    # A mistake is told with its line, which a click leads to; what was written outlives a reload.
    text = page.get_by_role("textbox", name="Plan")
    good = text.input_value()
    line = good.splitlines().index('kind = "profile"') + 1
    text.fill(good.replace('kind = "profile"', 'kind = "profil"', 1))
    mistakes = page.get_by_role("region", name="Mistakes in the plan")
    mistakes.get_by_role("button", name=f"Line {line}", exact=True).or_(
        mistakes.get_by_role("button", name=f"Line {line - 1}", exact=True)
    ).first.click()
    expect(text).to_be_focused()
    selected = page.evaluate("(() => { const a = document.activeElement; return a.selectionStart; })()")
    assert good[:selected].count("\n") + 1 in (line - 1, line)
    picture(page, "desk-plan-mistake")
    page.get_by_role("button", name="Save as version 2").click()
    expect(page.get_by_role("alert").first).to_be_visible()
    page.reload()
    expect(text).to_have_value(good.replace('kind = "profile"', 'kind = "profil"', 1))
    page.get_by_role("button", name="Undo all changes").click()
    page.get_by_role("button", name="Yes, throw them away").click()
    expect(text).to_have_value(good)
    # The pages of a participant, in German.
    page.get_by_role("button", name="Preview", exact=True).click()
    shown = page.get_by_test_id("preview")
    expect(shown.get_by_role("button", name="I agree and take part")).to_be_visible()
    page.get_by_role("combobox", name="Language").select_option("de")
    expect(shown).to_have_attribute("lang", "de")
    expect(shown.get_by_role("button", name="Ich stimme zu und nehme teil")).to_be_visible()
    picture(page, "desk-preview")
    kinds: set[str | None] = set()
    following = page.get_by_role("button", name="Next", exact=True)
    while True:
        kind = shown.get_attribute("data-kind")
        if kind == "play" and kind not in kinds:
            expect(shown.locator(".preview-board svg").first).to_be_visible()
            picture(page, "desk-preview-board")
        kinds.add(kind)
        if following.is_disabled():
            break
        following.click()
    assert {"consent", "text", "play", "questions", "debrief"} <= kinds, kinds
    # A smaller plan; then it is opened, and somebody comes.
    page.get_by_role("button", name="Text", exact=True).click()
    replace_plan(page, PLAN)
    tab(page, "Monitor").get_by_role("button", name="Open", exact=True).click()
    expect(page.get_by_role("button", name="Pause")).to_be_visible()
    somebody = Participant(lab.address, "desk-way")
    somebody.agree()
    somebody.send({"rule": "whoever is <b>youngest</b>"})
    who = page.locator(f"[data-person='{somebody.page['participant']}']")
    expect(who).to_contain_text("waiting for others")
    page.get_by_label("Message to all").fill("A short break at noon.")
    page.get_by_role("button", name="Tell everybody").click()
    expect(page.get_by_text("Shown on their pages now.")).to_be_visible()
    assert somebody.look()["message"] == "A short break at noon."
    links = page.get_by_role("form", name="Personal links")
    links.get_by_label("Personal links").fill("2")
    links.get_by_role("button").click()
    expect(page.get_by_text("person 2:").first).to_contain_text("/study/desk-way?i=")
    picture(page, "desk-monitor")
    # Released only after a second thought.
    who.get_by_role("button", name="Release").click()
    page.get_by_role("button", name="No", exact=True).click()
    assert somebody.look()["kind"] == "play"
    who.get_by_role("button", name="Release").click()
    page.get_by_role("button", name="Yes, release them").click()
    expect(page.get_by_test_id("count-released")).to_have_text("1")
    assert somebody.look()["kind"] == "debrief"
    who.get_by_role("button", name="Games").click()
    expect(page.get_by_text("No game yet.")).to_be_visible()
    # Graded by a key.
    panel = tab(page, "Grading")
    expect(panel.get_by_test_id("answer")).to_have_text("whoever is <b>youngest</b>")
    picture(page, "desk-grading")
    page.keyboard.press("2")
    expect(panel.get_by_text("You have graded 1 of 1")).to_be_visible()
    # The report in a frame that runs nothing, and the data.
    panel = tab(page, "Report")
    panel.get_by_role("button", name="Make the report").click()
    expect(page.frame_locator("iframe.desk-report").get_by_role("heading").first).to_be_visible()
    assert page.locator("iframe.desk-report").get_attribute("sandbox") == ""
    picture(page, "desk-report")
    with page.expect_download() as begun:
        panel.get_by_role("button", name="Download the data").click()
    with zipfile.ZipFile(begun.value.path()) as archive:
        assert {"participants.csv", "answers.parquet", "study.json"} <= set(archive.namelist())
    panel = tab(page, "People & notes")
    expect(panel.get_by_role("cell", name="Exported")).to_be_visible()
    form = panel.get_by_role("form", name="Give a role")
    form.get_by_label("Name of their account").fill("Nobody At All")
    form.get_by_role("button").click()
    expect(panel.get_by_role("alert")).to_contain_text("registered as 'Nobody At All'")
    expect(form.get_by_label("Name of their account")).to_have_value("Nobody At All")
    picture(page, "desk-people")


def test_the_report_speaks_the_language_of_the_desk(meet: Meet, picture: Picture) -> None:
    page = make(member(meet(size=WIDE), "Ada in German"), "learning", "desk-german")
    page.evaluate("localStorage.setItem('ludarium.language', 'de')")
    page.goto(page.url.replace("tab=plan", "tab=report"))
    page.get_by_role("button", name="Bericht machen").click()
    frame = page.frame_locator("iframe.desk-report")
    expect(frame.get_by_role("heading", name="Kurz gesagt")).to_be_visible()
    expect(frame.get_by_text("Noch niemand hat teilgenommen.")).to_be_visible()
    assert page.get_by_role("link", name="In neuem Tab öffnen").get_attribute("href") == (
        "/api/desk/studies/desk-german/report?language=de"
    )
    picture(page, "desk-report-german")


def test_two_researchers_do_not_overwrite_each_other(meet: Meet, picture: Picture) -> None:
    ada, bea = member(meet(size=WIDE), "Ada of Two"), member(meet(size=WIDE), "Bea of Two")
    page = make(ada, "preference", "desk-two")
    tab(page, "People & notes")
    form = page.get_by_role("form", name="Give a role")
    form.get_by_label("Name of their account").fill("Bea of Two")
    form.get_by_label("Role").select_option("researcher")
    form.get_by_role("button").click()
    expect(page.get_by_role("cell", name="Bea of Two")).to_be_visible()
    tab(page, "Plan")
    text = page.get_by_role("textbox", name="Plan")
    mine = "# mine\n" + text.input_value().replace("people = 30", "people = 31")
    text.fill(mine)

    other = bea.visit("/desk/desk-two?tab=plan")
    theirs = other.get_by_role("textbox", name="Plan").input_value().replace("people = 30", "people = 32")
    replace_plan(other, theirs)

    expect(page.get_by_text("nothing is wrong with this plan")).to_be_visible()
    page.get_by_role("button", name="Save as version 2").click()
    expect(page.get_by_text("Bea of Two has stored version 2 meanwhile").first).to_be_visible()
    expect(text.first).to_have_value(mine)  # nothing is lost
    page.get_by_role("button", name="Show version 2").click()
    expect(page.get_by_role("textbox", name="Version 2, as it is stored")).to_have_value(theirs)
    picture(page, "desk-plan-conflict")
    page.get_by_role("button", name="Mine shall follow it").click()
    page.get_by_role("button", name="Save as version 3").click()
    expect(page.get_by_role("button", name="Save as version 4")).to_be_disabled()
    other.reload()
    expect(other.get_by_role("textbox", name="Plan")).to_have_value(mine)


def test_strangers_and_guests_are_refused_in_words(meet: Meet) -> None:
    make(member(meet(), "Eda Researcher"), "preference", "desk-closed")
    stranger = member(meet(), "Bea Stranger")
    page = stranger.visit("/desk/desk-closed")
    expect(page.get_by_role("alert")).to_contain_text("has not been shared with you")
    page = stranger.visit("/desk")
    expect(page.get_by_text("You have no study yet")).to_be_visible()
    page = meet().visit("/desk")
    expect(page.get_by_text("for people with an account")).to_be_visible()
    expect(page.get_by_role("link", name="Studies")).to_have_count(0)


@pytest.mark.parametrize("size", [WIDE, PHONE])
def test_every_part_can_be_used_by_everybody(
    meet: Meet, lab: Running, picture: Picture, accessible: Accessible, size: tuple[int, int]
) -> None:
    slug = f"desk-{size[0]}"
    page = make(member(meet(size=size), f"Ida of {size[0]}"), "turing-alone", slug)
    page.get_by_role("tab", name="Plan").press("ArrowLeft")
    expect(page.get_by_role("tab", name="Monitor")).to_be_focused()
    page.wait_for_url("**?tab=monitor")
    page.get_by_role("button", name="Open", exact=True).click()
    Participant(lab.address, slug).agree()
    expect(page.locator("[data-person]")).to_have_count(1)
    faults = {"monitor": accessible(page)}
    picture(page, f"desk-monitor-{size[0]}")
    panel = tab(page, "Refinement")
    panel.get_by_role("button", name="Begin the refinement").click()
    page.get_by_role("button", name="Yes, begin").click()
    node = panel.locator(".tree-scroll").get_by_role("img").first
    node.focus()
    expect(panel.locator(".tree-words")).to_have_text(node.get_attribute("aria-label") or "?")
    faults["refinement"] = accessible(page)
    picture(page, f"desk-refinement-{size[0]}")
    for name in ("Plan", "Grading", "Report", "People & notes"):
        tab(page, name)
        expect(page.get_by_text("Loading")).to_have_count(0)
        expect(page.get_by_text("Checking…")).to_have_count(0)
        faults[name] = accessible(page)
        picture(page, f"desk-{name}-{size[0]}")
    tab(page, "Plan")
    page.get_by_role("button", name="Preview", exact=True).click()
    expect(page.get_by_test_id("preview")).to_be_visible()
    faults["preview"] = accessible(page)
    picture(page, f"desk-preview-{size[0]}")
    page.get_by_role("link", name="All studies").click()
    expect(page.get_by_role("radio", name="turing-alone")).to_be_visible()
    faults["list"] = accessible(page)
    picture(page, f"desk-list-{size[0]}")
    assert {name: found for name, found in faults.items() if found} == {}
