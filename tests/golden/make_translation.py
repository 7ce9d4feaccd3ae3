#!/usr/bin/env python3
"""Writes translation.json: what torch.nn.Transformer makes in float64 of small translation models: scores of the target
words, smoothed loss, gradients of some parameters, attention weights, and what plain loops over whole passes, without a
cache, find by greedy and beam search.

    make_translation.py           write translation.json
    make_translation.py --check   compare with the file; writes nothing
"""

import json
import math
import pathlib
import sys

import numpy
import torch
import torch.nn.functional as F

import transformer
from make_cross_attention import same

FILE = pathlib.Path(__file__).parent / "translation.json"
FEATURES, HEADS, LAYERS, FEED_FORWARD = 8, 2, 2, 12
BEGIN, END = 1, 2
SMOOTHING = 0.1
EPSILON = 1e-6

# name, normalisation, which tables are shared, biases in the attention, source words, target words, and a seed with
# which translations have several words and some end before the limit
CASES = [
    ("post-tied", "post", "all", True, 9, 9, 13),
    ("post-separate", "post", "none", True, 7, 10, 12),
    ("pre-tied", "pre", "all", False, 9, 9, 55),
    ("pre-separate", "pre", "none", True, 7, 10, 12),
    ("pre-target-and-output", "pre", "target-and-output", True, 7, 10, 55),
]
# beams, exponent of the length penalty, tokens more than the source, prefix
SEARCHES = [(1, 0.6, 6, []), (3, 0.6, 6, []), (4, 0.0, 6, []), (2, 1.5, 12, [3]), (3, 0.6, 4, [4, 3, 5]),
            (3, 0.6, 0, [])]
CANDIDATES = 3
APART = 1e-5  # choices are at least so clear, so that single precision makes the same
# Parameters whose gradients are compared, of those that a case has.
COMPARED = {
    "embedding.weight", "source.weight", "target.weight", "output.weight", "encoder.layer0.attention.query.weight",
    "encoder.final_norm.gain", "decoder.layer0.attention.query.weight", "decoder.layer0.attention.value.bias",
    "decoder.layer0.cross_attention.key.weight", "decoder.layer1.cross_attention.output.weight",
    "decoder.layer1.cross_attention_norm.gain", "decoder.layer1.feed_forward.inner.bias", "decoder.final_norm.bias",
}
PAIRS = [([3, 4, 6], [5, 3]), ([5], [4, 6, 3, 7]), ([6, 3, 5, 4, 0], [])]


class Model:
    def __init__(self, norm, shared, biases, source_words, target_words, seed):
        random = numpy.random.RandomState(seed)

        def draw(shape, mean=0.0, size=0.5):
            # Few digits, which single precision has, too.
            return torch.from_numpy(numpy.round((mean + size * random.standard_normal(shape)) * 256) / 256)

        self.biases = biases
        self.stack = torch.nn.Transformer(
            FEATURES, HEADS, LAYERS, LAYERS, FEED_FORWARD, dropout=0, layer_norm_eps=EPSILON, batch_first=True,
            norm_first=norm == "pre", dtype=torch.float64)
        if norm == "post":  # as in the paper: each part's normalisation is behind it already
            self.stack.encoder.norm = self.stack.decoder.norm = None
        for name, value in self.stack.named_parameters():
            is_gain = "norm" in name and name.endswith("weight")
            value.data = draw(value.shape, 1.0 if is_gain else 0.0, 0.2 if value.dim() == 1 else 0.6)
            if not biases and ("in_proj_bias" in name or "out_proj.bias" in name):
                value.data.zero_()
        self.target = torch.nn.Parameter(draw((target_words, FEATURES), size=0.7))
        self.source = self.target if shared == "all" else torch.nn.Parameter(draw((source_words, FEATURES)))
        self.output = torch.nn.Parameter(draw((target_words, FEATURES), size=0.7)) if shared == "none" else self.target
        self.shared = shared

    def embed(self, table, ids):
        x = table[ids] * math.sqrt(FEATURES)
        return (x + transformer.positions(FEATURES, len(ids)))[None]

    def logits(self, source, read):
        """[tokens read, target words]."""
        later = torch.ones(len(read), len(read), dtype=torch.bool).triu(1)
        y = self.stack(self.embed(self.source, source), self.embed(self.target, read), tgt_mask=later)
        return F.linear(y, self.output)[0]

    def named(self):
        """Parameters as the engine calls them: name -> (value, gradient)."""
        result = {"target.weight" if self.shared != "all" else "embedding.weight": (self.target, self.target.grad)}
        if self.shared != "all":
            result["source.weight"] = (self.source, self.source.grad)
        if self.shared == "none":
            result["output.weight"] = (self.output, self.output.grad)

        def put(name, module, biases=True):
            result[name + ".weight"] = (module.weight, module.weight.grad)
            if biases:
                result[name + ".bias"] = (module.bias, module.bias.grad)

        def put_norm(name, module):
            result[name + ".gain"] = (module.weight, module.weight.grad)
            result[name + ".bias"] = (module.bias, module.bias.grad)

        def put_attention(name, module):
            joined = {"weight": module.in_proj_weight, "bias": module.in_proj_bias}
            for kind in ("weight", "bias") if self.biases else ("weight",):
                values, gradients = joined[kind].chunk(3), joined[kind].grad.chunk(3)
                for part, value, gradient in zip(("query", "key", "value"), values, gradients):
                    result[f"{name}.{part}.{kind}"] = (value, gradient)
            put(name + ".output", module.out_proj, self.biases)

        for stack in ("encoder", "decoder"):
            own = getattr(self.stack, stack)
            for number, layer in enumerate(own.layers):
                prefix = f"{stack}.layer{number}."
                put_attention(prefix + "attention", layer.self_attn)
                put_norm(prefix + "attention_norm", layer.norm1)
                if stack == "decoder":
                    put_attention(prefix + "cross_attention", layer.multihead_attn)
                    put_norm(prefix + "cross_attention_norm", layer.norm2)
                put(prefix + "feed_forward.inner", layer.linear1)
                put(prefix + "feed_forward.outer", layer.linear2)
                put_norm(prefix + "feed_forward_norm", layer.norm3 if stack == "decoder" else layer.norm2)
            if own.norm is not None:
                put_norm(stack + ".final_norm", own.norm)
        return result


def smoothed_divergence(logits, wanted):
    """The sum over tokens of KL(target || softmax), whose targets give SMOOTHING to the words that are not wanted."""
    words = logits.shape[1]
    target = torch.full_like(logits, SMOOTHING / (words - 1))
    target[torch.arange(len(wanted)), wanted] = 1 - SMOOTHING
    return F.kl_div(F.log_softmax(logits, dim=1), target, reduction="sum")


def decoder_weights(model, source, read):
    """What the decoder's attentions weigh: its layers are made to ask torch's for the weights, too."""
    found = {}
    for number, layer in enumerate(model.stack.decoder.layers):
        for name, module in ((f"dec.{number}", layer.self_attn), (f"dec.{number}.cross", layer.multihead_attn)):

            def forward(query, key, value, attn_mask=None, plain=module.forward, name=name, **_):
                out, weights = plain(query, key, value, attn_mask=attn_mask, average_attn_weights=False)
                found[name] = weights[0].tolist()
                return out, weights

            module.forward = forward
    with torch.no_grad():
        model.logits(source, read)
    for layer in model.stack.decoder.layers:
        del layer.self_attn.forward, layer.multihead_attn.forward
    return found


def rounded(value):
    """To fifteen significant digits: another machine's last one differs, and the file is shorter."""
    if isinstance(value, dict):
        return {key: rounded(one) for key, one in value.items()}
    if isinstance(value, (list, tuple)):
        return [rounded(one) for one in value]
    return float(f"{value:.15g}") if isinstance(value, float) else value


def penalty(length, alpha):
    return ((5 + length) / 6) ** alpha


@torch.no_grad()
def search(model, source, beams, alpha, extra, prefix):
    """Each hypothesis is a list of words; every step computes all of each anew."""

    def chances(words):
        return F.log_softmax(model.logits(source, [BEGIN] + words), dim=1)

    def total(words):
        rows = chances(words)
        return sum(float(rows[k, word]) for k, word in enumerate(words))

    beam, finished, limit = [(total(prefix), prefix)], [], len(source) + extra
    margin = math.inf  # by how much the nearest choice was made
    while len(finished) < beams and len(beam[0][1]) < limit:
        every = [(sum_ + float(value), words + [word])
                 for sum_, words in beam for word, value in enumerate(chances(words)[-1])]
        every.sort(key=lambda one: -one[0])
        margin = min([margin] + [a[0] - b[0] for a, b in zip(every[: 2 * beams], every[1 : 2 * beams + 1])])
        every = every[: 2 * beams]
        finished += [one for one in every[:beams] if one[1][-1] == END][: beams - len(finished)]
        beam = [one for one in every if one[1][-1] != END][:beams]

    def result(sum_, words, ended):
        rows = chances(words)
        best = rows.topk(CANDIDATES + 1).values
        assert (best[:, :-1] - best[:, 1:]).min() > APART
        return {"words": words, "ended": ended, "log_probability": sum_, "score": sum_ / penalty(len(words), alpha),
                "log_probabilities": [float(rows[k, word]) for k, word in enumerate(words)],
                "candidates": [row.topk(CANDIDATES).indices.tolist() for row in rows[: len(words)]],
                "probabilities": [row.topk(CANDIDATES).values.exp().tolist() for row in rows[: len(words)]]}

    def by_score(some, ended):
        return sorted((result(*one, ended) for one in some), key=lambda one: -one["score"])

    assert margin > APART
    found = (by_score(finished, True) + by_score(beam, False))[:beams]
    return {"source": source, "beams": beams, "alpha": alpha, "extra": extra, "prefix": prefix, "found": found}


def compute(case):
    name, norm, shared, biases, source_words, target_words, _ = case
    model = Model(*case[1:])
    logits, loss = [], 0
    for source, target in PAIRS:
        scores = model.logits(source, [BEGIN] + target)
        loss = loss + smoothed_divergence(scores, target + [END])
        logits += scores.tolist()
    loss.backward()
    source, target = PAIRS[0]
    named = model.named()
    return {
        "name": name, "norm": norm, "shared": shared, "biases": biases, "source_words": source_words,
        "target_words": target_words, "parameters": {key: value.tolist() for key, (value, _) in named.items()},
        "gradients": {key: gradient.tolist() for key, (_, gradient) in named.items() if key in COMPARED},
        "logits": logits, "loss": float(loss),
        "weights": decoder_weights(model, source, [BEGIN] + target),
        "searches": [search(model, source, *options) for source, _ in PAIRS for options in SEARCHES],
    }


def main():
    torch.set_num_threads(1)
    document = {"features": FEATURES, "heads": HEADS, "layers": LAYERS, "feed_forward": FEED_FORWARD, "begin": BEGIN,
                "end": END, "smoothing": SMOOTHING, "pairs": PAIRS,
                "cases": [compute(case) for case in CASES]}
    text = json.dumps(rounded(document), separators=(",", ":")) + "\n"
    if "--check" in sys.argv:
        assert same(json.loads(text), json.loads(FILE.read_text())), "translation.json differs"
    else:
        FILE.write_text(text)


if __name__ == "__main__":
    main()
