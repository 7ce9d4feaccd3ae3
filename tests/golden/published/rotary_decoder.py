"""The decoder that Llama, Mistral, Qwen and Gemma have, with all in which they differ as options. Their files have the
same names."""

import dataclasses

from torch import nn

from published.decoder_parts import RootMeanSquareNorm, activate, attend, heads, part, remember, rotate, seen


@dataclasses.dataclass
class Options:
    heads: int
    key_heads: int
    head_width: int
    activation: str
    tied: bool
    radians: list                   # of each layer
    windows: list                   # of each layer, None: all tokens
    scale: float
    epsilon: float
    biases: tuple = (False, False, False)  # of query, key and value; of attention's output; of the feed-forward part
    less: int = 0                   # what the files' gains are less than the gains
    head_norms: bool = False        # queries and keys of each head are normed before they are rotated
    norms_behind: bool = False      # what attention and feed-forward part give is normed, too, before it is added
    embedding_factor: float = 1
    score_cap: float = None
    logit_cap: float = None


def head_width(config):
    """`head_dim` may be absent or null."""
    return config.get("head_dim") or config["hidden_size"] // config["num_attention_heads"]


def build(config, o):
    width, inner = config["hidden_size"], config["intermediate_size"]

    def norm(features=width):
        return RootMeanSquareNorm(features, o.epsilon, o.less)

    def layer():
        own, keys = o.heads * o.head_width, o.key_heads * o.head_width
        attention = part(
            q_proj=nn.Linear(width, own, bias=o.biases[0]), k_proj=nn.Linear(width, keys, bias=o.biases[0]),
            v_proj=nn.Linear(width, keys, bias=o.biases[0]), o_proj=nn.Linear(own, width, bias=o.biases[1]),
            q_norm=norm(o.head_width) if o.head_norms else None, k_norm=norm(o.head_width) if o.head_norms else None)
        mlp = part(gate_proj=nn.Linear(width, inner, bias=o.biases[2]),
                   up_proj=nn.Linear(width, inner, bias=o.biases[2]),
                   down_proj=nn.Linear(inner, width, bias=o.biases[2]))
        return part(self_attn=attention, mlp=mlp, input_layernorm=norm(), post_attention_layernorm=norm(),
                    pre_feedforward_layernorm=norm() if o.norms_behind else None,
                    post_feedforward_layernorm=norm() if o.norms_behind else None)

    body = part(embed_tokens=nn.Embedding(config["vocab_size"], width),
                layers=nn.ModuleList(layer() for _ in range(config["num_hidden_layers"])), norm=norm())
    return part(model=body, lm_head=None if o.tied else nn.Linear(width, config["vocab_size"], bias=False))


def attention(own, o, number, x, cache, first):
    query = heads(own.q_proj(x), o.heads)
    key, value = heads(own.k_proj(x), o.key_heads), heads(own.v_proj(x), o.key_heads)
    if o.head_norms:
        query, key = own.q_norm(query), own.k_norm(key)
    query, key = rotate(query, o.radians[number], first), rotate(key, o.radians[number], first)
    key, value = remember(cache, number, key, value)
    mixed, weights = attend(query, key, value, o.scale, seen(len(x), key.shape[1], o.windows[number]), cap=o.score_cap)
    return own.o_proj(mixed), weights


def feed_forward(own, o, x):
    return own.down_proj(activate(o.activation, own.gate_proj(x)) * own.up_proj(x))


def run(model, o, ids, results, cache=None, first=0):
    """Logits. `hidden_states.N` is what layer N gets (of Gemma scaled), the last one what `norm` makes of the last
    layer's result, which itself is `last_layer`."""
    body = model.model
    x = body.embed_tokens(ids) * o.embedding_factor
    for number, layer in enumerate(body.layers):
        results[f"hidden_states.{number}"] = x
        y = layer.input_layernorm(x)
        y, results[f"attentions.{number}"] = attention(layer.self_attn, o, number, y, cache, first)
        if o.norms_behind:
            x = x + layer.post_attention_layernorm(y)
            x = x + layer.post_feedforward_layernorm(feed_forward(layer.mlp, o, layer.pre_feedforward_layernorm(x)))
        else:
            x = x + y
            x = x + feed_forward(layer.mlp, o, layer.post_attention_layernorm(x))
    results["last_layer"] = x
    x = results[f"hidden_states.{len(body.layers)}"] = body.norm(x)
    logits = x @ (body.embed_tokens if o.tied else model.lm_head).weight.T
    return logits if o.logit_cap is None else o.logit_cap * (logits / o.logit_cap).tanh()
