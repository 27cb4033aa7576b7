"""Charts: what they show, that they can be read, and that they need nothing from elsewhere."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace
from itertools import combinations, pairwise
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludarium.arena.metrics import Depth, Link
from ludarium.arena.metrics.estimates import score_of
from ludarium.arena.report import charts
from ludarium.arena.report.charts import MOST_BINS, bins, drawings
from ludarium.arena.report.drawing import BLUE, GREY, ORANGE, Drawing, contrast, rate_colour, readable_on, shorten
from ludarium.arena.stats.findings import Findings, lengths
from tests.arena.made_up import LONG_NAMES, PLANS, findings_of

SVG = "{http://www.w3.org/2000/svg}"
SECTION = ("results", "matchups", "ratings", "seats", "lengths")


def drawn(findings: Findings, name: str) -> Drawing:
    return next(drawing for drawing in drawings(findings) if drawing.name == name)


def root_of(drawing: Drawing) -> ElementTree.Element:
    return ElementTree.fromstring(drawing.svg())


def texts(root: ElementTree.Element) -> list[str]:
    return [(element.text or "").replace("\N{NO-BREAK SPACE}", " ") for element in root.iter(f"{SVG}text")]


def explanations(root: ElementTree.Element) -> list[str]:
    return [(element.text or "").replace("\N{NO-BREAK SPACE}", " ") for element in root.iter(f"{SVG}title")]


def labels_at(root: ElementTree.Element) -> dict[str, tuple[float, float]]:
    """The labels of axes and where they stand."""
    found = {}
    for group in root.iter(f"{SVG}g"):
        if "role-axis-label" in group.get("class", ""):
            for element in group.iter(f"{SVG}text"):
                place = re.match(r"translate\((-?[\d.]+),(-?[\d.]+)\)", element.get("transform", ""))
                assert place
                found[element.text or ""] = float(place[1]), float(place[2])
    return found


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("one seat", ("points", "lengths")),
        ("two seats", SECTION),
        ("three seats", ("results", "ranks", *SECTION[1:])),
        ("self-play", ("points", "seats", "lengths")),
        ("gauntlet", SECTION),
        ("sweep cut short", ("sweep", "sweep-seats", *(f"setting-0{n}-{part}" for n in (1, 2) for part in SECTION))),
        ("sweep alone", tuple(f"setting-0{n}-{part}" for n in (1, 2) for part in ("points", "lengths"))),
    ],
)
def test_each_table_has_the_charts_that_apply(name: str, expected: tuple[str, ...]) -> None:
    assert tuple(drawing.name for drawing in drawings(findings_of(PLANS[name]))) == expected


@pytest.mark.parametrize("name", ["one seat", "four seats", "twelve players", "sweep cut short", "sweep of twelve"])
def test_definitions_are_valid_and_pictures_fetch_nothing(name: str) -> None:
    import altair

    ids: Counter[str] = Counter()
    for drawing in drawings(findings_of(PLANS[name])):
        if drawing.name.startswith("setting-") and name == "sweep of twelve":
            continue  # the same as of twelve players
        altair.Chart.from_dict(dict(drawing.spec))  # checks the definition against the schema of Vega-Lite
        svg = drawing.svg()
        root = ElementTree.fromstring(svg)
        assert re.findall(r"https?://[^\"']*", svg) == ["http://www.w3.org/2000/svg"]
        assert {element.tag.removeprefix(SVG) for element in root.iter()} <= {
            *("svg", "g", "path", "line", "rect", "text", "title", "defs", "clipPath"),
        }
        assert root.get("role") == "img"
        assert root.get("aria-label") == f"{drawing.title}. {drawing.caption}"
        ids.update(element.get("id", "") for element in root.iter() if element.get("id"))
    assert set(ids.values()) <= {1}


def test_a_chart_can_be_a_png() -> None:
    assert drawn(findings_of(PLANS["two seats"]), "seats").png(1.0).startswith(b"\x89PNG")


def test_the_matrix_has_the_rates_in_its_cells_and_explains_them() -> None:
    findings = findings_of(PLANS["gauntlet"])
    found = findings.sections[0].matchups
    assert found is not None
    root = root_of(drawn(findings, "matchups"))
    rates = Counter(f"{100 * rate:.0f} %" for row in found.rates for rate in row if rate is not None)
    assert rates <= Counter(texts(root))
    assert texts(root).count("–") == 2  # mcts and perfect never met
    against = found.rates[0][1]
    assert against is not None
    assert any(text.startswith(f"random against mcts: {100 * against:.1f} % (") for text in explanations(root))


def test_significant_cells_are_bold() -> None:
    findings = findings_of(PLANS["twelve players"])
    found = findings.sections[0].matchups
    assert found is not None
    root = root_of(drawn(findings, "matchups"))
    bold = [element for element in root.iter(f"{SVG}text") if element.get("font-weight") == "bold"]
    assert len(bold) == 2 * sum(pair.significant for pair in found.pairs) > 0


def test_twelve_players_with_long_names_have_room() -> None:
    findings = findings_of(PLANS["twelve players"])
    for name in ("results", "matchups", "ratings"):
        root = root_of(drawn(findings, name))
        labels = {label: place for label, place in labels_at(root).items() if label in shorten(findings.names)}
        assert len(labels) == 12
        assert max(map(len, labels)) <= 24
        if name != "matchups":  # there each label stands twice
            heights = sorted(y for _, y in labels.values())
            assert min(after - before for before, after in pairwise(heights)) >= 16
        longest = LONG_NAMES[5]
        assert longest not in labels
        assert longest in explanations(root)


def test_too_many_players_have_no_matrix_but_all_else() -> None:
    findings = findings_of(PLANS["twelve players"])
    (section,) = findings.sections
    assert section.matchups is not None
    crowd = replace(section.matchups, names=(*section.matchups.names, *(f"more {n}" for n in range(40))))
    crowded = replace(findings, sections=(replace(section, matchups=crowd),))
    assert [drawing.name for drawing in drawings(crowded)] == ["results", "ratings", "seats", "lengths"]


def test_seats_are_named_as_the_game_names_them() -> None:
    root = root_of(drawn(findings_of(PLANS["two seats"]), "seats"))
    assert {"seat 1 (x)", "seat 2 (o)"} <= labels_at(root).keys()


def test_ranks_are_shares_of_all_games() -> None:
    findings = findings_of(PLANS["four seats"])
    assert findings.sections[0].outcomes is not None
    said = explanations(root_of(drawn(findings, "ranks")))
    for row in findings.sections[0].outcomes.players:
        for share in row.ranks:
            assert any(text.startswith(f"{row.name}: rank {share.rank} {100 * share.share:.1f} % (") for text in said)


def test_the_depth_curve_tells_each_step() -> None:
    links = (
        Link("mcts:iterations=40", "mcts:iterations=20", score_of(70, 100)),
        Link("mcts:iterations=80", "mcts:iterations=40", score_of(55, 100)),
    )
    findings = findings_of(PLANS["two seats"], depth=Depth("mcts:iterations=20", (1, 2, 4), links, 1, 0, 2))
    root = root_of(drawn(findings, "depth"))
    assert {"2× against 1×", "4× against 2×"} <= labels_at(root).keys()
    assert {"70 %", "55 %"} <= set(texts(root))


def test_a_sweep_shows_every_player_under_every_setting() -> None:
    for name, marks in (("sweep", 2 * 3), ("sweep of twelve", 12 * 2)):
        said = [text for text in explanations(root_of(drawn(findings_of(PLANS[name]), "sweep"))) if ", goal " in text]
        assert len(said) == marks


def test_names_that_javascript_knows_are_names_all_the_same() -> None:
    for name in ("constructor", "toString", "__proto__"):
        plan = replace(PLANS["two seats"], players=("random", name))
        for drawing in drawings(findings_of(plan)):
            if drawing.name in ("results", "matchups", "ratings"):
                root = root_of(drawing)
                assert {"random", name} <= labels_at(root).keys()


# --- names ------------------------------------------------------------------------------------------------------------


@given(st.lists(st.text("ab:=,", min_size=1, max_size=60), min_size=1, max_size=12, unique=True))
def test_short_names_fit_and_stay_different(names: list[str]) -> None:
    short = shorten(names, 20)
    assert len(set(short)) == len(names)
    assert max(map(len, short)) <= 20
    assert all(one == other for one, other in zip(names, short, strict=True) if len(one) <= 20)


def test_short_names_keep_their_ends() -> None:
    assert shorten(["mcts:iterations=2000,c=0.7,playouts=2"], 24) == ("mcts:iterati…,playouts=2",)


# --- lengths ----------------------------------------------------------------------------------------------------------


@given(st.dictionaries(st.integers(0, 100_000), st.integers(1, 50), min_size=1, max_size=40))
def test_classes_of_lengths_hold_all_games(counts: dict[int, int]) -> None:
    found = bins(lengths(counts))
    assert 1 <= len(found) <= MOST_BINS
    assert sum(games for _, _, games in found) == sum(counts.values())
    assert all(end == begin for (_, end, _), (begin, _, _) in pairwise(found))
    assert found[0][0] <= min(counts)
    assert max(counts) < found[-1][1]
    assert {end - begin for begin, end, _ in found} == {found[0][1] - found[0][0]}
    assert re.fullmatch("[125]0*", str(found[0][1] - found[0][0]))


# --- colours ----------------------------------------------------------------------------------------------------------


def test_figures_in_cells_can_be_read_on_every_colour() -> None:
    for rate in range(101):
        for middle in (0.5, 0.25):
            colour = rate_colour(rate / 100, middle)
            assert contrast(colour, readable_on(colour)) >= 4.5
    assert rate_colour(0.0) == ORANGE
    assert rate_colour(1.0) == BLUE


def as_seen(colour: str, blindness: str) -> tuple[float, ...]:
    """A colour as those see it who lack a kind of cone (Machado, Oliveira and Fernandes 2009), as linear light."""
    matrices = {
        "red": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
        "green": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
        "blue": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)),
    }
    light = [(int(colour[place : place + 2], 16) / 255) ** 2.2 for place in (1, 3, 5)]
    return tuple(sum(a * b for a, b in zip(row, light, strict=True)) for row in matrices[blindness])


@pytest.mark.parametrize("blindness", ["red", "green", "blue"])
@pytest.mark.parametrize(
    "colours", [(BLUE, GREY, ORANGE), charts.RANKS, charts.SERIES[:4]], ids=["results", "ranks", "series"]
)
def test_colours_differ_for_the_colour_blind(colours: tuple[str, ...], blindness: str) -> None:
    for one, other in combinations(colours, 2):
        distance = sum(
            (abs(a) ** 0.45 - abs(b) ** 0.45) ** 2
            for a, b in zip(as_seen(one, blindness), as_seen(other, blindness), strict=True)
        )
        assert distance**0.5 > 0.12, (one, other)
