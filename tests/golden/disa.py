"""Directional self-attention with a weight per feature and a fusion gate (REFERENCE 1.4)."""

import torch
import torch.nn.functional as F

import masks
from attention import activate, clear_padding, for_keys, masked_softmax, record, record_gate

DEFAULTS = {"features": 300, "directions": "both", "scores": "features", "activation": "elu", "c": 5.0}
MASKS = {"forward": "fw", "backward": "bw", "none": "offdiag"}
EXEMPT = (".key.weight", ".query.weight")  # the two score maps, by accident of the released code


def names(o):
    return ["forward", "backward"] if o["directions"] == "both" else [o["directions"]]


def shapes(o, d):
    f = o["features"]
    s = f if o["scores"] == "features" else 1
    result = {}
    for name in names(o):
        e = f"encoder.{name}."
        result.update({
            e + "input.weight": (f, d), e + "input.bias": (f,),
            e + "key.weight": (s, f), e + "query.weight": (s, f), e + "score_bias": (s,),
            e + "gate_input.weight": (f, f), e + "gate_input.bias": (f,),
            e + "gate_attention.weight": (f, f), e + "gate_attention.bias": (f,), e + "gate_bias": (f,),
        })
    return result


def width(o):
    return o["features"] * len(names(o))


def hidden(o, p, x, name):
    return activate(o["activation"], F.linear(x, p[f"encoder.{name}.input.weight"], p[f"encoder.{name}.input.bias"]))


def gate(p, name, h, s):
    e = f"encoder.{name}."
    from_input = F.linear(h, p[e + "gate_input.weight"], p[e + "gate_input.bias"])
    from_attention = F.linear(s, p[e + "gate_attention.weight"], p[e + "gate_attention.bias"])
    return torch.sigmoid(from_input + from_attention + p[e + "gate_bias"])


def forward(o, p, x, valid=None, maps=None):
    """x [..., n, d] -> [..., n, features * directions]."""
    outputs, gates = [], []
    for name in names(o):
        e = f"encoder.{name}."
        h = hidden(o, p, x, name)
        key, query = F.linear(h, p[e + "key.weight"]), F.linear(h, p[e + "query.weight"])
        score = o["c"] * torch.tanh((key[..., None, :, :] + query[..., :, None, :] + p[e + "score_bias"]) / o["c"])
        bias = for_keys(masks.bias(MASKS[name], x.shape[-2]), valid)
        weight = masked_softmax(score, bias)
        record(maps, MASKS[name], score, weight, bias)
        s = (weight * h[..., None, :, :]).sum(dim=-2)
        g = gate(p, name, h, s)
        gates.append(g)
        outputs.append(clear_padding(g * h + (1 - g) * s, valid))
    for g in gates:
        record_gate(maps, g)
    return torch.cat(outputs, dim=-1)
