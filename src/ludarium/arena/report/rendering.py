"""Pages: one skeleton, one style and one kind of table for all. HTML that runs no script and fetches nothing."""

from __future__ import annotations

from importlib import resources
from typing import Any

from ludarium.version import __version__

_HOME = "ludarium.arena.report"


def render(template: str, *, package: str = _HOME, styles: tuple[str, ...] = (), **values: Any) -> str:
    """A page from a template of a package; `styles` are files there with rules beside those that all pages share.

    Templates extend `base.html`, which needs a `title`, and import the macro `table` from `table.html`.
    """
    from jinja2 import Environment, FunctionLoader, StrictUndefined
    from markupsafe import Markup

    own = resources.files(package)
    shared = resources.files(_HOME)

    def source(name: str) -> str:
        return (own if name == template else shared).joinpath(name).read_text(encoding="utf-8")

    style = [shared.joinpath("page.css"), *(own.joinpath(name) for name in styles)]
    environment = Environment(
        loader=FunctionLoader(source),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    return environment.get_template(template).render(
        style=Markup("".join(file.read_text(encoding="utf-8") for file in style)), version=__version__, **values
    )
