#!/usr/bin/env python3
"""Writes absent_words.json: an embedding table over many steps in which most words are in no batch, under dense updates, by
PyTorch in float64. torch.nn.Embedding gives absent words a gradient of zero, so that their moments, and they, go on.

    make_absent_words.py           write absent_words.json
    make_absent_words.py --check   compare with the file; writes nothing
"""

import json
import pathlib
import sys

import numpy
import torch

import training

FILE = pathlib.Path(__file__).parent / "absent_words.json"
WIDTH, WORDS = 5, 9
L2 = 0.01


def run(name, kind, settings, lr, steps):
    random = numpy.random.RandomState(sum(map(ord, name)))
    start = random.normal(size=(WORDS, WIDTH))
    table = torch.nn.Embedding(WORDS, WIDTH).double()
    table.weight.data = torch.from_numpy(start.copy())
    optimiser = kind([table.weight], lr=lr, **settings)
    batches, gradients, rates = [], [], []
    for step in range(steps):
        # Word 0 is in the first batch only, word 1 in the first and the last; word 2 in every one; word 8 never.
        words = {2} | {int(w) for w in random.choice(range(3, 8), size=2)} | ({0, 1} if step == 0 else set())
        if step == steps - 1:
            words.add(1)
        words = sorted(words)
        # From 1e-9 to 1: where ε weighs as much as the gradient's own size, and where it weighs nothing.
        wanted = random.normal(size=(len(words), WIDTH)) * 10.0 ** random.uniform(-9, 0, size=(1, WIDTH))
        rate = lr * (1 - step / steps)
        table.weight.grad = None
        (table(torch.tensor(words)) * torch.from_numpy(wanted)).sum().backward()
        if isinstance(optimiser, torch.optim.Optimizer):
            optimiser.param_groups[0]["lr"] = rate
        else:
            optimiser.lr = rate
            optimiser.leaves = [table.weight]
        optimiser.step()
        batches.append(words)
        gradients.append(wanted.tolist())
        rates.append(rate)
    return {"start": start.tolist(), "batches": batches, "gradients": gradients, "rates": rates,
            "end": table.weight.detach().tolist()}


def tensorflow_adam(leaves, lr):
    return training.TensorflowAdam(leaves, lr, (0.9, 0.999), 1e-8)


def adam98(leaves, lr):
    return training.TensorflowAdam(leaves, lr, (0.9, 0.98), 1e-9)


CASES = {
    "adam": (tensorflow_adam, {}, 0.05, 20, {"optimizer": "adam"}),
    "adam-long": (tensorflow_adam, {}, 0.01, 400, {"optimizer": "adam"}),
    "adam98": (adam98, {}, 0.01, 60, {"optimizer": "adam98"}),
    "sgd": (torch.optim.SGD, {"momentum": 0.9}, 0.1, 20, {"optimizer": "sgd", "momentum": 0.9}),
    "sgd-decay": (torch.optim.SGD, {"momentum": 0.9, "weight_decay": L2}, 0.1, 20,
                  {"optimizer": "sgd", "momentum": 0.9, "decay": "all", "l2": L2}),
    "sgd-decay-without-momentum": (torch.optim.SGD, {"weight_decay": L2}, 0.1, 20,
                                   {"optimizer": "sgd", "momentum": 0, "decay": "all", "l2": L2}),
}


def main():
    document = {name: {"options": options, **run(name, kind, settings, lr, steps)}
                for name, (kind, settings, lr, steps, options) in CASES.items()}
    if "--check" not in sys.argv:
        FILE.write_text(json.dumps(document) + "\n")
        return
    for name, case in json.loads(FILE.read_text()).items():
        difference = numpy.abs(numpy.array(case["end"]) - numpy.array(document[name]["end"])).max()
        if difference > 1e-12:
            sys.exit(f"make_absent_words: {name} differs by {difference}")


if __name__ == "__main__":
    main()
