#!/usr/bin/env python3
"""Writes heads.json: what the three task heads (REFERENCE 4.1 to 4.3) make of given sentence vectors, by PyTorch in
float64: logits, loss, the gradient of everything, and the loss over ten steps of gradient descent.

    make_heads.py           write heads.json
    make_heads.py --check   compare with the file; writes nothing
"""

import json
import pathlib
import sys

import numpy
import torch
import torch.nn.functional as F

FILE = pathlib.Path(__file__).parent / "heads.json"
WIDTH, HIDDEN, EXAMPLES, STEPS, RATE = 5, 4, 3, 10, 0.1
ACTIVATIONS = {"relu": torch.relu, "elu": F.elu, "tanh": torch.tanh, "none": lambda x: x}

PLAIN = {"hidden_activation": "relu", "hidden_norm": False, "difference": "signed", "highway": False, "hidden": HIDDEN}

# name, task, options that differ from PLAIN, classes, targets: a label, and the share of the label after it
CASES = [
    ("classify", "classify", {}, 4, [(2, 0), (0, 0), (3, 0)]),
    ("pair", "pair", {}, 3, [(1, 0), (0, 0), (2, 0)]),
    ("pair-highway", "pair", {"hidden_activation": "elu", "highway": True}, 3, [(2, 0), (2, 0), (0, 0)]),
    ("relatedness", "relatedness", {}, 5, [(2, 0.4), (4, 0), (0, 0.85)]),
    ("relatedness-tanh", "relatedness", {"hidden_activation": "tanh"}, 5, [(3, 0.999), (1, 0.5), (0, 0)]),
    ("classify-linear", "classify", {"hidden_activation": "none"}, 4, [(1, 0), (3, 0), (0, 0)]),
    ("pair-norm-absolute", "pair", {"hidden_norm": True, "difference": "absolute"}, 3, [(0, 0), (2, 0), (1, 0)]),
    ("classify-norm", "classify", {"hidden_activation": "elu", "hidden_norm": True}, 4, [(3, 0), (1, 0), (1, 0)]),
    ("classify-direct", "classify", {"hidden": 0}, 4, [(0, 0), (2, 0), (1, 0)]),
    ("pair-direct", "pair", {"hidden": 0}, 3, [(2, 0), (0, 0), (1, 0)]),
    ("relatedness-direct", "relatedness", {"hidden": 0}, 5, [(1, 0.25), (4, 0), (3, 0.5)]),
]


def shapes(task, o, classes):
    inputs = {"classify": 1, "pair": 4, "relatedness": 2}[task] * WIDTH
    if not o["hidden"]:  # the classes stand on the features themselves, with a bias
        return {"output.weight": (classes, inputs), "output.bias": (classes,)}
    result = {"hidden.weight": (HIDDEN, inputs), "hidden.bias": (HIDDEN,)}
    if o["hidden_norm"]:
        result.update({"hidden_norm.gain": (HIDDEN,), "hidden_norm.bias": (HIDDEN,)})
    if o["highway"]:
        for part in ("transform", "gate"):
            result.update({f"highway.{part}.weight": (HIDDEN, HIDDEN), f"highway.{part}.bias": (HIDDEN,)})
    result["output.weight"] = (classes, HIDDEN)
    if task != "classify":
        result["output.bias"] = (classes,)
    return result


def features(task, o, sentences):
    if task == "classify":
        return sentences
    a, b = sentences[0::2], sentences[1::2]
    if task == "relatedness":
        return torch.cat([a * b, (a - b).abs()], dim=1)
    return torch.cat([a, b, a - b if o["difference"] == "signed" else (a - b).abs(), a * b], dim=1)


def logits(task, o, p, sentences):
    if not o["hidden"]:
        return F.linear(features(task, o, sentences), p["output.weight"], p["output.bias"])
    act = ACTIVATIONS[o["hidden_activation"]]
    hidden = F.linear(features(task, o, sentences), p["hidden.weight"], p["hidden.bias"])
    if o["hidden_norm"]:
        hidden = F.layer_norm(hidden, (HIDDEN,), p["hidden_norm.gain"], p["hidden_norm.bias"])
    hidden = act(hidden)
    if o["highway"]:
        gate = torch.sigmoid(F.linear(hidden, p["highway.gate.weight"], p["highway.gate.bias"]))
        new = act(F.linear(hidden, p["highway.transform.weight"], p["highway.transform.bias"]))
        hidden = gate * new + (1 - gate) * hidden
    return F.linear(hidden, p["output.weight"], p.get("output.bias"))


def loss(scores, targets):
    """Mean of KL(target || softmax)."""
    wanted = torch.zeros_like(scores)
    for row, (label, above) in enumerate(targets):
        wanted[row, label] = 1 - above
        if above > 0:
            wanted[row, label + 1] = above
    return F.kl_div(torch.log_softmax(scores, dim=1), wanted, reduction="batchmean")


def compute(number, case):
    name, task, options, classes, targets = case
    o = PLAIN | options
    random = numpy.random.RandomState(number)

    def draw(shape):
        values = random.standard_normal(shape) / numpy.sqrt(shape[1] if len(shape) > 1 else 4)
        return torch.from_numpy(values.astype(numpy.float32).astype(numpy.float64))

    p = {key: draw(shape) + key.endswith(".gain") for key, shape in shapes(task, o, classes).items()}
    sentences = 2 * draw((EXAMPLES * (1 if task == "classify" else 2), WIDTH))
    leaves = {key: value.clone().requires_grad_() for key, value in {**p, "sentences": sentences}.items()}
    scores = logits(task, o, leaves, leaves["sentences"])
    value = loss(scores, targets)
    gradients = dict(zip(leaves, torch.autograd.grad(value, list(leaves.values()))))
    curve, trained = [], {key: value.clone().requires_grad_() for key, value in p.items()}
    for _ in range(STEPS + 1):
        now = loss(logits(task, o, trained, sentences), targets)
        curve.append(now.item())
        for leaf, gradient in zip(trained.values(), torch.autograd.grad(now, list(trained.values()))):
            with torch.no_grad():
                leaf -= RATE * gradient
    assert curve[-1] < curve[0]
    return {
        "name": name, "task": task, **o, "width": WIDTH, "classes": classes, "targets": targets, "rate": RATE,
        "parameters": {key: value.reshape(value.shape[0], -1).tolist() for key, value in p.items()},
        "sentences": sentences.tolist(), "logits": scores.tolist(), "loss": value.item(),
        "gradients": {key: value.reshape(value.shape[0], -1).tolist() for key, value in gradients.items()},
        "curve": curve,
    }


def main():
    torch.set_num_threads(1)
    text = json.dumps([compute(number, case) for number, case in enumerate(CASES)], indent=None) + "\n"
    if "--check" not in sys.argv:
        FILE.write_text(text)
        return 0

    def same(a, b):
        if isinstance(a, (list, tuple)):
            return len(a) == len(b) and all(map(same, a, b))
        if isinstance(a, dict):
            return a.keys() == b.keys() and all(same(a[key], b[key]) for key in a)
        return abs(a - b) <= 1e-12 * max(1, abs(a)) if isinstance(a, float) else a == b

    assert same(json.loads(text), json.loads(FILE.read_text())), "heads.json differs"
    return 0


if __name__ == "__main__":
    sys.exit(main())
