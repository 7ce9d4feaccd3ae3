"""What the three encoders share: activations, the masked softmax, and the record of attention maps."""

import torch
import torch.nn.functional as F

HIDDEN = -1e30


class Kinks:
    """The smallest distance of a ReLU's input from its kink so far: a golden value close to one tells nothing."""

    smallest = float("inf")


def activate(name, z):
    if name == "none":
        return z
    if name == "elu":
        return F.elu(z)
    if name == "tanh":
        return torch.tanh(z)
    if name == "sigmoid":
        return torch.sigmoid(z)
    if name != "relu":
        raise ValueError(f"activation {name!r}")
    Kinks.smallest = min(Kinks.smallest, z.detach().abs().min().item())
    return F.relu(z)


def add_positions(rule, x, code):
    """x [..., n, d] and a positional code [n, d], as the option `positions` says: as it is, or with each token's code
    made as large, in root mean square, as the token's own vector. A vector of zeros gets none."""
    if rule == "none":
        return x
    code = code.to(x.dtype)
    if rule == "sinusoidal":
        return x + code
    if rule == "scaled":
        square = x.square().mean(dim=-1, keepdim=True)
        root = square.where(square > 0, torch.ones_like(square)).sqrt()  # at 0 it has no derivative
        size = root.where(square > 0, torch.zeros_like(root))
        return x + size * code / code.square().mean(dim=-1, keepdim=True).sqrt()
    raise ValueError(f"positions {rule!r}")


def for_keys(bias, valid):
    """Hides padded keys too. bias [queries, keys], valid [..., keys] or None."""
    return bias if valid is None else torch.where(valid[..., None, :], bias, torch.tensor(-torch.inf, dtype=bias.dtype))


def masked_softmax(score, bias):
    """score [..., queries, keys, features], bias [..., queries, keys]; softmax over the keys that are seen, zero for
    the others, and zero everywhere for a query that sees none."""
    seen = (bias > -torch.inf)[..., None]
    bias = torch.where(seen, bias[..., None], torch.zeros((), dtype=bias.dtype)).to(score.dtype)
    logits = torch.where(seen, score + bias, torch.full((), HIDDEN, dtype=score.dtype))
    return torch.softmax(logits, dim=-2) * seen


def record(maps, mask, score, weight, bias, layer=0, **more):
    """Adds one head's maps [queries, keys, features]. A last dimension of one weight for all features is dropped."""
    if maps is not None:
        maps.append({"layer": layer, "mask-text": mask, "score": score.squeeze(-1), "weight": weight.squeeze(-1),
                     "mask": bias, **more})


def record_groups(maps, score, weight):
    """Adds how the tokens weigh several sources, [tokens, groups, features]; there is no mask."""
    if maps is not None:
        maps.append({"kind": "token-to-group", "mask-text": "", "score": score, "weight": weight})


def record_gate(maps, gate, layer=0):
    """Adds how far a gate is open, [keys, features]: a number by itself, without score and mask."""
    if maps is not None:
        maps.append({"layer": layer, "kind": "gate", "mask-text": "", "weight": gate})


def record_pooling(maps, score, weight, layer=0):
    """Adds one source-to-token map, [keys, features]; a last dimension of one is dropped. It has no mask."""
    if maps is not None:
        maps.append({"layer": layer, "mask-text": "", "score": score.squeeze(-1), "weight": weight.squeeze(-1)})


def pool_by_heads(score, x, valid=None, maps=None):
    """Source-to-token attention with several heads: score [..., n, heads], x [..., n, d] -> weights [..., heads, n] and
    what the heads find, one after the other, [..., heads * d]."""
    if valid is not None:
        score = score.masked_fill(~valid[..., None], -torch.inf)
    weight = torch.softmax(score, dim=-2).transpose(-1, -2)
    for head in range(score.shape[-1] if maps is not None else 0):
        record_pooling(maps, score[:, head, None], weight[head, :, None])
    return weight, (weight @ x).flatten(-2)


def overlap(weight):
    """The squared Frobenius norm of A A^T - I for A [..., heads, n] (Lin et al. 2017)."""
    return ((weight @ weight.transpose(-1, -2) - torch.eye(weight.shape[-2])) ** 2).sum(dim=(-1, -2))


def head_linear(p, name, z, head, size):
    """One head's layer: rows head * size … of a matrix, and of a bias if there is one, that hold all heads."""
    rows = slice(head * size, (head + 1) * size)
    bias = p.get(f"encoder.{name}.bias")
    return F.linear(z, p[f"encoder.{name}.weight"][rows], None if bias is None else bias[rows])


def clear_padding(output, valid):
    return output if valid is None else output * valid[..., None]
