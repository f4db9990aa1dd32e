"""A page that is drawn and recorded at once, and the flow of text through its columns."""

import json

from reportlab import rl_config
from reportlab.pdfgen.canvas import Canvas

from . import fonts, text

# Of the font size: the box of a line of text around its baseline, and the distance from the middle
# of the line to the baseline; for Latin and for Chinese.
ASCENT, DESCENT, MIDDLE = (0.75, 0.86), (0.22, 0.14), (0.29, 0.36)
rl_config.useA85 = 0


def baseline(top, style):
    """The baseline of a line of text whose top is given."""
    return top + style.leading * 0.5 + style.size * MIDDLE[text.is_chinese(style)]


def union(boxes):
    return [
        min(b[0] for b in boxes),
        min(b[1] for b in boxes),
        max(b[2] for b in boxes),
        max(b[3] for b in boxes),
    ]


class Page:
    """Coordinates are points from the top left corner. spaces: draw spaces as characters (word processors do),
    otherwise every word is placed by itself and no space exists in the file (TeX does)."""

    def __init__(self, path, size=(612, 792), spaces=False, title="", author="", lang=None):
        self.width, self.height = size
        self.canvas = Canvas(
            path if hasattr(path, "write") else str(path),
            pagesize=size,
            pageCompression=1,
            invariant=1,
            lang=lang,
        )
        self.canvas.setTitle(title)
        self.canvas.setAuthor(author)
        self.canvas.setCreator("mineru.cpp tools/examples/pagekit")
        self.spaces = spaces
        self.blocks = []

    def save(self):
        self.canvas.showPage()
        self.canvas.save()

    def next_page(self):
        self.canvas.showPage()

    def write_truth(self, path):
        """The blocks in reading order as JSON, one block a line."""
        rows = ",\n  ".join(json.dumps(b, ensure_ascii=False) for b in self.blocks)
        with open(path, "w", encoding="utf-8") as out:
            out.write(
                f'{{"page_size": [{self.width:g}, {self.height:g}], "blocks": [\n  {rows}\n]}}\n'
            )

    # Drawing without a record.

    def line(self, x0, y0, x1, y1, weight=0.5, color=(0, 0, 0), dash=None):
        c = self.canvas
        c.saveState()
        c.setLineWidth(weight)
        c.setStrokeColorRGB(*color)
        if dash:
            c.setDash(dash)
        c.line(x0, self.height - y0, x1, self.height - y1)
        c.restoreState()

    def rect(self, x0, y0, x1, y1, fill=None, stroke=None, weight=0.5, radius=0):
        c = self.canvas
        c.saveState()
        c.setLineWidth(weight)
        if fill:
            c.setFillColorRGB(*fill)
        if stroke:
            c.setStrokeColorRGB(*stroke)
        shape = (x0, self.height - y1, x1 - x0, y1 - y0)
        if radius:
            c.roundRect(*shape, radius, stroke=bool(stroke), fill=bool(fill))
        else:
            c.rect(*shape, stroke=bool(stroke), fill=bool(fill))
        c.restoreState()

    def path(self, points, weight=1, color=(0, 0, 0), fill=None, dash=None, close=False):
        c = self.canvas
        c.saveState()
        c.setLineWidth(weight)
        c.setLineJoin(1)
        c.setStrokeColorRGB(*color)
        if fill:
            c.setFillColorRGB(*fill)
        if dash:
            c.setDash(dash)
        p = c.beginPath()
        p.moveTo(points[0][0], self.height - points[0][1])
        for x, y in points[1:]:
            p.lineTo(x, self.height - y)
        if close:
            p.close()
        c.drawPath(p, stroke=1 if weight else 0, fill=bool(fill))
        c.restoreState()

    def image(self, reader, x0, y0, x1, y1):
        self.canvas.drawImage(reader, x0, self.height - y1, x1 - x0, y1 - y0)

    def glyphs(self, x, base, pieces):
        """Pieces side by side; returns the x after them."""
        out = self.canvas.beginText()
        for piece in pieces:
            out.setFillColorRGB(*piece.color)
            out.setFont(fonts.register(piece.face), piece.size)
            out.setTextOrigin(x, self.height - base + piece.rise)
            out.textOut(piece.shown)
            x += piece.width
        self.canvas.drawText(out)
        return x

    def put_line(self, line, x, base, measure, align, chinese=False):
        """One broken line on the baseline `base`; returns its box."""
        natural = sum(w.width for w in line) + sum(w.gap for w in line[1:])
        slack = measure - natural
        stretch = 0.0
        if align == "justify":
            gaps = sum(w.elastic for w in line[1:])
            stretch = slack / gaps if gaps else 0.0
        elif align == "right":
            x += slack
        elif align == "center":
            x += slack / 2
        start = x
        out = self.canvas.beginText()
        run, run_x, look = "", x, None

        def flush():
            nonlocal run
            if run:
                face, size, rise, color = look
                out.setFillColorRGB(*color)
                out.setFont(fonts.register(face), size)
                out.setTextOrigin(run_x, self.height - base + rise)
                if self.spaces:
                    out.setWordSpace(round(stretch, 4))
                out.textOut(run)
            run = ""

        for i, word in enumerate(line):
            if i:
                x += word.gap + (stretch if word.elastic else 0)
                if self.spaces and word.space and look and look[2] == 0:
                    run += " "
                else:
                    flush()
            for k, piece in enumerate(word.pieces):
                mine = (piece.face, piece.size, piece.rise, piece.color)
                if mine != look or not run:
                    flush()
                    look, run_x = mine, x
                run += piece.shown
                x += piece.width
            if word.hyphen:
                run += "-"
                x += word.hyphen
        flush()
        if self.spaces:
            out.setWordSpace(0)
        self.canvas.drawText(out)
        size = max(p.size for w in line for p in w.pieces)
        return [start, base - ASCENT[chinese] * size, x, base + DESCENT[chinese] * size]

    def put(self, markup, x, y, measure, style):
        """A paragraph whose first line's top is y, without a record: (text, box, bottom)."""
        words = text.tokens(markup, style)
        lines, _ = text.break_lines(
            words, measure - style.left - style.right, style.first, style.hyphens
        )
        return (text.plain(lines), *self.put_lines(lines, x, y, measure, style))

    def put_lines(self, lines, x, y, measure, style, fresh=True, whole=True):
        boxes = []
        for i, line in enumerate(lines):
            indent = style.first if fresh and i == 0 else 0
            align = style.align
            if align == "justify" and whole and i == len(lines) - 1:
                align = "left"
            boxes.append(
                self.put_line(
                    line,
                    x + style.left + indent,
                    baseline(y, style),
                    measure - style.left - style.right - indent,
                    align,
                    text.is_chinese(style),
                )
            )
            y += style.leading
        return union(boxes), y

    # Drawing with a record.

    def record(self, kind, box, **fields):
        ordered = {"type": kind}
        if "level" in fields:
            ordered["level"] = fields.pop("level")
        ordered["bbox"] = [round(v, 1) for v in box]
        ordered.update(fields)
        self.blocks.append(ordered)
        return ordered

    def block(self, kind, markup, x, y, measure, style, **fields):
        """A paragraph at a fixed place; returns the y below it."""
        words, box, bottom = self.put(markup, x, y, measure, style)
        self.record(kind, box, text=words, **fields)
        return bottom


class Flow:
    """Text through frames (x0, y0, x1, y1), in order. hooks[i](flow) draws at the top of frame i when it is entered."""

    def __init__(self, page, frames, hooks=None):
        self.page, self.frames, self.hooks = page, frames, hooks or {}
        self.index, self.y = 0, frames[0][1]
        self.top = self.y
        if 0 in self.hooks:
            self.hooks[0](self)
            self.top = self.y

    @property
    def frame(self):
        return self.frames[self.index]

    @property
    def full(self):
        return self.index >= len(self.frames)

    def left(self):
        """Height left in this frame."""
        return 0 if self.full else self.frame[3] - self.y

    def advance(self):
        self.index += 1
        if not self.full:
            self.y = self.frame[1]
            if self.index in self.hooks:
                self.hooks[self.index](self)
            self.top = self.y

    def space(self, height):
        if self.y > self.top:
            self.y += height

    def need(self, height):
        """Goes on to the next frame unless height is left; False when no frame is left."""
        while not self.full and self.left() < height - 0.01:
            self.advance()
        return not self.full

    def para(self, kind, markup, style, keep=0, **fields):
        """A paragraph; what does not fit goes to the next frame as a block of its own, marked continued. Text
        after the last frame is dropped, as on a page whose text goes on overleaf."""
        words, fresh = text.tokens(markup, style), True
        self.space(style.before)
        while words and not self.full:
            x0, _, x1, _ = self.frame
            measure = x1 - x0
            inner = measure - style.left - style.right
            first = style.first if fresh else 0
            lines, rest = text.break_lines(words, inner, first, style.hyphens)
            room = int((self.left() + 0.01 - (keep if fresh else 0)) / style.leading)
            if room < len(lines):
                last = self.index == len(self.frames) - 1
                if len(lines) - room == 1 and room > 2 and not last:
                    room -= 1
                if (room < 2 and fresh and not last) or room < 1:
                    self.advance()
                    continue
                lines, rest = text.break_lines(words, inner, first, style.hyphens, room)
            box, self.y = self.page.put_lines(lines, x0, self.y, measure, style, fresh, not rest)
            extra = dict(fields) if fresh else {**fields, "continued": True}
            self.page.record(kind, box, text=text.plain(lines), **extra)
            words, fresh = rest, False
            if words:
                self.advance()
        if not self.full:
            self.y += style.after

    def title(self, markup, style, level, keep=30):
        """A heading, kept with the `keep` points below it."""
        if self.need(style.leading + (style.before if self.y > self.top else 0) + keep):
            self.para(
                "title",
                markup,
                style.but(align="left" if style.align == "justify" else style.align),
                level=level,
            )

    def items(self, entries, style, marker="•", indent=12, between=2):
        """A list. entries: text or (depth, text); marker: a string, or a function of (index, depth). Marks that are
        more than a bullet belong to the item's text."""
        self.space(style.before)
        block, entry_no = None, 0
        for entry in entries:
            depth, markup = entry if isinstance(entry, tuple) else (0, entry)
            mark = marker(entry_no, depth) if callable(marker) else marker
            entry_no += 1
            shown = mark if len(mark) > 1 else ""
            here = style.but(left=style.left + indent * (depth + 1))
            words, fresh = text.tokens(markup, here), True
            while words and not self.full:
                x0, _, x1, _ = self.frame
                inner = x1 - x0 - here.left - here.right
                lines, rest = text.break_lines(words, inner, 0, here.hyphens)
                room = int((self.left() + 0.01) / here.leading)
                if room < 1:
                    self.advance()
                    block = None if block is None else "again"
                    continue
                if room < len(lines):
                    lines, rest = text.break_lines(words, inner, 0, here.hyphens, room)
                box, bottom = self.page.put_lines(lines, x0, self.y, x1 - x0, here, True, not rest)
                if fresh:
                    # The Chinese faces have no bullet; a word processor takes it from another font too.
                    family = "termes" if text.is_chinese(here) and mark in "•–" else here.family
                    sign = text.tokens(mark, here.but(family=family, bold=False))
                    width = sum(t.width for t in sign)
                    at = (
                        x0
                        + here.left
                        - (min(indent, width + 5) if len(mark) == 1 else max(indent, width + 3))
                    )
                    self.page.glyphs(
                        at, baseline(self.y, here), [p for t in sign for p in t.pieces]
                    )
                    box[0] = at
                words_here = (shown + " " if shown and fresh else "") + text.plain(lines)
                if block is None or block == "again":
                    again = block == "again"
                    block = self.page.record("list", box, items=[words_here], depths=[depth])
                    if again:
                        block["continued"] = True
                        if not fresh:
                            block["item_continued"] = True
                else:
                    block["items"].append(words_here)
                    block["depths"].append(depth)
                    block["bbox"] = [round(v, 1) for v in union([block["bbox"], box])]
                self.y, words, fresh = bottom, rest, False
                if words:
                    self.advance()
                    block = "again"
            if not self.full:
                self.y += between
        if not self.full:
            self.y += style.after
