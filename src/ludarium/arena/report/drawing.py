"""The hand that draws: colours, labels and the parts that charts are made of.

Colours are safe for colour-blind readers: blue against orange, never red against green, and nothing is told by colour
alone. All colours are fixed values, so that a page can exchange those of ink and lines for a dark scheme. Everything is
drawn in this process: no chart fetches a font, a script or data.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import accumulate
from typing import Any
from xml.etree import ElementTree

from ludarium.arena.report.words import percent

INK = "#1f2328"
SOFT = "#57606a"
LINE = "#d8dee4"
NOTHING = "#eaeef2"
BLUE = "#0072b2"
SKY = "#8ec9ee"
ORANGE = "#d55e00"
HALFWAY = "#f7f7f7"
GREY = "#c4cad1"

FONT = "Arial, 'Liberation Sans', 'DejaVu Sans', sans-serif"
WIDTH = 320
"""Of the part with the marks. With the labels a chart is a little wider than a phone."""
LONGEST_NAME = 24
_WRITABLE = 0.08
"""A narrower part of a bar has no room for its figure."""

_RESERVED = {
    *("__defineGetter__", "__defineSetter__", "__lookupGetter__", "__lookupSetter__", "__proto__", "constructor"),
    *("hasOwnProperty", "isPrototypeOf", "propertyIsEnumerable", "toLocaleString", "toString", "valueOf"),
}
"""Names that Vega looks up as keys and finds in every JavaScript object: a label must not be one of them."""
_BLIND = "\N{ZERO WIDTH SPACE}"
"""Makes another text of such a label while it is drawn."""

Row = dict[str, Any]


@dataclass(frozen=True)
class Drawing:
    """A chart: its file name without ending, what it shows in a line and in words, and its Vega-Lite definition."""

    name: str
    title: str
    caption: str
    spec: Mapping[str, Any]
    full_names: Mapping[str, str] = field(default_factory=dict)
    """What shortened labels stand for."""

    def svg(self) -> str:
        """The chart as an SVG element of its own: with an accessible name, and what is pointed at explains itself."""
        import vl_convert

        # No base is allowed to load from: whatever a name contains, nothing is fetched.
        return _finish(vl_convert.vegalite_to_svg(dict(self.spec), allowed_base_urls=[]), self)

    def png(self, scale: float = 2.0) -> bytes:
        """The chart as a PNG picture."""
        import vl_convert

        return bytes(vl_convert.vegalite_to_png(dict(self.spec), scale=scale, allowed_base_urls=[]))


# --- finishing --------------------------------------------------------------------------------------------------------

_REFERENCE = re.compile(r"#([\w-]+)")


def _finish(svg: str, drawing: Drawing) -> str:
    """The SVG with an accessible name, explanations of what is pointed at, and ids of which a page has no other."""
    root = ElementTree.fromstring(svg)
    ids = {element.get("id") for element in root.iter()} - {None}
    for element in root.iter():
        element.tag = element.tag.rpartition("}")[2]  # the one namespace is declared at the root
        for name, value in list(element.attrib.items()):
            if name == "id":
                element.set(name, f"{drawing.name}-{value}")
            elif "url(#" in value:
                element.set(name, _REFERENCE.sub(lambda m: f"#{drawing.name}-{m[1]}" if m[1] in ids else m[0], value))
        if element.text:
            element.text = element.text.replace(_BLIND, "")
        if element.get("role") == "graphics-symbol" and element.tag != "g":  # a mark; axes and legends are groups
            explained = element.get("aria-label")
        else:
            explained = drawing.full_names.get(element.text or "") if element.tag == "text" else None
        if explained:
            ElementTree.SubElement(element, "title").text = explained
    root.set("xmlns", "http://www.w3.org/2000/svg")
    root.set("role", "img")
    root.set("aria-label", f"{drawing.title}. {drawing.caption}")
    return ElementTree.tostring(root, encoding="unicode")


# --- names ------------------------------------------------------------------------------------------------------------


class Names:
    """Players' names as labels: shortened in the middle where they are long, no two alike."""

    def __init__(self, names: Sequence[str]) -> None:
        self.full = tuple(names)
        self.short = shorten(names)
        self.by_short = {short: full for short, full in zip(self.short, self.full, strict=True) if short != full}

    def __getitem__(self, player: int) -> str:
        return self.short[player]


def shorten(names: Sequence[str], longest: int = LONGEST_NAME) -> tuple[str, ...]:
    """Names of at most `longest` signs; what is left out of the middle is an ellipsis. Different names stay different.

    The end of a name is kept: players often differ in their last option only.
    """
    taken: set[str] = {name for name in names if len(name) <= longest}
    found = []
    for name in names:
        short, number_ = name, 1
        while len(short) > longest or (short != name and short in taken):
            mark = "…" if number_ == 1 else f"…{number_}…"
            tail = (longest - len(mark)) // 2
            short = name[: longest - len(mark) - tail] + mark + name[len(name) - tail :]
            number_ += 1
        taken.add(short)
        found.append(short + _BLIND if short in _RESERVED else short)
    return tuple(found)


def too_wide(labels: Sequence[str], room: float) -> bool:
    """Whether labels would touch each other if they were not slanted, with so much room for each."""
    return 8 * max(map(len, labels), default=0) > room


def _axis_room(labels: Sequence[str]) -> int:
    """Room for the labels of a vertical axis, in whatever font the reader has."""
    return round(7.4 * max(map(len, labels), default=0)) + 8


# --- parts of charts --------------------------------------------------------------------------------------------------


def draw(
    prefix: str, name: str, title: str, caption: str, chart: Any, names: Names | None = None, subtitle: str = ""
) -> Drawing:
    """A finished definition with its titles, in the house style."""
    heading = {"text": title, "subtitle": subtitle} if subtitle else {"text": title}
    # More on the right: figures and slanted labels end there, and fonts differ in width.
    padding = {"left": 12, "top": 12, "right": 28, "bottom": 12}
    spec = chart.properties(title=heading, padding=padding).configure(**_THEME).to_dict(validate=False)
    return Drawing(prefix + name, title, caption, spec, names.by_short if names else {})


_THEME: dict[str, Any] = {
    "background": "white",
    "font": FONT,
    "view": {"stroke": None},
    "axis": {
        "labelColor": INK,
        "labelFontSize": 12,
        "labelLimit": 400,
        "labelFlush": False,
        "titleColor": SOFT,
        "titleFontSize": 12,
        "titleFontWeight": "normal",
        "titlePadding": 10,
        "gridColor": LINE,
        "domainColor": LINE,
        "tickColor": LINE,
    },
    "legend": {"labelColor": INK, "labelFontSize": 12, "labelLimit": 400, "symbolSize": 90, "columnPadding": 30},
    "title": {
        "anchor": "start",
        "frame": "bounds",
        "color": INK,
        "fontSize": 14,
        "fontWeight": 600,
        "subtitleColor": SOFT,
        "subtitleFontSize": 12,
        "offset": 14,
    },
}

_PERCENT_LABEL = "format(100 * datum.value, '.0f') + '\\u00a0%'"


def data(rows: Sequence[Row]) -> Any:
    """A chart of these rows, without marks yet."""
    import altair as alt

    return alt.Chart(alt.InlineData(values=list(rows)))


def names_axis(labels: Sequence[str]) -> Any:
    """A vertical axis of names in the given order."""
    import altair as alt

    return alt.Y(
        "label:N",
        sort=list(labels),
        axis=alt.Axis(title=None, ticks=False, domain=False, minExtent=_axis_room(labels), labelPadding=6),
    )


def percent_axis(field_: str, title: str | None, domain: Sequence[float], *, upright: bool = False) -> Any:
    """An axis of shares; the domain is given as shares, too."""
    import altair as alt

    channel = alt.Y if upright else alt.X
    return channel(
        f"{field_}:Q",
        scale=alt.Scale(domain=list(domain), nice=False),
        axis=alt.Axis(title=title, labelExpr=_PERCENT_LABEL, tickCount=5, domain=False, ticks=False),
    )


def upper_end(highest: float) -> float:
    """A round upper end of a scale of rates, with room for a figure beside the highest."""
    return min(1.0, math.ceil(highest * 10 + 0.5) / 10)


def stacked(
    rows: Sequence[Row], labels: Sequence[str], keys: Sequence[str], colours: Sequence[str], of: str = "games"
) -> Any:
    """Bars of shares of games, or of something else, with the share written in where there is room."""
    import altair as alt

    base = data(rows)
    bars = base.mark_bar(height=20).encode(
        y=names_axis(labels),
        x=percent_axis("begin", f"share of {of}", (0, 1)),
        x2="end:Q",
        color=alt.Color(
            "part:N",
            sort=list(keys),
            scale=alt.Scale(domain=list(keys), range=list(colours)),
            legend=alt.Legend(title=None, orient="top", direction="horizontal", offset=4, symbolType="square"),
        ),
        description="about:N",
    )
    texts = (
        base.transform_filter(f"datum.end - datum.begin >= {_WRITABLE}")
        .mark_text(fontSize=12, aria=False)
        .encode(y=names_axis(labels), x="middle:Q", text="text:N", color=alt.Color("ink:N", scale=None))
    )
    return (bars + texts).properties(width=WIDTH, height={"step": 30})


def parts_of(label: str, full: str, shares: Sequence[tuple[str, str, int]]) -> Iterator[Row]:
    """The parts of one bar: each with its name, colour and count."""
    total = sum(count for _, _, count in shares)
    ends = list(accumulate(count for _, _, count in shares))
    for (part, colour, count), end in zip(shares, ends, strict=True):
        yield {
            "label": label,
            "part": part,
            "begin": (end - count) / total,
            "end": end / total,
            "middle": (end - count / 2) / total,
            "text": percent(count / total, 0),
            "ink": readable_on(colour),
            "about": f"{full}: {part} {percent(count / total)} ({count:,} of {total:,})",
        }


def interval_rows(rows: Sequence[Row], labels: Sequence[str], x: Any, *, bar: bool = False) -> Any:
    """Points or bars with their 95 % intervals, and the figure to the right of them."""
    import altair as alt

    base, y = data(rows), names_axis(labels)
    ends = base.mark_rule(strokeWidth=2, color=INK, aria=False).encode(y=y, x="low:Q", x2="high:Q")
    if bar:
        marks = base.mark_bar(height=20, color=SKY).encode(y=y, x=x, description="about:N")
        layers = marks + ends
    else:
        marks = base.mark_point(size=80, filled=True, opacity=1, color=BLUE).encode(y=y, x=x, description="about:N")
        layers = ends + marks
    texts = base.mark_text(align="left", dx=7, fontSize=12, color=INK, aria=False).encode(
        y=y, x=alt.X("high:Q"), text="text:N"
    )
    return layers + texts


def mark_at(value: float, text: str, colour: str = SOFT) -> Any:
    """A dashed upright line with a remark above it."""
    import altair as alt

    base = data([{"at": value, "text": text}])
    rule = base.mark_rule(strokeDash=[4, 3], color=colour, aria=False).encode(x="at:Q")
    label = base.mark_text(dy=-7, fontSize=11, color=colour, aria=False).encode(x="at:Q", y=alt.value(0), text="text:N")
    return rule + label


def matrix(
    rows: Sequence[Row], down: Sequence[str], across: Sequence[str], field_: str, title: str | None = None
) -> Any:
    """Cells with figures in them; `field_` and `title` name what the columns are."""
    import altair as alt

    size = 60 if len(across) <= 6 else 46
    slant: dict[str, Any] = {"labelAngle": 0}
    if too_wide(across, size):
        slant = {"labelAngle": -40, "labelAlign": "left", "minExtent": round(0.65 * _axis_room(across)) + 10}
    y = names_axis(down)
    x = alt.X(
        f"{field_}:N",
        sort=list(across),
        axis=alt.Axis(title=title, orient="top", ticks=False, domain=False, labelPadding=4, **slant),
    )
    base = data(rows)
    cells = base.mark_rect(stroke="#ffffff", strokeWidth=2).encode(
        x=x, y=y, color=alt.Color("colour:N", scale=None), description="about:N"
    )
    layers = cells
    for sure, weight in ((True, "bold"), (False, "normal")):
        layers += (
            base.transform_filter(f"datum.sure === {str(sure).lower()}")
            .mark_text(fontSize=12, fontWeight=weight, aria=False)
            .encode(x=x, y=y, text="text:N", color=alt.Color("ink:N", scale=None))
        )
    return layers.properties(width={"step": size}, height={"step": 34 if size > 50 else 30})


# --- colours ----------------------------------------------------------------------------------------------------------


def rate_colour(rate: float, middle: float = 0.5) -> str:
    """Orange at 0, almost white in the middle, blue at 1."""
    end, share = (BLUE, (rate - middle) / (1 - middle)) if rate >= middle else (ORANGE, 1 - rate / middle)
    mixed = (round(a + (b - a) * share) for a, b in zip(_channels(HALFWAY), _channels(end), strict=True))
    return "#" + "".join(f"{channel:02x}" for channel in mixed)


def readable_on(colour: str) -> str:
    """Black or white, whichever stands out more (WCAG's contrast)."""
    return "#ffffff" if contrast(colour, "#ffffff") > contrast(colour, "#000000") else "#000000"


def contrast(one: str, other: str) -> float:
    """The contrast of two colours, 1 to 21."""
    dark, light = sorted((_luminance(one), _luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def _luminance(colour: str) -> float:
    shares = [channel / 255 for channel in _channels(colour)]
    red, green, blue = (share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4 for share in shares)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _channels(colour: str) -> tuple[int, int, int]:
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)
