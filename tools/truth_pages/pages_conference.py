"""Pages of proceedings: formulas under a wide figure, a list across the column break, and a scan without text."""

import io

import pypdfium2
from common import Flow, Page, Style, footnotes, footnote_height, paragraphs
from pagekit import figure, maths
from words import English


def formulas(path):
    """Two columns, a full-width figure at the head, numbered formulas, headings in capitals and in italics."""
    source = English(303)
    page = Page(path, (612, 792), title="Formulas under a wide figure", lang="en")
    text = Style("termes", 10, 11.9, first=10)
    flat = text.but(first=0)
    section = Style("termes", 9.4, 12, "center", first=0, before=9, after=5, hyphens=False)
    sub = Style("termes", 10, 12, "left", italic=True, before=7, after=3, hyphens=False)
    page.block(
        "header",
        "PROCEEDINGS OF THE NORDVIK SYMPOSIUM ON SMALL CIRCUITS, VOL. 3, 2020",
        49,
        28,
        400,
        Style("termes", 7.2, 9, "left"),
    )
    page.block("page_number", "417", 503, 28, 60, Style("termes", 7.2, 9, "right"))
    # Three panels of boxes and arrows.
    tag = Style("heros", 7.5, 9)
    x, y = 66, 56
    for i, name in enumerate(("source", "filter", "quantiser", "buffer", "decoder")):
        page.rect(
            x,
            y + 18,
            x + 66,
            y + 54,
            fill=(0.90, 0.94, 0.98),
            stroke=(0.1, 0.2, 0.4),
            weight=0.8,
            radius=3,
        )
        figure.label(page, name, x + 33, y + 39, tag, "center")
        if i < 4:
            page.path([(x + 66, y + 36), (x + 102, y + 36)], 0.9)
            page.path(
                [(x + 102, y + 36), (x + 97, y + 33.5), (x + 97, y + 38.5)],
                0.4,
                fill=(0, 0, 0),
                close=True,
            )
            figure.label(
                page,
                ("rate", "noise", "bits", "state")[i],
                x + 83,
                y + 32,
                tag.but(size=6.5, italic=True),
                "center",
            )
        x += 103
    page.path([(511, y + 54), (511, y + 74), (202, y + 74), (202, y + 54)], 0.9, dash=(3, 2))
    figure.label(
        page,
        "feedback with a delay of one frame",
        356,
        y + 84,
        tag.but(size=6.5, italic=True),
        "center",
    )
    page.record("image", [66, y + 14, 544, y + 88])
    bottom = page.block(
        "caption",
        "Fig. 2. The coder with its feedback loop. Solid arrows carry samples, the dashed arrow carries the state of the buffer to the quantiser; the "
        "delay of one frame keeps the loop stable for every rate considered in this paper.",
        49,
        y + 96,
        514,
        Style("termes", 8, 9.6),
        of="image",
    )
    flow = Flow(page, [(49, bottom + 16, 300, 742), (312, bottom + 16, 563, 742)])
    s = Style("termes", 10, 12)
    sums = lambda below, above: maths.Limits("∑", below, above, s)
    flow.para("text", source.paragraph(3, 3, "number"), flat)
    flow.title("III. RATE OF THE BUFFER", section, 2, keep=46)
    flow.title("A. Samples and noise", sub, 3)
    paragraphs(flow, source, text, 1, cite="number")
    flow.para(
        "text",
        "Let <m>x</m><sub><m>n</m></sub> be the sample at time <m>n</m> and <m>λ</m> the weight of the past. The state of the buffer is then",
        text,
    )
    maths.display(
        flow,
        maths.Row(
            [
                "<m>b</m><sub><m>n</m></sub> = (1 − <m>λ</m>) ",
                sums("<m>k</m>=0", "<m>n</m>"),
                " <m>λ</m><sup><m>k</m></sup> <m>x</m><sub><m>n</m>−<m>k</m></sub>",
            ],
            s,
        ),
        s,
        "(4)",
    )
    flow.para(
        "text",
        "where <m>λ</m> lies between zero and one. " + source.sentence() + " " + source.sentence(),
        flat,
    )
    flow.para("text", "The noise that the quantiser adds has the variance", text)
    maths.display(
        flow,
        maths.Row(
            [
                "<m>σ</m><sup>2</sup> = ",
                maths.Fraction(["Δ<sup>2</sup>"], ["12"], s),
                " + ",
                maths.Fraction(["1 − <m>λ</m>"], ["1 + <m>λ</m>"], s),
                " ",
                sums("<m>i</m>=1", "<m>M</m>"),
                " <m>a</m><sub><m>i</m></sub><sup>2</sup>",
            ],
            s,
        ),
        s,
        "(5)",
    )
    paragraphs(flow, source, text, 1, flat, "number")
    flow.title("B. Stability of the loop", sub, 3)
    paragraphs(flow, source, text, 2, cite="number")
    flow.para("text", "A sufficient condition for a stable loop is", text)
    maths.display(
        flow,
        maths.Row(
            [
                "|<m>H</m>(<m>ω</m>)| ≤ ",
                maths.Fraction(
                    ["<m>α</m> + <m>β</m> <m>T</m>"], ["2<m>π</m> <m>f</m><sub>0</sub>"], s
                ),
                ", 0 < <m>ω</m> < <m>π</m>",
            ],
            s,
        ),
        s,
        "(6)",
    )
    flow.para(
        "text",
        "in which <m>α</m> and <m>β</m> are read from Fig. 2. " + source.paragraph(2, 2),
        flat,
    )
    flow.title("IV. EXPERIMENTS", section, 2, keep=46)
    flow.title("A. Material", sub, 3)
    paragraphs(flow, source, text, 9, cite="number")
    page.save()
    return page


def bullets(path):
    """Two columns, a bullet list that begins in the left and ends in the right, run-in headings, footnotes in both."""
    source = English(404)
    page = Page(path, (595.28, 841.89), title="A list across the column break", lang="en")
    text = Style("liberation", 10.2, 12.4, first=11)
    flat = text.but(first=0)
    heading = Style("liberation", 11.6, 14, bold=True, before=9, after=5, hyphens=False)
    sub = heading.but(size=10.4, leading=13)
    note = Style("liberation", 8.4, 10, first=9)
    columns = ((71, 289), (306, 524))
    notes = (
        [
            "<sup>3</sup>The corpus and all annotations are available from <tt>https://corpus.example/weir</tt>."
        ],
        [
            "<sup>4</sup>We count a token as correct when both boundaries are correct.",
            "<sup>5</sup>" + source.sentence(),
        ],
    )
    tops = [776 - footnote_height(n, 218, note) for n in notes]
    flow = Flow(page, [(columns[i][0], 62, columns[i][1], tops[i] - 7) for i in range(2)])
    flow.para("text", source.paragraph(3, 3, "year"), flat)
    flow.title("3.2\u00a0 Decoding with a dictionary", sub, 3)
    paragraphs(flow, source, text, 2, flat, "year")
    flow.para(
        "text", "<b>Search.</b> " + source.paragraph(5, 5) + "<sup>3</sup>", flat.but(before=4)
    )
    flow.para("text", "<b>Stopping rule.</b> " + source.paragraph(4, 4, "year"), flat.but(before=4))
    flow.para("text", "Our contributions are the following:", text)
    list_style = text.but(first=0, before=3, after=4)
    flow.items(
        [source.paragraph(2, 2) for _ in range(2)]
        + [source.paragraph(3, 3) for _ in range(2)]
        + [source.paragraph(2, 2)],
        list_style,
        "•",
        13,
        3,
    )
    flow.para("text", source.paragraph(3, 3) + "<sup>4</sup>", text)
    flow.title("4\u00a0 Experiments", heading, 2)
    flow.para("text", "<b>Data.</b> " + source.paragraph(4, 4, "year") + "<sup>5</sup>", flat)
    flow.para("text", "<b>Baselines.</b> " + source.paragraph(6, 6, "year"), flat.but(before=4))
    flow.para("text", "<b>Measures.</b> " + source.paragraph(6, 6, "year"), flat.but(before=4))
    paragraphs(flow, source, text, 5)
    for (x0, x1), words in zip(columns, notes):
        footnotes(page, words, x0, x1, 776, note, 86)
    page.block("page_number", "4", 71, 790, 453, Style("liberation", 10, 12, "center"))
    page.save()
    return page


def scan(path):
    """The picture of a page of an old journal: two columns, no text in the file."""
    source = English(1010)
    size = (432, 648)
    printed = io.BytesIO()
    page = Page(printed, size, lang="en")
    text = Style("liberation", 9.2, 11.4, first=11)
    heading = Style("liberation", 9.4, 12, "center", bold=True, before=8, after=4, hyphens=False)
    page.block("page_number", "88", 36, 34, 40, Style("liberation", 9, 11, "left"))
    page.block(
        "header",
        "ANNALS OF THE QUAYSIDE SOCIETY",
        86,
        34,
        260,
        Style("liberation", 8.6, 11, "center"),
    )
    page.line(36, 49, 396, 49, 0.7)
    note = Style("liberation", 7.8, 9.4, first=8)
    notes = ["* Read before the Society on the second Tuesday of March."]
    top = 614 - footnote_height(notes, 172, note)
    flow = Flow(page, [(36, 60, 208, top - 6), (224, 60, 396, 614)])
    paragraphs(flow, source, text, 2, text.but(first=0), low=3, high=4)
    flow.title("The narrow channel*", heading, 2)
    paragraphs(flow, source, text, 3, low=3, high=4)
    flow.title("Of bridges and tunnels", heading, 2)
    paragraphs(flow, source, text, 9, low=3, high=4)
    footnotes(page, notes, 36, 208, 614, note, 50)
    page.save()
    picture = pypdfium2.PdfDocument(printed.getvalue())[0].render(scale=200 / 72).to_pil()
    worn = figure.scanned(picture, seed=5, angle=0, noise=0.9, shade=16, blur=0.7)
    only = Page(path, size, title="A scanned page", lang="en")
    only.image(figure.jpeg(worn, 21), 0, 0, *size)
    only.save()
    only.blocks = page.blocks
    return only
