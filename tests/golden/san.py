"""Structured self-attention (REFERENCE 1.11)."""

import torch
import torch.nn.functional as F

import bilstm
from attention import overlap, pool_by_heads

POOLS = True
ALTERNATIVE = {"written_out": True}
DEFAULTS = {"features": 300, "biases": True, "attention_features": 350, "heads": 30, "penalty": 1.0}


def shapes(o, d):
    return {
        **bilstm.cell_shapes("encoder.lstm.", d, o["features"], o["biases"]),
        "encoder.inner.weight": (o["attention_features"], 2 * o["features"]),
        "encoder.outer.weight": (o["heads"], o["attention_features"]),
    }


def width(o):
    return o["heads"] * 2 * o["features"]


def computed_by(o, d):
    return "torch.nn.LSTM below the attention"


def attended(o, p, x, valid, maps=None, written_out=False):
    h = bilstm.both_directions(p, "encoder.lstm.", x, valid, o["features"], written_out)
    inner = torch.tanh(F.linear(h, p["encoder.inner.weight"]))
    return pool_by_heads(F.linear(inner, p["encoder.outer.weight"]), h, valid, maps)


def forward(o, p, x, valid=None, maps=None, written_out=False):
    """x [..., n, d] -> [..., heads * 2 * features]."""
    return attended(o, p, x, valid, maps, written_out)[1]


def penalty(o, p, x, valid):
    """A number per sequence; x [batch, n, d]."""
    seen = valid if valid is not None else torch.ones(x.shape[:-1], dtype=torch.bool)
    return o["penalty"] * overlap(attended(o, p, x, seen)[0])
