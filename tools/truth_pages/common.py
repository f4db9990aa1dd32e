"""What the page makers share."""

import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "examples"))

from pagekit.page import Flow, Page  # noqa: E402, F401
from pagekit.text import Style  # noqa: E402, F401


def footnotes(page, notes, x0, x1, bottom, style, rule=70):
    """Notes standing on `bottom` with a rule above: measured, drawn and recorded. Returns the y of the rule."""
    from pagekit import text

    heights = []
    for words in notes:
        lines, _ = text.break_lines(
            text.tokens(words, style), x1 - x0 - style.left, style.first, style.hyphens
        )
        heights.append(len(lines) * style.leading)
    y = bottom - sum(heights)
    top = y - 5
    page.line(x0, top, x0 + rule, top, 0.4)
    for words in notes:
        y = page.block("page_footnote", words, x0, y, x1 - x0, style)
    return top


def footnote_height(notes, width, style):
    from pagekit import text

    return 5 + sum(
        style.leading
        * len(
            text.break_lines(text.tokens(n, style), width - style.left, style.first, style.hyphens)[
                0
            ]
        )
        for n in notes
    )


def paragraphs(flow, source, style, count, first=None, cite=None, low=4, high=7):
    """Up to `count` paragraphs; the first may have a style of its own."""
    for i in range(count):
        if flow.full:
            return
        flow.para(
            "text",
            source.paragraph(low, high, cite) if cite else source.paragraph(low, high),
            first if first and i == 0 else style,
        )
