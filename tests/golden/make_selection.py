#!/usr/bin/env python3
"""Writes selection.json: what a model of sentence selection (REFERENCE 4.4) makes of questions with passages, by PyTorch in
float64: the score of every sentence, the loss, and the gradient of everything. Each example is computed alone.

    make_selection.py           write selection.json
    make_selection.py --check   compare with the file; writes nothing
"""

import json
import pathlib
import sys

import numpy
import torch
import torch.nn.functional as F

import biblosa
import bilstm
import convolution
import multihead

FILE = pathlib.Path(__file__).parent / "selection.json"
VOCABULARY, EMBEDDING, HIDDEN = 11, 4, 3


class EveryToken:
    """Convolutions whose features stand at every token, over zeros beyond the sentence."""

    DEFAULTS = {"kernels": "3,4,5", "features": 200, "initial": "glorot", "pool": True}

    @staticmethod
    def kernels(o):
        return [int(part) for part in o["kernels"].split(",")]

    @classmethod
    def shapes(cls, o, d):
        result = {}
        for number, kernel in enumerate(cls.kernels(o)):
            result.update(convolution.shapes(f"convolution{number}", d, o["features"], kernel))
        return result

    @classmethod
    def width(cls, o):
        return o["features"] * len(cls.kernels(o))

    @classmethod
    def forward(cls, o, p, x):
        found = []
        for number, kernel in enumerate(cls.kernels(o)):
            padded = F.pad(x, (0, 0, (kernel - 1) // 2, kernel // 2))
            found.append(torch.relu(convolution.conv1d(p, f"convolution{number}", padded[None], kernel)[0]))
        return torch.cat(found, dim=-1)


# name, encoder, options of the first level, those that the second has beside them
CASES = [
    ("biblosa", "biblosa", biblosa, {"features": 2, "block_length": 2}, {"block_length": 4}),
    ("multihead", "multihead", multihead, {"heads": 2, "head_features": 3, "positions": "scaled"}, {}),
    ("bilstm", "bilstm", bilstm, {"features": 3}, {}),
    ("multicnn", "multicnn", EveryToken, {"kernels": "2,3", "features": 2, "pool": False, "initial": "glorot"}, {}),
]
# question, sentences, label; one passage is of a single sentence, one of more than a block
EXAMPLES = [
    ([2, 5, 3], [[4, 2, 9], [7], [3, 6, 5, 2, 8], [10, 4]], 2),
    ([8], [[9, 8, 3]], 0),
    ([6, 10, 4, 2], [[3], [5, 6], [2, 2, 7, 9, 4, 3], [8, 10], [4], [6, 3, 3], [9, 5]], 5),
]


def s2t_shapes(name, d):
    return {f"{name}.inner.weight": (d, d), f"{name}.inner.bias": (d,), f"{name}.outer.weight": (d, d),
            f"{name}.outer.bias": (d,)}


def dense_shapes(name, outputs, inputs):
    return {f"{name}.weight": (outputs, inputs), f"{name}.bias": (outputs,)}


def second_level(shapes):
    return {"classifier." + name: shape for name, shape in shapes.items()}


def shapes(module, first, second):
    width = module.width(first)
    return {
        "embedding.weight": (VOCABULARY, EMBEDDING),
        **module.shapes(first, EMBEDDING),
        **s2t_shapes("pooling", width),
        **s2t_shapes("classifier.question.pooling", EMBEDDING),
        **dense_shapes("classifier.question.hidden", HIDDEN, EMBEDDING),
        **dense_shapes("classifier.sentence.hidden", HIDDEN, width),
        **second_level(module.shapes(second, 4 * HIDDEN)),
        **dense_shapes("classifier.hidden", HIDDEN, module.width(second)),
        **dense_shapes("classifier.output", 1, HIDDEN),
    }


def dense(p, name, x):
    return F.linear(x, p[name + ".weight"], p[name + ".bias"])


def pool(p, name, x):
    score = dense(p, name + ".outer", torch.relu(dense(p, name + ".inner", x)))
    return (torch.softmax(score, dim=0) * x).sum(dim=0)


def scores(module, first, second, p, question, sentences):
    table = torch.cat([torch.zeros_like(p["embedding.weight"][:2]), p["embedding.weight"][2:]])
    q = torch.relu(dense(p, "classifier.question.hidden", pool(p, "classifier.question.pooling", table[question])))
    own = {name: value for name, value in p.items() if name.startswith("encoder.")}
    meetings = []
    for sentence in sentences:
        encoded = module.forward(first, own, table[sentence])
        u = torch.relu(dense(p, "classifier.sentence.hidden", pool(p, "pooling", encoded)))
        meetings.append(torch.cat([u, q, u - q, u * q]))
    above = {name[len("classifier."):]: value for name, value in p.items() if name.startswith("classifier.encoder.")}
    encoded = module.forward(second, above, torch.stack(meetings))
    return dense(p, "classifier.output", torch.relu(dense(p, "classifier.hidden", encoded)))[:, 0]


def compute(number, case):
    name, encoder, module, options, fitted = case
    first = {**module.DEFAULTS, **options}
    second = {**first, **fitted}
    random = numpy.random.RandomState(100 + number)

    def draw(shape):
        values = random.standard_normal(shape) * (0.3 if len(shape) == 1 else 1.2 / numpy.sqrt(shape[1]))
        return torch.from_numpy(values.astype(numpy.float32).astype(numpy.float64))

    p = {key: draw(shape) for key, shape in shapes(module, first, second).items()}
    p["embedding.weight"][:2] = 0
    leaves = {key: value.clone().requires_grad_() for key, value in p.items()}
    found = [scores(module, first, second, leaves, question, sentences) for question, sentences, _ in EXAMPLES]
    loss = sum(-torch.log_softmax(found[k], dim=0)[label] for k, (_, _, label) in enumerate(EXAMPLES)) / len(EXAMPLES)
    gradients = dict(zip(leaves, torch.autograd.grad(loss, list(leaves.values()), allow_unused=True)))

    def rows(value):
        return value.reshape(value.shape[0], -1).tolist()

    return {
        "name": name, "encoder": encoder, "options": options, "embedding": EMBEDDING, "hidden": HIDDEN,
        "vocabulary": VOCABULARY, "examples": EXAMPLES, "scores": [one.tolist() for one in found], "loss": loss.item(),
        "parameters": {key: rows(value) for key, value in p.items()},
        "gradients": {key: rows(torch.zeros_like(p[key]) if value is None else value)
                      for key, value in gradients.items()},
    }


def same(a, b):
    if isinstance(a, (list, tuple)):
        return len(a) == len(b) and all(map(same, a, b))
    if isinstance(a, dict):
        return a.keys() == b.keys() and all(same(a[key], b[key]) for key in a)
    return abs(a - b) <= 1e-12 * max(1, abs(a)) if isinstance(a, float) else a == b


def main():
    torch.set_num_threads(1)
    text = json.dumps([compute(number, case) for number, case in enumerate(CASES)], indent=None) + "\n"
    if "--check" not in sys.argv:
        FILE.write_text(text)
        return 0
    assert same(json.loads(text), json.loads(FILE.read_text())), "selection.json differs"
    return 0


if __name__ == "__main__":
    sys.exit(main())
