"""A table as a picture: the text table in monospace, as SVG."""

from __future__ import annotations

from html import escape

_WIDTH, _HEIGHT, _MARGIN = 8.4, 18, 16


def svg(text: str, title: str = "A table of Sanguis") -> str:
    """A text table as a self-contained SVG picture."""
    lines = text.rstrip("\n").split("\n")
    width = _WIDTH * max(len(line) for line in lines) + 2 * _MARGIN
    height = _HEIGHT * len(lines) + 2 * _MARGIN
    rows = "".join(
        f'<text x="{_MARGIN}" y="{_MARGIN + _HEIGHT * (i + 0.75):.0f}" xml:space="preserve">{escape(line)}</text>'
        for i, line in enumerate(lines)
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:.0f}" height="{height:.0f}" role="img">'
        f"<title>{escape(title)}</title>"
        '<rect width="100%" height="100%" fill="#16100f"/>'
        f'<g font-family="monospace" font-size="14" fill="#efe6da">{rows}</g></svg>'
    )
