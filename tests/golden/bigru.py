"""Bidirectional GRU (REFERENCE 1.13): reset after the product is torch.nn.GRU, reset before is written out."""

import torch
import torch.nn.functional as F

import recurrent

DEFAULTS = {"features": 300, "reset": "before"}
ALTERNATIVE = {"written_out": True}


def cell_shapes(prefix, d, f, reset):
    result = {}
    for direction in recurrent.DIRECTIONS:
        e = f"{prefix}{direction}."
        result.update({e + "input.weight": (3 * f, d), e + "recurrent.weight": (3 * f, f), e + "bias": (3 * f,)})
        if reset == "after":
            result[e + "recurrent_bias"] = (3 * f,)
    return result


def shapes(o, d):
    return cell_shapes("encoder.", d, o["features"], o["reset"])


def width(o):
    return 2 * o["features"]


def cell_before(p, x, state):
    h = state[0]
    of_input, weight = F.linear(x, p["input.weight"], p["bias"]).chunk(3), p["recurrent.weight"].chunk(3)
    r = torch.sigmoid(of_input[0] + weight[0] @ h)
    z = torch.sigmoid(of_input[1] + weight[1] @ h)
    j = torch.tanh(of_input[2] + weight[2] @ (r * h))
    h = z * h + (1 - z) * j
    return h, (h, h)


def cell_after(p, x, state):
    h = state[0]
    of_input = F.linear(x, p["input.weight"], p["bias"]).chunk(3)
    of_state = F.linear(h, p["recurrent.weight"], p["recurrent_bias"]).chunk(3)
    r, z = (torch.sigmoid(a + b) for a, b in zip(of_input[:2], of_state[:2]))
    h = (1 - z) * torch.tanh(of_input[2] + r * of_state[2]) + z * h
    return h, (h, h)


def both_directions(p, prefix, x, valid, features, reset, written_out=False):
    """x [..., n, d] -> [..., n, 2 * features]."""
    if reset == "before" or written_out:
        cell = cell_before if reset == "before" else cell_after
        return recurrent.written_out(cell, p, prefix, x, valid, features)

    def weights(direction):
        names = recurrent.own(p, f"{prefix}{direction}.")
        return {"weight_ih": names["input.weight"], "weight_hh": names["recurrent.weight"],
                "bias_ih": names["bias"], "bias_hh": names["recurrent_bias"]}

    return recurrent.torch_layer(torch.nn.GRU, weights, x, valid, features)


def computed_by(o, d):
    return "torch.nn.GRU" if o["reset"] == "after" else None


def forward(o, p, x, valid=None, maps=None, written_out=False):
    return both_directions(p, "encoder.", x, valid, o["features"], o["reset"], written_out)
