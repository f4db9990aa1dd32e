"""The tiny random Qwen2-VL checkpoints of tests/golden: weights, configurations, tokenizer.

Imported by qwen2vl_goldens.py. A matrix's rows are windows into one short random pool: every value
keeps all the bits of its type, yet zlib (and so git) stores a matrix in a few kilobytes.
"""

import dataclasses
import json
import math
import zlib

import numpy as np
import torch
from tokenizers import Regex, Tokenizer, decoders, normalizers, pre_tokenizers, processors, trainers
from tokenizers.models import BPE
from transformers import Qwen2VLConfig, Qwen2VLForConditionalGeneration

VOCAB_SIZE = 512  # of the network: a few rows more than the tokenizer has, as published

# The order of the published tokenizers: Qwen2-VL's control tokens, then MinerU's.
CONTROL_TOKENS = [
    "<|endoftext|>", "<|im_start|>", "<|im_end|>", "<|object_ref_start|>", "<|object_ref_end|>",
    "<|box_start|>", "<|box_end|>", "<|quad_start|>", "<|quad_end|>", "<|vision_start|>",
    "<|vision_end|>", "<|vision_pad|>", "<|image_pad|>", "<|video_pad|>", "<|ref_start|>",
    "<|ref_end|>", "<|rotate_up|>", "<|rotate_right|>", "<|rotate_down|>", "<|rotate_left|>",
]
PLAIN_ADDED_TOKENS = ["<fcel>", "<ecel>", "<nl>", "<lcel>", "<ucel>", "<xcel>"]
STOP_TOKENS = ["<|im_end|>", "<|endoftext|>"]
# Ids that a greedy run must not choose: they end a reply or announce a picture.
QUIET_TOKENS = STOP_TOKENS + ["<|vision_pad|>", "<|image_pad|>", "<|video_pad|>"]

SPLIT_PATTERN = (
    r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}| ?[^\s\p{L}\p{N}]+[\r\n]*"
    r"|\s*[\r\n]+|\s+(?!\S)|\s+"
)

TRAINING_TEXT = [
    "You are a helpful assistant.\n\nsystem\nuser\nassistant\n",
    "Layout Detection:\nText Recognition:\nTable Recognition:\nFormula Recognition:\n",
    "The river ran past the old mill, and the miller's daughter counted sacks of rye.\n\n",
    "In the table the totals of 2023 and 2024 are 17.5 and 204; the rest is in the notes.\n",
    "There they're reading: it's the report that the reader wrote, isn't it?\n\n\n",
    "def total(items):\n    return sum(item.price for item in items)\n\n",
    "页面上的文字在这里。表格在页面的下面，文字在上面。\n",
    "Straße, façade, naïve, Ærø; \\frac{a}{b} + \\alpha_{i} = \\beta^{2}\n",
]

# Equal in effect to the template that Qwen2-VL's checkpoints carry, for text and pictures.
CHAT_TEMPLATE = (
    "{%- if messages[0].role != 'system' -%}"
    "{{- '<|im_start|>system\\nYou are a helpful assistant.<|im_end|>\\n' -}}"
    "{%- endif -%}"
    "{%- for message in messages -%}"
    "{{- '<|im_start|>' + message.role + '\\n' -}}"
    "{%- if message.content is string -%}{{- message.content -}}"
    "{%- else -%}{%- for part in message.content -%}"
    "{%- if part.type == 'image' -%}{{- '<|vision_start|><|image_pad|><|vision_end|>' -}}"
    "{%- elif part.type == 'video' -%}{{- '<|vision_start|><|video_pad|><|vision_end|>' -}}"
    "{%- elif 'text' in part -%}{{- part.text -}}{%- endif -%}"
    "{%- endfor -%}{%- endif -%}"
    "{{- '<|im_end|>\\n' -}}"
    "{%- endfor -%}"
    "{%- if add_generation_prompt -%}{{- '<|im_start|>assistant\\n' -}}{%- endif -%}"
)


# Layouts of config.json: text parameters at the top level (the first Qwen2-VL checkpoints); in
# "text_config" with "rope_scaling", and repeated at the top level (transformers 4.52 to 4.57); in
# "text_config" with "rope_parameters" (transformers 5).
FLAT, NESTED_4, NESTED_5 = "flat", "nested-4", "nested-5"


@dataclasses.dataclass(frozen=True)
class Checkpoint:
    """What distinguishes one checkpoint from the others."""

    name: str
    seed: int
    dtype: torch.dtype
    layout: str  # of config.json: FLAT, NESTED_4 or NESTED_5
    tied: bool
    new_names: bool  # "model.language_model.*", "model.visual.*"
    shards: int
    template_place: str  # file that carries the chat template
    old_tokenizer: bool  # tokenizer.json as the tokenizers library wrote it before 0.20
    vision: dict
    text: dict
    min_pixels: int
    max_pixels: int


CHECKPOINTS = [
    Checkpoint(
        name="flat-tied-bf16", seed=5, dtype=torch.bfloat16, layout=FLAT, tied=True, new_names=False,
        shards=1, template_place="chat_template.json", old_tokenizer=True,
        vision=dict(depth=2, embed_dim=160, num_heads=2, mlp_ratio=2, patch_size=14),
        text=dict(hidden_size=128, num_attention_heads=2, num_key_value_heads=1,
                  num_hidden_layers=3, intermediate_size=192),
        min_pixels=56 * 56, max_pixels=28 * 28 * 64,
    ),
    Checkpoint(
        name="nested-untied-f32", seed=21, dtype=torch.float32, layout=NESTED_5, tied=False,
        new_names=False, shards=2, template_place="chat_template.jinja", old_tokenizer=False,
        vision=dict(depth=2, embed_dim=80, num_heads=1, mlp_ratio=3, patch_size=8),
        text=dict(hidden_size=128, num_attention_heads=2, num_key_value_heads=1,
                  num_hidden_layers=2, intermediate_size=96),
        min_pixels=32 * 32, max_pixels=16 * 16 * 64,
    ),
    Checkpoint(
        name="nested-tied-f16", seed=4, dtype=torch.float16, layout=NESTED_4, tied=True,
        new_names=True, shards=1, template_place="tokenizer_config.json", old_tokenizer=False,
        vision=dict(depth=3, embed_dim=80, num_heads=1, mlp_ratio=4, patch_size=14),
        text=dict(hidden_size=256, num_attention_heads=4, num_key_value_heads=2,
                  num_hidden_layers=2, intermediate_size=64),
        min_pixels=56 * 56, max_pixels=28 * 28 * 64,
    ),
]


def make_tokenizer():
    """A byte-level BPE built like Qwen2's, trained on the text above."""
    tokenizer = Tokenizer(BPE())
    tokenizer.normalizer = normalizers.NFC()
    tokenizer.pre_tokenizer = pre_tokenizers.Sequence([
        pre_tokenizers.Split(Regex(SPLIT_PATTERN), behavior="isolated", invert=False),
        pre_tokenizers.ByteLevel(add_prefix_space=False, trim_offsets=False, use_regex=False),
    ])
    tokenizer.post_processor = processors.ByteLevel(
        add_prefix_space=False, trim_offsets=False, use_regex=False)
    tokenizer.decoder = decoders.ByteLevel()
    trainer = trainers.BpeTrainer(
        vocab_size=476, min_frequency=1, show_progress=False,
        initial_alphabet=sorted(pre_tokenizers.ByteLevel.alphabet()))
    tokenizer.train_from_iterator(TRAINING_TEXT * 3, trainer)
    tokenizer.add_special_tokens(CONTROL_TOKENS)
    tokenizer.add_tokens(PLAIN_ADDED_TOKENS)
    return tokenizer


def write_json(path, value):
    text = json.dumps(value, indent=2, ensure_ascii=False)
    path.write_text(text + "\n", encoding="utf-8")


def write_tokenizer(folder, checkpoint, tokenizer):
    """tokenizer.json, tokenizer_config.json and the file of the chat template."""
    data = json.loads(tokenizer.to_str())
    if checkpoint.old_tokenizer:
        data["decoder"] = data["post_processor"]
        data["model"] |= {"continuing_subword_prefix": "", "end_of_word_suffix": "",
                          "merges": [" ".join(pair) for pair in data["model"]["merges"]]}
        del data["model"]["ignore_merges"]
    write_json(folder / "tokenizer.json", data)
    config = {
        "add_bos_token": False,
        "add_prefix_space": False,
        "added_tokens_decoder": {
            str(token["id"]): {key: token[key] for key in
                               ("content", "lstrip", "normalized", "rstrip", "single_word",
                                "special")}
            for token in data["added_tokens"]
        },
        "bos_token": None,
        "clean_up_tokenization_spaces": False,
        "eos_token": "<|im_end|>",
        "errors": "replace",
        "model_max_length": 32768,
        "pad_token": "<|endoftext|>",
        "tokenizer_class": "Qwen2Tokenizer",
        "unk_token": None,
    }
    place = checkpoint.template_place
    if place == "tokenizer_config.json":
        config["chat_template"] = CHAT_TEMPLATE
    elif place == "chat_template.json":
        write_json(folder / place, {"chat_template": CHAT_TEMPLATE})
    else:
        (folder / place).write_text(CHAT_TEMPLATE, encoding="utf-8")
    write_json(folder / "tokenizer_config.json", config)


def make_config(checkpoint, tokenizer):
    ids = {token: tokenizer.token_to_id(token) for token in CONTROL_TOKENS}
    text = dict(
        checkpoint.text, vocab_size=VOCAB_SIZE, rms_norm_eps=1e-6, max_position_embeddings=2048,
        bos_token_id=ids["<|endoftext|>"], eos_token_id=ids["<|im_end|>"],
        rope_parameters={"rope_type": "default", "rope_theta": 1e6, "mrope_section": [8, 12, 12]},
    )
    vision = dict(checkpoint.vision, hidden_size=text["hidden_size"], hidden_act="quick_gelu")
    return Qwen2VLConfig(
        text_config=text, vision_config=vision, tie_word_embeddings=checkpoint.tied,
        image_token_id=ids["<|image_pad|>"], video_token_id=ids["<|video_pad|>"],
        vision_start_token_id=ids["<|vision_start|>"], vision_end_token_id=ids["<|vision_end|>"],
    )


def flat_config(checkpoint, config, tokenizer):
    """config.json with the keys that Qwen2-VL's first checkpoints have."""
    text, vision = config.text_config, checkpoint.vision
    return {
        "architectures": ["Qwen2VLForConditionalGeneration"],
        "attention_dropout": 0.0,
        "bos_token_id": text.bos_token_id,
        "eos_token_id": text.eos_token_id,
        "vision_start_token_id": config.vision_start_token_id,
        "vision_end_token_id": config.vision_end_token_id,
        "vision_token_id": tokenizer.token_to_id("<|vision_pad|>"),
        "image_token_id": config.image_token_id,
        "video_token_id": config.video_token_id,
        "hidden_act": "silu",
        **checkpoint.text,
        "initializer_range": 0.02,
        "max_position_embeddings": text.max_position_embeddings,
        "max_window_layers": text.num_hidden_layers,
        "model_type": "qwen2_vl",
        "rms_norm_eps": text.rms_norm_eps,
        "rope_theta": text.rope_parameters["rope_theta"],
        "sliding_window": 2048,
        "tie_word_embeddings": checkpoint.tied,
        "torch_dtype": str(checkpoint.dtype).removeprefix("torch."),
        "transformers_version": "4.41.2",
        "use_cache": True,
        "use_sliding_window": False,
        "vision_config": {
            "depth": vision["depth"],
            "embed_dim": vision["embed_dim"],
            "mlp_ratio": vision["mlp_ratio"],
            "num_heads": vision["num_heads"],
            "in_chans": 3,
            "hidden_size": text.hidden_size,
            "patch_size": vision["patch_size"],
            "spatial_merge_size": 2,
            "spatial_patch_size": vision["patch_size"],
            "temporal_patch_size": 2,
        },
        "rope_scaling": {"type": "mrope", "mrope_section": text.rope_parameters["mrope_section"]},
        "vocab_size": text.vocab_size,
    }


# How much a matrix enlarges rows of unit variance: attention that picks, layers that outweigh the
# embeddings (else a tied network repeats its input).
GAINS = {"attn.qkv": 1.5, "q_proj": 1.6, "k_proj": 1.6, "v_proj": 1.5, "o_proj": 1.5,
         "down_proj": 3.0}


def nested_config_4(checkpoint, config, tokenizer):
    """config.json as transformers 4.57 writes it after reading a flat one."""
    top = flat_config(checkpoint, config, tokenizer)
    top["dtype"] = top.pop("torch_dtype")
    top["transformers_version"] = "4.57.6"
    top["rope_scaling"] = {
        "mrope_section": top["rope_scaling"]["mrope_section"],
        "rope_type": "default",
        "type": "default",
    }
    top["vision_config"] |= {
        "dtype": top["dtype"],
        "hidden_act": "quick_gelu",
        "in_channels": 3,
        "initializer_range": 0.02,
        "model_type": "qwen2_vl",
    }
    outer = ("image_token_id", "video_token_id", "vision_start_token_id", "vision_end_token_id",
             "vision_config", "transformers_version")
    top["text_config"] = {key: value for key, value in top.items() if key not in outer} | {
        "layer_types": config.text_config.layer_types,
        "model_type": "qwen2_vl_text",
        "sliding_window": None,
    }
    del top["tie_word_embeddings"]
    return dict(sorted(top.items()))


def next_prime(number):
    while any(number % divisor == 0 for divisor in range(2, math.isqrt(number) + 1)):
        number += 1
    return number


def random_matrix(rng, rows, cols, std):
    size = next_prime(max(rows, 900) + 1)
    pool = np.clip(rng.standard_normal(size), -3, 3) * std
    pool = np.concatenate([pool, np.resize(pool, cols)])
    stride = 1 + int(rng.integers(size // 4, size // 2))
    return np.stack([pool[start:start + cols] for start in
                     (row * stride % size for row in range(rows))])


def random_tensor(rng, name, shape):
    """Values of one tensor, scaled so that activations stay near 1, as in a trained network."""
    if len(shape) == 1:
        noise = np.clip(rng.standard_normal(shape[0]), -3, 3)
        if name.endswith("bias"):
            return noise * (0.6 if "k_proj" in name else 0.2)
        return 1 + 0.25 * noise
    rows, cols = shape[0], math.prod(shape[1:])
    std = 0.35
    if "embed_tokens" not in name and "lm_head" not in name:
        std = next((gain for part, gain in GAINS.items() if part in name), 1.0) / math.sqrt(cols)
    return random_matrix(rng, rows, cols, std).reshape(shape)


def fill_weights(model, checkpoint, tokenizer, seed):
    state = model.state_dict()
    for name in sorted(state):
        if name == "lm_head.weight" and checkpoint.tied:
            continue
        rng = np.random.Generator(np.random.PCG64([seed, zlib.crc32(name.encode())]))
        values = random_tensor(rng, name, tuple(state[name].shape))
        if "embed_tokens" in name or "lm_head" in name:
            quiet = [tokenizer.token_to_id(token) for token in QUIET_TOKENS]
            quiet += range(tokenizer.get_vocab_size(), VOCAB_SIZE)
            values[quiet] *= 1 / 64
        values = torch.from_numpy(values).to(torch.float32).to(checkpoint.dtype)
        state[name].copy_(values.to(torch.float32))


def write_weights(folder, checkpoint, model):
    """model.safetensors under the published names, or as the network calls its own tensors."""
    model.to(checkpoint.dtype).save_pretrained(
        folder, save_original_format=not checkpoint.new_names,
        max_shard_size="10GB" if checkpoint.shards == 1 else half_size(model))


def half_size(model):
    total = sum(tensor.numel() * tensor.element_size() for tensor in model.parameters())
    return int(total * 0.6)


def write_checkpoint(folder, checkpoint, tokenizer, seed):
    """Everything that a checkpoint's folder has but preprocessor_config.json."""
    folder.mkdir(parents=True, exist_ok=True)
    write_tokenizer(folder, checkpoint, tokenizer)
    config = make_config(checkpoint, tokenizer)
    model = Qwen2VLForConditionalGeneration(config).to(torch.float32).eval()
    with torch.no_grad():
        fill_weights(model, checkpoint, tokenizer, seed)
    write_weights(folder, checkpoint, model)
    if checkpoint.layout == FLAT:
        write_json(folder / "config.json", flat_config(checkpoint, config, tokenizer))
    elif checkpoint.layout == NESTED_4:
        write_json(folder / "config.json", nested_config_4(checkpoint, config, tokenizer))
    write_json(folder / "generation_config.json", {
        "bos_token_id": tokenizer.token_to_id("<|endoftext|>"),
        "pad_token_id": tokenizer.token_to_id("<|endoftext|>"),
        "do_sample": True,
        "eos_token_id": [tokenizer.token_to_id(token) for token in STOP_TOKENS],
        "repetition_penalty": 1.0,
        "temperature": 0.01,
        "top_p": 0.001,
        "top_k": 1,
        "transformers_version": "4.41.2",
    })
