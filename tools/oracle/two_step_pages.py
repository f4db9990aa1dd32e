"""Invented pages for two_step_goldens.py: their size, and what a model says about them."""

import random

UP, RIGHT, DOWN, LEFT = ("<|rotate_" + way + "|>" for way in ("up", "right", "down", "left"))
CONTINUES = UP + "<|txt_contd_tgt|>"


def box(kind, x1, y1, x2, y2, tail=UP):
    return (f"<|box_start|>{x1:03} {y1:03} {x2:03} {y2:03}<|box_end|>"
            f"<|ref_start|>{kind}<|ref_end|>{tail}")


def page(name, size, layout, replies, image_analysis=False):
    if isinstance(layout, list):
        layout = "\n".join(layout)
    return {"name": name, "size": size, "image_analysis": image_analysis, "layout": layout,
            "replies": replies}


def picture_reply(kind, sub_class="", caption="", content=""):
    return (f"<|class_start|>{kind}<|class_end|><|sub_class_start|>{sub_class}<|sub_class_end|>"
            f"<|caption_start|>{caption}<|caption_end|>"
            f"<|content_start|>{content}<|content_end|>")


PAGES = [
    page("article", (850, 1100), [
        box("header", 100, 20, 500, 40), box("page_number", 900, 20, 930, 40),
        box("title", 100, 60, 900, 90), box("text", 100, 100, 480, 300),
        box("text", 520, 100, 900, 300, CONTINUES), box("equation", 100, 320, 480, 360),
        box("formula_number", 440, 330, 480, 350), box("text", 100, 380, 480, 500),
        box("footer", 100, 960, 900, 980), box("page_footnote", 100, 920, 480, 950),
        box("aside_text", 10, 300, 40, 700, LEFT),
    ], [
        "Annals of Invention<|im_end|>", "17", "2 Methods",
        r"Let \(x\inA\) and \[y\], then \(a\toB\).",
        "goes on here, see [12] and \\[3\\].", r"\[ \left( a + \frac{b}{c} \right] < d", "(4)",
        r"where \( x _ {1} \) holds____. Fill \(___\) and \(a ____ b\)", "[Non-Text]",
        "1 A note with 100% & <b>tags</b>.", "arXiv:0000.00000",
    ]),
    page("equations", (700, 901), [
        box("equation", 100, 50, 900, 100), box("equation", 100, 110, 900, 160),
        box("equation", 100, 170, 900, 220), box("equation", 100, 230, 900, 280),
        box("equation", 100, 290, 900, 340), box("equation", 100, 350, 900, 400),
        box("equation", 100, 410, 900, 460), box("equation", 100, 470, 900, 520),
        box("equation", 100, 530, 900, 580), box("equation", 100, 590, 900, 640),
        box("equation", 100, 650, 900, 700), box("equation", 100, 710, 900, 760),
    ], [
        r"x = {a + {b}", r"x = a} + b}", r"\[x_{a}_{b}\]", r"\left\{ x \right.",
        r"a \coloneqq b :=",
        r"\bigl{(} x \Biggr{|} \big{\langle}", r"\left( \frac{a}{b}",
        r"a \leq b \leqq c < d \eqqcolon e",
        "", "[Non-Text]", r"\begin{array}{c c} a & b \\ c & d \end{array} \tag{1}",
        "  \\[  \n E = mc^2 \n \\]  <|im_end|>",
    ]),
    page("equation block", (640, 480), [
        box("equation_block", 100, 100, 900, 400), box("equation", 110, 110, 890, 200),
        box("equation", 110, 210, 890, 300), box("formula_number", 850, 310, 890, 340),
        box("equation", 110, 310, 800, 390), box("equation_block", 100, 500, 900, 700),
        box("text", 110, 510, 890, 600), box("equation_block", 100, 750, 900, 900),
        box("equation", 110, 760, 890, 890),
    ], [r"a &= b", r"c &= d \\", "(2.1)", r"\[e = f\]", "words", r"\lambda_{{"]),
    page("equation block with an unread equation", (90, 60), [
        box("equation_block", 0, 0, 1000, 600), box("equation", 10, 10, 900, 300),
        box("equation", 500, 300, 505, 500), box("equation", 10, 300, 400, 590),
        box("text", 10, 700, 900, 900), box("table", 10, 910, 900, 990),
    ], ["a=b", "c=d", "text after it", "<fcel>t<nl>"]),
    page("tables", (1000, 1400), [
        box("table_caption", 100, 10, 900, 30), box("table", 100, 40, 900, 200),
        box("table_footnote", 100, 205, 900, 220), box("table", 100, 230, 900, 330),
        box("table", 100, 340, 900, 430), box("table", 100, 440, 900, 520),
        box("table", 100, 530, 900, 600), box("table", 100, 610, 900, 690),
        box("table", 100, 700, 900, 790), box("table", 100, 800, 900, 900),
        box("table", 100, 910, 900, 990),
    ], [
        "Table 1: Results",
        "<fcel>a<lcel><fcel>b<nl><ucel><xcel><fcel>c<nl><ecel><ecel><fcel>d<nl>",
        "* p < 0.05",
        "<fcel>x<fcel>\\(a<b\\)<nl><fcel>\\[c\\]<fcel>1 & 2<nl>",
        "no table at all", "<table><tr><td>\\(q\\)</td></tr></table>",
        "<lcel><ucel><xcel><nl><fcel>late<nl><fcel>a<fcel>b<fcel>c<nl>", "",
        "<fcel>one<fcel>two<nl><fcel>three<im_end>", "<nl><nl>", "[Non-Text]",
    ]),
    page("table with what lies inside", (800, 600), [
        box("table", 100, 100, 900, 800), box("text", 150, 150, 400, 300),
        box("equation", 450, 150, 800, 300), box("equation_block", 450, 310, 800, 400),
        box("title", 150, 410, 400, 450), box("text", 50, 700, 500, 900),
        box("list", 150, 500, 800, 600), box("image", 880, 100, 990, 300),
    ], ["<fcel>a<fcel>b<nl>", "Title inside", "half outside"]),
    page("table with pictures", (640, 700), [
        box("table", 101, 103, 899, 597), box("image", 151, 201, 403, 399),
        box("image", 500, 200, 800, 400), box("table", 100, 700, 900, 900),
        box("image", 120, 720, 300, 880),
    ], ["<fcel>{token 0}<fcel>[ x ]<nl><fcel>pair<fcel>{token 1} and {token 0}<nl>",
        "<fcel>not quoted<fcel>b<nl>"]),
    page("turned table with a picture", (601, 803), [
        box("table", 100, 100, 901, 600, RIGHT), box("image", 301, 203, 703, 407),
    ], ["<fcel>{token 0}<nl>"], True),
    page("table turned by half with a picture", (503, 601), [
        box("image", 333, 222, 777, 411), box("table", 100, 100, 901, 600, DOWN),
        box("image", 950, 10, 990, 60),
    ], ["<fcel>{token 0}<lcel><nl><fcel>\\(x\\)<fcel>y<nl>"], True),
    page("nested tables with a picture", (700, 500), [
        box("table", 100, 100, 900, 900), box("table", 200, 200, 800, 800, LEFT),
        box("image", 300, 300, 600, 600),
    ], ["<fcel>outer<nl>", "<fcel>{token 0}<nl>"]),
    page("pictures described", (1200, 900), [
        box("image", 50, 50, 300, 300), box("chart", 350, 50, 600, 300),
        box("image", 650, 50, 950, 300), box("chart", 50, 350, 300, 600),
        box("image", 350, 350, 600, 600), box("image", 650, 350, 950, 600),
        box("image", 50, 650, 300, 900), box("unknown", 350, 650, 600, 900),
        box("image", 650, 650, 950, 900),
    ], [
        picture_reply("natural_image", "", "A red bicycle", "ignored"),
        picture_reply("chart", "bar", "Sales", "| year | n |\n|---|---|\n| 1 | 2 |"),
        picture_reply("pure_table", "", "", "<fcel>a<fcel>\\(b\\)<nl>"),
        picture_reply("pure_table", "", "", "|a|b|\n|---|---|\n|1|2|"),
        picture_reply("pure_formula", "", "", r"\frac{a}{b"),
        picture_reply("flowchart", "", "Flow", "```mermaid\ngraph TD\nA[x y] --> B\n```"),
        "no classes here", picture_reply("geometry", "plane", "", ""), "",
    ], True),
    page("pictures not described", (1200, 900), [
        box("image", 50, 50, 300, 300), box("chart", 350, 50, 600, 300),
        box("image_caption", 50, 310, 300, 340), box("image_footnote", 350, 310, 600, 340),
        box("unknown", 650, 50, 950, 300), box("image_caption", 60, 60, 200, 100),
    ], ["Figure 1: A thing", "Source: invented"]),
    page("groups of pictures", (900, 900), [
        box("image_block", 100, 100, 900, 500), box("image", 110, 110, 480, 490),
        box("chart", 520, 110, 890, 490), box("image_caption", 300, 450, 700, 490),
        box("image_caption", 300, 510, 700, 540), box("image", 100, 600, 180, 680),
        box("image", 200, 600, 310, 710), box("chart", 400, 600, 405, 610),
        box("image", 100, 800, 700, 818), box("chart", 550, 600, 900, 780),
    ], ["Figure 2", picture_reply("logo", "", "Company", ""),
        picture_reply("natural_image", "", "stripe", ""),
        picture_reply("chart", "line", "", "|x|y|\n|---|---|\n|1|2|\n|1|2|")], True),
    page("lists", (600, 800), [
        box("list", 100, 100, 900, 500), box("list_item", 110, 110, 890, 200),
        box("list_item", 110, 210, 890, 300), box("list_item", 110, 310, 890, 400, CONTINUES),
        box("list", 100, 600, 900, 900), box("ref_text", 110, 610, 890, 700),
        box("ref_text", 110, 710, 890, 800), box("list_item", 0, 950, 1000, 1000),
    ], ["• first \\(x\\toY\\)", "- second", "", "[1] A. Author. Title. 1999.", "[Non-Text]",
        " [Non-Text]\n"]),
    page("all other types", (777, 1111), [
        box(kind, 50, 20 + 50 * i, 950, 60 + 50 * i) for i, kind in enumerate([
            "doc_title", "paragraph_title", "code", "algorithm", "index", "phonetic", "caption",
            "table_caption", "code_caption", "footnote", "table_footnote", "image_footnote",
            "page_footnote", "formula_number", "ref_text", "aside_text", "header", "footer"])
    ], ["# A Title", "1.1 Part", "for (;;) {\n\tx();\n}\n", "1: a ← b\n2: return a",
        "1 Intro .... 3",
        "pīn yīn", "Fig. x", "Tab. x", "Listing 1", "a", "b", "c", "d", "(3)",
        "[2] B.", "[Non-Text]", "[Non-Text]", "\t[Non-Text] "]),
    page("turned text", (640, 960), [
        box("text", 50, 50, 150, 900, RIGHT), box("text", 200, 50, 300, 900, LEFT),
        box("text", 350, 50, 900, 150, DOWN), box("title", 350, 200, 900, 250, ""),
        box("table", 350, 300, 600, 800, RIGHT), box("equation", 650, 300, 900, 800, LEFT),
    ], ["right", "left", "down", "none", "<fcel>a<nl>", "x^2"]),
    page("wide", (2400, 60), [
        box("text", 0, 0, 1000, 1000), box("text", 0, 400, 1000, 500),
        box("text", 3, 100, 997, 116), box("equation", 500, 0, 502, 1000),
    ], ["w1", "w2", "w3", "y"]),
    page("tall", (37, 3001), [
        box("text", 0, 0, 1000, 1000), box("text", 100, 0, 300, 1000, RIGHT),
        box("table", 400, 1, 460, 999, LEFT), box("text", 0, 0, 1000, 1),
    ], ["t1", "t2", "<fcel>t3<nl>", "t4"]),
    page("tiny", (9, 7), [
        box("text", 0, 0, 1000, 1000), box("text", 100, 100, 250, 250),
        box("title", 50, 50, 52, 52), box("image", 300, 300, 700, 700),
        box("text", 300, 0, 310, 1000), box("table", 500, 400, 940, 1000),
    ], ["whole", "one pixel", "<fcel>a<nl>"]),
    page("one pixel", (1, 1), [
        box("text", 0, 0, 1000, 1000), box("text", 0, 0, 500, 500), box("text", 0, 0, 501, 1000),
        box("text", 499, 499, 1000, 1000),
    ], ["a", "b", "c"]),
    page("half pixels", (100, 250), [
        box("text", 5, 2, 15, 6), box("text", 25, 14, 35, 22), box("text", 995, 990, 1000, 998),
        box("text", 45, 10, 55, 30), box("text", 50, 10, 55, 30),
    ], ["a", "b", "c", "d"]),
    page("empty layout", (300, 200), "", []),
    page("empty layout with its end", (300, 200), "\n<|im_end|>", []),
    page("garbage layout", (301, 199),
         "I am sorry.<|box_start|>1 2 3<|box_end|><|ref_start|>text<|ref_end|>\n\u0000\ufffd", []),
    page("bad boxes", (640, 480), [
        box("text", 900, 800, 100, 100), box("text", 100, 100, 100, 300),
        "<|box_start|>0100 0100 1001 200<|box_end|><|ref_start|>text<|ref_end|>" + UP,
        "<|box_start|>-10 100 200 200<|box_end|><|ref_start|>text<|ref_end|>" + UP,
        "<|box_start|>10  100\t200\n200<|box_end|><|ref_start|>TEXT<|ref_end|>" + UP,
        "<|box_start|> 10 100 200 200<|box_end|><|ref_start|>text<|ref_end|>" + UP,
        "<|box_start|>1٠ 100 2٠٠ 200<|box_end|><|ref_start|>Title<|ref_end|>" + DOWN,
        box("banana", 10, 10, 20, 20), box("inline_formula", 10, 10, 90, 90),
        box("text", 0, 0, 1000, 1000, " " + UP), box("text", 300, 300, 600, 600, RIGHT + DOWN),
        box("tex t", 0, 0, 10, 10), box("", 0, 0, 10, 10), box("un\u212anown", 500, 500, 900, 900),
        box("title", 700, 10, 900, 60, UP + "txt_contd_tgt"),
    ], ["a", "b", "c", "d", "e", "f"]),
    page("cut-off layout", (640, 481), [
        box("text", 100, 100, 900, 200), box("text", 100, 300, 900, 400, ""),
        "<|box_start|>100 500 900 6",
    ], ["first", "second<|im_end|><|im_end|>"]),
    page("layout cut off in its type", (333, 444),
         box("title", 1, 2, 999, 100) + "<|box_start|>100 500 900 600<|box_end|><|ref_start|>te",
         ["a\r\nb\u2028c"]),
    page("special characters", (640, 640), [
        box("text", 10, 10 + 90 * i, 990, 90 + 90 * i) for i in range(10)
    ], ["你好，世界 \\(α\\toβ\\)", "😀 e\u0301 \u200b\u00a0\u3000", "a\u0000b\u0007\u001b[0m",
        "<|txt_contd_tgt|> <|box_start|>", "\\", "\\(", "\\[ \\] \\[1, 2\\] \\[１\\]",
        "$5 * _x_ | # > `code` ~~~", "\n\n  padded  \n\n", "\ufeffﬁ ﬂ ½ ①"]),
    page("overlaps", (500, 500), [
        box("text", 100, 100, 900, 500), box("text", 100, 100, 900, 500),
        box("table", 100, 100, 900, 500), box("table", 100, 100, 900, 500),
        box("image", 100, 100, 900, 500), box("title", 100, 100, 900, 500),
    ], ["<fcel>{token 0}<nl>", "<fcel>b<nl>", "t"]),
]

KINDS = ["text"] * 6 + ["table"] * 4 + ["equation"] * 5 + ["image"] * 4 + [
    "title", "chart", "chart", "list", "list_item", "equation_block", "image_block",
    "image_caption", "table_caption", "header", "footer", "page_number", "code", "formula_number",
    "ref_text", "unknown", "banana", "Text",
]
TAILS = [UP] * 6 + [RIGHT, DOWN, LEFT, "", CONTINUES, "<|txt_contd_tgt|>"]
TEXTS = [
    "word", " ", "\\(", "\\)", "\\[", "\\]", "___", "x", "\\to", "A", "\\in", "1", "2", ",", "中",
    "\n", "[", "]", "_", "^", "é", "\\", "{", "}", "[Non-Text]",
]
EQUATIONS = [
    r"\left(", r"\right)", r"\left[", r"\right.", "{", "}", "_", "a", "_{b}", r"\frac{a}{b}", "<",
    r"\bigl{(}", r"\Big{|}", r"\[", r"\]", " ", r"\\", "&", "=", r"\leq", r"\tag{1}", r"\eqqcolon",
    r"\begin{array}{c|c}", r"\end{array}", "=:", r"\leqslant",
]
CELLS = ["<fcel>", "<fcel>", "<fcel>", "<ecel>", "<lcel>", "<ucel>", "<xcel>", "<nl>", "<nl>", "a",
         "b c", "\\(", "\\)", "&", "<", "中"]
PICTURES = ["natural_image", "chart", "pure_table", "pure_formula", "flowchart", "geometry", ""]
CONTENTS = ["|a|b|\n", "|---|---|\n", "|1|2|\n", "<fcel>", "<nl>", "x", r"\frac{a", "graph TD\n",
            "A --> B\n", "```mermaid\n", "```", ""]


def strung(pick, parts, most):
    return "".join(pick.choices(parts, k=pick.randint(0, most)))


def random_layout(pick):
    records = []
    for _ in range(pick.randint(1, 9)):
        if records and pick.random() < 0.3:  # inside the one before it
            x1, x2 = sorted((pick.randint(x1, x2), pick.randint(x1, x2)))
            y1, y2 = sorted((pick.randint(y1, y2), pick.randint(y1, y2)))
        else:
            x1, y1 = pick.randint(0, 900), pick.randint(0, 900)
            x2, y2 = pick.randint(x1, 1000), pick.randint(y1, 1000)
        records.append(box(pick.choice(KINDS), x1, y1, x2, y2, pick.choice(TAILS)))
    return "\n".join(records)


def random_reply(pick, prompt):
    if prompt == "\nTable Recognition:":
        return strung(pick, CELLS, 14)
    if prompt == "\nFormula Recognition:":
        return strung(pick, EQUATIONS, 10)
    if prompt == "\nImage Analysis:":
        return picture_reply(pick.choice(PICTURES), pick.choice(["", "bar"]),
                             pick.choice(["", "A thing"]), strung(pick, CONTENTS, 6))
    return strung(pick, TEXTS, 10)


def random_pages(count, seed):
    pages = []
    for i in range(count):
        pick = random.Random(f"{seed} {i}")
        pages.append(page(
            f"random {seed} {i}", (pick.randint(2, 500), pick.randint(2, 500)), random_layout(pick),
            lambda prompt, pick=pick: random_reply(pick, prompt), pick.random() < 0.6))
    return pages
