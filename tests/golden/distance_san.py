"""Distance-based self-attention in two directions (Im and Cho; REFERENCE 1.15)."""

import math

import torch
import torch.nn.functional as F

import masks
from attention import activate, clear_padding, for_keys, masked_softmax, record, record_gate, record_pooling

DEFAULTS = {"heads": 5, "head_features": 60, "distance": 1.5, "score_scale": "head", "inner_features": 1200,
            "sentence_vector": "paper"}
MEANS = {".gain": 1}  # of a layer normalisation: around one, or nothing comes through
DIRECTIONS = {"forward": "fw", "backward": "bw"}


def POOLS(o):
    return o["sentence_vector"] == "paper"


def direction_width(o):
    return o["heads"] * o["head_features"]


def shapes(o, d):
    w, result = direction_width(o), {}

    def norm(name, size):
        result.update({f"{name}.gain": (size,), f"{name}.bias": (size,)})

    def dense(name, outputs, inputs):
        result.update({f"{name}.weight": (outputs, inputs), f"{name}.bias": (outputs,)})

    for direction in DIRECTIONS:
        e = f"encoder.{direction}."
        for name in ("query", "key", "value", "gate_input"):
            result[f"{e}{name}.weight"] = (w, d)
        norm(e + "head_norm", o["head_features"])
        dense(e + "output", w, w)
        norm(e + "output_norm", w)
        result.update({e + "gate_attention.weight": (w, w), e + "gate_bias": (w,)})
        norm(e + "gate_norm", w)
        dense(e + "inner", o["inner_features"], w)
        dense(e + "outer", w, o["inner_features"])
        norm(e + "norm", w)
    if POOLS(o):
        dense("encoder.source2token.inner", 2 * w, 2 * w)
        dense("encoder.source2token.outer", 2 * w, 2 * w)
        norm("encoder.source2token.norm", 2 * w)
    return result


def width(o):
    return direction_width(o) * (4 if POOLS(o) else 2)


def norm(p, name, x):
    gain = p[f"{name}.gain"]
    return F.layer_norm(x, gain.shape, gain, p[f"{name}.bias"])


def dense(p, name, x):
    return F.linear(x, p[f"{name}.weight"], p.get(f"{name}.bias"))


def attention(o, p, e, expression, x, bias, maps):
    def heads(name):
        """[..., heads, n, head_features], normalised within a head."""
        cut = dense(p, e + name, x).unflatten(-1, (o["heads"], o["head_features"])).transpose(-2, -3)
        return norm(p, e + "head_norm", cut)

    size = o["head_features"] if o["score_scale"] == "head" else direction_width(o)
    score = heads("query") @ heads("key").transpose(-1, -2) / math.sqrt(size)
    weight = masked_softmax(score[..., None], bias[..., None, :, :])
    for head in range(o["heads"]):
        record(maps, expression, score[..., head, :, :, None], weight[..., head, :, :, :], bias)
    joined = (weight.squeeze(-1) @ heads("value")).transpose(-2, -3).flatten(-2)
    return norm(p, e + "output_norm", dense(p, e + "output", joined))


def one_direction(o, p, e, expression, x, bias, maps, gates):
    attended = attention(o, p, e, expression, x, bias, maps)
    s = norm(p, e + "gate_norm", dense(p, e + "gate_input", x))
    h = norm(p, e + "gate_norm", dense(p, e + "gate_attention", attended))
    gate = torch.sigmoid(s + h + p[e + "gate_bias"])
    gates.append(gate)
    fused = norm(p, e + "gate_norm", gate * s + (1 - gate) * h)
    return norm(p, e + "norm", fused + dense(p, e + "outer", activate("relu", dense(p, e + "inner", fused))))


def sentence_vector(p, x, valid, maps):
    e = "encoder.source2token."
    inner = activate("elu", norm(p, e + "norm", dense(p, e + "inner", x)))
    score = norm(p, e + "norm", dense(p, e + "outer", inner))
    hidden = torch.zeros_like(x[..., 0], dtype=torch.bool) if valid is None else ~valid
    weight = torch.softmax(score.masked_fill(hidden[..., None], -torch.inf), dim=-2)
    record_pooling(maps, score, weight, layer=1)
    largest = x.masked_fill(hidden[..., None], -torch.inf).amax(dim=-2)
    return torch.cat([(weight * x).sum(dim=-2), largest], dim=-1)


def forward(o, p, x, valid=None, maps=None):
    """x [..., n, d] -> [..., 4 * heads * head_features], or [..., n, 2 * heads * head_features] without the vector."""
    parts, gates = [], []
    for direction, mask in DIRECTIONS.items():
        expression = f"{mask}+dist({o['distance']:g})"
        bias = for_keys(masks.bias(expression, x.shape[-2]), valid)
        parts.append(one_direction(o, p, f"encoder.{direction}.", expression, x, bias, maps, gates))
    for gate in gates:
        record_gate(maps, gate)
    tokens = clear_padding(torch.cat(parts, dim=-1), valid)
    return sentence_vector(p, tokens, valid, maps) if POOLS(o) else tokens
