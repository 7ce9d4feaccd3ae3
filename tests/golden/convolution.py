"""torch.nn.Conv1d with our parameters."""

import torch
from torch.nn.utils.stateless import functional_call


def conv1d(p, name, x, window):
    """x [batch, n, d] -> [batch, n - window + 1, f]. A row of our weight holds a window's tokens one after the other,
    [f, window * d]; torch wants [f, d, window]."""
    weight, bias = p[f"encoder.{name}.weight"], p[f"encoder.{name}.bias"]
    d = x.shape[-1]
    layer = torch.nn.Conv1d(d, len(weight), window, dtype=x.dtype)
    state = {"weight": weight.reshape(-1, window, d).transpose(1, 2), "bias": bias}
    return functional_call(layer, state, (x.transpose(1, 2),)).transpose(1, 2)


def shapes(name, d, f, window):
    return {f"encoder.{name}.weight": (f, window * d), f"encoder.{name}.bias": (f,)}


def as_batch(x, valid):
    """A sentence [n, d] as a batch of one; which of its tokens are words, [batch, n]."""
    if x.dim() == 2:
        x = x[None]
    return x, torch.ones(x.shape[:2], dtype=torch.bool) if valid is None else valid
