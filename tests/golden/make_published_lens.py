#!/usr/bin/env python3
"""Writes lens.safetensors into the folders of published/ whose models tell words: what a layer but the last says when the
final norm and the scores are put right behind it. These are the logits of a model that has no further layers, so they are
computed by such a model, of the same weights, by PyTorch in float64.

    make_published_lens.py           write; make_published.py and make_published_decoders.py come before
    make_published_lens.py --check   compare with the files; writes nothing
"""

import json
import sys

import torch

import make_published_decoders as decoders
import tensors_file

sys.path.insert(0, str(decoders.FOLDER))

import common
import make_published as encoders

COUNTS = ("num_hidden_layers", "n_layers", "n_layer")


def shorter(config):
    """The configuration with each smaller number of layers."""
    entry = next(name for name in COUNTS if name in config)
    return [{**config, entry: layers} for layers in range(1, config[entry])]


def without_layers(model, small):
    """`small` with the weights of the model."""
    small = small.double()
    found = small.load_state_dict(model.state_dict(), strict=False)
    assert not found.missing_keys and found.unexpected_keys or model.state_dict().keys() == small.state_dict().keys()
    return small


def of_decoder(architecture, case):
    model = decoders.drawn(architecture, case)
    examples = json.loads((decoders.FOLDER / case.name / "expected.json").read_text())
    for layer, config in enumerate(shorter(case.config)):
        small = without_layers(model, architecture.build(config))
        for name, example in examples.items():
            yield f"{name}.lens.{layer}", decoders.run(architecture, small, config, example)["logits"]


def of_encoder(architecture, folder, config):
    model = common.draw(architecture.Model(config), folder)
    for layer, less in enumerate(shorter(config)):
        small = without_layers(model, architecture.Model(less))
        for name, given in architecture.EXAMPLES.items():
            tensors = encoders.inputs(given, None)
            seen = torch.ones(len(tensors["ids"]), dtype=torch.bool)
            yield f"{name}.lens.{layer}", small(tensors, seen)["logits"]


def tells_words(config):
    """Of one set of weights for several layers it depends on their number which layers have it: left out."""
    return config["architectures"][0].endswith("MaskedLM") and config.get("num_hidden_groups", 1) == 1


def folders():
    for architecture in decoders.ARCHITECTURES:
        for case in architecture.CASES:
            if not decoders.has_encoder(architecture) and decoders.writes(case):
                yield case.name, of_decoder(architecture, case)
    for architecture in encoders.ARCHITECTURES:
        for name, config in architecture.FOLDERS.items():
            if tells_words(config):
                yield name, of_encoder(architecture, name, config)


def main():
    torch.set_num_threads(1)
    torch.set_grad_enabled(False)
    for name, found in folders():
        tensors = {key: value.numpy() for key, value in found}
        path = decoders.FOLDER / name / "lens.safetensors"
        if "--check" in sys.argv:
            assert encoders.same(path, tensors), f"{path} differs"
        elif tensors:
            tensors_file.write(path, tensors, "F32")
    return 0


if __name__ == "__main__":
    sys.exit(main())
