"""The encoder and decoder that Marian's and Bart's files have under the same names: norms behind each part, biases
everywhere, scores scaled by sqrt(head width)."""

import torch
from torch import nn

from published.decoder_parts import activate, attend, heads, part, remember, seen


def attention(width):
    return part(k_proj=nn.Linear(width, width), v_proj=nn.Linear(width, width), q_proj=nn.Linear(width, width),
                out_proj=nn.Linear(width, width))


def layer(width, inner, crossing):
    return part(self_attn=attention(width), self_attn_layer_norm=nn.LayerNorm(width),
                encoder_attn=attention(width) if crossing else None,
                encoder_attn_layer_norm=nn.LayerNorm(width) if crossing else None,
                fc1=nn.Linear(width, inner), fc2=nn.Linear(inner, width), final_layer_norm=nn.LayerNorm(width))


def layers(config, side):
    return nn.ModuleList(layer(config["d_model"], config[f"{side}_ffn_dim"], side == "decoder")
                         for _ in range(config[f"{side}_layers"]))


def apply_attention(own, count, x, memory=None, mask=None, cache=None, place=None):
    """`memory`: what keys and values are made of, where it is not x."""
    query = heads(own.q_proj(x), count)
    source = x if memory is None else memory
    key, value = heads(own.k_proj(source), count), heads(own.v_proj(source), count)
    if place is not None:
        key, value = remember(cache, place, key, value)
        mask = seen(len(x), key.shape[1])
    mixed, weights = attend(query, key, value, query.shape[2] ** -0.5, mask)
    return own.out_proj(mixed), weights


def feed_forward(l, config, x):
    return l.final_layer_norm(x + l.fc2(activate(config["activation_function"], l.fc1(x))))


def encode(side, config, x, results):
    """`encoder_hidden_states.0` is what the first layer gets, N what the N-th one gives; there is no norm behind."""
    results["encoder_hidden_states.0"] = x
    for number, l in enumerate(side.layers):
        y, results[f"encoder_attentions.{number}"] = apply_attention(l.self_attn, config["encoder_attention_heads"], x)
        x = results[f"encoder_hidden_states.{number + 1}"] = feed_forward(l, config, l.self_attn_layer_norm(x + y))
    return x


def decode(side, config, x, memory, results, cache=None):
    """`decoder_hidden_states.N` likewise."""
    results["decoder_hidden_states.0"] = x
    count = config["decoder_attention_heads"]
    for number, l in enumerate(side.layers):
        y, results[f"decoder_attentions.{number}"] = apply_attention(l.self_attn, count, x, cache=cache, place=number)
        x = l.self_attn_layer_norm(x + y)
        y, results[f"cross_attentions.{number}"] = apply_attention(l.encoder_attn, count, x, memory)
        x = l.encoder_attn_layer_norm(x + y)
        x = results[f"decoder_hidden_states.{number + 1}"] = feed_forward(l, config, x)
    return x


def embedding_factor(config):
    return config["d_model"] ** 0.5 if config["scale_embedding"] else 1


def place_numbers(first, count):
    return torch.arange(first, first + count)
