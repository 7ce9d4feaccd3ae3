"""Phi, the first and the second: attention and feed-forward part side by side behind one norm."""

import numpy
from torch import nn

from published.decoder_parts import Case, activate, attend, frequencies, heads, part, remember, rotate, seen

CONFIG = {
    "architectures": ["PhiForCausalLM"], "attention_dropout": 0.0, "bos_token_id": 47, "embd_pdrop": 0.0,
    "eos_token_id": 47, "hidden_act": "gelu_new", "hidden_size": 20, "initializer_range": 0.02,
    "intermediate_size": 24, "layer_norm_eps": 1e-05, "max_position_embeddings": 16, "model_type": "phi",
    "num_attention_heads": 2, "num_hidden_layers": 2, "num_key_value_heads": None, "partial_rotary_factor": 0.4,
    "qk_layernorm": False, "resid_pdrop": 0.1, "rope_scaling": None, "rope_theta": 10000.0,
    "tie_word_embeddings": False, "torch_dtype": "float32", "use_cache": True, "vocab_size": 48,
}
CASES = [
    Case("phi", CONFIG, {"partial_rotary_factor": 0.8, "hidden_act": "relu", "num_attention_heads": 1,
                         "rope_theta": 100.0}),
]


def build(config):
    width, inner = config["hidden_size"], config["intermediate_size"]

    def norm():
        return nn.LayerNorm(width, eps=config["layer_norm_eps"])

    def layer():
        return part(input_layernorm=norm(),
                    self_attn=part(**{name: nn.Linear(width, width) for name in ("q_proj", "k_proj", "v_proj", "dense")}),
                    mlp=part(fc1=nn.Linear(width, inner), fc2=nn.Linear(inner, width)))

    body = part(embed_tokens=nn.Embedding(config["vocab_size"], width),
                layers=nn.ModuleList(layer() for _ in range(config["num_hidden_layers"])), final_layernorm=norm())
    return part(model=body, lm_head=nn.Linear(width, config["vocab_size"]))


def run(model, config, ids, results, cache=None, first=0):
    """Logits; the names as of GPT-NeoX."""
    count, body = config["num_attention_heads"], model.model
    radians = frequencies(int(config["hidden_size"] // count * config["partial_rotary_factor"]), config["rope_theta"],
                          config["rope_scaling"])
    x = body.embed_tokens(ids)
    for number, layer in enumerate(body.layers):
        results[f"hidden_states.{number}"] = x
        own, y = layer.self_attn, layer.input_layernorm(x)
        query, key, value = (heads(linear(y), count) for linear in (own.q_proj, own.k_proj, own.v_proj))
        key, value = remember(cache, number, rotate(key, radians, first), value)
        query, mask = rotate(query, radians, first), seen(len(ids), key.shape[1])
        mixed, results[f"attentions.{number}"] = attend(query, key, value, query.shape[2] ** -0.5, mask)
        x = x + own.dense(mixed) + layer.mlp.fc2(activate(config["hidden_act"], layer.mlp.fc1(y)))
    results["last_layer"] = x
    x = results[f"hidden_states.{len(body.layers)}"] = body.final_layernorm(x)
    return model.lm_head(x)


def as_neox(tensors, config):
    """The same model as a GPT-NeoX, which has no bias of its scores: tensors and config."""
    result = {"gpt_neox.embed_in.weight": tensors["model.embed_tokens.weight"],
              "embed_out.weight": tensors["lm_head.weight"]}
    for kind in ("weight", "bias"):
        result[f"gpt_neox.final_layer_norm.{kind}"] = tensors[f"model.final_layernorm.{kind}"]
        for layer in range(config["num_hidden_layers"]):
            theirs, own = f"model.layers.{layer}.", f"gpt_neox.layers.{layer}."
            norm = tensors[f"{theirs}input_layernorm.{kind}"]
            result[f"{own}input_layernorm.{kind}"] = result[f"{own}post_attention_layernorm.{kind}"] = norm
            for name, other in (("attention.dense", "self_attn.dense"), ("mlp.dense_h_to_4h", "mlp.fc1"),
                                ("mlp.dense_4h_to_h", "mlp.fc2")):
                result[f"{own}{name}.{kind}"] = tensors[f"{theirs}{other}.{kind}"]
            maps = [tensors[f"{theirs}self_attn.{name}_proj.{kind}"] for name in "qkv"]
            size = len(maps[0]) // config["num_attention_heads"]
            rows = [one[begin:begin + size] for begin in range(0, len(maps[0]), size) for one in maps]
            result[f"{own}attention.query_key_value.{kind}"] = numpy.concatenate(rows)
    return result, {**config, "rotary_emb_base": config["rope_theta"], "rotary_pct": config["partial_rotary_factor"],
                    "use_parallel_residual": True}
