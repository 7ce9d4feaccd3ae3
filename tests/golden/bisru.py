"""Bidirectional SRU, first version (REFERENCE 1.13)."""

import torch
import torch.nn.functional as F

import recurrent
from attention import activate

DEFAULTS = {"features": 300}


def shapes(o, d):
    f, result = o["features"], {}
    for direction in recurrent.DIRECTIONS:
        result.update({f"encoder.{direction}.map.weight": (3 * f, f), f"encoder.{direction}.bias": (2 * f,)})
    if d != f:
        result.update({"encoder.input.weight": (f, d), "encoder.input.bias": (f,)})
    return result


def width(o):
    return 2 * o["features"]


def cell(p, x, state):
    fresh, f, r = (p["map.weight"] @ x).chunk(3)
    f_bias, r_bias = p["bias"].chunk(2)
    f, r = torch.sigmoid(f + f_bias), torch.sigmoid(r + r_bias)
    c = f * state[1] + (1 - f) * fresh
    h = r * torch.tanh(c) + (1 - r) * x
    return h, (h, c)


def forward(o, p, x, valid=None, maps=None):
    """x [..., n, d] -> [..., n, 2 * features]."""
    if "encoder.input.weight" in p:
        x = activate("relu", F.linear(x, p["encoder.input.weight"], p["encoder.input.bias"]))
    return recurrent.written_out(cell, p, "encoder.", x, valid, o["features"])
