"""Mistral: Llama whose tokens see a window."""

from published import llama, rotary_decoder
from published.decoder_parts import Case

CONFIG = {
    "architectures": ["MistralForCausalLM"], "attention_dropout": 0.0, "bos_token_id": 1, "eos_token_id": 2,
    "head_dim": None, "hidden_act": "silu", "hidden_size": 16, "initializer_range": 0.02, "intermediate_size": 24,
    "max_position_embeddings": 32, "model_type": "mistral", "num_attention_heads": 4, "num_hidden_layers": 2,
    "num_key_value_heads": 2, "rms_norm_eps": 1e-05, "rope_theta": 10000.0, "sliding_window": 4,
    "tie_word_embeddings": False, "torch_dtype": "float32", "use_cache": True, "vocab_size": 48,
}
CASES = [Case("mistral", CONFIG, {"sliding_window": None, "rope_theta": 100.0})]


def options(config):
    result = llama.options(config)
    result.windows = [config["sliding_window"]] * config["num_hidden_layers"]
    return result


def build(config):
    return rotary_decoder.build(config, options(config))


def run(model, config, *arguments, **more):
    return rotary_decoder.run(model, options(config), *arguments, **more)
