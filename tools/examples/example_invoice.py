"""invoice.pdf: one page of a word processor: letterhead, addresses side by side, a ruled table with merged cells."""

from pagekit import table
from pagekit.page import Page
from pagekit.table import Cell
from pagekit.text import Style

INK, PALE, GREY = (0.07, 0.27, 0.36), (0.90, 0.94, 0.95), (0.38, 0.42, 0.44)
TEXT = Style("liberationsans", 9.2, 12.6, "left", hyphens=False)
LABEL = TEXT.but(size=7.6, leading=11, bold=True, color=INK)
LINES = [
    ("LT-204", "Reading lamp “Fjord”, oak and brass", "6", "84.00"),
    (
        "LT-311",
        "Desk lamp “Pier”, dimmable, with clamp and two metres of textile cable",
        "4",
        "129.50",
    ),
    ("SH-090", "Shade, hand-folded paper, 30 cm", "10", "38.20"),
    ("BU-027", "LED bulb E27, 7 W, 2 700 K", "20", "6.90"),
    ("SV-001", "Fitting on site, per hour", "3", "65.00"),
]


def money(value):
    return f"{value:,.2f}"


def make(path):
    page = Page(
        path,
        (595.28, 841.89),
        spaces=True,
        title="Invoice 2024-0317",
        author="Lantern & Quay Ltd",
        lang="en",
    )
    page.rect(0, 0, page.width, 9, fill=INK)
    page.rect(56, 44, 86, 74, fill=INK, radius=4)
    page.path([(71, 49), (80, 62), (62, 62)], 0, fill=(1, 1, 1), close=True)
    page.rect(68.5, 62, 73.5, 69, fill=(1, 1, 1))
    page.put("Lantern & Quay Ltd", 96, 43, 260, TEXT.but(size=16, leading=19, bold=True, color=INK))
    page.put("Lamps made to be repaired", 96, 61, 260, TEXT.but(size=9, color=GREY))
    y = 43
    for words in (
        "14 Ropewalk, Eastmoor EM2 7QX",
        "hello@lanternquay.example",
        "Telephone 01632 960 144",
    ):
        _, _, y = page.put(
            words, 339, y, 200, TEXT.but(size=8.4, leading=11, align="right", color=GREY)
        )
    page.put("Invoice", 56, 108, 300, TEXT.but(size=22, leading=26, bold=True))
    addresses = (
        (
            "BILL TO",
            (
                "Northwind Reading Rooms",
                "Accounts, Ms H. Abara",
                "3 Customs House Lane",
                "Eastmoor EM1 4DA",
            ),
        ),
        (
            "DELIVER TO",
            (
                "Harbour Street Library",
                "Goods entrance, rear",
                "88 Harbour Street",
                "Nordvik NV5 2PL",
            ),
        ),
    )
    for x, (name, rows) in zip((56, 216), addresses):
        page.put(name, x, 150, 150, LABEL)
        y = 163
        for words in rows:
            _, _, y = page.put(words, x, y, 150, TEXT)
    y = 150
    for name, value in (
        ("Invoice no.", "2024-0317"),
        ("Date", "17 March 2024"),
        ("Your order", "NRR/5521"),
        ("Due", "16 April 2024"),
    ):
        page.put(name, 384, y, 70, TEXT.but(color=GREY))
        page.put(value, 444, y, 95.28, TEXT.but(align="right", bold=name == "Due"))
        y += 15.4
    rows = [
        [
            Cell(n, bold=True, align=a, fill=PALE)
            for n, a in (
                ("Item", "l"),
                ("Description", "l"),
                ("Qty", "r"),
                ("Unit price", "r"),
                ("Amount", "r"),
            )
        ]
    ]
    net = 0.0
    for code, words, count, price in LINES:
        net += int(count) * float(price)
        rows.append([code, words, count, price, money(int(count) * float(price))])
    rows.append([Cell("Net amount", cols=4, align="r"), money(net)])
    rows.append([Cell("Discount 5% on goods", cols=4, align="r"), "−" + money((net - 195) * 0.05)])
    total = net - round((net - 195) * 0.05, 2)
    rows.append([Cell("VAT 20%", cols=4, align="r"), money(total * 0.2)])
    rows.append(
        [
            Cell("Total due (GBP)", cols=4, align="r", bold=True, fill=PALE),
            Cell(money(total * 1.2), bold=True, fill=PALE),
        ]
    )
    y = table.draw(
        page,
        56,
        248,
        [56, 249.28, 42, 66, 70],
        rows,
        TEXT,
        "grid",
        "llrrr",
        pad=6,
        lead=8,
        weight=0.6,
        color=(0.45, 0.52, 0.55),
    )
    page.put("Payment terms", 56, y + 26, 300, TEXT.but(size=11, leading=14, bold=True, color=INK))
    _, _, y = page.put(
        "Please pay within 30 days of the invoice date by bank transfer and quote the invoice number. We charge 1.5% per month on "
        "overdue amounts. Goods remain the property of Lantern & Quay Ltd until they are paid for in full; the "
        "ten-year repair promise begins on the day of delivery.",
        56,
        y + 44,
        483,
        TEXT.but(leading=13),
    )
    y += 16
    for name, value in (
        ("Bank", "Eastmoor Mutual"),
        ("Account name", "Lantern & Quay Ltd"),
        ("Account no.", "00 144 027"),
        ("Reference", "2024-0317"),
    ):
        page.put(name, 56, y, 100, TEXT.but(color=GREY))
        page.put(value, 140, y, 200, TEXT)
        y += 14
    page.put(
        "Thank you for reading by our light.", 56, y + 18, 483, TEXT.but(italic=True, color=INK)
    )
    page.line(56, 786, 539, 786, 0.6, INK)
    foot = TEXT.but(size=7.8, leading=10, color=GREY, align="center")
    page.put(
        "Lantern & Quay Ltd · Registered in Eastmoor no. 0960144 · VAT no. EX 144 9601 27",
        56,
        792,
        483,
        foot,
    )
    page.put("Page 1 of 1", 56, 803, 483, foot)
    page.save()
