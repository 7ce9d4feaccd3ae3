"""The pre-norm translation model that OpenNMT trains and CTranslate2 stores, by the names of its tensors. Queries, keys
and values are one matrix, positions are sinusoidal and begin with 1."""

import math

import torch

from published.decoder_parts import attend, heads, seen


def embed(tensors, side, ids, first=0):
    table = tensors[f"{side}.embeddings.weight"]
    width = table.shape[1]
    rates = torch.exp(-torch.arange(width // 2) * math.log(10000) / (width / 2 - 1)).double()
    angles = torch.arange(first + 1, first + 1 + len(ids))[:, None] * rates
    return table[ids] * width ** 0.5 + torch.cat([angles.sin(), angles.cos()], 1)


def linear(tensors, name, x):
    return x @ tensors[name + ".weight"].T + tensors[name + ".bias"]


def norm(tensors, name, x):
    gain = tensors[name + ".layer_norm.gamma"]
    return torch.nn.functional.layer_norm(x, gain.shape, gain, tensors[name + ".layer_norm.beta"])


def part(tensors, name, config, x, memory=None, mask=None):
    y = norm(tensors, name, x)
    if memory is None:
        query, key, value = linear(tensors, name + ".linear_0", y).chunk(3, 1)
    else:
        query = linear(tensors, name + ".linear_0", y)
        key, value = linear(tensors, name + ".linear_1", memory).chunk(2, 1)
    query, key, value = (heads(z, config["n_heads"]) for z in (query, key, value))
    mixed, weights = attend(query, key, value, query.shape[2] ** -0.5, mask)
    return x + linear(tensors, name + (".linear_1" if memory is None else ".linear_2"), mixed), weights


def run_side(tensors, side, config, ids, results, memory=None):
    x = embed(tensors, side, ids)
    for layer in range(config[f"n_{side}_layers"]):
        name = f"{side}.layer_{layer}"
        mask = None if memory is None else seen(len(ids), len(ids))
        x, results[f"{side}_attentions.{layer}"] = part(tensors, name + ".self_attention", config, x, mask=mask)
        if memory is not None:
            x, results[f"cross_attentions.{layer}"] = part(tensors, name + ".attention", config, x, memory)
        inner = linear(tensors, name + ".ffn.linear_0", norm(tensors, name + ".ffn", x)).relu()
        x = x + linear(tensors, name + ".ffn.linear_1", inner)
    return norm(tensors, side, x)


def decode(tensors, config, ids, memory, results):
    return linear(tensors, "decoder.projection", run_side(tensors, "decoder", config, ids, results, memory))
