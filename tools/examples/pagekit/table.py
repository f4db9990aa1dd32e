"""Tables: cells with spans, three ways of ruling, and their HTML."""

from dataclasses import dataclass
from html import escape

from . import text


@dataclass
class Cell:
    markup: str = ""
    cols: int = 1
    rows: int = 1
    align: str = ""
    bold: bool = False
    fill: tuple | None = None


def _places(rows):
    """(row, column, cell) of every cell, columns counted with what spans from above."""
    taken, out = set(), []
    for r, row in enumerate(rows):
        c = 0
        for cell in row:
            cell = cell if isinstance(cell, Cell) else Cell(cell)
            while (r, c) in taken:
                c += 1
            taken |= {(r + i, c + k) for i in range(cell.rows) for k in range(cell.cols)}
            out.append((r, c, cell))
            c += cell.cols
    return out


def _html(count, placed):
    out = ["<table>"]
    for r in range(count):
        out.append("<tr>")
        for _, _, cell in (p for p in placed if p[0] == r):
            spans = (f' rowspan="{cell.rows}"' if cell.rows > 1 else "") + (
                f' colspan="{cell.cols}"' if cell.cols > 1 else ""
            )
            out.append(f"<td{spans}>{escape(cell.shown, quote=False)}</td>")
        out.append("</tr>")
    return "".join(out) + "</table>"


def draw(
    page,
    x,
    y,
    widths,
    rows,
    style,
    rules="grid",
    align="",
    head=1,
    pad=3,
    lead=4,
    weight=0.5,
    under=(),
    color=(0, 0, 0),
    kind="table",
):
    """Draws and records a table; returns the y below it.
    rules: grid, booktabs (rules only around the head and at the end), none.
    align: a letter per column (l c r); under: (row, first column, last column) of short rules below a cell.
    """
    placed = _places(rows)
    edges = [x]
    for width in widths:
        edges.append(edges[-1] + width)
    heights = [style.leading + lead] * len(rows)
    for r, c, cell in placed:
        look = style.but(bold=style.bold or cell.bold, hyphens=False, align="left", first=0)
        cell.lines, _ = text.break_lines(
            text.tokens(cell.markup, look), edges[c + cell.cols] - edges[c] - 2 * pad, 0, False
        )
        cell.shown, cell.look = text.plain(cell.lines), look
        if cell.rows == 1:
            heights[r] = max(heights[r], len(cell.lines) * style.leading + lead)
    tops = [y]
    for height in heights:
        tops.append(tops[-1] + height)
    letters = {"l": "left", "c": "center", "r": "right"}
    for r, c, cell in placed:
        x0, x1, y0, y1 = edges[c], edges[c + cell.cols], tops[r], tops[r + cell.rows]
        if cell.fill:
            page.rect(x0, y0, x1, y1, fill=cell.fill)
        if cell.lines:
            side = letters[cell.align or (align[c] if align else "l")]
            top = y0 + (y1 - y0 - len(cell.lines) * style.leading) / 2
            page.put_lines(cell.lines, x0 + pad, top, x1 - x0 - 2 * pad, cell.look.but(align=side))
    if rules == "grid":
        _grid(page, placed, edges, tops, weight, color)
    elif rules == "booktabs":
        page.line(x, tops[0], edges[-1], tops[0], 0.9)
        page.line(x, tops[head], edges[-1], tops[head], 0.5)
        page.line(x, tops[-1], edges[-1], tops[-1], 0.9)
    for row, first, last in under:
        page.line(edges[first] + 2, tops[row + 1], edges[last + 1] - 2, tops[row + 1], 0.4)
    page.record(kind, [x, y, edges[-1], tops[-1]], html=_html(len(rows), placed))
    return tops[-1]


def _grid(page, placed, edges, tops, weight, color):
    """Every cell's sides, neighbours joined to the long lines a word processor draws."""
    across, down = set(), set()
    for r, c, cell in placed:
        for k in range(c, c + cell.cols):
            across |= {(r, k), (r + cell.rows, k)}
        for k in range(r, r + cell.rows):
            down |= {(c, k), (c + cell.cols, k)}
    for units, along, cross, flat in ((across, edges, tops, True), (down, tops, edges, False)):
        for level in sorted({u[0] for u in units}):
            run = sorted(u[1] for u in units if u[0] == level)
            start = run[0]
            for a, b in zip(run, [*run[1:], None]):
                if b != a + 1:
                    p, q, at = along[start], along[a + 1], cross[level]
                    page.line(*((p, at, q, at) if flat else (at, p, at, q)), weight, color)
                    start = b
