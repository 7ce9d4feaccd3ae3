#!/usr/bin/python3
"""A PyTorch peer of published models with random weights: a pass over a text, and going on with one by a cache.

    python3 torch_published.py --shape bert|gpt2|llama [--tokens 512] [--steps 7] [--threads 2] [--type float32|bfloat16]
    python3 torch_published.py --shape gpt2|llama --generate 32 [--tokens 16]
    python3 torch_published.py --shape bert --tokens 512 --export FILE.onnx        for ort_published.mjs

Shapes are those of tests/bench/random_model. A pass gives BERT's last layer, and of the others the scores of all words for the last
token. Prints one JSON object: the median's seconds and tokens a second. Eager, in inference mode, with one product for queries, keys
and values where the published code has one. Needs Debian's python3-torch (1.13) and OpenBLAS (libopenblas0-pthread).
"""
import argparse
import json
import math
import statistics
import time

import torch
import torch.nn.functional as F
from torch import nn

SHAPES = {
    "bert": dict(layers=12, heads=12, width=768, words=30522, places=512),
    "gpt2": dict(layers=12, heads=12, width=768, words=50257, places=1024),
    "llama": dict(layers=22, heads=32, key_heads=4, width=2048, inner=5632, words=32000, places=2048),
}


def split(x, heads):
    return x.view(x.shape[0], x.shape[1], heads, -1).transpose(1, 2)


def attend(q, k, v, bias):
    scores = q @ k.transpose(-1, -2) / math.sqrt(q.shape[-1])
    return ((scores if bias is None else scores + bias).softmax(-1) @ v).transpose(1, 2).flatten(2)


def later(tokens, dtype):
    return torch.full((tokens, tokens), float("-inf"), dtype=dtype).triu(1) if tokens > 1 else None


class Cache:
    """Room for so many tokens, so that no step copies what is there."""

    def __init__(self, layers, heads, width, room, dtype):
        self.keys = [torch.empty(1, heads, room, width, dtype=dtype) for _ in range(layers)]
        self.values = [torch.empty(1, heads, room, width, dtype=dtype) for _ in range(layers)]
        self.length = 0

    def add(self, layer, k, v):
        end = self.length + k.shape[2]
        self.keys[layer][:, :, self.length:end], self.values[layer][:, :, self.length:end] = k, v
        return self.keys[layer][:, :, :end], self.values[layer][:, :, :end]


class BertLayer(nn.Module):
    def __init__(self, s):
        super().__init__()
        width, self.heads = s["width"], s["heads"]
        self.query, self.key, self.value, self.out = (nn.Linear(width, width) for _ in range(4))
        self.up, self.down = nn.Linear(width, 4 * width), nn.Linear(4 * width, width)
        self.norm1, self.norm2 = nn.LayerNorm(width, 1e-12), nn.LayerNorm(width, 1e-12)

    def forward(self, x):
        q, k, v = (split(part(x), self.heads) for part in (self.query, self.key, self.value))
        x = self.norm1(x + self.out(attend(q, k, v, None)))
        return self.norm2(x + self.down(F.gelu(self.up(x))))


class Bert(nn.Module):
    def __init__(self, s):
        super().__init__()
        self.table, self.places = nn.Embedding(s["words"], s["width"]), nn.Embedding(s["places"], s["width"])
        self.segments, self.norm = nn.Embedding(2, s["width"]), nn.LayerNorm(s["width"], 1e-12)
        self.layers = nn.ModuleList(BertLayer(s) for _ in range(s["layers"]))

    def forward(self, ids):
        x = self.table(ids) + self.places.weight[:ids.shape[1]] + self.segments.weight[0]
        x = self.norm(x)
        for layer in self.layers:
            x = layer(x)
        return x


class Gpt2Layer(nn.Module):
    def __init__(self, s):
        super().__init__()
        width, self.heads = s["width"], s["heads"]
        self.qkv, self.out = nn.Linear(width, 3 * width), nn.Linear(width, width)
        self.up, self.down = nn.Linear(width, 4 * width), nn.Linear(4 * width, width)
        self.norm1, self.norm2 = nn.LayerNorm(width), nn.LayerNorm(width)

    def forward(self, x, number, cache, bias):
        q, k, v = (split(part, self.heads) for part in self.qkv(self.norm1(x)).chunk(3, -1))
        if cache:
            k, v = cache.add(number, k, v)
        x = x + self.out(attend(q, k, v, bias))
        y = self.up(self.norm2(x))
        return x + self.down(0.5 * y * (1 + torch.tanh(math.sqrt(2 / math.pi) * (y + 0.044715 * y ** 3))))


class Gpt2(nn.Module):
    def __init__(self, s):
        super().__init__()
        self.s, self.key_heads, self.key_width = s, s["heads"], s["width"] // s["heads"]
        self.table, self.places = nn.Embedding(s["words"], s["width"]), nn.Embedding(s["places"], s["width"])
        self.layers = nn.ModuleList(Gpt2Layer(s) for _ in range(s["layers"]))
        self.norm = nn.LayerNorm(s["width"])

    def forward(self, ids, cache=None):
        first = cache.length if cache else 0
        x = self.table(ids) + self.places.weight[first:first + ids.shape[1]]
        bias = later(ids.shape[1], x.dtype)
        for number, layer in enumerate(self.layers):
            x = layer(x, number, cache, bias)
        if cache:
            cache.length += ids.shape[1]
        return F.linear(self.norm(x[:, -1:]), self.table.weight)


class RootMean(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.weight = nn.Parameter(torch.ones(width))

    def forward(self, x):
        y = x.float()
        return self.weight * (y * torch.rsqrt(y.pow(2).mean(-1, keepdim=True) + 1e-5)).to(x.dtype)


def turned(x, angles):
    cos, sin = angles
    a, b = x.chunk(2, -1)
    return x * cos + torch.cat([-b, a], -1) * sin


class LlamaLayer(nn.Module):
    def __init__(self, s):
        super().__init__()
        width, self.heads, self.key_heads = s["width"], s["heads"], s["key_heads"]
        keys = width // self.heads * self.key_heads
        self.query, self.key, self.value = (nn.Linear(width, rows, bias=False) for rows in (width, keys, keys))
        self.out = nn.Linear(width, width, bias=False)
        self.gate, self.up = nn.Linear(width, s["inner"], bias=False), nn.Linear(width, s["inner"], bias=False)
        self.down = nn.Linear(s["inner"], width, bias=False)
        self.norm1, self.norm2 = RootMean(width), RootMean(width)

    def forward(self, x, number, cache, bias, angles):
        y = self.norm1(x)
        q, k = turned(split(self.query(y), self.heads), angles), turned(split(self.key(y), self.key_heads), angles)
        v = split(self.value(y), self.key_heads)
        if cache:
            k, v = cache.add(number, k, v)
        share = self.heads // self.key_heads
        x = x + self.out(attend(q, k.repeat_interleave(share, 1), v.repeat_interleave(share, 1), bias))
        y = self.norm2(x)
        return x + self.down(F.silu(self.gate(y)) * self.up(y))


class Llama(nn.Module):
    def __init__(self, s):
        super().__init__()
        self.s, self.key_heads, self.key_width = s, s["key_heads"], s["width"] // s["heads"]
        self.table = nn.Embedding(s["words"], s["width"])
        self.layers = nn.ModuleList(LlamaLayer(s) for _ in range(s["layers"]))
        self.norm, self.top = RootMean(s["width"]), nn.Linear(s["width"], s["words"], bias=False)
        turns = torch.arange(s["places"])[:, None] / 10000 ** (torch.arange(0, self.key_width, 2) / self.key_width)
        self.angles = torch.cat([turns, turns], 1)

    def forward(self, ids, cache=None):
        first = cache.length if cache else 0
        x = self.table(ids)
        turns = self.angles[first:first + ids.shape[1]]
        angles = turns.cos().to(x.dtype), turns.sin().to(x.dtype)
        bias = later(ids.shape[1], x.dtype)
        for number, layer in enumerate(self.layers):
            x = layer(x, number, cache, bias, angles)
        if cache:
            cache.length += ids.shape[1]
        return self.top(self.norm(x[:, -1:]))


def generated(model, ids, a, dtype):
    """Seconds of so many tokens behind the prompt."""
    cache = Cache(a.layers, model.key_heads, model.key_width, ids.shape[1] + a.generate, dtype)
    best = model(ids, cache).argmax(-1)
    begin = time.perf_counter()
    for _ in range(a.generate):
        best = model(best, cache).argmax(-1)
    return time.perf_counter() - begin


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("--shape", choices=SHAPES, required=True)
    for name, value in (("tokens", 512), ("steps", 7), ("threads", 2), ("generate", 0)):
        p.add_argument("--" + name, type=int, default=value)
    p.add_argument("--type", choices=["float32", "bfloat16"], default="float32")
    p.add_argument("--export")
    a = p.parse_args()
    torch.set_num_threads(a.threads)
    torch.manual_seed(1)
    shape, dtype = SHAPES[a.shape], getattr(torch, a.type)
    a.layers = shape["layers"]
    nn.init.kaiming_uniform_ = lambda tensor, *_, **__: tensor.uniform_(-0.03, 0.03)  # quickly
    with torch.inference_mode() if not a.export else torch.no_grad():
        model = {"bert": Bert, "gpt2": Gpt2, "llama": Llama}[a.shape](shape).to(dtype).eval()
        ids = (torch.arange(a.tokens)[None] * 7919 + 13) % shape["words"]
        if a.export:
            torch.onnx.export(model, (ids,), a.export, opset_version=15, input_names=["ids"])
            return
        if a.generate:
            seconds = generated(model, ids, a, dtype)
            made = a.generate
        else:
            times = []
            for _ in range(a.steps + 2):
                begin = time.perf_counter()
                model(ids)
                times.append(time.perf_counter() - begin)
            seconds, made = statistics.median(times[2:]), a.tokens
    print(json.dumps({"peer": "torch " + torch.__version__, "shape": a.shape, "type": a.type, "tokens": a.tokens,
                      "threads": a.threads, "seconds": seconds, "tokens_per_s": made / seconds}))


if __name__ == "__main__":
    main()
