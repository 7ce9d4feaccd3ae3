"""Several masked additive self-attentions and how they are mixed (REFERENCE 1.9)."""

import torch
import torch.nn.functional as F

import masks
from attention import activate, clear_padding, for_keys, masked_softmax, record, record_gate, record_groups

DEFAULTS = {"masks": "fw+logdist, bw+logdist, fa(2), fa(3)", "scores": "scalar", "fusion": "tpw", "features": 0,
            "activation": "relu"}
EXEMPT = (".key.weight", ".query.weight")
C = 5.0


def expressions(o):
    return masks.heads_of(o["masks"], o["masks"].count(",") + 1)


def shapes(o, d):
    f = o["features"] or d
    rows, k, result = f if o["scores"] == "features" else 1, len(expressions(o)), {}
    for head in range(k):
        e = f"encoder.head{head}."
        result.update({e + "input.weight": (f, d), e + "input.bias": (f,), e + "key.weight": (rows, f),
                       e + "query.weight": (rows, f), e + "score_bias": (rows,)})
        if o["fusion"] == "gate":
            result.update({e + "gate_input.weight": (f, f), e + "gate_input.bias": (f,),
                           e + "gate_attention.weight": (f, f), e + "gate_attention.bias": (f,),
                           e + "gate_bias": (f,)})
    if o["fusion"] == "tpw":
        result.update({"encoder.position.weight": ((k + 1) * d, d), "encoder.position.bias": ((k + 1) * d,),
                       "encoder.position_bias": ((k + 1) * d,)})
    return result


def width(o):
    """Cases give `features`, so that it is known without the input."""
    return o["features"] * (len(expressions(o)) if o["fusion"] == "gate" else 1)


def attention(o, p, x, head, expression, valid, maps):
    """The head's h and what its queries get, both [..., n, features]."""
    e = f"encoder.head{head}."
    h = activate(o["activation"], F.linear(x, p[e + "input.weight"], p[e + "input.bias"]))
    pair = torch.einsum("...kf,sf->...ks", h, p[e + "key.weight"])[..., None, :, :] + \
        torch.einsum("...qf,sf->...qs", h, p[e + "query.weight"])[..., :, None, :]
    score = C * torch.tanh((pair + p[e + "score_bias"]) / C)
    bias = for_keys(masks.bias(expression, x.shape[-2]), valid)
    weight = masked_softmax(score, bias)
    record(maps, expression, score, weight, bias)
    return h, torch.einsum("...qkf,...kf->...qf", weight.expand(*weight.shape[:-1], h.shape[-1]), h)


def gated(p, head, h, s, maps):
    e = f"encoder.head{head}."
    z = F.linear(torch.cat([h, s], dim=-1), torch.cat([p[e + "gate_input.weight"], p[e + "gate_attention.weight"]], 1),
                 p[e + "gate_input.bias"] + p[e + "gate_attention.bias"] + p[e + "gate_bias"])
    gate = torch.sigmoid(z)
    record_gate(maps, gate)
    return torch.lerp(s, h, gate)


def forward(o, p, x, valid=None, maps=None):
    """x [..., n, d] -> [..., n, d], or with gates [..., n, features * masks]."""
    pairs = [attention(o, p, x, head, expression, valid, maps) for head, expression in enumerate(expressions(o))]
    if o["fusion"] == "gate":
        joined = torch.cat([gated(p, head, h, s, maps) for head, (h, s) in enumerate(pairs)], dim=-1)
        return clear_padding(joined, valid)
    if o["fusion"] == "none":
        return clear_padding(sum(s for _, s in pairs) / len(pairs), valid)
    groups = torch.stack([x] + [s for _, s in pairs], dim=-2)  # [..., n, groups, d]
    z = F.linear(x, p["encoder.position.weight"], p["encoder.position.bias"]) + p["encoder.position_bias"]
    score = z.unflatten(-1, groups.shape[-2:])
    weight = torch.softmax(score, dim=-2)
    record_groups(maps, score, weight)
    return clear_padding((weight * groups).sum(dim=-2), valid)
