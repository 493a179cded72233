"""The text table as a picture, with its colours: as SVG, or in pixels with Pillow."""

from __future__ import annotations

import re
import unicodedata
from html import escape
from importlib.util import find_spec
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

Pixels = npt.NDArray[np.uint8]

_GROUND, _INK = "#16100f", "#efe6da"
#: Terminal colour codes; bold is brighter.
_COLOURS = {
    "1": "#ffffff", "31": "#e0564f", "32": "#74b566", "33": "#d9ae4a", "34": "#6d93d6", "35": "#b07fd0",
    "36": "#55b5b0", "91": "#e8894a",
}  # fmt: skip


class Span(NamedTuple):
    """Characters of one colour."""

    text: str
    colour: str


def spans(line: str) -> list[Span]:
    """A line of a coloured text table, split by colour."""
    found, colour = [], _INK
    for index, piece in enumerate(re.split("\x1b\\[([0-9;]*)m", line)):
        if index % 2:
            colour = next((_COLOURS[code] for code in piece.split(";") if code in _COLOURS), _INK)
        elif piece:
            found.append(Span(piece, colour))
    return found


def _lines(text: str) -> list[list[Span]]:
    return [spans(line) for line in text.rstrip("\n").split("\n")]


def _columns(lines: list[list[Span]]) -> int:
    return max(sum(len(span.text) for span in line) for line in lines)


def svg(text: str, title: str = "A table of Sanguis") -> str:
    """A text table as a self-contained SVG picture."""
    across, down, margin = 8.4, 18, 16
    lines = _lines(text)
    width, height = across * _columns(lines) + 2 * margin, down * len(lines) + 2 * margin
    rows = "".join(
        f'<text x="{margin}" y="{margin + down * (index + 0.75):.0f}" xml:space="preserve">'
        + "".join(f'<tspan fill="{colour}">{escape(words)}</tspan>' for words, colour in line)
        + "</text>"
        for index, line in enumerate(lines)
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:.0f}" height="{height:.0f}" role="img">'
        f"<title>{escape(title)}</title>"
        f'<rect width="100%" height="100%" fill="{_GROUND}"/>'
        f'<g font-family="monospace" font-size="14">{rows}</g></svg>'
    )


def pixels(text: str, width: int, height: int, scale: int = 2) -> Pixels:
    """A text table in pixels: ``height`` lines of ``width`` characters. What is longer is cut off."""
    check_pillow()
    from PIL import Image, ImageDraw, ImageFont

    # Pillow's bitmap font: fixed width, and the same on every machine.
    font = ImageFont.load_default_imagefont()
    _, _, across, down = (int(edge) for edge in font.getbbox("M"))
    margin = 6
    picture = Image.new("RGB", (width * across + 2 * margin, height * down + 2 * margin), _GROUND)
    draw = ImageDraw.Draw(picture)
    for row, line in enumerate(_lines(text)[:height]):
        column = 0
        for words, colour in line:
            shown = _latin(words)[: width - column]
            draw.text((margin + column * across, margin + row * down), shown, fill=colour, font=font)
            column += len(words)
            if column >= width:
                break
    return np.array(picture.resize((picture.width * scale, picture.height * scale), Image.Resampling.NEAREST))


def check_pillow() -> None:
    """Pillow is needed for pixels and for nothing else."""
    if find_spec("PIL") is None:
        raise ImportError('render_mode "rgb_array" needs Pillow: pip install "sanguis[render]"')


#: What stands in for characters that the font lacks.
_ALIKE = str.maketrans(
    {"–": "-", "—": "-", "−": "-", "’": "'", "‘": "'", "“": '"', "”": '"', "•": "*", "♂": "m", "♀": "f"}
)


def _latin(words: str) -> str:
    """The font has Latin-1; other characters lose their accents or become question marks, one for one."""
    return "".join(_latin_letter(letter) for letter in words.translate(_ALIKE))


def _latin_letter(letter: str) -> str:
    if ord(letter) < 256:
        return letter
    plain = unicodedata.normalize("NFKD", letter)[0]
    return plain if ord(plain) < 256 else "?"
