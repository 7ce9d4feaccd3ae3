"""Low-rank multi-head attention with a context vector (REFERENCE 1.10)."""

import torch
import torch.nn.functional as F

import bigru
from attention import overlap, pool_by_heads

EPSILON = 1e-12  # an unknown word of the LAMA Encoder is a zero vector
POOLS = True
ALTERNATIVE = {"written_out": True}
DEFAULTS = {"below": "bigru", "features": 50, "heads": 15, "rank": 1, "hidden_layer": True, "context": "free",
            "context_features": 32, "disagreement": "none", "strength": 0.2}


def annotation(o, d):
    return 2 * o["features"] if o["below"] == "bigru" else d


def shapes(o, d):
    h, rows, result = annotation(o, d), o["heads"] * o["rank"], {}
    if o["below"] == "bigru":
        result.update(bigru.cell_shapes("encoder.gru.", d, o["features"], "after"))
    if o["hidden_layer"]:
        result.update({"encoder.hidden.weight": (h, h), "encoder.hidden.bias": (h,)})
    if o["context"] == "free":
        result["encoder.context"] = (o["context_features"],)
    result["encoder.context_map.weight"] = (rows, o["context_features"] if o["context"] == "free" else d)
    result["encoder.token_map.weight"] = (rows, h)
    return result


def width_over(o, d):
    return o["heads"] * annotation(o, d)


def computed_by(o, d):
    return "torch.nn.GRU below the attention" if o["below"] == "bigru" else None


def annotations(o, p, x, valid, written_out=False):
    if o["below"] == "embeddings":
        return x
    return bigru.both_directions(p, "encoder.gru.", x, valid, o["features"], "after", written_out)


def scores(o, p, x, h, valid):
    """[..., n, heads]: for each head the bilinear form c^T (sum_k P_k Q_k^T) u, bounded and of length 1 over the
    heads."""
    u = torch.tanh(F.linear(h, p["encoder.hidden.weight"], p["encoder.hidden.bias"])) if o["hidden_layer"] else h
    if o["context"] == "free":
        c = p["encoder.context"].expand(*x.shape[:-2], -1)
    else:
        seen = torch.ones(x.shape[:-1], dtype=torch.bool) if valid is None else valid
        c = (x * seen[..., None]).sum(dim=-2) / seen.sum(dim=-1)[..., None]
    of_context = p["encoder.context_map.weight"].unflatten(0, (o["heads"], o["rank"]))
    of_token = p["encoder.token_map.weight"].unflatten(0, (o["heads"], o["rank"]))
    form = torch.einsum("hkc,hkd->hcd", of_context, of_token)
    f = torch.tanh(torch.einsum("...c,hcd,...nd->...nh", c, form, u))
    return f / (f.norm(dim=-1, keepdim=True) + EPSILON)


def forward(o, p, x, valid=None, maps=None, written_out=False):
    """x [..., n, d] -> [..., heads * annotation]."""
    h = annotations(o, p, x, valid, written_out)
    return pool_by_heads(scores(o, p, x, h, valid), h, valid, maps)[1]


def penalty(o, p, x, valid):
    """A number per sequence; x [batch, n, d]."""
    if o["disagreement"] == "none":
        return x.new_zeros(len(x))
    h = annotations(o, p, x, valid if valid is not None else torch.ones(x.shape[:-1], dtype=torch.bool))
    weight, found = pool_by_heads(scores(o, p, x, h, valid), h, valid)
    if o["disagreement"] == "positions":
        return o["strength"] * overlap(weight)
    found = found.unflatten(-1, (o["heads"], -1))
    cosine = F.cosine_similarity(found[..., :, None, :], found[..., None, :, :], dim=-1)
    return o["strength"] * cosine.mean(dim=(-1, -2))
