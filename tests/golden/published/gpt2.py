"""GPT-2. Its matrices are stored [inputs, outputs]."""

import torch
from torch import nn

from published.decoder_parts import Case, activate, attend, empty, heads, part, remember, seen

CONFIG = {
    "activation_function": "gelu_new", "architectures": ["GPT2LMHeadModel"], "attn_pdrop": 0.1, "bos_token_id": 47,
    "embd_pdrop": 0.1, "eos_token_id": 47, "initializer_range": 0.02, "layer_norm_epsilon": 1e-05, "model_type": "gpt2",
    "n_ctx": 16, "n_embd": 18, "n_head": 3, "n_inner": None, "n_layer": 2, "n_positions": 16,
    "reorder_and_upcast_attn": False, "resid_pdrop": 0.1, "scale_attn_by_inverse_layer_idx": False,
    "scale_attn_weights": True, "torch_dtype": "float32", "vocab_size": 48,
}
CASES = [
    Case("gpt2", CONFIG, {"n_head": 2, "activation_function": "gelu", "layer_norm_epsilon": 0.1}),
    # as the first published files have it: no "transformer.", and the masks beside the weights
    Case("gpt2-bare", {**CONFIG, "architectures": ["GPT2Model"]}, form="bare"),
    Case("gpt2-options", {**CONFIG, "activation_function": "relu", "layer_norm_epsilon": 1e-3, "n_inner": 20,
                          "scale_attn_by_inverse_layer_idx": True, "scale_attn_weights": False,
                          "tie_word_embeddings": False},
         {"scale_attn_weights": True, "scale_attn_by_inverse_layer_idx": False, "tie_word_embeddings": True}),
]


def matrix(inputs, outputs):
    return part(weight=empty(inputs, outputs), bias=empty(outputs))


def times(x, layer):
    return x @ layer.weight + layer.bias


def build(config):
    width, inner = config["n_embd"], config["n_inner"] or 4 * config["n_embd"]

    def norm():
        return nn.LayerNorm(width, eps=config["layer_norm_epsilon"])

    layers = [part(ln_1=norm(), attn=part(c_attn=matrix(width, 3 * width), c_proj=matrix(width, width)), ln_2=norm(),
                   mlp=part(c_fc=matrix(width, inner), c_proj=matrix(inner, width))) for _ in range(config["n_layer"])]
    body = part(wte=nn.Embedding(config["vocab_size"], width), wpe=nn.Embedding(config["n_positions"], width),
                h=nn.ModuleList(layers), ln_f=norm())
    own_head = not config.get("tie_word_embeddings", True)
    return part(transformer=body, lm_head=nn.Linear(width, config["vocab_size"], bias=False) if own_head else None)


def run(model, config, ids, results, cache=None, first=0):
    """Logits. `hidden_states.N` is what layer N gets, the last one what `ln_f` makes of the last layer's result, which
    itself is `last_layer`."""
    body = model.transformer
    x = body.wte(ids) + body.wpe(torch.arange(first, first + len(ids)))
    for number, layer in enumerate(body.h):
        results[f"hidden_states.{number}"] = x
        query, key, value = (heads(y, config["n_head"]) for y in times(layer.ln_1(x), layer.attn.c_attn).chunk(3, 1))
        key, value = remember(cache, number, key, value)
        scale = query.shape[2] ** -0.5 if config["scale_attn_weights"] else 1
        if config["scale_attn_by_inverse_layer_idx"]:
            scale = scale / (number + 1)
        mixed, results[f"attentions.{number}"] = attend(query, key, value, scale, seen(len(ids), key.shape[1]))
        x = x + times(mixed, layer.attn.c_proj)
        x = x + times(activate(config["activation_function"], times(layer.ln_2(x), layer.mlp.c_fc)), layer.mlp.c_proj)
    results["last_layer"] = x
    x = results[f"hidden_states.{len(body.h)}"] = body.ln_f(x)
    own_head = not config.get("tie_word_embeddings", True)
    return x @ (model.lm_head if own_head else body.wte).weight.T


def stored(tensors, case):
    if case.form != "bare":
        return tensors
    result = {name[len("transformer."):]: value for name, value in tensors.items()}
    places = case.config["n_positions"]
    for layer in range(case.config["n_layer"]):
        result[f"h.{layer}.attn.bias"] = torch.ones(1, 1, places, places).tril()
        result[f"h.{layer}.attn.masked_bias"] = torch.tensor(-10000.0)
    return result
