#!/usr/bin/env python3
"""Makes the goldens of the passes around the model's replies: random inputs, real outputs.

    python3 -m venv oracle && oracle/bin/pip install mineru-vl-utils==1.2.1
    oracle/bin/python tools/oracle/vlm_pass_goldens.py

writes tests/data/vectors/random_passes.jsonl, rows as in postprocess.jsonl. Inputs are strung
together from what each pass looks for, so that they reach corners which the invented rows of
postprocess.jsonl leave out.
"""

import inspect
import json
import pathlib
import random
import sys

import mineru_vl_utils.post_process as post
from loguru import logger
from mineru_vl_utils.mineru_client import MinerUClient, MinerUClientHelper
from mineru_vl_utils.post_process import (
    equation_big,
    equation_block,
    equation_delimeters,
    equation_double_subscript,
    equation_left_right,
    equation_unbalanced_braces,
    table_image_processor,
    text_display2inline,
    text_inline_spacing,
    text_move_underscores_outside,
)
from mineru_vl_utils.structs import ContentBlock
from PIL import Image

OUT = pathlib.Path(__file__).resolve().parents[2] / "tests/data/vectors/random_passes.jsonl"

LEFT_RIGHT = [
    r"\left(", r"\right)", r"\left[", r"\right]", r"\left.", r"\right.", r"\left\{", r"\right\}",
    r"\left\lvert", r"\right\rvert", r"\right\lvert", r"\left|", r"\right|", r"\left/", r"\right/",
    r"\left)", r"\right(", r"\rightarrow", r"\left", r"\right", " ", "a", "b", "&", r"\\", "\u3000",
    "中", "\n", "\\", r"\begin{array}{c|c}", r"\begin{array} {c r}", r"\begin{array}{l}",
    r"\end{array}", r"\end{array}",
]
SUBSCRIPTS = ["_", "{", "}", " ", "a", "_{", "}_{", "_{a}", "_ {b}", "\u00a0", "\n", r"\{", "{c}"]
BIG = [
    r"\big", r"\bigg", r"\Biggm", r"\biggm", r"\Bigl", r"\Bigr", r"\bigl", "{", "}", " ", "{(}",
    "{[}", "{]}", " {[}", "{|}", r"{\|}", r"{\{}", r"{\}}", r"{\langle}", r"{\rangle}",
    r"\bigtimes", "\\", "x",
]
DELIMITERS = [r"\[", r"\]", "[", "]", "\\", " ", "\n", "x", "\u3000", "\u200b", "\x1f"]
DISPLAY = [r"\[", r"\]", "[", "]", "\\", " ", "1", "2", ",", "-", "–", "٣", "x", "\n"]
MACROS = [
    r"\(", r"\)", r"\to", r"\in", r"\times", r"\cong", r"\subset", "A", "p", "t", "f", "é", " ",
    "\\", ")",
]
BLANKS = [r"\(", r"\)", "___", "_", "____", " ", "x", "\u3000", "{", "}", "(", "\\", "中"]

TEXT_PASSES = {
    "equation_delimiters": (equation_delimeters.try_fix_equation_delimeters, DELIMITERS),
    "equation_left_right": (equation_left_right.try_match_equation_left_right, LEFT_RIGHT),
    "equation_double_subscript": (
        equation_double_subscript.try_fix_equation_double_subscript, SUBSCRIPTS),
    "equation_unbalanced_braces": (
        equation_unbalanced_braces.try_fix_unbalanced_braces, ["{", "}", "\\", "a", r"\\"]),
    "equation_big": (equation_big.try_fix_equation_big, BIG),
    "equation_chain": (
        lambda s: post._process_equation(s, False), LEFT_RIGHT + SUBSCRIPTS + BIG + ["<", r"\["]),
    "equation_add_brackets": (post._add_equation_brackets, DELIMITERS),
    "text_display_to_inline": (text_display2inline.try_convert_display_to_inline, DISPLAY),
    "text_macro_spacing": (text_inline_spacing.try_fix_macro_spacing_in_markdown, MACROS),
    "text_move_underscores": (
        text_move_underscores_outside.try_move_underscores_outside, BLANKS),
}

LAYOUT_TYPES = [
    "text", "table", "equation", "equation_block", "image", "title", "Unknown", "un\u212anown",
    "inline_formula", "list_item", "chart", "image_block", "banana", "",
]
BLOCK_TYPES = [
    "text", "table", "image", "chart", "image_block", "equation_block", "equation",
    "image_caption", "list", "title", "list_item", "header", "page_number", "aside_text",
]
CONTENTS = [
    None, "", "[Non-Text]", " [Non-Text]\n", r"\[a<b\]", r"x \left( y", r"see \[x\inA\] \(a ___\)",
    r"\tag{1}x", r"<fcel>\(a\)<nl>", "plain",
    "<|class_start|>pure_formula<|class_end|><|content_start|>x^2<|content_end|>",
    "<|class_start|>icon<|class_end|><|caption_start|>cap<|caption_end|>",
]


def nested_arrays(rnd, depth=0):
    out = []
    for _ in range(rnd.randint(1, 4)):
        kind = rnd.random()
        if kind < 0.3 and depth < 4:
            out.append(r"\begin{array}{l}" + nested_arrays(rnd, depth + 1) + r"\end{array}")
        elif kind < 0.6:
            out.append(rnd.choice(["&", "&", r"\\"]))
        else:
            out.append("".join(rnd.choice(LEFT_RIGHT[:20]) for _ in range(rnd.randint(1, 3))))
    return "".join(out)


def random_text(rnd, step, atoms):
    if step in ("equation_left_right", "equation_chain") and rnd.random() < 0.6:
        return nested_arrays(rnd)
    return "".join(rnd.choice(atoms) for _ in range(rnd.randint(1, rnd.choice([5, 10, 20]))))


def random_reply(rnd):
    records = []
    for _ in range(rnd.randint(1, 5)):
        x, y = rnd.randint(0, 800), rnd.randint(0, 800)
        grid = [x, y, x + rnd.randint(0, 205), y + rnd.randint(0, 205)]
        if rnd.random() < 0.2:
            rnd.shuffle(grid)
        space = rnd.choice([" ", "  ", "\n", "\u00a0"])
        record = "<|box_start|>" + space.join("%03d" % v for v in grid) + "<|box_end|>"
        record += "<|ref_start|>" + rnd.choice(LAYOUT_TYPES) + "<|ref_end|>"
        record += rnd.choice(["", "<|rotate_up|>", "<|rotate_left|>", " <|rotate_up|>"])
        record += rnd.choice(["", "\n", "<|txt_contd_tgt|>", "junk txt_contd_tgt\n"])
        if rnd.random() < 0.15:
            at = rnd.randrange(len(record))
            noise = rnd.choice(["<|box_start|>", "1", "x", "٣", "\u200b"])
            record = record[:at] + noise + record[at:]
        records.append(record)
    return "".join(records)


def random_blocks(rnd, types, contents=(None,)):
    blocks = []
    for _ in range(rnd.randint(2, 8)):
        x, y = rnd.randint(0, 800) / 1000, rnd.randint(0, 800) / 1000
        box = [x, y, x + rnd.randint(1, 200) / 1000, y + rnd.randint(1, 200) / 1000]
        if blocks and rnd.random() < 0.7:
            x1, y1, x2, y2 = rnd.choice(blocks)["bbox"]
            w, h = x2 - x1, y2 - y1
            part = lambda: rnd.choice([0, 0, 0.05, 0.1, 0.2])
            box = [x1 + w * part(), y1 + h * part(), x2 - w * part(), y2 - h * part()]
        box = [round(v, 3) for v in box]
        if box[0] < box[2] and box[1] < box[3]:
            blocks.append({"type": rnd.choice(types), "bbox": box,
                           "angle": rnd.choice([None, 0, 0, 90, 180, 270]),
                           "content": rnd.choice(contents)})
    return blocks


def to_reference(blocks):
    return [ContentBlock(type=b["type"], bbox=list(b["bbox"]), angle=b["angle"],
                         content=b["content"]) for b in blocks]


def to_json(blocks):
    return [{k: v for k, v in b.items() if not k.startswith("_")} for b in blocks]


def helper(image_analysis):
    parameters = inspect.signature(MinerUClient.__init__).parameters
    names = inspect.signature(MinerUClientHelper.__init__).parameters
    values = {name: parameters[name].default for name in names
              if name != "self" and name in parameters}
    values.update(backend="vllm-engine", image_analysis=image_analysis)
    return MinerUClientHelper(**values)


def prepare_row(rnd):
    blocks = random_blocks(rnd, BLOCK_TYPES)
    size = [rnd.randint(5, 300), rnd.randint(5, 300)]
    analysis = rnd.random() < 0.7
    unwanted = rnd.sample(BLOCK_TYPES + ["bogus"], rnd.randint(0, 2))
    after = to_reference(blocks)
    client = helper(analysis)
    client.resize_by_need = lambda image: image
    images, prompts, params, indices = client.prepare_for_extract(
        Image.new("RGB", size), after, not_extract_list=unwanted)
    requests = [{"index": index, "prompt": prompt, "presence_penalty": param.presence_penalty,
                 "frequency_penalty": param.frequency_penalty, "crop_size": list(image.size)}
                for image, prompt, param, index in zip(images, prompts, params, indices)]
    absorbed = [i for i, b in enumerate(after) if b.get("_absorbed_by_table")]
    return ({"page_size": size, "blocks": blocks, "image_analysis": analysis,
             "not_extract_list": unwanted},
            {"requests": requests, "block_types_after": [b["type"] for b in after],
             "absorbed": absorbed})


def post_process_row(rnd):
    blocks = random_blocks(rnd, BLOCK_TYPES, CONTENTS)
    options = {"simple": rnd.random() < 0.2, "handle_equation_block": rnd.random() < 0.8,
               "abandon_list": rnd.random() < 0.5, "abandon_paratext": rnd.random() < 0.5,
               "enable_table_formula_eq_wrap": rnd.random() < 0.5}
    out = post.post_process(to_reference(blocks), options["simple"],
                            options["handle_equation_block"], options["abandon_list"],
                            options["abandon_paratext"], options["enable_table_formula_eq_wrap"])
    return {"blocks": blocks, "options": options}, to_json(out)


def color_row(rnd):
    """Pixel (x, y) of the picture has (37x + 101y + 59c) % 256 in channel c."""
    width, height = rnd.randint(1, 30), rnd.randint(1, 30)
    image = Image.new("RGB", (width, height))
    for y in range(height):
        for x in range(width):
            image.putpixel((x, y), tuple((37 * x + 101 * y + 59 * c) % 256 for c in range(3)))
    x, y = rnd.randint(0, width - 1), rnd.randint(0, height - 1)
    box = (x, y, rnd.randint(x + 1, width), rnd.randint(y + 1, height))
    color = table_image_processor._get_average_color(image, box)
    return {"size": [width, height], "box": list(box)}, list(color)


def block_row(rnd):
    blocks = random_blocks(rnd, ["equation_block", "equation", "equation", "text"],
                           ["a", r"b \tag{1}", r"c\tag {2} \tag{", r"\tag"])
    return blocks, to_json(equation_block.do_handle_equation_block(to_reference(blocks)))


def map_row(rnd):
    blocks = random_blocks(rnd, ["table", "table", "image", "image", "chart"])
    found = table_image_processor.build_table_image_map(to_reference(blocks))
    return blocks, {str(table): images for table, images in found.items()}


def layout_row(rnd):
    reply = random_reply(rnd)
    return reply, to_json(helper(False).parse_layout_output(reply))


BLOCK_PASSES = {
    "layout_parse": layout_row,
    "prepare_for_extract": prepare_row,
    "table_image_map": map_row,
    "equation_block": block_row,
    "post_process": post_process_row,
    "surrounding_color": color_row,
}


def main():
    logger.remove()
    logger.add(sys.stderr, level="ERROR")
    rnd = random.Random(2)
    with OUT.open("w", encoding="utf-8") as file:

        def write(step, given, expected):
            row = {"step": step, "input": given, "expected": expected}
            file.write(json.dumps(row, ensure_ascii=False, separators=(",", ":")) + "\n")

        for step, (function, atoms) in TEXT_PASSES.items():
            for _ in range(80 if step == "equation_left_right" else 30):
                text = random_text(rnd, step, atoms)
                write(step, text, function(text))
        for step, make in BLOCK_PASSES.items():
            for _ in range(25):
                write(step, *make(rnd))


if __name__ == "__main__":
    main()
