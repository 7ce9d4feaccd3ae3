"""Convolutions of several widths, the largest activation of each feature (Kim; REFERENCE 1.14)."""

import torch
import torch.nn.functional as F

import convolution
from attention import activate

POOLS = True
DEFAULTS = {"kernels": "3,4,5", "features": 200, "initial": "glorot"}


def kernels(o):
    return [int(part) for part in o["kernels"].split(",")]


def shapes(o, d):
    result = {}
    for number, kernel in enumerate(kernels(o)):
        result.update(convolution.shapes(f"convolution{number}", d, o["features"], kernel))
    return result


def width(o):
    return o["features"] * len(kernels(o))


def forward(o, p, x, valid=None, maps=None):
    """x [..., n, d] -> [..., features * kernels]. Windows reach beyond a sentence only if it is shorter than they are:
    the first one then, into zeros."""
    single = x.dim() == 2
    x, valid = convolution.as_batch(x, valid)
    x, lengths = x * valid[..., None], valid.sum(dim=1)
    found = []
    for number, kernel in enumerate(kernels(o)):
        padded = F.pad(x, (0, 0, 0, max(0, kernel - x.shape[1])))
        values = activate("relu", convolution.conv1d(p, f"convolution{number}", padded, kernel))
        start = torch.arange(values.shape[1])[None]
        inside = (start == 0) | (start + kernel <= lengths[:, None])
        found.append(values.masked_fill(~inside[..., None], -torch.inf).amax(dim=1))
    result = torch.cat(found, dim=-1)
    return result[0] if single else result


def computed_by(o, d):
    return "torch.nn.Conv1d"
