#!/usr/bin/env python3
"""Writes cross_attention.json: what torch.nn.MultiheadAttention makes in float64 of queries and keys that are not the
same tokens: results, weights, and the gradients of a weighted sum of the results.

    make_cross_attention.py           write cross_attention.json
    make_cross_attention.py --check   compare with the file; writes nothing
"""

import json
import pathlib
import sys

import numpy
import torch

import masks

FILE = pathlib.Path(__file__).parent / "cross_attention.json"
WIDTH, HEADS = 6, 2

# name, masks, sequences of (queries, keys, position of the first query); every query sees a key
CASES = [
    ("other-text", "all", [(3, 5, 0), (4, 1, 0), (1, 7, 0)]),
    ("more-queries-than-keys", "causal, window(5)+dist(0.25)", [(6, 2, 0), (2, 3, 0)]),
    ("behind-a-cache", "causal, fw", [(2, 6, 4), (1, 3, 2), (4, 9, 5)]),
    ("behind-a-cache-near", "window(2)+logdist, block(3)", [(2, 6, 4), (1, 4, 3), (3, 8, 5)]),
]


def compute(number, case):
    name, expression, sequences = case
    random = numpy.random.RandomState(number)

    def draw(*shape):
        values = random.standard_normal(shape).astype(numpy.float32).astype(numpy.float64)
        return torch.from_numpy(values)

    layer = torch.nn.MultiheadAttention(WIDTH, HEADS, dtype=torch.float64, batch_first=True)
    for parameter in layer.parameters():
        parameter.data = draw(*parameter.shape) * 0.5
    written = []
    for queries, keys, offset in sequences:
        query, key = draw(queries, WIDTH).requires_grad_(), draw(keys, WIDTH).requires_grad_()
        mask = torch.stack([masks.rectangle(one, queries, keys, offset) for one in masks.heads_of(expression, HEADS)])
        result, weights = layer(query[None], key[None], key[None], attn_mask=mask, average_attn_weights=False)
        factors = draw(queries, WIDTH)
        (result[0] * factors).sum().backward()
        assert torch.isfinite(result).all()
        written.append({
            "position": offset, "query": query.tolist(), "key": key.tolist(), "result": result[0].tolist(),
            "weights": weights[0].tolist(), "factors": factors.tolist(), "query_gradient": query.grad.tolist(),
            "key_gradient": key.grad.tolist(),
        })
    query_map, key_map, value_map = layer.in_proj_weight.chunk(3)
    bias = layer.in_proj_bias.chunk(3)
    gradients = layer.in_proj_weight.grad.chunk(3)
    maps = {"query": (query_map, bias[0], gradients[0]), "key": (key_map, bias[1], gradients[1]),
            "value": (value_map, bias[2], gradients[2]),
            "output": (layer.out_proj.weight, layer.out_proj.bias, layer.out_proj.weight.grad)}
    return {
        "name": name, "masks": expression, "heads": HEADS, "sequences": written,
        "maps": {key: {"weight": weight.tolist(), "bias": bias.tolist(), "weight_gradient": gradient.tolist()}
                 for key, (weight, bias, gradient) in maps.items()},
    }


def same(a, b):
    if isinstance(a, list):
        return len(a) == len(b) and all(map(same, a, b))
    if isinstance(a, dict):
        return a.keys() == b.keys() and all(same(a[key], b[key]) for key in a)
    return abs(a - b) <= 1e-12 * max(1, abs(a)) if isinstance(a, float) else a == b


def main():
    torch.set_num_threads(1)
    text = json.dumps([compute(number, case) for number, case in enumerate(CASES)], indent=None) + "\n"
    if "--check" in sys.argv:
        assert same(json.loads(text), json.loads(FILE.read_text())), "cross_attention.json differs"
    else:
        FILE.write_text(text)


if __name__ == "__main__":
    main()
