"""The sentence classifier around an encoder (REFERENCE 4.2): embedding, encoder, source2token pooling, a ReLU layer,
logits."""

import math

import numpy
import torch
import torch.nn.functional as F

import bag_of_words
import biblosa
import bigru
import bilstm
import bisru
import csan
import disa
import distance_san
import hrchycnn
import lama
import mpsan
import mtsa
import multicnn
import multihead
import san
import te
import transformer
from attention import activate

ENCODERS = {
    "multihead": multihead,
    "disa": disa,
    "mtsa": mtsa,
    "csan": csan,
    "transformer": transformer,
    "te": te,
    "lama": lama,
    "san": san,
    "distance-san": distance_san,
    "bilstm": bilstm,
    "bigru": bigru,
    "bisru": bisru,
    "multicnn": multicnn,
    "hrchycnn": hrchycnn,
    "avg": bag_of_words.Mean,
    "cbow": bag_of_words.Sum,
    "mpsan": mpsan,
    "biblosa": biblosa,
}
GAMMA = 5e-5


def pools(case):
    """Whether the encoder's result is a vector per sentence: its module has POOLS, True or a function of the options."""
    found = getattr(ENCODERS[case["encoder"]], "POOLS", False)
    return found(case["options"]) if callable(found) else found


def width(encoder, options, embedding):
    """Features of what an encoder gives; a module where they depend on the input's has width_over(options, embedding)."""
    module = ENCODERS[encoder]
    return module.width_over(options, embedding) if hasattr(module, "width_over") else module.width(options)


def shapes(case):
    """Name -> shape of every parameter, weights [outputs, inputs]."""
    encoder, sizes = ENCODERS[case["encoder"]], case["model"]
    d = width(case["encoder"], case["options"], sizes["embedding"])
    pooling = {} if pools(case) else {
        "pooling.inner.weight": (d, d), "pooling.inner.bias": (d,),
        "pooling.outer.weight": (d, d), "pooling.outer.bias": (d,),
    }
    return {
        "embedding.weight": (sizes["vocabulary"], sizes["embedding"]),
        **encoder.shapes(case["options"], sizes["embedding"]),
        **pooling,
        "classifier.hidden.weight": (sizes["hidden"], d), "classifier.hidden.bias": (sizes["hidden"],),
        "classifier.output.weight": (sizes["classes"], sizes["hidden"]),
    }


def draw(case, seed):
    """Random parameters that float32 holds exactly, large enough that attention is far from uniform."""
    random = numpy.random.RandomState(seed)
    result = {}
    means = getattr(ENCODERS[case["encoder"]], "MEANS", {})  # ends of names -> what their values lie around, if not 0
    for name, shape in shapes(case).items():
        scale = 0.3 if len(shape) == 1 else 0.8 if name == "embedding.weight" else 1.2 / math.sqrt(shape[1])
        values = (random.standard_normal(shape) * scale).astype(numpy.float32).astype(numpy.float64)
        if name == "embedding.weight":
            values[:2] = 0
        values = (values + sum(mean for end, mean in means.items() if name.endswith(end))).astype(numpy.float32)
        result[name] = torch.from_numpy(values.astype(numpy.float64))
    return result


def trainable(parameters, dtype=torch.float64):
    return {name: value.detach().clone().to(dtype).requires_grad_() for name, value in parameters.items()}


def embed(p, ids):
    """Rows 0 (padding) and 1 (unknown) are zeros that no gradient reaches."""
    table = p["embedding.weight"]
    return F.embedding(ids, torch.cat([torch.zeros_like(table[:2]), table[2:]]))


def pool(case, p, x, valid=None, maps=None):
    """Source2token (REFERENCE 1.3): x [..., n, D] -> [..., D], a softmax over the tokens for each feature."""
    inner = F.linear(x, p["pooling.inner.weight"], p["pooling.inner.bias"])
    inner = activate(case["model"]["pooling_activation"], inner)
    score = F.linear(inner, p["pooling.outer.weight"], p["pooling.outer.bias"])
    if valid is not None:
        score = score.masked_fill(~valid[..., None], -torch.inf)
    weight = torch.softmax(score, dim=-2)
    if maps is not None:
        maps.update({"score": score, "weight": weight})
    return (weight * x).sum(dim=-2)


def classify(p, pooled):
    hidden = activate("relu", F.linear(pooled, p["classifier.hidden.weight"], p["classifier.hidden.bias"]))
    return F.linear(hidden, p["classifier.output.weight"])


def extra_loss(case, p, x, valid=None):
    """What an encoder adds to the loss itself, mean over the sequences: its module has penalty(options, p, x, valid),
    which gives a number per sequence."""
    function = getattr(ENCODERS[case["encoder"]], "penalty", None)
    return 0 if function is None else function(case["options"], p, x, valid).mean()


def run(case, p, record=False, **encoder_options):
    """All sequences one after the other, without padding. Returns what the golden files hold."""
    encoder = ENCODERS[case["encoder"]]
    outputs, pooled, maps, extra = [], [], [], []
    for ids in case["batch"]["tokens"]:
        heads, pooling = ([], {}) if record else (None, None)
        x = embed(p, torch.tensor(ids))
        outputs.append(encoder.forward(case["options"], p, x, maps=heads, **encoder_options))
        extra.append(extra_loss(case, p, x[None]))
        pooled.append(outputs[-1] if pools(case) else pool(case, p, outputs[-1], maps=pooling))
        maps.append({"heads": heads, "pooling": pooling})
    result = {"encoder": torch.stack(outputs) if pools(case) else torch.cat(outputs), "pooled": torch.stack(pooled),
              "maps": maps}
    result["logits"] = classify(p, result["pooled"])
    result["loss"] = F.cross_entropy(result["logits"], torch.tensor(case["batch"]["labels"])) + sum(extra) / len(extra)
    return result


def run_padded(case, p, extra=0):
    """The same as one padded tensor with masks; `extra` tokens of padding beyond the longest sequence."""
    lists = case["batch"]["tokens"]
    length = max(map(len, lists)) + extra
    ids = torch.tensor([tokens + [0] * (length - len(tokens)) for tokens in lists])
    valid = torch.arange(length)[None, :] < torch.tensor([len(tokens) for tokens in lists])[:, None]
    embedded = embed(p, ids)
    x = ENCODERS[case["encoder"]].forward(case["options"], p, embedded, valid=valid)
    pooled = x if pools(case) else pool(case, p, x, valid=valid)
    logits = classify(p, pooled)
    loss = F.cross_entropy(logits, torch.tensor(case["batch"]["labels"])) + extra_loss(case, p, embedded, valid)
    return {"encoder": x if pools(case) else x[valid], "pooled": pooled, "logits": logits, "loss": loss}


def gradients(case, p, runner=run, **options):
    """Of the cross entropy, and of what the encoder itself adds to the loss, without L2."""
    leaves = trainable(p)
    loss = runner(case, leaves, **options)["loss"]
    return dict(zip(leaves, torch.autograd.grad(loss, list(leaves.values()))))


def penalised(case):
    """REFERENCE 0.3: every matrix but the embedding and what the encoder's module lists as EXEMPT (ends of names)."""
    exempt = ("embedding.weight",) + getattr(ENCODERS[case["encoder"]], "EXEMPT", ())
    return [name for name, shape in shapes(case).items() if len(shape) > 1 and not name.endswith(exempt)]


def penalty(case, p):
    return sum(GAMMA / 2 * (p[name] ** 2).sum() for name in penalised(case))
