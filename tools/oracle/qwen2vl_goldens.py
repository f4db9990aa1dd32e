#!/usr/bin/env python3
"""Makes tests/golden: tiny random Qwen2-VL checkpoints and what Hugging Face's network says.

    python3 -m venv /tmp/oracle
    /tmp/oracle/bin/pip install -r tools/oracle/requirements-qwen2vl.txt
    /tmp/oracle/bin/python tools/oracle/qwen2vl_goldens.py [NAME...]

The folders are read back with from_pretrained, upcast to float32 and run on the CPU with eager
attention. tests/golden/README.md describes the files. The same versions give the same bytes.
"""

import argparse
import json
import pathlib
import platform
import sys

import numpy as np
import PIL
import tokenizers
import torch
import transformers
from safetensors.numpy import save_file
from transformers import (GenerationConfig, PreTrainedTokenizerFast,
                          Qwen2VLForConditionalGeneration, Qwen2VLProcessor,
                          Qwen2VLVideoProcessor)
from transformers.models.qwen2_vl.image_processing_pil_qwen2_vl import Qwen2VLImageProcessorPil

from qwen2vl_checkpoints import (CHECKPOINTS, NESTED_4, NESTED_5, QUIET_TOKENS, make_tokenizer,
                                 write_checkpoint, write_json)

ROOT = pathlib.Path(__file__).resolve().parents[2]
OUT = ROOT / "tests" / "golden"
NUM_TOKENS = 64
VISION_ROWS = 16  # a vision output of no more rows is stored whole, of a longer one every 7th row
SYSTEM = {"role": "system", "content": "You are a helpful assistant."}

LONG_TEXT = (
    "The reader counted the sacks, and then the totals in the notes; the rest is on page {}. "
    "In 2024 the mill ran for {} days, isn't it so? \\alpha_{{{}}} = \\frac{{1}}{{{}}}\n"
)


def image(width, height):
    return {"type": "image", "width": width, "height": height}


def text(value):
    return {"type": "text", "text": value}


def user(*parts):
    return {"role": "user", "content": list(parts)}


PROMPTS = {
    "square": [SYSTEM, user(image(112, 112), text("\nLayout Detection:"))],
    "wide": [SYSTEM, user(image(280, 84), text("\nText Recognition:"))],
    "tall": [SYSTEM, user(image(56, 252), text("\nTable Recognition:"))],
    "smallest": [SYSTEM, user(image(9, 13), text("\nFormula Recognition:"))],
    "odd": [SYSTEM, user(image(61, 187), text("\nText Recognition:"))],
    "large": [SYSTEM, user(image(500, 333), text("\nLayout Detection:"))],
    "two_pictures": [SYSTEM, user(text("First: "), image(84, 57), text("\nsecond: "),
                                  image(140, 70), text(" Which is the table?"))],
    "text_only": [SYSTEM, user(text("What is the text in the report?"))],
    "text_newline": [SYSTEM, user(text("\nText Recognition:"))],
    "no_system": [user(image(70, 100), text("\nImage Analysis:"))],
    "long_text": [SYSTEM, user(text("".join(LONG_TEXT.format(i, 3 * i, i, i + 2)
                                            for i in range(4))))],
    "multi_byte": [SYSTEM, user(text("页面上的文字 Straße ñandú 😀👍🏽 한국어 العربية cafe\u0301"))],
    "history": [SYSTEM, user(image(56, 56), text("\nText Recognition:")),
                {"role": "assistant", "content": "The river ran past the old mill."},
                user(text("And the totals?"))],
}


def picture(width, height):
    """The pixels that the tests compute themselves."""
    x = np.arange(width, dtype=np.int64)[None, :]
    y = np.arange(height, dtype=np.int64)[:, None]
    planes = [(x * 7 + y * 3) % 256, (x * x + y * 5) % 256, (x * y) % 256]
    return PIL.Image.fromarray(np.stack(planes, axis=-1).astype(np.uint8), "RGB")


def write_preprocessor_config(folder, checkpoint):
    """In the style of config.json: pixel limits under the old names, under both, or in "size"."""
    config = {
        "min_pixels": checkpoint.min_pixels,
        "max_pixels": checkpoint.max_pixels,
        "patch_size": checkpoint.vision["patch_size"],
        "temporal_patch_size": 2,
        "merge_size": 2,
        "image_mean": [0.48145466, 0.4578275, 0.40821073],
        "image_std": [0.26862954, 0.26130258, 0.27577711],
        "image_processor_type": "Qwen2VLImageProcessor",
        "processor_class": "Qwen2VLProcessor",
    }
    size = {"longest_edge": checkpoint.max_pixels, "shortest_edge": checkpoint.min_pixels}
    if checkpoint.layout == NESTED_5:
        Qwen2VLImageProcessorPil(
            size=size, patch_size=config["patch_size"]).save_pretrained(folder)
        return
    if checkpoint.layout == NESTED_4:
        config |= {"do_convert_rgb": True, "do_normalize": True, "do_rescale": True,
                   "do_resize": True, "resample": 3, "rescale_factor": 0.00392156862745098,
                   "size": size}
    write_json(folder / "preprocessor_config.json", config)


def load_processor(folder):
    return Qwen2VLProcessor(
        image_processor=Qwen2VLImageProcessorPil.from_pretrained(folder),
        tokenizer=PreTrainedTokenizerFast.from_pretrained(folder),
        video_processor=Qwen2VLVideoProcessor(),
        chat_template=read_chat_template(folder))


def read_chat_template(folder):
    if (folder / "chat_template.jinja").exists():
        return (folder / "chat_template.jinja").read_text(encoding="utf-8")
    for name in ("chat_template.json", "tokenizer_config.json"):
        data = json.loads((folder / name).read_text(encoding="utf-8")) \
            if (folder / name).exists() else {}
        if "chat_template" in data:
            return data["chat_template"]
    raise ValueError(f"{folder}: no chat template")


def keep_rows(count):
    return list(range(count)) if count <= VISION_ROWS else list(range(0, count, 7))


class Recorder:
    """Keeps what chosen modules return during the prefill."""

    def __init__(self, model):
        self.seen = {}
        inner = model.model
        self.handles = [
            self.watch(inner.visual.patch_embed, "patch_embed"),
            self.watch(inner.visual.blocks[0], "vision_block_0"),
            self.watch(inner.visual.merger, "vision_output"),
            self.watch(inner.language_model.embed_tokens, "embeddings"),
            self.watch(inner.language_model.layers[0], "decoder_layer_0"),
        ]

    def watch(self, module, name):
        def keep(_module, _inputs, output):
            value = output[0] if isinstance(output, tuple) else output
            self.seen[name] = value.detach().reshape(-1, value.shape[-1]).numpy().copy()
        return module.register_forward_hook(keep)

    def close(self):
        for handle in self.handles:
            handle.remove()


def record_vision(recorder, name, tensors, entry):
    rows = recorder.seen["patch_embed"].shape[0]
    entry["patch_rows"] = sorted({0, 1, rows // 2 + 1, rows - 1})
    for part in ("patch_embed", "vision_block_0"):
        tensors[f"{name}.{part}"] = recorder.seen[part][entry["patch_rows"]]
    output = recorder.seen["vision_output"]
    entry["vision_rows"] = keep_rows(output.shape[0])
    tensors[f"{name}.vision_output"] = output[entry["vision_rows"]]
    tensors[f"{name}.vision_norms"] = np.linalg.norm(output.astype(np.float64), axis=1)


def positions_of(model, inputs):
    """M-RoPE positions [3, tokens] and the position of the first generated token."""
    count = inputs["input_ids"].shape[1]
    if "image_grid_thw" not in inputs:
        return torch.arange(count).expand(3, count), count
    positions, delta = model.model.get_rope_index(
        inputs["input_ids"], mm_token_type_ids=inputs["mm_token_type_ids"],
        image_grid_thw=inputs["image_grid_thw"])
    return positions[:, 0], count + int(delta[0, 0])


def generate(model, inputs):
    config = GenerationConfig(do_sample=False, max_new_tokens=NUM_TOKENS, eos_token_id=None,
                              output_logits=True, return_dict_in_generate=True)
    result = model.generate(**inputs, generation_config=config)
    logits = torch.cat(result.logits).numpy()
    return result.sequences[0, inputs["input_ids"].shape[1]:].tolist(), logits


def check_without_cache(model, inputs, tokens, first_position, logits):
    """The same tokens must follow from one pass over prompt and reply."""
    count = inputs["input_ids"].shape[1]
    positions, _ = positions_of(model, inputs)
    following = torch.arange(len(tokens)) + first_position
    positions = torch.cat([positions, following.expand(3, -1)], dim=1)[:, None]
    whole = {key: value for key, value in inputs.items() if key in
             ("pixel_values", "image_grid_thw")}
    whole["input_ids"] = torch.cat([inputs["input_ids"], torch.tensor([tokens])], dim=1)
    again = model(**whole, position_ids=positions).logits[0, count - 1:-1].numpy()
    if again.argmax(axis=1).tolist() != tokens:
        raise ValueError("greedy tokens differ with and without the cache")
    return float(np.abs(again - logits).max() / np.abs(logits).max())


def run_prompt(model, processor, name, messages, tensors):
    rendered = processor.apply_chat_template(messages, tokenize=False, add_generation_prompt=True)
    pictures = [picture(part["width"], part["height"]) for message in messages
                if not isinstance(message["content"], str)
                for part in message["content"] if part["type"] == "image"]
    inputs = dict(processor(text=[rendered], images=pictures or None, return_tensors="pt"))
    positions, first_position = positions_of(model, inputs)
    recorder = Recorder(model)
    prefill = model(**inputs).logits[0].numpy()
    recorder.close()

    count = prefill.shape[0]
    entry = {
        "messages": messages,
        "rendered": rendered,
        "input_ids": inputs["input_ids"][0].tolist(),
        "position_ids": positions.tolist(),
        "next_position": first_position,
        "grid_thw": inputs["image_grid_thw"].tolist() if pictures else [],
        "logit_rows": [count // 3, 2 * count // 3, count - 1],
    }
    if pictures:
        record_vision(recorder, name, tensors, entry)
    tensors[f"{name}.decoder_layer_0"] = recorder.seen["decoder_layer_0"][-1:]
    tensors[f"{name}.logits"] = prefill[entry["logit_rows"]]

    model.model.rope_deltas = None
    tokens, logits = generate(model, inputs)
    top = np.sort(logits, axis=1)
    entry["tokens"] = tokens
    entry["reply"] = processor.tokenizer.decode(
        tokens, skip_special_tokens=False, clean_up_tokenization_spaces=False)
    entry["reply_without_special"] = processor.tokenizer.decode(
        tokens, skip_special_tokens=True, clean_up_tokenization_spaces=False)
    entry["min_margin"] = round(float((top[:, -1] - top[:, -2]).min()), 6)
    entry["cache_difference"] = check_without_cache(model, inputs, tokens, first_position, logits)
    tensors[f"{name}.last_logits"] = logits[-1:]
    return entry


def check_prompt(processor, entry):
    """Why a seed will not do, or None."""
    quiet = set(processor.tokenizer.convert_tokens_to_ids(QUIET_TOKENS))
    tokens = entry["tokens"]
    if len(tokens) != NUM_TOKENS or quiet & set(tokens):
        return "a stop or picture token"
    if len(set(tokens)) < 12:
        return f"{len(set(tokens))} different tokens"
    if entry["min_margin"] < 5e-3:
        return f"margin {entry['min_margin']}"
    return None


def run_checkpoint(folder):
    """(goldens, tensors, why the seed will not do or None)"""
    model = Qwen2VLForConditionalGeneration.from_pretrained(
        folder, dtype=torch.float32, attn_implementation="eager").eval()
    processor = load_processor(folder)
    tensors, entries = {}, {}
    for name, messages in PROMPTS.items():
        entries[name] = run_prompt(model, processor, name, messages, tensors)
        problem = check_prompt(processor, entries[name])
        if problem:
            return entries, tensors, f"{name}: {problem}"
    return entries, tensors, None


def make_goldens(checkpoint, tokenizer, folder, max_seeds):
    for seed in range(checkpoint.seed, checkpoint.seed + max_seeds):
        write_checkpoint(folder, checkpoint, tokenizer, seed)
        write_preprocessor_config(folder, checkpoint)
        entries, tensors, problem = run_checkpoint(folder)
        print(f"{checkpoint.name}: seed {seed}: {problem or 'good'}", flush=True)
        if not problem:
            break
    else:
        sys.exit(f"{checkpoint.name}: no good seed")
    write_goldens(folder, seed, entries, tensors)
    margins = [entry["min_margin"] for entry in entries.values()]
    differences = [entry["cache_difference"] for entry in entries.values()]
    print(f"{checkpoint.name}: seed {seed}, smallest margin {min(margins)}, "
          f"cache against no cache {max(differences):.1e}")


def write_goldens(folder, seed, entries, tensors):
    versions = {
        "python": platform.python_version(),
        "torch": torch.__version__.split("+")[0],
        "transformers": transformers.__version__,
        "tokenizers": tokenizers.__version__,
        "pillow": PIL.__version__,
        "numpy": np.__version__,
    }
    lines = [f'"{name}": {json.dumps(entry, ensure_ascii=False)}'
             for name, entry in entries.items()]
    head = f'{{"seed": {seed},\n"versions": {json.dumps(versions)},\n"prompts": {{\n'
    text_out = head + ",\n".join(lines) + "\n}}\n"
    json.loads(text_out)
    (folder / "goldens.json").write_text(text_out, encoding="utf-8")
    save_file({name: np.ascontiguousarray(value, dtype=np.float32)
               for name, value in tensors.items()}, folder / "goldens.safetensors")
    for path in folder.iterdir():
        path.chmod(0o644)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("names", nargs="*")
    parser.add_argument("--out", type=pathlib.Path, default=OUT)
    parser.add_argument("--max-seeds", type=int, default=1, help="how many seeds to try")
    arguments = parser.parse_args()
    torch.set_num_threads(1)
    torch.set_grad_enabled(False)
    torch.use_deterministic_algorithms(True)
    transformers.utils.logging.set_verbosity_error()
    transformers.utils.logging.disable_progress_bar()
    tokenizer = make_tokenizer()
    for checkpoint in CHECKPOINTS:
        if not arguments.names or checkpoint.name in arguments.names:
            make_goldens(checkpoint, tokenizer, arguments.out / checkpoint.name,
                         arguments.max_seeds)


if __name__ == "__main__":
    main()
