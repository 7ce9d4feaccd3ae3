"""Qwen 2 and 2.5: queries, keys and values have biases; the upper layers may see a window."""

from published import llama, rotary_decoder
from published.decoder_parts import Case

CONFIG = {
    "architectures": ["Qwen2ForCausalLM"], "attention_dropout": 0.0, "bos_token_id": 46, "eos_token_id": 47,
    "hidden_act": "silu", "hidden_size": 16, "initializer_range": 0.02, "intermediate_size": 24,
    "max_position_embeddings": 32, "max_window_layers": 1, "model_type": "qwen2", "num_attention_heads": 4,
    "num_hidden_layers": 2, "num_key_value_heads": 2, "rms_norm_eps": 1e-06, "rope_theta": 1000000.0,
    "sliding_window": 3, "tie_word_embeddings": True, "torch_dtype": "float32", "use_cache": True,
    "use_sliding_window": False, "vocab_size": 48,
}
CASES = [
    Case("qwen2", CONFIG, {"use_sliding_window": True, "rope_theta": 100.0}),
    # layer 0 sees all tokens, layer 1 three
    Case("qwen2-window", {**CONFIG, "rope_theta": 10000.0, "tie_word_embeddings": False, "use_sliding_window": True},
         {"max_window_layers": 0, "sliding_window": 4, "use_sliding_window": False}),
]


def windows(config):
    """Of each layer, as Hugging Face has them from 4.52 on; before, its eager attention gave the window to all."""
    kinds = config.get("layer_types")
    used = config["sliding_window"] if config["use_sliding_window"] else None
    if kinds is not None:
        return [used if kind == "sliding_attention" else None for kind in kinds]
    return [used if layer >= config["max_window_layers"] else None for layer in range(config["num_hidden_layers"])]


def options(config):
    result = llama.options(config)
    result.windows, result.biases = windows(config), (True, False, False)
    return result


def build(config):
    return rotary_decoder.build(config, options(config))


def run(model, config, *arguments, **more):
    return rotary_decoder.run(model, options(config), *arguments, **more)
