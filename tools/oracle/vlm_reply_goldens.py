#!/usr/bin/env python3
"""Makes the goldens of the replies about tables, charts and pictures: random replies, real outputs.

    python3 -m venv oracle && oracle/bin/pip install mineru-vl-utils==1.2.1
    oracle/bin/python tools/oracle/vlm_reply_goldens.py

writes tests/data/vectors/random_replies.jsonl, rows as in postprocess.jsonl. Replies are strung
together from what each pass looks for. Up to half of the rows of a step are replies that the pass
leaves as they are or makes nothing of.
"""

import json
import pathlib
import random

import mineru_vl_utils.post_process as post
from loguru import logger
from mineru_vl_utils.post_process import (
    chart_invalid_repetition as chart,
    image_analysis_postprocess as image,
    json2markdown,
    mermaid_invalid_edge_lines,
    mermaid_invalid_subgraph_lines,
    mermaid_node_id_legalize,
    mermaid_repetition,
    otsl2html,
    table_image_processor,
)
from mineru_vl_utils.structs import ContentBlock

OUT = pathlib.Path(__file__).resolve().parents[2] / "tests/data/vectors/random_replies.jsonl"
ROWS = 32
MAX_CHARS = 260

PIPES = [
    "|", "|", "a", "---", "---|---", "|---|---|\n", "|---|---|---|\n", "\n", "\n", "| a | b |\n",
    "|1|2|\n", "x|y|z\n", "\\|", "\\", " ", ":", "-", "\r\n", "\u2028", "<", "中", "\u3000",
    "|:--:|---:|\n",
]
CHART = [
    "|", "|", "a", "ab", "---", "|---|---|\n", "|---|---|\n", "|---|---|---|\n", "\n", "\n",
    "| a | b |\n", "|1|2|\n", "|1|2|3|\n", "\\|", "\\", " ", "`", "abc;" * 8, "::", "x" * 15, "中",
    "É", "é", "-", "a-b ", "word ", "1", "'", "\r\n", "｜", "¦", "\n\n\n\n\n",
]
MERMAID = [
    "A", "b", "_", "1", "-->", "-->", "--", "->", "<-->", " ", " ", "\t", "\n", "\n", "[", "]", '"',
    "(", ")", "{", "}", "|", "|x|", ";", "\\", "%%", "<", ">", "a b", 'aB["x"]', "x y --> ",
    "Top Layer", "\u3000", "中", "subgraph ", "subgraph 1 a\n", "end\n", "graph TD\n", "- ", "é",
]
LOOPS = [
    "A", "b", "-->", "|", '"', '["', '"]', "\\", "\\n", "\n", "\n", "<br>", "<BR />", " ", "[", "]",
    "(", "中", "lab", "%%", "graph TD\n", "end\n", "A --> B\n", 'A1 --> B["x"]\n',
    'C --> D["y\\\\"]\n', "foo\n", "[foo],\n", "A-->|x|B[y]\n", "abab", "AbAb", "\u3000",
]
FENCES = ["```", "```mermaid", "mermaid", "grap ", "flowchar", "A[x y]", '"[', "- ->", "- - >"]
OTSL = [
    "<fcel>", "<fcel>", "<ecel>", "<lcel>", "<ucel>", "<xcel>", "<nl>", "<nl>", "a", " ", "b&",
    "\n", "<", "中", "\u3000", "<table>", "</table>",
]
FORMULAS = ["\\(", "\\)", "\\[", "\\]", "<eq>", "</eq>", "a", " ", "\\", "\n", "(", "中", "\u3000"]
FIELDS = [
    "<|sub_class_start|>Bar<|sub_class_end|>", "<|caption_start|>a caption<|caption_end|>",
    "<|content_start|>", "<|content_end|>", "<|content_start|>", "a", "|a|b|\n", "|---|---|\n",
    "|1|2|\n", "graph TD\n", "A --> b c\n", "A[x]", "\\(x\\)", "<fcel>", "<nl>", "\n",
]
CLASSES = ["chart", "pure_table", "pure_formula", "natural_image", "flowchart", "icon", "Chemical "]


def loops(content):
    return [
        {"reason": i.reason, "node_id": i.node_id, "repeat_count": i.repeat_count,
         "snippet": i.snippet}
        for i in mermaid_repetition.detect_mermaid_repetition_issues(content)
    ]


TEXT_PASSES = {
    "otsl_to_html": (lambda x: {"html": otsl2html.convert_otsl_to_html(x)}, OTSL),
    "table_formula_wrap": (
        lambda x: table_image_processor.replace_table_formula_delimiters(x, True), FORMULAS),
    "markdown_table_to_html": (image.convert_markdown_table_to_html, PIPES),
    "markdown_table_malformed": (image.has_malformed_markdown_table, PIPES),
    "pure_table_to_html": (post._convert_pure_table_content_to_html, PIPES + OTSL),
    "mermaid_strict": (image.extract_and_validate_mermaid_strict, MERMAID + FENCES),
    "mermaid_node_id": (
        mermaid_node_id_legalize.try_fix_mermaid_node_id_legalization, MERMAID),
    "mermaid_invalid_edge": (
        mermaid_invalid_edge_lines.try_fix_mermaid_invalid_edge_lines, MERMAID),
    "mermaid_subgraph": (
        mermaid_invalid_subgraph_lines.try_fix_mermaid_invalid_subgraph_lines, MERMAID),
    "mermaid_repetition": (loops, LOOPS),
    "chart_repetition_errors": (chart.validate_content_repetition, CHART),
    "chart_repetition_fix": (chart.try_fix_chart_invalid_repetition, CHART),
}


def string_together(rng, pieces):
    out = []
    for _ in range(rng.randint(1, rng.choice([4, 8, 16, 24]))):
        piece = rng.choice(pieces)
        out.append(piece * (rng.choice([2, 3, 8, 20]) if rng.random() < 0.08 else 1))
    return "".join(out) * (rng.choice([2, 3, 8]) if rng.random() < 0.15 else 1)


def is_dull(row):
    return row["expected"] in (row["input"], None, False, "", [], {"html": ""})


def rows_of(step, make):
    """ROWS different rows, at most half of them dull."""
    rng = random.Random(step)
    rows, seen, dull = [], set(), 0
    while len(rows) < ROWS:
        row = make(rng)
        text = json.dumps(row, ensure_ascii=False)
        if text in seen or len(text) > 2 * MAX_CHARS:
            continue
        if is_dull(row):
            if dull == ROWS // 2:
                continue
            dull += 1
        seen.add(text)
        rows.append(row)
    return rows


def text_row(step):
    run, pieces = TEXT_PASSES[step]

    def make(rng):
        reply = string_together(rng, pieces)
        return {"step": step, "input": reply, "expected": run(reply)}

    return make


def token_row(rng):
    tokens = rng.sample(["[A]", "[AC7K]", "[A2]", "[中]"], 2)
    token_map = {token: f"data:{i}" for i, token in enumerate(tokens)}
    content = string_together(
        rng, ["[", "]", "A", "2", " ", "\n", "\u3000", "[A]", "[ A ]", "[AC7K ]", "[中]", "<td>"])
    return {"step": "table_image_tokens", "input": {"content": content, "token_map": token_map},
            "expected": table_image_processor.replace_table_image_tokens(content, token_map)}


def picture_row(rng):
    """A picture's block before and after its reply was taken apart; not in postprocess.jsonl."""
    content = f"<|class_start|>{rng.choice(CLASSES)}<|class_end|>" + string_together(rng, FIELDS)
    block = {"type": rng.choice(["image", "chart"]), "bbox": [0.1, 0.2, 0.3, 0.4], "angle": 0,
             "content": content}
    after = post.simple_process(
        [ContentBlock(block["type"], list(block["bbox"]), angle=0, content=content)], True)
    return {"step": "picture_block", "input": block, "expected": dict(after[0])}


def markdown_row(rng):
    blocks = []
    for _ in range(rng.randint(0, 6)):
        kind = rng.choice(["text", "text", "title", "image"])
        block = {"type": kind, "bbox": [0.1, 0.2, 0.3, 0.4], "angle": 0,
                 "content": rng.choice([None, "", "a", "中", "b c", "㐀", " "])}
        if kind == "text":
            block["merge_prev"] = rng.random() < 0.5
        blocks.append(block)
    return {"step": "json2md", "input": blocks,
            "expected": json2markdown.json2md([dict(block) for block in blocks])}


def main():
    logger.remove()
    makers = {step: text_row(step) for step in TEXT_PASSES}
    makers |= {"table_image_tokens": token_row, "picture_block": picture_row,
               "json2md": markdown_row}
    with OUT.open("w", encoding="utf-8", newline="\n") as file:
        for step, make in makers.items():
            for row in rows_of(step, make):
                file.write(json.dumps(row, ensure_ascii=False) + "\n")
    print(f"{OUT}: {OUT.stat().st_size} bytes")


if __name__ == "__main__":
    main()
