#!/usr/bin/env python3
"""Writes a folder beside this script for each published architecture and head: small models with random weights as
Hugging Face saves them, and what they make of two texts or images, by PyTorch in float64.

    make_published.py           check the models against torch's own layers and other oracles, then write the folders
    make_published.py --check   the same, then compare with the files; writes nothing
"""

import json
import pathlib
import sys

import numpy
import torch

FOLDER = pathlib.Path(__file__).parent
sys.path.insert(0, str(FOLDER.parent))

import albert
import common
import deberta
import deberta_v2
import deit
import dinov2
import dinov2_registers
import distilbert
import electra
import modernbert
import roberta
import tensors_file
import vit

ARCHITECTURES = [roberta, distilbert, albert, electra, deberta, deberta_v2, modernbert, vit, deit, dinov2,
                 dinov2_registers]


def inputs(example, processor):
    if "image" in example:
        return {"pixels": common.pixels(example["image"], processor)}
    return {key: torch.tensor(value) for key, value in example.items() if key in ("ids", "token_types")}


def compute(architecture, name, config):
    """The files of one folder: name -> text or tensors."""
    model, processor = common.draw(architecture.Model(config), name), getattr(architecture, "PROCESSOR", None)
    results = {}
    for example, given in architecture.EXAMPLES.items():
        tensors = inputs(given, processor)
        seen = torch.ones(len(tensors["ids"]), dtype=torch.bool) if "ids" in tensors else torch.tensor(True)
        found = model(tensors, seen)
        architecture.check(model, config, tensors, found)
        if "pixels" in tensors:
            found["pixels"] = tensors["pixels"]
        for key, value in found.items():
            if key.startswith("attention"):  # neither even nor a choice of one key, or it would tell little
                assert 0.02 < value.std() < 0.4, (name, key, value.std())
            results[f"{example}.{key}"] = value.numpy()
    files = {
        "config.json": json.dumps(config, indent=2, sort_keys=True) + "\n",
        "expected.json": json.dumps(architecture.EXAMPLES) + "\n",
        "model.safetensors": {key: value.numpy() for key, value in model.state_dict().items()},
        "expected.safetensors": results,
    }
    if hasattr(architecture, "VOCABULARY"):
        files["vocab.txt"] = "\n".join(architecture.VOCABULARY) + "\n"
    if processor:
        files["preprocessor_config.json"] = json.dumps(processor, indent=2, sort_keys=True) + "\n"
    return files


def same(path, content):
    if isinstance(content, str):
        return path.read_text() == content
    stored = tensors_file.read(path)
    return stored.keys() == content.keys() and all(
        stored[key].shape == content[key].shape and numpy.allclose(stored[key], content[key], rtol=1e-6, atol=1e-6)
        for key in stored)


def main():
    torch.set_num_threads(1)
    torch.set_grad_enabled(False)
    for architecture in ARCHITECTURES:
        for name, config in architecture.FOLDERS.items():
            for file, content in compute(architecture, name, config).items():
                path = FOLDER / name / file
                if "--check" in sys.argv:
                    assert same(path, content), f"{path} differs"
                    continue
                path.parent.mkdir(exist_ok=True)
                if isinstance(content, str):
                    path.write_text(content)
                else:
                    tensors_file.write(path, content, "F32")
    return 0


if __name__ == "__main__":
    sys.exit(main())
