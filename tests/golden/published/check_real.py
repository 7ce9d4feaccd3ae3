#!/usr/bin/env python3
"""Compares the modules of this folder with values that others computed for models that are published.

    check_real.py FOLDER    FOLDER holds rxnmapper/ (an ALBERT) and random_bert_xsmall_dummy/ (a BERT)
"""

import json
import pathlib
import sys

import numpy
import torch

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent))

import albert
import checks
import common
import tensors_file


def load(model, folder, unused):
    """`unused`: what else the file has."""
    stored = tensors_file.read(folder / "derived_hf" / "model.safetensors")
    assert stored.keys() - model.state_dict().keys() == unused, stored.keys() - model.state_dict().keys()
    model.load_state_dict({key: torch.from_numpy(stored[key].copy()) for key in model.state_dict()})
    return model.double()


def albert_of_reactions(folder):
    config = json.loads((folder / "config.json").read_text())
    model = albert.Model({**config, "tie_word_embeddings": False})
    load(model, folder, {"albert.pooler.bias", "albert.pooler.weight", "predictions.decoder.bias"})
    golden = numpy.load(folder / "golden.npz")
    for number, text in enumerate(json.loads((folder / "golden.json").read_text())["texts"]):
        ids = torch.tensor(text["ids"])
        found = model({"ids": ids, "token_types": torch.zeros_like(ids)}, torch.ones(len(ids), dtype=torch.bool))
        weights = torch.stack([found[f"attention.{layer}"] for layer in range(config["num_hidden_layers"])])
        for name, value in (("logits", found["logits"]), ("attention", weights)):
            wanted = torch.from_numpy(golden[f"{name}.{number}"]).double()
            print(f"ALBERT, text {number}, {name}: largest difference {(value - wanted).abs().max():.1e}, "
                  f"largest value {wanted.abs().max():.3g}")
            checks.close(value, wanted, 2e-4 if name == "logits" else 2e-5)


def layer_of_bert(folder):
    config = json.loads((folder / "config.json").read_text())
    model = common.part(embeddings=common.BertEmbeddings(config, config["hidden_size"]),
                        encoder=common.part(layer=torch.nn.ModuleList([common.BertLayer(config)])))
    load(model, folder, {"pooler.dense.bias", "pooler.dense.weight"})
    golden, results = json.loads((folder / "golden.json").read_text()), {}
    ids = torch.tensor(golden["input_ids"])
    x = model.embeddings(ids, torch.tensor(golden["token_type_ids"]), torch.arange(len(ids)))
    x = common.run_layers(model.encoder.layer, x, torch.ones(len(ids), dtype=torch.bool), results)
    wanted = torch.tensor(golden["last_hidden_state"], dtype=torch.float64).reshape(golden["last_hidden_state_shape"])
    print(f"BERT, last hidden state: largest difference {(x - wanted).abs().max():.1e}")
    checks.close(x, wanted, 1e-5)
    weights = torch.tensor(golden["attention"], dtype=torch.float64).reshape(results["attention.0"].shape)
    checks.close(results["attention.0"], weights, 1e-6)


def main():
    torch.set_num_threads(1)
    torch.set_grad_enabled(False)
    folder = pathlib.Path(sys.argv[1])
    albert_of_reactions(folder / "rxnmapper")
    layer_of_bert(folder / "random_bert_xsmall_dummy")
    return 0


if __name__ == "__main__":
    sys.exit(main())
