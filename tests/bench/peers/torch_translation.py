#!/usr/bin/python3
"""A PyTorch peer of translation models: training steps, and greedy decoding with a cache of keys and values.

    python3 torch_translation.py --mode train [--layers 4] [--features 128] [--heads 4] [--feed-forward 256] [--words 9700]
                                 [--tokens 8192] [--steps 7] [--threads 2]
    python3 torch_translation.py --mode decode [--batch 1] [--sentences 60]

Layers are torch.nn's own, normalised behind each part, one table for source, target and output; training has dropout 0.3,
label smoothing 0.1 and Adam. Sources and targets are drawn with the lengths of lengths(), which translation_bench draws, too.
Batches hold sentences of similar length, padded to the longest; decoding takes sentences by length, --batch at a time, and stops
at the length of the target, so that every program makes the same number of tokens. Prints one JSON object: tokens of targets a
second, padding not counted. Needs Debian's python3-torch (1.13) and OpenBLAS (libopenblas0-pthread): without it torch trains with the
reference BLAS, several times slower. OpenBLAS gets one thread, for beside those of torch more of them make decoding two to four
times slower, and training no faster.
"""
import argparse
import json
import math
import os
import statistics
import time

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import torch
import torch.nn.functional as F
from torch import nn


def lengths(count):
    """Of source and target of each pair: 5 to 26, most about 14, by a generator that any language has."""
    state, pairs = 1, []

    def draw():
        nonlocal state
        total = 0
        for _ in range(3):
            state = (state * 1103515245 + 12345) % 2147483648
            total += state // 65536 % 8
        return 5 + total

    for _ in range(count):
        pairs.append((draw(), draw()))
    return pairs


class Translator(nn.Module):
    def __init__(self, a, keep):
        super().__init__()
        self.a = a
        drop = 1 - keep
        self.table = nn.Embedding(a.words, a.features)
        nn.init.normal_(self.table.weight, std=a.features ** -0.5)
        make = dict(d_model=a.features, nhead=a.heads, dim_feedforward=a.feed_forward, dropout=drop, batch_first=True)
        self.encoder = nn.TransformerEncoder(nn.TransformerEncoderLayer(**make), a.layers)
        self.decoder = nn.TransformerDecoder(nn.TransformerDecoderLayer(**make), a.layers)
        self.drop = nn.Dropout(drop)
        place = torch.arange(512)[:, None] / torch.pow(10000, torch.arange(0, a.features, 2)[None] / a.features)
        self.register_buffer("places", torch.cat([place.sin(), place.cos()], 1))

    def embed(self, ids, begin=0):
        x = self.table(ids) * math.sqrt(self.a.features)
        return self.drop(x + self.places[begin:begin + ids.shape[1]])

    def forward(self, source, target, no_source):
        memory = self.encoder(self.embed(source), src_key_padding_mask=no_source)
        later = torch.ones(target.shape[1], target.shape[1], dtype=torch.bool).triu(1)
        y = self.decoder(self.embed(target), memory, tgt_mask=later, memory_key_padding_mask=no_source)
        return F.linear(y, self.table.weight)

    # Greedy decoding. torch.nn's decoder has no cache, so its parts are called one by one.

    def heads(self, x):
        return x.view(x.shape[0], x.shape[1], self.a.heads, -1).transpose(1, 2)

    def attend(self, attention, x, keys, values, bias):
        q = self.heads(F.linear(x, *(p.chunk(3)[0] for p in (attention.in_proj_weight, attention.in_proj_bias))))
        weights = q @ keys.transpose(-1, -2) / math.sqrt(q.shape[-1])
        y = ((weights + bias if bias is not None else weights).softmax(-1) @ values).transpose(1, 2).flatten(2)
        return attention.out_proj(y)

    def key_value(self, attention, x):
        _, wk, wv = attention.in_proj_weight.chunk(3)
        _, bk, bv = attention.in_proj_bias.chunk(3)
        return self.heads(F.linear(x, wk, bk)), self.heads(F.linear(x, wv, bv))

    def decode(self, source, no_source, steps):
        memory = self.encoder(self.embed(source), src_key_padding_mask=no_source)
        bias = torch.zeros(no_source.shape).masked_fill(no_source, -1e30)[:, None, None] if no_source.any() else None
        cross = [self.key_value(layer.multihead_attn, memory) for layer in self.decoder.layers]
        cache = [None] * self.a.layers
        words, made = torch.ones(source.shape[0], 1, dtype=torch.long), []
        for step in range(steps):
            x = self.embed(words, step)
            for number, layer in enumerate(self.decoder.layers):
                k, v = self.key_value(layer.self_attn, x)
                if cache[number] is not None:
                    k, v = torch.cat([cache[number][0], k], 2), torch.cat([cache[number][1], v], 2)
                cache[number] = (k, v)
                x = layer.norm1(x + self.attend(layer.self_attn, x, k, v, None))
                x = layer.norm2(x + self.attend(layer.multihead_attn, x, *cross[number], bias))
                x = layer.norm3(x + layer.linear2(F.relu(layer.linear1(x))))
            words = F.linear(x, self.table.weight).argmax(-1)
            made.append(words)
        return torch.cat(made, 1)


def batches(a, tokens):
    """Ids of padded batches of pairs that are as long as each other, and their padding."""
    pairs = sorted(lengths(a.pairs), key=lambda pair: (max(pair), pair))
    group = []
    for pair in pairs + [None]:
        if group and (pair is None or sum(max(p) for p in group) + max(pair) > tokens):
            yield padded(a, group)
            group = []
        group.append(pair)


def padded(a, group):
    def ids(side):
        longest = max(pair[side] for pair in group)
        table = torch.randint(3, a.words, (len(group), longest))
        none = torch.arange(longest)[None] >= torch.tensor([pair[side] for pair in group])[:, None]
        return table.masked_fill(none, 0), none
    source, no_source = ids(0)
    target, no_target = ids(1)
    return source, no_source, target, no_target


def train(a):
    model = Translator(a, 0.7)
    adam = torch.optim.Adam(model.parameters(), lr=1e-4, betas=(0.9, 0.98), eps=1e-9)
    rates = []
    for step, (source, no_source, target, no_target) in enumerate(batches(a, a.tokens)):
        begin = time.perf_counter()
        adam.zero_grad(set_to_none=True)
        wanted = torch.roll(target, -1, 1).masked_fill(no_target, -100)
        loss = F.cross_entropy(model(source, target, no_source).flatten(0, 1), wanted.flatten(), label_smoothing=0.1)
        loss.backward()
        adam.step()
        if step >= 2:
            rates.append(int((~no_target).sum()) / (time.perf_counter() - begin))
        if len(rates) == a.steps:
            break
    return statistics.median(rates)


def decode(a):
    model = Translator(a, 1).eval()
    pairs = lengths(a.sentences)
    if a.batch > 1:
        pairs.sort()
    groups = [padded(a, pairs[k:k + a.batch]) for k in range(0, len(pairs), a.batch)]
    with torch.inference_mode():
        for source, no_source, target, _ in groups[:2]:
            model.decode(source, no_source, target.shape[1])
        begin, made = time.perf_counter(), 0
        for source, no_source, target, no_target in groups:
            model.decode(source, no_source, target.shape[1])
            made += int((~no_target).sum())
        return made / (time.perf_counter() - begin)


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("--mode", choices=["train", "decode"], required=True)
    for name, value in (("layers", 4), ("features", 128), ("heads", 4), ("feed-forward", 256), ("words", 9700),
                        ("tokens", 8192), ("steps", 7), ("threads", 2), ("batch", 1), ("sentences", 60), ("pairs", 20000)):
        p.add_argument("--" + name, type=int, default=value)
    a = p.parse_args()
    torch.set_num_threads(a.threads)
    torch.manual_seed(1)
    rate = train(a) if a.mode == "train" else decode(a)
    print(json.dumps({"mode": a.mode, "tokens_per_s": rate}))


if __name__ == "__main__":
    main()
