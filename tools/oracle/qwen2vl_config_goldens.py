#!/usr/bin/env python3
"""Writes tests/data/checkpoints/<version>: configuration files of the real model's sizes, and a few
tensors in two shards, as that version of transformers and safetensors write them.

Run once for each of the layouts, in environments of their own (torch is not needed):
  pip install transformers==4.49.0 safetensors numpy pillow   # flat
  pip install transformers==4.57.1 safetensors numpy pillow   # "text_config"
  pip install transformers==5.24.0 safetensors numpy pillow   # "rope_parameters"
  python3 tools/oracle/qwen2vl_config_goldens.py tests/data/checkpoints
"""

import json
import pathlib
import sys

import numpy
import transformers
from safetensors.numpy import save_file
from transformers import GenerationConfig, Qwen2VLConfig

TEXT = {
    "hidden_size": 896, "intermediate_size": 4864, "num_hidden_layers": 24,
    "num_attention_heads": 14, "num_key_value_heads": 2, "vocab_size": 151936,
    "max_position_embeddings": 16384, "rms_norm_eps": 1e-6, "rope_theta": 1000000.0,
    "max_window_layers": 24, "use_sliding_window": False, "bos_token_id": 151643,
    "eos_token_id": 151645, "tie_word_embeddings": True,
    "rope_scaling": {"type": "mrope", "mrope_section": [8, 12, 12]},
}
VISION = {"depth": 32, "embed_dim": 1280, "hidden_size": 896, "num_heads": 16, "mlp_ratio": 4,
          "in_channels": 3, "patch_size": 14, "spatial_merge_size": 2, "temporal_patch_size": 2}


def write_configs(folder):
    config = Qwen2VLConfig(vision_config=VISION, image_token_id=151655,
                           vision_start_token_id=151652, vision_end_token_id=151653, **TEXT)
    config.architectures = ["Qwen2VLForConditionalGeneration"]
    config.save_pretrained(folder)
    GenerationConfig(eos_token_id=[151645, 151643], bos_token_id=151643,
                     pad_token_id=151643).save_pretrained(folder)
    try:
        from transformers import Qwen2VLImageProcessor
        processor = Qwen2VLImageProcessor(min_pixels=3136, max_pixels=1605632)
    except ImportError:   # the newest one wants torchvision, its fallback only Pillow
        from transformers import Qwen2VLImageProcessorPil
        processor = Qwen2VLImageProcessorPil(min_pixels=3136, max_pixels=1605632)
    processor.save_pretrained(folder)


def write_shards(folder):
    tensors = {
        "model.embed_tokens.weight": numpy.arange(12, dtype=numpy.float32).reshape(3, 4) / 8,
        "model.norm.weight": numpy.array([1, 0.5, -2, 4], numpy.float16),
        "visual.patch_embed.proj.weight": numpy.arange(24, dtype=numpy.float32).reshape(
            2, 3, 2, 2, 1),
        "visual.merger.ln_q.bias": numpy.array([0.25], numpy.float32),
    }
    shards = {"model-00001-of-00002.safetensors": ["model.embed_tokens.weight",
                                                   "visual.merger.ln_q.bias"],
              "model-00002-of-00002.safetensors": ["model.norm.weight",
                                                   "visual.patch_embed.proj.weight"]}
    for file, names in shards.items():
        save_file({name: tensors[name] for name in names}, folder / file, {"format": "pt"})
    index = {"metadata": {"total_size": sum(t.nbytes for t in tensors.values())},
             "weight_map": {name: file for file, names in shards.items() for name in names}}
    (folder / "model.safetensors.index.json").write_text(json.dumps(index, indent=2) + "\n")


def main():
    folder = pathlib.Path(sys.argv[1]) / f"transformers-{transformers.__version__}"
    folder.mkdir(parents=True, exist_ok=True)
    write_configs(folder)
    write_shards(folder)


if __name__ == "__main__":
    main()
