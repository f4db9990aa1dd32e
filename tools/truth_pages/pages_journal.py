"""Pages of journals: a first page, a page with a figure in a column, a wide table, references."""

from common import Flow, Page, Style, footnote_height, footnotes, paragraphs
from pagekit import figure, table
from pagekit.table import Cell
from words import English


def first_page(path):
    """Logo and cover beside the journal's name, abstract between rules, then two columns."""
    source = English(101)
    page = Page(
        path,
        (544, 742),
        title="Seasonal flow in a small catchment",
        author="I. Ekholm and others",
        lang="en",
    )
    text = Style("termes", 9, 11, first=10)
    centre = Style("termes", 9, 11, "center", hyphens=False)
    x0, x1, middle = 38, 506, 272
    # The publisher's tree, the words that belong to it, the journal's cover.
    page.rect(44, 34, 92, 82, stroke=(0, 0, 0), weight=0.8)
    for i in range(5):
        page.path(
            [
                (68, 76 - i * 7),
                (52 + i * 3, 66 - i * 6),
                (68, 60 - i * 7),
                (84 - i * 3, 66 - i * 6),
                (68, 76 - i * 7),
            ],
            0.7,
        )
    page.path([(68, 80), (68, 40)], 1.6)
    figure.label(page, "NORDVIK", 68, 93, centre.but(size=9.5), "center")
    page.record("image", [44, 34, 92, 95])
    page.block(
        "header", "Available online at www.nordvik-science.example", middle - 130, 38, 260, centre
    )
    for i, shade in enumerate((0.2, 0.35, 0.5, 0.65)):
        page.rect(middle - 34 + i * 17, 53, middle - 20 + i * 17, 63, fill=(shade, shade, shade))
    page.record("image", [middle - 34, 53, middle + 31, 63])
    page.block(
        "header",
        "<i>Journal of River Studies</i> 318 (2021) 204–219",
        middle - 130,
        70,
        260,
        centre.but(size=8.5),
    )
    page.image(figure.photograph(7, 150, 180, 60), 446, 34, 500, 99)
    page.rect(446, 34, 500, 56, fill=(0.1, 0.3, 0.45))
    figure.label(page, "Journal of", 473, 43, centre.but(size=6.5, color=(1, 1, 1)), "center")
    figure.label(
        page, "RIVER STUDIES", 473, 52, centre.but(size=6.5, bold=True, color=(1, 1, 1)), "center"
    )
    page.record("image", [446, 34, 500, 99])
    page.line(x0, 108, x1, 108, 0.5)
    title = centre.but(size=14.5, leading=18)
    y = page.block(
        "title",
        "The response of a small catchment to an uneven season and a narrowing channel in the upper valley",
        x0 + 30,
        124,
        x1 - x0 - 60,
        title,
        level=1,
    )
    y = page.block(
        "text",
        "Ines Ekholm<sup>a,*</sup>, Paulo Ferreira<sup>a,b</sup>, Tomas Galloway<sup>b</sup>, Hana Kowalik<sup>c</sup>",
        x0,
        y + 8,
        x1 - x0,
        centre.but(size=11, leading=14),
    )
    y += 4
    for words in (
        "<sup>a</sup>Department of River Studies, University of Stonebridge, Stonebridge, Eastmoor",
        "<sup>b</sup>Weir Street Laboratory, 27 Weir Street, Millpond, Eastmoor",
        "<sup>c</sup>Institute for Quiet Waters, P.O. Box 144, Nordvik",
    ):
        y = page.block("text", words, x0, y, x1 - x0, centre.but(size=8, leading=10, italic=True))
    y = page.block(
        "text",
        "Received 14 October 2020; received in revised form 9 January 2021; accepted 2 March 2021",
        x0,
        y + 5,
        x1 - x0,
        centre.but(size=8, leading=10),
    )
    page.line(x0, y + 9, x1, y + 9, 0.5)
    y = page.block(
        "title",
        "Abstract",
        x0,
        y + 16,
        x1 - x0,
        Style("termes", 9.5, 12, "left", bold=True),
        level=2,
    )
    y = page.block("text", source.paragraph(8, 8), x0, y + 5, x1 - x0, text)
    y = page.block("text", source.paragraph(3, 3), x0, y, x1 - x0, text)
    y = page.block(
        "text",
        "© 2021 Nordvik B.V. All rights reserved.",
        x0,
        y,
        x1 - x0,
        text.but(size=8, first=0, align="left"),
    )
    y = page.block(
        "text",
        "<i>Keywords:</i> Catchment; Sediment; Flow duration; Seasonal record; Reservoir",
        x0,
        y + 9,
        x1 - x0,
        text.but(first=0, align="left"),
    )
    page.line(x0, y + 8, x1, y + 8, 0.5)
    note_style = Style("termes", 7.8, 9.4, first=8)
    notes = [
        "* Corresponding author. Tel.: +00 1632 960 188.",
        "<i>E-mail address:</i> ekholm@river.example (I. Ekholm).",
    ]
    top = 690 - footnote_height(notes, 226, note_style)
    flow = Flow(page, [(x0, y + 22, x0 + 226, top - 8), (x1 - 226, y + 22, x1, 690)])
    flow.title("1. Introduction", Style("termes", 10, 12, bold=True, after=8), 2)
    paragraphs(flow, source, text, 9, cite="year")
    footnotes(page, notes, x0, x0 + 226, 690, note_style, 58)
    page.block(
        "footer",
        "0022-0000/$ - see front matter © 2021 Nordvik B.V. All rights reserved.",
        x0,
        698,
        300,
        Style("termes", 7.5, 9.4, "left"),
    )
    page.block(
        "footer",
        "doi:10.0000/j.rivers.2021.03.002",
        x0,
        707.4,
        300,
        Style("termes", 7.5, 9.4, "left"),
    )
    page.save()
    return page


def columns(path):
    """Running header, section headings, a plot at the head of the right column. Standard fonts, spaces drawn."""
    source = English(202)
    page = Page(path, (544, 742), spaces=True, title="Journal page with a figure", lang="en")
    text = Style("times", 9.2, 11.3, first=11)
    flat, heading = text.but(first=0), Style(
        "times", 9.4, 11.6, bold=True, before=12, after=10, hyphens=False
    )
    small = Style("times", 8, 10, "center", italic=True)
    page.block("page_number", "206", 38, 36, 40, small.but(align="left", italic=False))
    page.block(
        "header",
        "I. Ekholm et al. / Journal of River Studies 318 (2021) 204–219",
        90,
        36,
        364,
        small,
    )

    def plot(flow):
        left, _, right, _ = flow.frame
        years = [i * 10 for i in range(11)]
        curves = {
            "dry years": [(t, 92 * 0.964**t + 2) for t in years],
            "mean": [(t, 96 * 0.972**t + 4) for t in years],
            "wet years": [(t, 98 * 0.981**t + 2) for t in years],
        }
        figure.plot(
            page,
            left + 6,
            flow.y,
            right - 6,
            flow.y + 172,
            curves,
            (0, 100, 20),
            (0, 100, 25),
            "Percentage of time exceeded",
            "Daily flow (mm)",
            Style("helvetica", 7, 9),
        )
        page.record("image", [left + 6, flow.y, right - 6, flow.y + 172])
        flow.y = (
            page.block(
                "caption",
                "Fig. 1. Annual flow duration curves for the upper station, from the driest and the wettest third of the record "
                "and from the mean of all years.",
                left,
                flow.y + 180,
                right - left,
                Style("times", 8, 9.8),
                of="image",
            )
            + 14
        )

    flow = Flow(page, [(38, 58, 261, 704), (283, 58, 506, 704)], {1: plot})
    flow.para("text", source.paragraph(5, 5, "year"), flat)
    paragraphs(flow, source, text, 1, cite="year")
    flow.title("2. Study site and records", heading, 2)
    paragraphs(flow, source, text, 2, flat, "year")
    flow.title("2.1. Gauging stations", heading.but(bold=False, italic=True), 3)
    paragraphs(flow, source, text, 3, flat, "year")
    flow.title("3. Methods", heading, 2)
    paragraphs(flow, source, text, 2, flat, "year")
    flow.title("3.1. Choice of the season", heading.but(bold=False, italic=True), 3)
    paragraphs(flow, source, text, 9, flat, "year")
    page.save()
    return page


def wide_table(path):
    """A table across both columns with its caption above and notes below; rules only around the head and at the end."""
    source = English(505)
    page = Page(path, (612, 792), title="A wide table over two columns", lang="en")
    text = Style("lm", 9.6, 11.6, first=12)
    flat, heading = text.but(first=0), Style(
        "lm", 11.4, 14, bold=True, before=10, after=4, hyphens=False
    )
    page.block(
        "header",
        "Dorsey, Quist and Yardley",
        54,
        36,
        250,
        Style("lm", 8.5, 10, "left", italic=True),
    )
    page.block(
        "header",
        "A benchmark of small decoders",
        308,
        36,
        250,
        Style("lm", 8.5, 10, "right", italic=True),
    )
    small = Style("lm", 8.6, 10.4)
    y = page.block(
        "caption",
        "<b>Table 3:</b> Accuracy (%) and cost of the nine systems on the four collections, mean of five runs. Higher is better except for "
        "time and memory; the best value of every column is set in bold.",
        54,
        64,
        504,
        small.but(size=9, leading=11),
        of="table",
    )
    head = lambda words, span: Cell(words, cols=span, align="c")
    rows = [
        [
            Cell("System", rows=2),
            Cell("Size", rows=2, align="r"),
            head("River", 2),
            head("Harbour", 2),
            head("Archive", 2),
            head("Market", 2),
            Cell("Time (s)", rows=2, align="r"),
            Cell("Memory (MB)", rows=2, align="r"),
        ],
        ["Dev", "Test", "Dev", "Test", "Dev", "Test", "Dev", "Test"],
    ]
    names = [
        "Majority",
        "Lexicon<sup>†</sup>",
        "Linear",
        "Linear + grid",
        "Tree (depth 8)",
        "Forest",
        "Decoder-S",
        "Decoder-M",
        "Decoder-L<sup>‡</sup>",
    ]
    for i, name in enumerate(names):
        values = [f"{38.2 + 5.1 * i + source.random.randrange(0, 60) / 10:.1f}" for _ in range(8)]
        if i == 8:
            values = [f"<b>{v}</b>" for v in values]
        rows.append(
            [
                name,
                ("–", "–", "12K", "48K", "90K", "2.1M", "8M", "31M", "120M")[i],
                *values,
                f"{0.1 * 2.3 ** i:.1f}",
                str(6 + 11 * i * i),
            ]
        )
    y = table.draw(
        page,
        58,
        y + 5,
        [84, 36, 37, 37, 37, 37, 37, 37, 37, 37, 40, 44],
        rows,
        small,
        "booktabs",
        "lrccccccccrr",
        head=2,
        lead=2.6,
        under=[(0, 2, 3), (0, 4, 5), (0, 6, 7), (0, 8, 9)],
    )
    y = page.block(
        "caption",
        "<sup>†</sup> Results taken from the authors' report. <sup>‡</sup> Trained with twice the number of steps; time measured on one core.",
        58,
        y + 4,
        496,
        small.but(size=8, leading=9.6, align="left"),
        of="table",
        role="note",
    )
    flow = Flow(page, [(54, y + 20, 297, 738), (315, y + 20, 558, 738)])
    flow.para("text", source.paragraph(3, 3, "year"), flat)
    paragraphs(flow, source, text, 2, cite="year")
    flow.title("5\u00a0 Discussion", heading, 2)
    paragraphs(flow, source, text, 2, flat, "year")
    flow.title("5.1\u00a0 What the small systems miss", heading.but(size=10, leading=13), 3)
    paragraphs(flow, source, text, 3, flat, "year")
    flow.title("5.2\u00a0 Cost", heading.but(size=10, leading=13), 3)
    paragraphs(flow, source, text, 8, flat, "year")
    page.block("page_number", "7", 54, 752, 504, Style("lm", 9.6, 12, "center"))
    page.save()
    return page


def references(path):
    """The end of the text and the references in two columns, with hanging indents."""
    source = English(606)
    page = Page(path, (595.28, 841.89), title="References", lang="en")
    text = Style("libertine", 9.6, 11.6, first=11)
    heading = Style("libertine", 11.5, 14, bold=True, before=10, after=3, hyphens=False)
    page.block("header", "CORPUS ’22, Nordvik", 62, 40, 240, Style("libertine", 8, 10, "left"))
    page.block("header", "Kowalik and Iversen", 303, 40, 230, Style("libertine", 8, 10, "right"))
    flow = Flow(page, [(62, 64, 289, 774), (306, 64, 533, 774)])
    flow.para("text", source.paragraph(3, 3), text.but(first=0))
    flow.title("7\u00a0 Conclusion", heading, 2)
    paragraphs(flow, source, text, 1, text.but(first=0))
    flow.title("Acknowledgments", heading, 2)
    flow.para(
        "text",
        "We thank the readers of the Weir Street seminar and two patient reviewers. This work was supported by the Quayside Foundation under grant 144-B.",
        text.but(first=0),
    )
    flow.title("References", heading, 2)
    for _ in range(60):
        if flow.full:
            break
        flow.para(
            "ref_text",
            source.reference(),
            Style("libertine", 8.8, 10.5, left=10, first=-10, after=2.2),
        )
    page.block("page_number", "1189", 62, 792, 471, Style("libertine", 9, 11, "center"))
    page.save()
    return page
