"""Gemma 2: scores and logits are capped, each part's result is normed, every other layer sees a window."""

from published import gemma, rotary_decoder
from published.decoder_parts import Case

CONFIG = {
    **gemma.CONFIG, "architectures": ["Gemma2ForCausalLM"], "attn_logit_softcapping": 2.5,
    "cache_implementation": "hybrid", "final_logit_softcapping": 3.0, "hidden_act": "gelu_pytorch_tanh",
    "hidden_activation": "gelu_pytorch_tanh", "hidden_size": 18, "model_type": "gemma2",
    "num_attention_heads": 2, "query_pre_attn_scalar": 5, "sliding_window": 4,
}
LESS = 1
CASES = [Case("gemma2", CONFIG, {"attn_logit_softcapping": None, "final_logit_softcapping": None, "sliding_window": 3,
                                 "query_pre_attn_scalar": 8, "rope_theta": 100.0, "hidden_activation": "relu"},
              words=0.15)]


def options(config):
    result = gemma.options(config)
    result.activation = config["hidden_activation"]
    result.scale, result.norms_behind = config["query_pre_attn_scalar"] ** -0.5, True
    result.score_cap, result.logit_cap = config["attn_logit_softcapping"], config["final_logit_softcapping"]
    result.windows = [None if layer % 2 else config["sliding_window"] for layer in range(config["num_hidden_layers"])]
    return result


def build(config):
    return rotary_decoder.build(config, options(config))


def run(model, config, *arguments, **more):
    return rotary_decoder.run(model, options(config), *arguments, **more)
