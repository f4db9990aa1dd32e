"""scan.jpg: a one-page letter, printed, laid on the glass a little askew and scanned at 160 dpi."""

import io

import pypdfium2
from pagekit import figure, table
from pagekit.page import Flow, Page
from pagekit.text import Style

BODY = Style("liberation", 11, 15, after=7, hyphens=False)
DPI = 160


def letter(out):
    page = Page(out, (595.28, 841.89), spaces=True)
    page.put("EASTMOOR TREE WARDENS", 70, 58, 455, Style("liberation", 15, 20, "center", bold=True))
    page.put(
        "Town Hall, Room 12 · Eastmoor EM1 1AA · Telephone 01632 960 388",
        70,
        79,
        455,
        Style("liberation", 9.5, 13, "center"),
    )
    page.line(70, 98, 525, 98, 1)
    flow = Flow(page, [(70, 118, 525, 780)])
    flow.para("text", "9 October 2023", BODY.but(align="right"))
    for words in ("Mrs Ingrid Vale", "Secretary, Millpond Residents", "27 Weir Street, Eastmoor"):
        flow.para("text", words, BODY.but(after=0, align="left"))
    flow.space(14)
    flow.title("Survey of the lime trees in Weir Street", BODY.but(bold=True, size=12, after=8), 1)
    flow.para("text", "Dear Mrs Vale,", BODY.but(align="left"))
    flow.para(
        "text",
        "Thank you for your letter of 21 September. Two of our wardens walked the length of Weir Street last Tuesday and looked "
        "at each of the forty-three lime trees between the bridge and the old mill. I am glad to say that most of them are in "
        "better health than we had feared after the dry summer.",
        BODY,
    )
    flow.para(
        "text",
        "Five trees need attention before the winter storms. Their numbers, as painted on the kerb, are given below together with "
        "the work that we propose. None of them has to be felled this year.",
        BODY,
    )
    flow.space(4)
    rows = [
        ["Tree", "Girth (cm)", "Finding", "Work proposed"],
        ["7", "164", "Dead wood in the crown", "Prune, 2 hours"],
        ["12", "201", "Split limb over the road", "Remove limb"],
        ["19", "148", "Roots lift the pavement", "Relay stones"],
        ["30", "177", "Hollow at the base", "Inspect in spring"],
        ["41", "92", "Stake too tight", "Replace stake"],
    ]
    flow.y = (
        table.draw(
            page,
            82,
            flow.y,
            [52, 74, 160, 145],
            rows,
            Style("liberation", 10.5, 14, "left"),
            "grid",
            "crll",
            pad=6,
            lead=5,
            weight=0.8,
        )
        + 14
    )
    flow.para(
        "text",
        "The work will be done on two mornings in the first week of November. Cars should not be parked under trees 7 and 12 on those "
        "days; notices will be put up a week before. The cost is carried by the town, so that residents have nothing to pay.",
        BODY,
    )
    flow.para(
        "text",
        "You also asked who may water the young trees. Anybody may, and we should be grateful: two full cans a week from May to "
        "September make the difference between a tree that lives and one that does not.",
        BODY,
    )
    flow.para("text", "Yours sincerely,", BODY)
    top = flow.y + 8
    page.path(
        [
            (74, top + 16),
            (82, top),
            (88, top + 20),
            (96, top + 5),
            (101, top + 17),
            (110, top + 9),
            (118, top + 15),
            (131, top + 8),
            (139, top + 14),
            (160, top + 10),
        ],
        1.1,
        (0.1, 0.1, 0.35),
    )
    flow.y = top + 30
    flow.para("text", "Thomas Arkwright", BODY.but(align="left", after=0))
    flow.para("text", "Chief Tree Warden", BODY.but(align="left", italic=True))
    page.put("Enclosed: map of Weir Street", 70, 776, 455, BODY.but(size=9.5, align="left"))
    page.save()


def make(path):
    out = io.BytesIO()
    letter(out)
    printed = pypdfium2.PdfDocument(out.getvalue())[0].render(scale=DPI / 72).to_pil()
    figure.scanned(printed, seed=11).save(path, "JPEG", quality=52, optimize=True, dpi=(DPI, DPI))
