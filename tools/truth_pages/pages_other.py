"""A Chinese handbook, a report in one column, a magazine in three."""

from common import Flow, Page, Style, paragraphs
from pagekit import figure, table
from pagekit.page import union
from pagekit.table import Cell
from words import Chinese, English


def handbook(path):
    """Chinese: numbered headings, a ruled table with merged cells, a bullet list and a list with (1) (2)."""
    source = Chinese(707)
    page = Page(path, (595.28, 841.89), title="泵站运行维护手册", lang="zh-CN")
    text = Style("song", 10.5, 16.2, first=21)
    small = Style("song", 9, 12, "left")
    page.block("header", "泵站运行维护手册", 71, 42, 220, small)
    page.block("header", "第三章　巡检与维护", 304, 42, 220, small.but(align="right"))
    page.line(71, 57, 524, 57, 0.6)
    y = page.block(
        "title", "第三章　巡检与维护", 71, 70, 453, Style("hei", 17, 25, "center"), level=1
    )
    flow = Flow(page, [(71, y + 6, 524, 778)])
    head = Style("hei", 12, 18, "left", before=6, after=2)
    sub = head.but(size=10.5, leading=16, before=3, after=1)
    flow.title("3.1 巡检要求", head, 2)
    flow.para("text", source.paragraph(4, 4), text)
    flow.title("3.1.1 巡检周期", sub, 3)
    flow.para("text", source.paragraph(3, 3) + "具体周期见表3-1。", text)
    flow.y = (
        page.block(
            "caption",
            "表3-1　主要设备巡检周期",
            71,
            flow.y + 3,
            453,
            Style("hei", 9, 13, "center"),
            of="table",
        )
        + 2
    )
    label = lambda words, **spans: Cell(words, align="c", fill=(0.93, 0.93, 0.93), **spans)
    rows = [
        [
            label("类别", rows=2),
            label("设备", rows=2),
            label("周期", cols=2),
            label("责任人", rows=2),
        ],
        [label("外观"), label("测量")],
        [Cell("动力", rows=3), "主水泵（1#—4#）", "每班", "每日", Cell("机务员", rows=2)],
        ["备用机组", "每日", "每周"],
        ["变压器", "每日", "每月", "电工"],
        [Cell("辅助", rows=2), "通风与照明", "每周", "每季", "综合班"],
        ["消防器材", Cell("每月5日前完成一次全面检查", cols=2), "安全员"],
    ]
    flow.y = (
        table.draw(
            page,
            71,
            flow.y,
            [63, 130, 85, 85, 90],
            rows,
            Style("song", 9, 12, "left"),
            "grid",
            "ccccc",
            head=2,
            lead=5,
        )
        + 6
    )
    flow.title("3.1.2 巡检内容", sub, 3)
    flow.para("text", "巡检时应携带测温枪、听针和记录本，按下列顺序进行：", text)
    flow.items(
        [source.item() + ("；" if i < 3 else "。") for i in range(4)],
        text.but(first=0, left=21),
        lambda i, _: f"（{i + 1}）",
        28,
        0,
    )
    flow.title("3.2 日常维护", head, 2)
    flow.para("text", source.paragraph(3, 3), text)
    flow.items([source.item() + "。" for _ in range(3)], text.but(first=0, left=12), "•", 12, 0)
    paragraphs(flow, source, text, 3, low=3, high=3)
    page.block("footer", "青石湾水务有限公司", 71, 795, 220, small)
    page.block("page_number", "— 23 —", 71, 795, 453, small.but(align="center"))
    page.save()
    return page


def code(flow, lines, style):
    """A listing on grey; its text keeps the lines."""
    page, (x0, _, x1, _) = flow.page, flow.frame
    height = len(lines) * style.leading + 10
    flow.space(style.before)
    page.rect(x0, flow.y, x1, flow.y + height, fill=(0.94, 0.94, 0.94))
    y, boxes = flow.y + 5, []
    for words in lines:
        bare = words.lstrip(" ")
        shift = (len(words) - len(bare)) * style.size * 0.6
        _, box, _ = page.put(bare, x0 + 8 + shift, y, x1 - x0, style.but(before=0, after=0))
        boxes.append(box)
        y += style.leading
    page.record("code", union(boxes), text="\n".join(lines))
    flow.y += height + style.after


def report(path):
    """One column of a word processor: three levels of headings, a nested list, a listing, a table without rules."""
    source = English(808)
    page = Page(
        path, (612, 792), spaces=True, title="Storage service: operations report", lang="en"
    )
    text = Style("helvetica", 10, 14, "left", after=7, hyphens=False)
    grey = Style("helvetica", 8, 10, "left", color=(0.35, 0.35, 0.35), hyphens=False)
    page.block("header", "Storage service: operations report", 72, 36, 300, grey)
    page.block("header", "Revision 4, May 2023", 392, 36, 148, grey.but(align="right"))
    flow = Flow(page, [(72, 64, 540, 738)])
    one = Style("helvetica", 15, 20, bold=True, before=10, after=5, hyphens=False)
    two, three = one.but(size=12.5, leading=17, after=3), one.but(
        size=10.5, leading=14, before=6, after=3
    )
    flow.title("2 Recovery after a failure", one, 1)
    flow.para("text", source.paragraph(3, 3), text)
    flow.title("2.1 What is kept", two, 2)
    flow.para("text", source.paragraph(3, 3), text)
    flow.items(
        [
            (0, source.clause().capitalize() + ":"),
            (1, source.clause().capitalize() + ","),
            (1, source.clause().capitalize() + "."),
            (0, source.sentence()),
            (1, source.sentence()),
            (0, source.sentence()),
        ],
        text.but(after=6),
        lambda _, depth: "•–"[depth],
        14,
        1.5,
    )
    flow.title("2.1.1 The journal", three, 3)
    flow.para(
        "text",
        "Every request is written to the journal before it is answered. The loop below is all that runs at start-up:",
        text,
    )
    code(
        flow,
        [
            "def replay(journal, store):",
            "    last = store.checkpoint()",
            "    for entry in journal.after(last):",
            "        if entry.valid():",
            "            store.apply(entry.key, entry.value)",
            "    return store.checkpoint()",
        ],
        Style("helvetica", 9, 12, "left", mono=True, after=8, hyphens=False),
    )
    flow.title("2.2 Times measured", two, 2)
    flow.para("text", source.paragraph(2, 2), text)
    flow.y = (
        page.block(
            "caption",
            "Table 4. Time to recover, by size of the journal",
            72,
            flow.y,
            468,
            text.but(size=9, bold=True),
            of="table",
        )
        + 2
    )
    flow.y = (
        table.draw(
            page,
            72,
            flow.y,
            [120, 90, 90, 90],
            [
                [Cell(w, bold=True) for w in ("Journal", "Entries", "Cold (s)", "Warm (s)")],
                ["Small", "12,000", "0.8", "0.3"],
                ["Medium", "480,000", "9.4", "4.1"],
                ["Large", "3,900,000", "71.6", "33.5"],
            ],
            Style("helvetica", 9.5, 12, "left", hyphens=False),
            "none",
            "lrrr",
            pad=4,
            lead=3,
        )
        + 10
    )
    flow.title("2.2.1 Limits of the measurement", three, 3)
    paragraphs(flow, source, text, 3, low=3, high=4)
    page.block("footer", "Quayside Storage Ltd, internal", 72, 752, 250, grey)
    page.block("page_number", "Page 9 of 31", 440, 752, 100, grey.but(align="right"))
    page.save()
    return page


def magazine(path):
    """Three columns: a picture inside the middle one, a pull quote inside the right one."""
    source = English(909)
    page = Page(path, (595.28, 793.7), title="The river keeps its own hours", lang="en")
    text = Style("libertine", 9.4, 11.8, first=9)
    page.block(
        "header",
        "T R A V E L",
        40,
        30,
        200,
        Style("heros", 7.5, 10, "left", bold=True, color=(0.6, 0.1, 0.1)),
    )
    page.line(40, 43, 555, 43, 1.5, (0.6, 0.1, 0.1))
    y = page.block(
        "title",
        "The river keeps its own hours",
        40,
        54,
        515,
        Style("didot", 34, 42, "left", hyphens=False),
        level=1,
    )
    y = page.block(
        "text",
        "Between the harbour and the old bridge, a town has learned to wait for the water. Our correspondent waited with it.",
        40,
        y + 4,
        420,
        Style("didot", 13, 18, "left", italic=True, hyphens=False),
    )
    y = page.block(
        "text",
        "By <b>Hana Kowalik</b>, photograph by <b>Dag Winther</b>",
        40,
        y + 6,
        515,
        Style("heros", 8, 11, "left"),
    )
    top, bottom = y + 14, 744
    columns = [(40, 200), (217.5, 377.5), (395, 555)]

    def picture(flow):
        x0, x1 = columns[1]
        page.image(figure.photograph(23, 480, 390, 58), x0, top + 178, x1, top + 308)
        page.record("image", [x0, top + 178, x1, top + 308])
        page.block(
            "caption",
            "Low water below the old bridge, an hour before the market opens.",
            x0,
            top + 312,
            x1 - x0,
            Style("heros", 7.4, 9.4, "left", color=(0.3, 0.3, 0.3), hyphens=False),
            of="image",
        )

    def quote(flow):
        x0, x1 = columns[2]
        page.rect(x0, top + 250, x1, top + 358, fill=(0.96, 0.92, 0.90))
        page.line(x0, top + 250, x1, top + 250, 2, (0.6, 0.1, 0.1))
        page.block(
            "text",
            "“Nobody here owns a clock. We look at the mud and we know.”",
            x0 + 12,
            top + 266,
            x1 - x0 - 24,
            Style("didot", 15, 20, "left", color=(0.45, 0.08, 0.08), hyphens=False),
            role="pull_quote",
        )

    frames = [
        (columns[0][0], top, columns[0][1], bottom),
        (columns[1][0], top, columns[1][1], top + 168),
        (columns[1][0], top + 346, columns[1][1], bottom),
        (columns[2][0], top, columns[2][1], top + 240),
        (columns[2][0], top + 372, columns[2][1], bottom),
    ]
    flow = Flow(page, frames, {2: picture, 4: quote})
    flow.para("text", source.paragraph(5, 5), text.but(first=0))
    paragraphs(flow, source, text, 3)
    flow.title(
        "A bridge of two halves",
        Style("heros", 9.4, 12, bold=True, before=8, after=3, hyphens=False, color=(0.6, 0.1, 0.1)),
        2,
    )
    paragraphs(flow, source, text, 4, text.but(first=0))
    flow.title(
        "The market",
        Style("heros", 9.4, 12, bold=True, before=8, after=3, hyphens=False, color=(0.6, 0.1, 0.1)),
        2,
    )
    paragraphs(flow, source, text, 14, text.but(first=0))
    page.block("page_number", "46", 40, 758, 40, Style("heros", 8, 10, "left", bold=True))
    page.block(
        "footer", "QUAYSIDE MAGAZINE · AUTUMN", 300, 758, 255, Style("heros", 7, 10, "right")
    )
    page.save()
    return page
