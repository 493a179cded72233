"""A table as a picture: the text table with its colours, as SVG or in pixels."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from html import escape
from pathlib import Path
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

Pixels = npt.NDArray[np.uint8]

_GROUND, _INK = "#16100f", "#efe6da"
#: What the codes of a terminal look like here; bold is brighter.
_COLOURS = {
    "1": "#ffffff", "31": "#e0564f", "32": "#74b566", "33": "#d9ae4a", "34": "#6d93d6", "35": "#b07fd0",
    "36": "#55b5b0", "91": "#e8894a",
}  # fmt: skip


class Span(NamedTuple):
    """Signs of one colour."""

    text: str
    colour: str


def spans(line: str) -> list[Span]:
    """A line of a coloured text table, colour by colour."""
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
    """A text table in pixels, by row and column: ``height`` lines of ``width`` signs. What is longer is cut off."""
    signs = np.zeros((height, width), dtype=np.intp)
    colours = np.zeros((height, width, 3), dtype=np.uint8)
    for row, line in enumerate(_lines(text)[:height]):
        words = "".join(span.text for span in line)[:width]
        signs[row, : len(words)] = [_place(letter) for letter in words]
        inks = [_rgb(span.colour) for span in line for _ in span.text][:width]
        colours[row, : len(words)] = np.array(inks, dtype=np.uint8).reshape(-1, 3)
    # By row, row of pixels, column and column of pixels.
    inked = _font()[1][signs].transpose(0, 2, 1, 3)[..., None]
    picture = np.where(inked, colours[:, None, :, None, :], np.array(_rgb(_GROUND), dtype=np.uint8))
    rows, high, columns, wide, _ = picture.shape
    picture = picture.reshape(rows * high, columns * wide, 3).repeat(scale, axis=0).repeat(scale, axis=1)
    margin = 6 * scale
    framed = np.empty((picture.shape[0] + 2 * margin, picture.shape[1] + 2 * margin, 3), dtype=np.uint8)
    framed[:] = _rgb(_GROUND)
    framed[margin:-margin, margin:-margin] = picture
    return framed


def _rgb(colour: str) -> tuple[int, int, int]:
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


@lru_cache(maxsize=None)
def _font() -> tuple[dict[str, int], npt.NDArray[np.bool_]]:
    """The place of each sign, and at each place eleven rows of six pixels: first nothing, last a box for what is not drawn here."""
    lines = (Path(__file__).parent / "font.txt").read_text(encoding="utf-8").splitlines()[1:]
    font = np.zeros((len(lines) + 2, 11, 6), dtype=np.bool_)
    for place, line in enumerate(lines, 1):
        rows = np.array([[int(row, 16)] for row in line[2:].split()], dtype=np.uint8)
        font[place, 1:10, :5] = np.unpackbits(rows, axis=1)[:, 3:]
    font[-1, 1:8, 0:5] = True
    font[-1, 2:7, 1:4] = False
    return {" ": 0} | {line[0]: place for place, line in enumerate(lines, 1)}, font


#: Signs that look like others.
_ALIKE = str.maketrans({"–": "-", "—": "-", "−": "-", "’": "'", "‘": "'", "“": '"', "”": '"', "·": ".", "•": "*", "×": "x"})


@lru_cache(maxsize=None)
def _place(letter: str) -> int:
    """Where a sign is in the font, or the letter below its accent; -1 for the box."""
    return _font()[0].get(unicodedata.normalize("NFKD", letter.translate(_ALIKE))[0], -1)
