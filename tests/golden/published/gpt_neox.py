"""GPT-NeoX, of which Pythia is."""

import torch
from torch import nn

from published.decoder_parts import Case, activate, attend, frequencies, heads, part, remember, rotate, seen

CONFIG = {
    "architectures": ["GPTNeoXForCausalLM"], "attention_bias": True, "attention_dropout": 0.0, "bos_token_id": 0,
    "eos_token_id": 0, "hidden_act": "gelu", "hidden_dropout": 0.0, "hidden_size": 16, "initializer_range": 0.02,
    "intermediate_size": 24, "layer_norm_eps": 1e-05, "max_position_embeddings": 16, "model_type": "gpt_neox",
    "num_attention_heads": 2, "num_hidden_layers": 2, "rope_scaling": None, "rotary_emb_base": 10000, "rotary_pct": 0.5,
    "tie_word_embeddings": False, "torch_dtype": "float32", "use_parallel_residual": True, "vocab_size": 48,
}
CASES = [
    # with the buffers that files of 2023 have beside the weights
    Case("gpt_neox-pythia", CONFIG, {"use_parallel_residual": False, "rotary_pct": 1.0, "hidden_act": "gelu_new",
                                     "num_attention_heads": 1, "rotary_emb_base": 100}, form="buffers"),
    Case("gpt_neox-sequential", {**CONFIG, "attention_bias": False, "hidden_act": "gelu_fast", "rotary_emb_base": 500,
                                 "rope_scaling": {"type": "linear", "factor": 2.0}, "rotary_pct": 1.0,
                                 "use_parallel_residual": False},
         {"use_parallel_residual": True, "rope_scaling": None}),
]


def build(config):
    width, inner = config["hidden_size"], config["intermediate_size"]

    def norm():
        return nn.LayerNorm(width, eps=config["layer_norm_eps"])

    def layer():
        biased = config.get("attention_bias", True)
        return part(input_layernorm=norm(), post_attention_layernorm=norm(),
                    attention=part(query_key_value=nn.Linear(width, 3 * width, bias=biased),
                                   dense=nn.Linear(width, width, bias=biased)),
                    mlp=part(dense_h_to_4h=nn.Linear(width, inner), dense_4h_to_h=nn.Linear(inner, width)))

    body = part(embed_in=nn.Embedding(config["vocab_size"], width),
                layers=nn.ModuleList(layer() for _ in range(config["num_hidden_layers"])), final_layer_norm=norm())
    return part(gpt_neox=body, embed_out=nn.Linear(width, config["vocab_size"], bias=False))


def angles(config):
    width = int(config["hidden_size"] // config["num_attention_heads"] * config["rotary_pct"])
    return frequencies(width, config["rotary_emb_base"], config["rope_scaling"])


def run(model, config, ids, results, cache=None, first=0):
    """Logits; the names as of GPT-2, the norm at the end is `final_layer_norm`."""
    radians, body = angles(config), model.gpt_neox
    x = body.embed_in(ids)
    for number, layer in enumerate(body.layers):
        results[f"hidden_states.{number}"] = x
        # query, key and value of one head lie side by side, then those of the next
        fused = heads(layer.attention.query_key_value(layer.input_layernorm(x)), config["num_attention_heads"])
        query, key, value = fused.chunk(3, 2)
        key, value = remember(cache, number, rotate(key, radians, first), value)
        query, mask = rotate(query, radians, first), seen(len(ids), key.shape[1])
        mixed, results[f"attentions.{number}"] = attend(query, key, value, query.shape[2] ** -0.5, mask)
        attended = x + layer.attention.dense(mixed)
        before = x if config["use_parallel_residual"] else attended
        inner = activate(config["hidden_act"], layer.mlp.dense_h_to_4h(layer.post_attention_layernorm(before)))
        x = attended + layer.mlp.dense_4h_to_h(inner)
    results["last_layer"] = x
    x = results[f"hidden_states.{len(body.layers)}"] = body.final_layer_norm(x)
    return model.embed_out(x)


def stored(tensors, case):
    if case.form != "buffers":
        return tensors
    result, places = dict(tensors), case.config["max_position_embeddings"]
    for layer in range(case.config["num_hidden_layers"]):
        name = f"gpt_neox.layers.{layer}.attention."
        result[name + "bias"] = torch.ones(1, 1, places, places).tril()
        result[name + "masked_bias"] = torch.tensor(-1e9)
        result[name + "rotary_emb.inv_freq"] = angles(case.config)
    return result
