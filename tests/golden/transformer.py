"""A stack of Transformer encoder layers with different self-attentions (REFERENCE 1.1, 1.6 to 1.8)."""

import math

import torch
import torch.nn.functional as F
from torch.nn.utils.stateless import functional_call

import bilstm
import convolution
import csan
import masks
import mtsa
from attention import HIDDEN, activate, add_positions, clear_padding, for_keys, record, record_gate

DEFAULTS = {
    "layers": 6, "heads": 8, "features": 512, "feed_forward": 2048, "activation": "relu", "norm": "pre",
    "final_norm": True, "biases": True, "scale_input": True, "positions": "sinusoidal",
    "max_length": 512, "attention": "plain",
    "attention_layers": 0, "window": 11, "area_heads": 3, "border": "truncate", "general_heads": 0,
    "max_distance": 16, "start_deviation": 4.0, "reach": 10, "cut": True, "block_length": 4,
}
EXEMPT = (".positions", ".relative_key", ".relative_value")
MEANS = {".root_deviation": 1.4}
ALTERNATIVE = {"written_out": True}  # options of forward that must not change anything
EPSILON = 1e-6
WINDOWS = (3, 4, 5, 6)  # of multicnn


def kind_of(o, layer):
    return o["attention"] if o["attention_layers"] == 0 or layer < o["attention_layers"] else "plain"


def window_units(o):
    return o.get("window_units") or o["features"]


def attention_shapes(o, kind):
    f, h = o["features"], o["heads"]
    size = f // h
    result = {}
    if kind == "bilstm":
        return bilstm.cell_shapes("", f, f)
    if kind == "multicnn":
        for k, window in enumerate(WINDOWS):
            result.update({f"convolution{k}.weight": (f // len(WINDOWS), window * f),
                           f"convolution{k}.bias": (f // len(WINDOWS),)})
        return result

    def dense(name, outputs, inputs, bias=True):
        result[name + ".weight"] = (outputs, inputs)
        if bias:
            result[name + ".bias"] = (outputs,)

    for name in ("query", "key", "value"):
        dense(name, f, f, o["biases"])
    dense("output", f, 2 * f if kind == "block" else f, o["biases"])
    if kind == "rel-pos":
        result["relative_key"] = result["relative_value"] = (size, 2 * o["max_distance"] + 1)
    elif kind == "neighbor":
        result["root_deviation"] = (h,)
    elif kind == "local-hard":
        dense("window_hidden", window_units(o), f)
        dense("window_centre", h, window_units(o))
    elif kind == "local-soft":
        dense("window_hidden", window_units(o), f)
        dense("window", 2 * h, window_units(o))
    elif kind == "block":
        dense("score_inner", f, f)
        dense("score_outer", h, f)
        dense("block_query", f, f)
        dense("gate_across", f, f)
        dense("gate_own", f, f, False)
    elif kind == "mtsa-srl":
        dense("source", f, f)
    elif kind == "mtsa-nmt":
        dense("source", f, size)
    return result


def shapes(o, d):
    f, result = o["features"], {}

    def norm(name):
        result.update({f"encoder.{name}.gain": (f,), f"encoder.{name}.bias": (f,)})

    if d != f:
        result.update({"encoder.input.weight": (f, d), "encoder.input.bias": (f,)})
    if o.get("input_bias"):
        result["encoder.input_bias"] = (f,)
    if o["positions"] == "learned":
        result["encoder.positions"] = (f, o["max_length"])
    for layer in range(o["layers"]):
        own = f"layer{layer}"
        result.update({f"encoder.{own}.attention.{name}": shape
                       for name, shape in attention_shapes(o, kind_of(o, layer)).items()})
        norm(own + ".attention_norm")
        e = f"encoder.{own}.feed_forward."
        result.update({e + "inner.weight": (o["feed_forward"], f), e + "inner.bias": (o["feed_forward"],),
                       e + "outer.weight": (f, o["feed_forward"]), e + "outer.bias": (f,)})
        norm(own + ".feed_forward_norm")
    if o["final_norm"]:
        norm("final_norm")
    return result


def width(o):
    return o["features"]


def positions(f, length):
    """Vaswani et al.'s code, [length, f]."""
    code = torch.zeros(length, f, dtype=torch.float64)
    angle = torch.arange(length).double()[:, None] / 10000 ** (torch.arange(0, f, 2).double() / f)
    code[:, 0::2] = torch.sin(angle)
    code[:, 1::2] = torch.cos(angle)[:, : f // 2]
    return code


def with_positions(o, p, x):
    n = x.shape[-2]
    if o["positions"] == "learned":
        return x + p["encoder.positions"].T[[min(place, o["max_length"] - 1) for place in range(n)]]
    return add_positions(o["positions"], x, positions(o["features"], n))


def split(o, z):
    """[..., n, features] -> [heads, ..., n, size]."""
    return z.unflatten(-1, (o["heads"], -1)).movedim(-2, 0)


def join(z):
    return z.movedim(0, -2).flatten(-2)


def softmax_where(score, seen):
    return torch.softmax(score.masked_fill(~seen, HIDDEN), dim=-1) * seen


def dot_product(o, q, k, v, valid, maps, layer, expressions, extra=0, cut=None, fade=1, **more):
    """All heads; `extra` [heads, ..., n, n] joins the scores, `cut` hides more than the masks do, `fade` multiplies the
    weights."""
    n = q.shape[-2]
    score = split(o, q) @ split(o, k).transpose(-1, -2) / math.sqrt(o["features"] // o["heads"]) + extra
    weights, fade = [], torch.as_tensor(fade, dtype=score.dtype).expand(score.shape)
    for head, expression in enumerate(expressions):
        bias = for_keys(masks.bias(expression, n), valid)
        if cut is not None:
            bias = bias.expand(cut[head].shape).masked_fill(cut[head], -torch.inf)
        weights.append(softmax_where(score[head] + bias.clamp(min=HIDDEN).to(score.dtype), bias > -torch.inf))
        weights[-1] = weights[-1] * fade[head]
        record(maps, expression, score[head][..., None], weights[-1][..., None], bias, layer, **more)
    weights = torch.stack(weights)
    return join(weights @ split(o, v)), weights


def distances(n):
    """key - query, [queries, keys]."""
    return torch.arange(n)[None, :] - torch.arange(n)[:, None]


def relative(o, dense, p, q, k, v, valid, maps, layer):
    size, most = o["features"] // o["heads"], o["max_distance"]
    place = distances(q.shape[-2]).clamp(-most, most) + most
    keys, values = p["relative_key"].T[place], p["relative_value"].T[place]  # [queries, keys, size]
    extra = torch.einsum("h...qs,qks->h...qk", split(o, q), keys) / math.sqrt(size)
    out, weights = dot_product(o, q, k, v, valid, maps, layer, ["all"] * o["heads"], extra)
    return out + join(torch.einsum("h...qk,qks->h...qs", weights, values))


def bell(centre, deviation, n):
    """-(key - centre)^2 / 2 deviation^2 of [heads, ..., queries] -> [heads, ..., queries, keys]."""
    return -((torch.arange(n) - centre[..., None]) ** 2) / (2 * deviation[..., None] ** 2)


def lengths(x, valid):
    """[..., 1]: the number of tokens of each sequence."""
    if valid is None:
        return torch.full(x.shape[:-2] + (1,), x.shape[-2], dtype=x.dtype)
    return valid.sum(dim=-1, keepdim=True).to(x.dtype)


def neighbor(o, dense, p, q, k, v, valid, maps, layer):
    n = q.shape[-2]
    s = p["root_deviation"].reshape((-1,) + (1,) * (q.dim() - 1))
    extra = bell(torch.arange(n).to(q.dtype).expand(s.shape[:-1] + (n,)), (s**2).expand(s.shape[:-1] + (n,)), n)
    return dot_product(o, q, k, v, valid, maps, layer, ["all"] * o["heads"], extra)[0]


def local_hard(o, dense, p, q, k, v, valid, maps, layer):
    hidden = torch.tanh(dense("window_hidden", q))
    centre = (lengths(q, valid) - 1) * torch.sigmoid(dense("window_centre", hidden)).movedim(-1, 0)
    apart = (torch.arange(q.shape[-2]) - centre[..., None]).abs()
    exponent = bell(centre, torch.full_like(centre, o["reach"] / 2), q.shape[-2])
    where = {"fade": torch.exp(exponent)} if o.get("bell") == "weights" else {"extra": exponent}
    return dot_product(o, q, k, v, valid, maps, layer, ["all"] * o["heads"],
                       cut=apart > o["reach"] if o["cut"] else None, **where)[0]


def local_soft(o, dense, p, q, k, v, valid, maps, layer):
    hidden = torch.tanh(dense("window_hidden", q))
    centre, span = torch.sigmoid(dense("window", hidden)).movedim(-1, 0).split(o["heads"])
    n = lengths(q, valid)
    # The paper's form: -2 ((P - j) / D)^2 with D = n s + 0.1.
    apart = torch.arange(q.shape[-2]) - ((n - 1) * centre)[..., None]
    extra = -2 * (apart / (n * span + 0.1)[..., None]) ** 2
    return dot_product(o, q, k, v, valid, maps, layer, ["all"] * o["heads"], extra)[0]


def block(o, dense, p, q, k, v, valid, maps, layer):
    """One sequence at a time: blocks differ in number."""
    if q.dim() > 2:
        out = q.new_zeros(q.shape[:-1] + (2 * o["features"],))
        for b, count in enumerate(valid.sum(dim=-1).tolist()):
            out[b, :count] = block(o, dense, p, q[b, :count], k[b, :count], v[b, :count], None, None, layer)
        return out
    r, size = o["block_length"], o["features"] // o["heads"]
    inside, _ = dot_product(o, q, k, v, None, maps, layer, [f"block({r})"] * o["heads"])
    score = dense("score_outer", torch.sigmoid(dense("score_inner", inside)))
    summary = torch.stack([
        torch.cat([torch.softmax(scores[:, head], dim=0) @ tokens[:, head * size : (head + 1) * size]
                   for head in range(o["heads"])])
        for scores, tokens in zip(score.split(r), inside.split(r))])
    across, _ = dot_product(o, dense("block_query", summary), summary, summary, None, maps, layer,
                            ["all"] * o["heads"], kind="block-to-block")
    gate = torch.sigmoid(dense("gate_across", across) + dense("gate_own", summary))
    for own in gate.split(size, dim=-1):
        record_gate(maps, own, layer)
    fused = (gate * across + (1 - gate) * summary).repeat_interleave(r, dim=0)[: q.shape[-2]]
    return join(torch.cat([split(o, inside), split(o, fused)], dim=-1))


def tensorised(o, kind, dense, p, x, q, k, v, valid, maps, layer):
    size, outputs = o["features"] // o["heads"], []
    from_input = dense("source", x) if kind == "mtsa-srl" else None
    expressions = masks.heads_of("fw, bw" if kind == "mtsa-srl" else "all", o["heads"])
    for head, expression in enumerate(expressions):
        rows = slice(head * size, (head + 1) * size)
        if kind == "mtsa-srl":
            source = from_input[..., rows]
        else:
            s = F.linear(v[..., rows], p["source.weight"][rows], p["source.bias"][rows])
            source = mtsa.log_exp("scaled-sigmoid", s, size)
        token = q[..., rows] @ k[..., rows].transpose(-1, -2) / math.sqrt(size)
        bias = for_keys(masks.bias(expression, x.shape[-2]), valid)
        h, score, weight = mtsa.naive(v[..., rows], token, source, bias)
        record(maps, expression, score, weight, bias, layer)
        outputs.append(h)
    return torch.cat(outputs, dim=-1)


def both_directions(o, p, prefix, x, valid, written_out):
    f = o["features"]
    both = bilstm.both_directions(p, prefix, x, valid, f, written_out)
    return both[..., :f] + both[..., f:]


def windows(o, p, prefix, x, valid):
    """At every token the windows around it, of each width; an even one has one more token behind it."""
    batch, seen = convolution.as_batch(x, valid)
    batch = torch.where(seen[..., None], batch, torch.zeros_like(batch))
    name = prefix[len("encoder."):]
    found = []
    for k, window in enumerate(WINDOWS):
        before = (window - 1) // 2
        padded = F.pad(batch, (0, 0, before, window - 1 - before))
        found.append(activate("relu", convolution.conv1d(p, f"{name}convolution{k}", padded, window)))
    found = torch.cat(found, dim=-1)
    return found if x.dim() == 3 else found[0]


KINDS = {"rel-pos": relative, "neighbor": neighbor, "local-hard": local_hard, "local-soft": local_soft,
         "block": block}


def attention(o, p, x, valid, maps, layer, written_out):
    kind, prefix = kind_of(o, layer), f"encoder.layer{layer}.attention."
    if kind == "bilstm":
        return both_directions(o, p, prefix, x, valid, written_out)
    if kind == "multicnn":
        return windows(o, p, prefix, x, valid)
    own = {name[len(prefix):]: value for name, value in p.items() if name.startswith(prefix)}

    def dense(name, z):
        return F.linear(z, own[name + ".weight"], own.get(name + ".bias"))

    q, k, v = dense("query", x), dense("key", x), dense("value", x)
    if kind == "csan":
        out = csan.attend(o, q, k, v, valid, maps, layer)
    elif kind.startswith("mtsa"):
        out = tensorised(o, kind, dense, own, x, q, k, v, valid, maps, layer)
    elif kind in ("plain", "bi-direct"):
        general = o["heads"] if kind == "plain" else o["general_heads"]
        pairs = (o["heads"] - general) // 2
        expressions = ["all"] * general + ["causal", "anticausal"] * pairs
        out = dot_product(o, q, k, v, valid, maps, layer, expressions)[0]
    else:
        out = KINDS[kind](o, dense, own, q, k, v, valid, maps, layer)
    return dense("output", out)


def norm(p, name, x):
    return F.layer_norm(x, x.shape[-1:], p[f"encoder.{name}.gain"], p[f"encoder.{name}.bias"], EPSILON)


def written_out_layer(o, p, x, valid, maps, layer, written_out):
    own = f"layer{layer}"

    def feed_forward(z):
        e = f"encoder.{own}.feed_forward."
        inner = activate(o["activation"], F.linear(z, p[e + "inner.weight"], p[e + "inner.bias"]))
        return F.linear(inner, p[e + "outer.weight"], p[e + "outer.bias"])

    parts = [("attention_norm", lambda z: attention(o, p, z, valid, maps, layer, written_out)), ("feed_forward_norm", feed_forward)]
    if o.get("order") == "feed-forward-first":
        parts.reverse()
    for name, part in parts:
        if o["norm"] == "pre":
            x = x + part(norm(p, f"{own}.{name}", x))
        else:
            x = norm(p, f"{own}.{name}", x + part(x))
    return x


def computed_by(o, d):
    if o["attention"] == "plain" and o["biases"] and o["activation"] == "relu" and "order" not in o:
        return "torch.nn.TransformerEncoderLayer"
    return None


def torch_layer(o, p, x, valid, layer):
    module = torch.nn.TransformerEncoderLayer(
        o["features"], o["heads"], o["feed_forward"], dropout=0, activation="relu", layer_norm_eps=EPSILON,
        batch_first=True, norm_first=o["norm"] == "pre", dtype=x.dtype)
    e = f"encoder.layer{layer}."
    names = ("query", "key", "value")
    state = {
        "self_attn.in_proj_weight": torch.cat([p[f"{e}attention.{name}.weight"] for name in names]),
        "self_attn.in_proj_bias": torch.cat([p[f"{e}attention.{name}.bias"] for name in names]),
        "self_attn.out_proj.weight": p[e + "attention.output.weight"],
        "self_attn.out_proj.bias": p[e + "attention.output.bias"],
        "linear1.weight": p[e + "feed_forward.inner.weight"], "linear1.bias": p[e + "feed_forward.inner.bias"],
        "linear2.weight": p[e + "feed_forward.outer.weight"], "linear2.bias": p[e + "feed_forward.outer.bias"],
        "norm1.weight": p[e + "attention_norm.gain"], "norm1.bias": p[e + "attention_norm.bias"],
        "norm2.weight": p[e + "feed_forward_norm.gain"], "norm2.bias": p[e + "feed_forward_norm.bias"],
    }
    hidden = None if valid is None else ~valid
    batch = x if x.dim() == 3 else x[None]
    y = functional_call(module, state, (batch,), {"src_key_padding_mask": hidden})
    return y if x.dim() == 3 else y[0]


def forward(o, p, x, valid=None, maps=None, written_out=False):
    """x [..., n, d] -> [..., n, features]. torch's own layer computes what it can; the layers are written out beside
    it for their maps."""
    if "encoder.input.weight" in p:
        x = F.linear(x, p["encoder.input.weight"], p["encoder.input.bias"])
    if o["scale_input"]:
        x = x * math.sqrt(o["features"])
    if o.get("input_bias"):
        x = x + p["encoder.input_bias"]
    x = with_positions(o, p, x)
    for layer in range(o["layers"]):
        y = written_out_layer(o, p, x, valid, maps, layer, written_out)
        x = y if written_out or not computed_by(o, None) else torch_layer(o, p, x, valid, layer)
    if o["final_norm"]:
        x = norm(p, "final_norm", x)
    return clear_padding(x, valid)
