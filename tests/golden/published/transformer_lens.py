"""TransformerLens's own models (HookedTransformer), by the names of its state dict. A matrix is [inputs, outputs]."""

import torch
from torch import nn

from published.decoder_parts import Case, activate, attend, empty, part, remember, seen

CONFIG = {
    "act_fn": "gelu_new", "attention_dir": "causal", "attn_only": False, "attn_scale": 5 ** 0.5, "d_head": 5,
    "d_mlp": 24, "d_model": 16, "d_vocab": 48, "d_vocab_out": 48, "eps": 1e-05, "final_rms": False,
    "model_name": "custom", "n_ctx": 16, "n_heads": 3, "n_layers": 2, "normalization_type": "LN",
    "positional_embedding_type": "standard", "use_attn_scale": True,
}
CASES = [
    # with the buffers that its files have beside the weights
    Case("transformer_lens", CONFIG, {"attention_dir": "bidirectional", "use_attn_scale": False, "act_fn": "relu"},
         form="buffers"),
    # norms are folded into the matrices behind them: they have no weights, but x is still centred and scaled
    Case("transformer_lens-folded", {**CONFIG, "act_fn": "relu", "attention_dir": "bidirectional", "d_vocab_out": 3,
                                     "normalization_type": "LNPre"},
         {"attention_dir": "causal", "normalization_type": None}),
    Case("transformer_lens-attention_only", {**CONFIG, "attn_only": True, "d_mlp": None, "normalization_type": None},
         {"normalization_type": "LNPre"}),
]


def build(config):
    width, own, count = config["d_model"], config["d_head"], config["n_heads"]

    def norm():
        return part(w=empty(width), b=empty(width)) if config["normalization_type"] == "LN" else None

    def block():
        weights = {f"W_{word}": empty(count, width, own) for word in "QKV"}
        biases = {f"b_{word}": empty(count, own) for word in "QKV"}
        mlp = None if config["attn_only"] else part(W_in=empty(width, config["d_mlp"]), b_in=empty(config["d_mlp"]),
                                                    W_out=empty(config["d_mlp"], width), b_out=empty(width))
        return part(ln1=norm(), attn=part(**weights, W_O=empty(count, own, width), **biases, b_O=empty(width)),
                    ln2=None if config["attn_only"] else norm(), mlp=mlp)

    return part(embed=part(W_E=empty(config["d_vocab"], width)), pos_embed=part(W_pos=empty(config["n_ctx"], width)),
                blocks=nn.ModuleList(block() for _ in range(config["n_layers"])), ln_final=norm(),
                unembed=part(W_U=empty(width, config["d_vocab_out"]), b_U=empty(config["d_vocab_out"])))


def normed(owner, name, config, x):
    """The norm of that name, which has weights, has none, or is not there at all."""
    if config["normalization_type"] is None:
        return x
    x = x - x.mean(-1, keepdim=True)
    x = x / (x.pow(2).mean(-1, keepdim=True) + config["eps"]).sqrt()
    return x * getattr(owner, name).w + getattr(owner, name).b if config["normalization_type"] == "LN" else x


def run(model, config, ids, results, cache=None, first=0, hidden_keys=None):
    """Logits. `hidden_states.N` is `blocks.N.hook_resid_pre`, `last_layer` the last `hook_resid_post`, and the last
    hidden state that, normed. `hidden_keys`: positions that none sees."""
    x = model.embed.W_E[ids] + model.pos_embed.W_pos[first:first + len(ids)]
    scale = config.get("attn_scale", config["d_head"] ** 0.5) if config["use_attn_scale"] else 1
    for number, block in enumerate(model.blocks):
        results[f"hidden_states.{number}"] = x
        own, y = block.attn, normed(block, "ln1", config, x)
        query, key, value = (torch.einsum("td,hdf->htf", y, matrix) + bias[:, None] for matrix, bias in (
            (own.W_Q, own.b_Q), (own.W_K, own.b_K), (own.W_V, own.b_V)))
        key, value = remember(cache, number, key, value)
        mask = seen(len(ids), key.shape[1]) if config["attention_dir"] == "causal" else None
        if hidden_keys is not None:
            mask = ~hidden_keys[None, :] if mask is None else mask & ~hidden_keys[None, :]
        mixed, weights = attend(query, key, value, 1 / scale, mask)
        results[f"attentions.{number}"] = weights
        x = x + mixed @ own.W_O.reshape(-1, x.shape[1]) + own.b_O
        if not config["attn_only"]:
            y = normed(block, "ln2", config, x)
            x = x + activate(config["act_fn"], y @ block.mlp.W_in + block.mlp.b_in) @ block.mlp.W_out + block.mlp.b_out
    results["last_layer"] = x
    x = results[f"hidden_states.{len(model.blocks)}"] = normed(model, "ln_final", config, x)
    return x @ model.unembed.W_U + model.unembed.b_U


def stored(tensors, case):
    if case.form != "buffers":
        return tensors
    result, places = dict(tensors), case.config["n_ctx"]
    for layer in range(case.config["n_layers"]):
        result[f"blocks.{layer}.attn.mask"] = torch.ones(places, places).tril()
        result[f"blocks.{layer}.attn.IGNORE"] = torch.tensor(-100000.0)
    return result
