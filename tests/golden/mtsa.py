"""Tensorised self-attention (REFERENCE 1.6): the definition with its n x n x d_h tensor, and the paper's
Algorithm 1."""

import math

import torch
import torch.nn.functional as F

import masks
from attention import activate, clear_padding, for_keys, head_linear, masked_softmax, record, record_gate

ALTERNATIVE = {"fused": True}  # options of forward that must not change anything
PAPER = {
    "heads": 8, "head_features": 75, "masks": "fw, bw", "value_activation": "none", "value_bias": False,
    "dot_from": "x", "dot_bias": False, "token2token": True, "token_exp": "exp",
    "source": "two-layer", "source_from": "k", "source_activation": "relu", "source_exp": "exp",
    "combine": "output", "output_bias": False, "output_activation": "none",
}
PRESETS = {
    "paper": PAPER,
    "classification": PAPER | {"heads": 2, "head_features": 300, "value_activation": "relu", "value_bias": True,
                               "dot_from": "v", "source_from": "v", "token_exp": "sigmoid", "combine": "gate"},
    "stacking": PAPER | {"source": "dense", "source_from": "x", "output_bias": True, "output_activation": "relu"},
    "srl": PAPER | {"head_features": 25, "value_bias": True, "dot_bias": True, "source": "dense", "source_from": "x",
                    "output_bias": True},
    "nmt": PAPER | {"head_features": 64, "source": "dense", "source_from": "v", "source_exp": "scaled-sigmoid",
                    "masks": "all"},
}


def has_key(o):
    return o["token2token"] or (o["source"] != "none" and o["source_from"] == "k")


def shapes(o, d):
    size, full = o["head_features"], o["heads"] * o["head_features"]
    result = {}

    def dense(name, inputs, bias):
        result[f"encoder.{name}.weight"] = (full, inputs)
        if bias:
            result[f"encoder.{name}.bias"] = (full,)

    dense("value", d, o["value_bias"])
    dot_inputs = d if o["dot_from"] == "x" else size
    if o["token2token"]:
        dense("query", dot_inputs, o["dot_bias"])
    if has_key(o):
        dense("key", dot_inputs, o["dot_bias"])
    source_inputs = d if o["source_from"] == "x" else size
    if o["source"] == "two-layer":
        dense("source1", source_inputs, True)
        dense("source2", size, True)
    elif o["source"] == "dense":
        dense("source", source_inputs, True)
    if o["combine"] == "gate":
        dense("gate", 2 * size, True)
    elif o["combine"] == "output":
        dense("output", full, o["output_bias"])
    return result


def width(o):
    return o["heads"] * o["head_features"]


def log_exp(kind, z, size):
    """The sigma whose exponential the option names: "sigmoid" is log(sigmoid(z)), "exp" is z itself."""
    if kind == "exp":
        return z
    if kind == "exp-tanh":
        return 5 * torch.tanh(z / 5)
    if kind == "sigmoid":
        return F.logsigmoid(z)
    if kind == "scaled-sigmoid":
        return F.logsigmoid(z / math.sqrt(size))
    raise ValueError(f"exponential {kind!r}")


def naive(v, token, source, bias):
    """v [.., k, f]; token = sigma_t(R) [.., q, k] or None; source = sigma_s(S) [.., k, f] or None; bias [.., q, k].
    Returns H [.., q, f], the scores and the weights [.., q, k, f], or [.., q, k, 1] when there is no source part."""
    score = torch.zeros_like(bias, dtype=v.dtype)[..., None]
    if token is not None:
        score = score + token[..., None]
    if source is not None:
        score = score + source[..., None, :, :]
    weight = masked_softmax(score, bias)
    return (weight * v[..., None, :, :]).sum(dim=-2), score, weight


def algorithm1(v, token, source, bias):
    """The same H without a tensor of three dimensions; a bias multiplies the token part by its exponential."""
    pairs = torch.exp(bias.to(v.dtype) + (0 if token is None else token))
    features = torch.ones_like(v) if source is None else torch.exp(source)
    below = pairs @ features
    above = pairs @ (v * features)
    return above / torch.where(below > 0, below, torch.ones_like(below))


def parts(o, p, x, head):
    """v, sigma_t(R) [.., q, k] and sigma_s(S) [.., k, f] of one head."""
    size = o["head_features"]

    def dense(name, inputs):
        return head_linear(p, name, inputs, head, size)

    v = activate(o["value_activation"], dense("value", x))
    dot_input = x if o["dot_from"] == "x" else v
    k = dense("key", dot_input) if has_key(o) else None
    token = source = None
    if o["token2token"]:
        r = dense("query", dot_input) @ k.transpose(-1, -2) / math.sqrt(size)
        token = log_exp(o["token_exp"], r, size)
    if o["source"] != "none":
        z = {"x": x, "v": v, "k": k}[o["source_from"]]
        if o["source"] == "two-layer":
            s = dense("source2", activate(o["source_activation"], dense("source1", z)))
        else:
            s = dense("source", z)
        source = log_exp(o["source_exp"], s, size)
    return v, token, source


def forward(o, p, x, valid=None, maps=None, fused=False):
    """x [..., n, d] -> [..., n, heads * head_features]; `fused` computes by Algorithm 1 and records no maps."""
    size, outputs, gates = o["head_features"], [], []
    for head, expression in enumerate(masks.heads_of(o["masks"], o["heads"])):
        v, token, source = parts(o, p, x, head)
        bias = for_keys(masks.bias(expression, x.shape[-2]), valid)
        if fused:
            h = algorithm1(v, token, source, bias)
        else:
            h, score, weight = naive(v, token, source, bias)
            record(maps, expression, score, weight, bias)
        if o["combine"] == "gate":
            g = torch.sigmoid(head_linear(p, "gate", torch.cat([v, h], dim=-1), head, size))
            gates.append(g)
            h = g * v + (1 - g) * h
        outputs.append(h)
    for g in gates:
        record_gate(maps, g)
    output = torch.cat(outputs, dim=-1)
    if o["combine"] == "output":
        output = F.linear(output, p["encoder.output.weight"], p.get("encoder.output.bias"))
        output = activate(o["output_activation"], output)
    return clear_padding(output, valid)
