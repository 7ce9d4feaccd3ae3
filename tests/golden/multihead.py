"""Scaled dot-product attention with several heads (REFERENCE 1.1)."""

import math

import torch
import torch.nn.functional as F
from torch.nn.utils.stateless import functional_call

import masks
from attention import HIDDEN, add_positions, clear_padding, for_keys, head_linear, masked_softmax, record

DEFAULTS = {"heads": 8, "head_features": 75, "masks": "all", "positions": "none", "output": False, "biases": False}
ALTERNATIVE = {"written_out": True}  # options of forward that must not change anything


def shapes(o, d):
    width = o["heads"] * o["head_features"]
    result = {}
    for name in ("query", "key", "value"):
        result[f"encoder.{name}.weight"] = (width, d)
    if o["output"]:
        result["encoder.output.weight"] = (width, width)
    if o["biases"]:
        result.update({name.replace("weight", "bias"): (shape[0],) for name, shape in list(result.items())})
    return result


def width(o):
    return o["heads"] * o["head_features"]


def positions(length, d):
    """The code of the papers: the exponent is twice the feature's own index, not the index of the pair, so wavelengths
    grow twice as fast as in the Transformer. The first position is 0."""
    code = torch.zeros(length, d, dtype=torch.float64)
    position = torch.arange(length, dtype=torch.float64)
    for f in range(d):
        even = f - f % 2
        angle = position / 10000 ** (2 * even / d)
        code[:, f] = torch.sin(angle) if f % 2 == 0 else torch.cos(angle)
    return code


def uses_torch_layer(o, d):
    """The name of the layer, or None."""
    return "torch.nn.MultiheadAttention" if o["output"] and o["biases"] and d == width(o) else None


def computed_by(o, d):
    return uses_torch_layer(o, d)


def forward(o, p, x, valid=None, maps=None, written_out=False):
    """x [..., n, d] -> [..., n, heads * head_features]. `written_out` keeps torch's own layer away."""
    n, d, size = x.shape[-2], x.shape[-1], o["head_features"]
    x = clear_padding(add_positions(o["positions"], x, positions(n, d)), valid)
    expressions = masks.heads_of(o["masks"], o["heads"])
    biases = [for_keys(masks.bias(expression, n), valid) for expression in expressions]
    parts, weights = [], []
    for head in range(o["heads"]):
        q, k, v = (head_linear(p, name, x, head, size) for name in ("query", "key", "value"))
        score = q @ k.transpose(-1, -2) / math.sqrt(size)
        weight = masked_softmax(score[..., None], biases[head])
        record(maps, expressions[head], score[..., None], weight, biases[head])
        weights.append(weight.squeeze(-1))
        parts.append(weights[-1] @ v)
    if uses_torch_layer(o, d) and not written_out:
        output, torch_weights = torch_layer(o, p, x, biases)
        for head, weight in enumerate(torch_weights.unbind(-3)):
            if valid is None:
                assert (weight - weights[head]).abs().max() < 1e-6, "torch's weights differ from the written-out ones"
            if maps is not None:
                maps[head - o["heads"]]["weight"] = weight
    else:
        output = torch.cat(parts, dim=-1)
        if o["output"]:
            output = F.linear(output, p["encoder.output.weight"], p.get("encoder.output.bias"))
    return clear_padding(output, valid)


def torch_layer(o, p, x, biases):
    """torch.nn.MultiheadAttention with our parameters; returns its output and its weights
    [..., heads, queries, keys]."""
    layer = torch.nn.MultiheadAttention(width(o), o["heads"], bias=True, batch_first=True, dtype=x.dtype)
    names = ("query", "key", "value")
    state = {
        "in_proj_weight": torch.cat([p[f"encoder.{name}.weight"] for name in names]),
        "in_proj_bias": torch.cat([p[f"encoder.{name}.bias"] for name in names]),
        "out_proj.weight": p["encoder.output.weight"],
        "out_proj.bias": p["encoder.output.bias"],
    }
    mask = torch.stack(biases, dim=-3).clamp(min=HIDDEN).to(x.dtype)
    mask = mask.expand(*x.shape[:-2], *mask.shape[-3:]).reshape(-1, *mask.shape[-2:])
    options = {"attn_mask": mask, "need_weights": True, "average_attn_weights": False}
    return functional_call(layer, state, (x, x, x), options)
