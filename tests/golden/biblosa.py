"""Bi-directional block self-attention (REFERENCE 1.5), written with whole-sentence masks: two tokens attend to each other
where they lie in the same block, and a block is a query over the tokens that belong to it."""

import torch
import torch.nn.functional as F

import masks
from attention import activate, clear_padding, masked_softmax, record, record_gate

DEFAULTS = {"features": 300, "activation": "relu", "block_length": 0, "block_rule": "released",
            "block_summary": "released", "inter_block": "released", "local": True, "global": True, "padded_length": 0}
EXEMPT = (".inter.key.weight", ".inter.query.weight")
C = 5.0
MASKS = {"forward": "fw", "backward": "bw"}


def shapes(o, d):
    f, result = o["features"], {}

    def dense(name, rows, columns):
        result.update({name + ".weight": (rows, columns), name + ".bias": (rows,)})

    def scores(name):
        result.update({name + ".key.weight": (f, f), name + ".query.weight": (f, f), name + ".score_bias": (f,)})

    for direction in MASKS:
        e = f"encoder.{direction}."
        dense(e + "input", f, d)
        scores(e + "intra")
        if o["global"]:
            if o["block_summary"] == "paper":
                dense(e + "summary1", f, f)
            dense(e + "summary", f, f)
            own_layer = o["inter_block"] == "released"
            if own_layer:
                dense(e + "inter.input", f, f)
            scores(e + "inter")
            for gate in ("gate_input", "gate_attention"):
                dense(e + "inter." + gate, f, f)
                if not own_layer:
                    del result[e + f"inter.{gate}.bias"]
            result[e + "inter.gate_bias"] = (f,)
        dense(e + "fusion", 2 * f, (1 + o["local"] + o["global"]) * f)
    return result


def width(o):
    return 2 * o["features"]


def linear(p, name, x):
    return F.linear(x, p[name + ".weight"], p.get(name + ".bias"))


def block_length(o, n):
    if o["block_length"]:
        return o["block_length"]
    rule = next(r for r in range(1, 2 * n + 1) if r**3 >= 2 * n)
    return rule + (o["block_rule"] == "released")


def attend(p, name, h, bias):
    """Masked multi-dimensional attention; bias [..., queries, keys]. Returns scores, weights, what queries get."""
    pair = linear(p, name + ".key", h)[..., None, :, :] + linear(p, name + ".query", h)[..., :, None, :]
    score = C * torch.tanh((pair + p[name + ".score_bias"]) / C)
    weight = masked_softmax(score, bias)
    return score, weight, (weight * h[..., None, :, :]).sum(dim=-2)


def hide(seen):
    return torch.zeros(seen.shape, dtype=torch.float64).masked_fill(~seen, -torch.inf)


def blocks_of(o, valid):
    """valid [batch, n] -> block lengths, the block of each position [batch, n] and which blocks there are
    [batch, blocks]."""
    lengths = valid.sum(dim=-1)
    r = torch.tensor([block_length(o, int(n)) for n in lengths])
    place = torch.arange(valid.shape[-1]) // r[:, None]
    number = -(-torch.clamp(lengths, min=o["padded_length"]) // r)
    count = max(int(number.max()), int(place.max()) + 1)
    return r, place, torch.arange(count) < number[:, None]


def across(o, p, e, a, belongs, there, direction, maps, gates):
    """Between blocks: the tokens' a -> each block's vector [batch, blocks, features]."""
    score = a
    if o["block_summary"] == "paper":
        score = activate(o["activation"], linear(p, e + "summary1", score))
    score = linear(p, e + "summary", score)[:, None].expand(-1, belongs.shape[1], -1, -1)
    v = (masked_softmax(score, hide(belongs)) * a[:, None]).sum(dim=-2)
    h = activate(o["activation"], linear(p, e + "inter.input", v)) if o["inter_block"] == "released" else v
    bias = masks.bias(MASKS[direction], v.shape[1]) + hide(there)[:, None, :]
    score, weight, found = attend(p, e + "inter", h, bias)
    record(maps, MASKS[direction], score[0], weight[0], bias[0], kind="block-to-block")
    gate = torch.sigmoid(linear(p, e + "inter.gate_input", h) + linear(p, e + "inter.gate_attention", found)
                         + p[e + "inter.gate_bias"])
    record_gate(gates, gate[0])
    first, second = (h, found) if o["inter_block"] == "released" else (found, h)
    return gate * first + (1 - gate) * second


def forward(o, p, x, valid=None, maps=None):
    """x [n, d] or [batch, n, d] -> [..., n, 2 * features]."""
    if x.dim() == 2:
        return forward(o, p, x[None], None, maps)[0]
    if valid is None:
        valid = torch.ones(x.shape[:2], dtype=torch.bool)
    r, place, there = blocks_of(o, valid)
    belongs = (place[:, None, :] == torch.arange(there.shape[1])[None, :, None]) & valid[:, None, :]
    same_block = (place[:, :, None] == place[:, None, :]) & valid[:, None, :]
    outputs = []
    inside, between, block_gates, fusion_gates = kinds = [[] for _ in range(4)]
    for direction, mask in MASKS.items():
        e = f"encoder.{direction}."
        h = activate(o["activation"], linear(p, e + "input", x))
        bias = masks.bias(mask, x.shape[1]) + hide(same_block)
        score, weight, a = attend(p, e + "intra", h, bias)
        record(inside, f"{mask}+block({int(r[0])})", score[0], weight[0], bias[0])
        parts = [h]
        if o["local"]:
            parts.append(a)
        if o["global"]:
            blocks = across(o, p, e, a, belongs, there, direction, between, block_gates)
            parts.append(torch.gather(blocks, 1, place[..., None].expand(-1, -1, h.shape[-1])))
        f, g = linear(p, e + "fusion", torch.cat(parts, dim=-1)).chunk(2, dim=-1)
        g = torch.sigmoid(g)
        record_gate(fusion_gates, g[0])
        outputs.append(g * activate(o["activation"], f) + (1 - g) * h)
    if maps is not None:
        maps.extend(sum(kinds, []))
    return clear_padding(torch.cat(outputs, dim=-1), valid)
