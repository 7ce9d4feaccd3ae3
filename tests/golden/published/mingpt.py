"""minGPT and nanoGPT: GPT-2's names, but matrices are [outputs, inputs]."""

import torch
from torch import nn

from published.decoder_parts import Case, activate, attend, empty, heads, part, remember, seen

CONFIG = {"attn_pdrop": 0.1, "block_size": 16, "embd_pdrop": 0.1, "model_type": "gpt-nano", "n_embd": 18, "n_head": 3,
          "n_layer": 2, "resid_pdrop": 0.1, "vocab_size": 44}
CASES = [
    Case("mingpt", CONFIG, {"n_head": 2}, form="buffers"),
    # nanoGPT's `model_args`; without biases, and the matrix of the scores is that of the words, under both names
    Case("nanogpt", {"bias": False, "block_size": 16, "dropout": 0.0, "n_embd": 18, "n_head": 3, "n_layer": 2,
                     "vocab_size": 44}, {"n_head": 2}, form="both names"),
]


def is_nano(config):
    """nanoGPT's arguments say whether there are biases; its scores' matrix is tied, its gelu the exact one."""
    return "bias" in config


class Norm(nn.Module):
    """nn.LayerNorm has no way to have a gain and no bias in this PyTorch."""

    def __init__(self, width, biased):
        super().__init__()
        self.weight, self.bias = empty(width), empty(width) if biased else None

    def forward(self, x):
        return nn.functional.layer_norm(x, x.shape[-1:], self.weight, self.bias)


def build(config):
    width, biased = config["n_embd"], config.get("bias", True)

    def layer():
        return part(ln_1=Norm(width, biased), attn=part(c_attn=nn.Linear(width, 3 * width, bias=biased),
                                                        c_proj=nn.Linear(width, width, bias=biased)),
                    ln_2=Norm(width, biased), mlp=part(c_fc=nn.Linear(width, 4 * width, bias=biased),
                                                       c_proj=nn.Linear(4 * width, width, bias=biased)))

    body = part(wte=nn.Embedding(config["vocab_size"], width), wpe=nn.Embedding(config["block_size"], width),
                h=nn.ModuleList(layer() for _ in range(config["n_layer"])), ln_f=Norm(width, biased))
    head = None if is_nano(config) else nn.Linear(width, config["vocab_size"], bias=False)
    return part(transformer=body, lm_head=head)


def run(model, config, ids, results, cache=None, first=0):
    """Logits; the names as of GPT-2."""
    body = model.transformer
    x = body.wte(ids) + body.wpe(torch.arange(first, first + len(ids)))
    for number, layer in enumerate(body.h):
        results[f"hidden_states.{number}"] = x
        query, key, value = (heads(y, config["n_head"]) for y in layer.attn.c_attn(layer.ln_1(x)).chunk(3, 1))
        key, value = remember(cache, number, key, value)
        mixed, results[f"attentions.{number}"] = attend(query, key, value, query.shape[2] ** -0.5,
                                                        seen(len(ids), key.shape[1]))
        x = x + layer.attn.c_proj(mixed)
        inner = activate("gelu" if is_nano(config) else "gelu_new", layer.mlp.c_fc(layer.ln_2(x)))
        x = x + layer.mlp.c_proj(inner)
    results["last_layer"] = x
    x = results[f"hidden_states.{len(body.h)}"] = body.ln_f(x)
    return x @ (body.wte if is_nano(config) else model.lm_head).weight.T


def stored(tensors, case):
    result, places = dict(tensors), case.config["block_size"]
    if case.form == "both names":
        result["lm_head.weight"] = tensors["transformer.wte.weight"]
    else:
        for layer in range(case.config["n_layer"]):
            result[f"transformer.h.{layer}.attn.bias"] = torch.ones(1, 1, places, places).tril()
    return result
