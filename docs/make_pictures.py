"""Make the pictures of the documentation from what the program really prints: `python docs/make_pictures.py`."""

from __future__ import annotations

import os
import re
import shlex
from pathlib import Path

from rich.terminal_theme import TerminalTheme

IMAGES = Path(__file__).parent / "images"
WIDTH = 82

# A reversi position after 24 plies, and what a search makes of it.
PICTURES = {
    "ask.svg": "ludarium ask reversi mcts:iterations=20000 \\\n    '5o2/4xo2/4xxo1/3oxoxx/2ooxoxx/2ooooxx/2ox1oxx/8 x'",
}
INK = (214, 219, 228)
NIGHT = TerminalTheme(
    (24, 28, 36),
    INK,
    [
        (58, 65, 80),
        (224, 108, 117),
        (126, 190, 134),
        (229, 192, 123),
        (97, 175, 239),
        (198, 120, 221),
        (86, 182, 194),
        INK,
    ],
)


def main() -> None:
    os.environ["COLUMNS"] = str(WIDTH)
    # Imported with the width set: the console takes its size from there.
    from ludarium.cli.app import run
    from ludarium.cli.common import out

    IMAGES.mkdir(exist_ok=True)
    for name, line in PICTURES.items():
        arguments = shlex.split(line.replace("\\\n", ""))[1:]
        run(arguments)  # what the first run compiles would spoil the figures of a second
        out().record = True
        out().print("[green]$[/]", line, "\n", soft_wrap=True)
        if run(arguments) != 0:
            raise SystemExit(f"{line} failed")
        svg = out().export_svg(title="Ludarium", theme=NIGHT, unique_id=Path(name).stem)
        (IMAGES / name).write_text(self_contained(svg), encoding="utf-8")
        print(f"wrote {IMAGES / name}")


def self_contained(svg: str) -> str:
    """The picture with fonts of the reader's machine, so that nothing is fetched to show it; blanks kept everywhere."""
    svg = re.sub(r"@font-face \{.*?\}\s*", "", svg, flags=re.DOTALL)
    svg = svg.replace("<text ", '<text xml:space="preserve" ')
    return svg.replace("Fira Code, monospace", "'Fira Code', 'DejaVu Sans Mono', Menlo, Consolas, monospace")


if __name__ == "__main__":
    main()
