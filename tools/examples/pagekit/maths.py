"""Display formulas from three boxes: a row of pieces, a fraction, an operator with limits."""

from dataclasses import dataclass

from . import text


@dataclass
class Row:
    """Markup on one line, or other boxes side by side."""

    parts: list
    style: text.Style

    def __post_init__(self):
        self.parts = [p if not isinstance(p, str) else Run(p, self.style) for p in self.parts]
        self.width = sum(p.width for p in self.parts)
        self.up = max(p.up for p in self.parts)
        self.down = max(p.down for p in self.parts)
        self.text = "".join(p.text for p in self.parts)

    def draw(self, page, x, baseline):
        for part in self.parts:
            part.draw(page, x, baseline)
            x += part.width


class Run:
    """Markup; a space in it is a thin space on the page."""

    def __init__(self, markup, style):
        self.words = text.tokens(markup, style)
        self.gap = style.size * 0.22
        self.lead = self.gap if markup.startswith(" ") else 0
        trail = self.gap if markup.endswith(" ") else 0
        self.width = (
            self.lead + trail + sum(w.width for w in self.words) + self.gap * (len(self.words) - 1)
        )
        self.up, self.down = style.size * 0.75, style.size * 0.22
        self.text = "".join(w.text for w in self.words)

    def draw(self, page, x, baseline):
        x += self.lead
        for word in self.words:
            x = page.glyphs(x, baseline, word.pieces) + self.gap


class Fraction:
    def __init__(self, top, bottom, style):
        self.top, self.bottom, self.size = Row(top, style), Row(bottom, style), style.size
        self.width = max(self.top.width, self.bottom.width) + 4
        self.up = self.size * 0.45 + self.top.down + self.top.up
        self.down = self.size * 0.05 + self.bottom.up + self.bottom.down
        self.text = self.top.text + self.bottom.text

    def draw(self, page, x, baseline):
        axis = baseline - self.size * 0.25
        page.line(x + 1, axis, x + self.width - 1, axis, 0.45)
        self.top.draw(
            page, x + (self.width - self.top.width) / 2, axis - self.size * 0.2 - self.top.down
        )
        self.bottom.draw(
            page, x + (self.width - self.bottom.width) / 2, axis + self.size * 0.15 + self.bottom.up
        )


class Limits:
    """A large operator, what stands below it and above it. Read: operator, below, above."""

    def __init__(self, sign, below, above, style):
        small = style.but(size=style.size * 0.7)
        self.sign = Run(f"<m>{sign}</m>", style.but(size=style.size * 1.5))
        self.below, self.above, self.size = Row([below], small), Row([above], small), style.size
        self.width = max(self.sign.width, self.below.width, self.above.width) + 2
        self.up, self.down = self.size * 1.95, self.size * 1.3
        self.text = self.sign.text + self.below.text + self.above.text

    def draw(self, page, x, baseline):
        middle = x + (self.width - 2) / 2
        self.sign.draw(page, middle - self.sign.width / 2, baseline + self.size * 0.15)
        self.below.draw(page, middle - self.below.width / 2, baseline + self.size * 1.15)
        self.above.draw(page, middle - self.above.width / 2, baseline - self.size * 1.25)


def display(flow, row, style, number="", before=5, after=5):
    """A centred formula with its number at the right edge of the column."""
    height = row.up + row.down
    if not flow.need(height + before + after):
        return
    flow.space(before)
    x0, _, x1, _ = flow.frame
    baseline = flow.y + row.up
    tag = Run(number, style) if number else None
    x = x0 + (x1 - x0 - row.width - (tag.width if tag else 0)) / 2
    row.draw(flow.page, x, baseline)
    box = [x, flow.y, x + row.width, flow.y + height]
    if tag:
        tag.draw(flow.page, x1 - tag.width, baseline)
        box[2] = x1
    flow.page.record("equation", box, text=row.text + (tag.text if tag else ""))
    flow.y += height + after
