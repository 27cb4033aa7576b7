"""Results with charts: as Altair charts for people who go on working with them, as SVG where a notebook shows them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from ludarium.engine import markup
from ludarium.engine.errors import NotSuited, UnknownName
from ludarium.engine.tables import needed


class Drawing(Protocol):
    """A chart: its name, what it shows in a line and in words, and its Vega-Lite definition."""

    @property
    def name(self) -> str: ...
    @property
    def title(self) -> str: ...
    @property
    def caption(self) -> str: ...
    @property
    def spec(self) -> Mapping[str, Any]: ...
    def svg(self) -> str: ...


@dataclass(frozen=True)
class PlainDrawing:
    """A chart in Vega-Lite's own style."""

    name: str
    title: str
    caption: str
    spec: Mapping[str, Any]

    def svg(self) -> str:
        return svg_of(self.spec)


class Charted:
    """A result with charts. Subclasses give them, the most telling first."""

    def drawings(self) -> Sequence[Drawing]:
        """All charts with their titles and captions; each has `svg()`."""
        raise NotImplementedError

    def chart(self, name: str | None = None) -> Any:
        """A chart by its name, or the most telling one, as an Altair chart."""
        found = self.drawings()
        if not found:
            raise NotSuited("there is nothing to draw a chart of: see the tables for what there is")
        if name is None:
            return altair_chart(found[0])
        for drawing in found:
            if isinstance(name, str) and drawing.name == name:
                return altair_chart(drawing)
        names = [drawing.name for drawing in found]
        raise UnknownName("chart", name, names, hint=f"there are {', '.join(names)}")


def svg_of(spec: Mapping[str, Any]) -> str:
    """A Vega-Lite definition as SVG, made in this process: no base is allowed to load from, so nothing is fetched."""
    converter = needed("vl_convert")
    return str(converter.vegalite_to_svg(dict(spec), allowed_base_urls=[]))


def figures(drawings: Iterable[Drawing]) -> str:
    """Charts as HTML, beside each other where there is room."""
    return markup.beside(
        markup.picture(drawing.svg(), f"{drawing.title}. {drawing.caption}") + markup.text(drawing.caption, soft=True)
        for drawing in drawings
    )


def altair_chart(drawing: Drawing) -> Any:
    """The chart for Altair. A notebook shows it as SVG, unless another of Altair's renderers was chosen: its default
    fetches scripts from elsewhere, and shows nothing where there is no network."""
    alt = needed("altair")
    chart = alt.Chart.from_dict(dict(drawing.spec))
    kind: Any = type(chart)

    def bundle(self: Any, *args: Any, **given: Any) -> Any:
        if alt.renderers.active != "default":
            return kind._repr_mimebundle_(self, *args, **given)
        svg = svg_of(self.to_dict()).replace("<svg ", '<svg style="max-width:100%;height:auto" ', 1)
        return {"image/svg+xml": svg, "text/plain": f"<{drawing.title}>"}

    shown = type(kind.__name__, (kind,), {"_repr_mimebundle_": bundle, "__module__": kind.__module__})
    object.__setattr__(chart, "__class__", shown)  # Altair would take the plain form for a property of the chart
    return chart
