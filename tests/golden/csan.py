"""Convolutional self-attention: a window of tokens in neighbouring heads (REFERENCE 1.7), written as what each query
sees: one list of (head, token) pairs."""

import math

import torch
import torch.nn.functional as F

import masks
from attention import HIDDEN, clear_padding, for_keys, record

DEFAULTS = {"heads": 8, "head_features": 64, "window": 11, "area_heads": 3, "border": "truncate", "output": True,
            "biases": True}


def shapes(o, d):
    width = o["heads"] * o["head_features"]
    result = {}
    layers = {"query": d, "key": d, "value": d} | ({"output": width} if o["output"] else {})
    for name, inputs in layers.items():
        result[f"encoder.{name}.weight"] = (width, inputs)
        if o["biases"]:
            result[f"encoder.{name}.bias"] = (width,)
    return result


def width(o):
    return o["heads"] * o["head_features"]


def neighbours(o, head):
    """The heads that keys and that values come from, for each place of the area."""
    last, half = o["heads"] - 1, (o["area_heads"] - 1) // 2
    result = []
    for place in range(head - half, head + half + 1):
        inside = 0 <= place <= last
        if inside:
            result.append((place, place))
        elif o["border"] == "circular":
            result.append((place % o["heads"],) * 2)
        elif o["border"] == "replicate":
            result.append((0 if place < 0 else last,) * 2)
        elif o["border"] == "released":
            result.append((place % o["heads"], 0 if place < 0 else last))
    return result


def attend(o, q, k, v, valid=None, maps=None, layer=0):
    """q, k, v [..., n, heads * size] -> [..., n, heads * size]."""
    def split(z):
        return z.unflatten(-1, (o["heads"], -1)).movedim(-2, 0)

    q, k, v = split(q), split(k), split(v)
    expression = f"window({(o['window'] - 1) // 2})"
    bias = for_keys(masks.bias(expression, q.shape[-2]), valid)
    outputs = []
    for head in range(o["heads"]):
        area = neighbours(o, head)
        keys = torch.cat([k[one] for one, _ in area], dim=-2)
        values = torch.cat([v[other] for _, other in area], dim=-2)
        score = q[head] @ keys.transpose(-1, -2) / math.sqrt(q.shape[-1])
        seen = torch.cat([bias] * len(area), dim=-1) > -torch.inf
        weight = torch.softmax(score.masked_fill(~seen, HIDDEN), dim=-1) * seen
        outputs.append(weight @ values)

        def by_token(z):
            return z.unflatten(-1, (len(area), -1))

        record(maps, expression, torch.logsumexp(by_token(score), dim=-2)[..., None],
               by_token(weight).sum(dim=-2)[..., None], bias, layer)
    return torch.cat(outputs, dim=-1)


def forward(o, p, x, valid=None, maps=None):
    def dense(name, z):
        return F.linear(z, p[f"encoder.{name}.weight"], p.get(f"encoder.{name}.bias"))

    output = attend(o, dense("query", x), dense("key", x), dense("value", x), valid, maps)
    return clear_padding(dense("output", output) if o["output"] else output, valid)
