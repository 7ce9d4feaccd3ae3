"""Bidirectional LSTM (REFERENCE 1.13): torch.nn.LSTM, whose gates are i, f, g, o where ours are i, j, f, o."""

import torch
import torch.nn.functional as F

import recurrent

DEFAULTS = {"features": 300}
ALTERNATIVE = {"written_out": True}


def cell_shapes(prefix, d, f, biases=True):
    result = {}
    for direction in recurrent.DIRECTIONS:
        e = f"{prefix}{direction}."
        result.update({e + "input.weight": (4 * f, d), e + "recurrent.weight": (4 * f, f)})
        if biases:
            result[e + "bias"] = (4 * f,)
    return result


def shapes(o, d):
    return cell_shapes("encoder.", d, o["features"])


def width(o):
    return 2 * o["features"]


def cell(p, x, state):
    z = F.linear(x, p["input.weight"], p.get("bias")) + p["recurrent.weight"] @ state[0]
    i, j, f, o = z.chunk(4)
    c = torch.sigmoid(f) * state[1] + torch.sigmoid(i) * torch.tanh(j)
    h = torch.sigmoid(o) * torch.tanh(c)
    return h, (h, c)


def both_directions(p, prefix, x, valid, features, written_out=False):
    """x [..., n, d] -> [..., n, 2 * features]."""
    if written_out:
        return recurrent.written_out(cell, p, prefix, x, valid, features)

    def weights(direction):
        def torchs(rows):
            i, j, f, o = rows.chunk(4)
            return torch.cat([i, f, j, o])

        names = recurrent.own(p, f"{prefix}{direction}.")
        result = {"weight_ih": torchs(names["input.weight"]), "weight_hh": torchs(names["recurrent.weight"])}
        if "bias" in names:
            result.update({"bias_ih": torchs(names["bias"]), "bias_hh": torch.zeros_like(names["bias"])})
        return result

    return recurrent.torch_layer(torch.nn.LSTM, weights, x, valid, features)


def computed_by(o, d):
    return "torch.nn.LSTM"


def forward(o, p, x, valid=None, maps=None, written_out=False):
    return both_directions(p, "encoder.", x, valid, o["features"], written_out)
