"""Layers of gated convolutions with residual connections (REFERENCE 1.14)."""

import torch
import torch.nn.functional as F

import convolution
from attention import activate, clear_padding

DEFAULTS = {"features": 300, "layers": 3, "kernel": 5, "variant": "released", "initial": "glorot"}


def shapes(o, d):
    result, f = {}, o["features"]
    if o["variant"] == "gehring":
        result.update({"encoder.input.weight": (f, d), "encoder.input.bias": (f,)})
        d = f
    for layer in range(o["layers"]):
        result.update(convolution.shapes(f"layer{layer}", d if layer == 0 else f, 2 * f, o["kernel"]))
    return result


def width(o):
    return o["features"]


def forward(o, p, x, valid=None, maps=None):
    """x [..., n, d] -> [..., n, features]. Every layer sees zeros beyond the ends of a sentence."""
    single = x.dim() == 2
    x, valid = convolution.as_batch(x, valid)
    before = (o["kernel"] - 1) // 2
    after = o["kernel"] - 1 - before
    gehring = o["variant"] == "gehring"
    if gehring:
        x = F.linear(x, p["encoder.input.weight"], p["encoder.input.bias"])
    for layer in range(o["layers"]):
        padded = F.pad(clear_padding(x, valid), (0, 0, before, after))
        values = convolution.conv1d(p, f"layer{layer}", padded, o["kernel"])
        if gehring:
            x = (F.glu(values, dim=-1) + x) * 0.5 ** 0.5
        else:
            a, b = activate("relu", values).chunk(2, dim=-1)
            gated = a * torch.sigmoid(b)
            x = gated if layer == 0 else gated + x
    x = clear_padding(x, valid)
    return x[0] if single else x


def computed_by(o, d):
    return "torch.nn.Conv1d"
