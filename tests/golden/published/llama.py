"""Llama 1 to 3."""

from published import rotary_decoder
from published.decoder_parts import Case, frequencies, rope

CONFIG = {
    "architectures": ["LlamaForCausalLM"], "attention_bias": False, "attention_dropout": 0.0, "bos_token_id": 1,
    "eos_token_id": 2, "hidden_act": "silu", "hidden_size": 16, "initializer_range": 0.02, "intermediate_size": 24,
    "max_position_embeddings": 32, "mlp_bias": False, "model_type": "llama", "num_attention_heads": 4,
    "num_hidden_layers": 2, "num_key_value_heads": 2, "pretraining_tp": 1, "rms_norm_eps": 1e-05, "rope_scaling": None,
    "rope_theta": 10000.0, "tie_word_embeddings": False, "torch_dtype": "float32", "use_cache": True, "vocab_size": 48,
}
# Llama 3.1's, for a shorter text
LONGER = {"factor": 8.0, "high_freq_factor": 4.0, "low_freq_factor": 1.0, "original_max_position_embeddings": 64,
          "rope_type": "llama3"}
CASES = [
    Case("llama", CONFIG,
         {"rope_theta": 100.0, "rms_norm_eps": 0.1, "hidden_act": "gelu", "tie_word_embeddings": True}),
    Case("llama-3", {**CONFIG, "head_dim": 8, "max_position_embeddings": 512, "num_attention_heads": 3,
                     "num_key_value_heads": 1, "rope_scaling": LONGER, "rope_theta": 5000.0,
                     "tie_word_embeddings": True},
         {"rope_scaling": {"rope_type": "linear", "factor": 8.0}, "rope_theta": 10000.0}),
    # "type" is the old name of "rope_type"; every matrix has a bias
    Case("llama-linear", {**CONFIG, "attention_bias": True, "mlp_bias": True,
                          "rope_scaling": {"type": "linear", "factor": 2.5}}, {"rope_scaling": None}),
]


def options(config):
    layers, width = config["num_hidden_layers"], rotary_decoder.head_width(config)
    attention_bias = config.get("attention_bias", False)
    count = config["num_attention_heads"]
    return rotary_decoder.Options(
        heads=count, key_heads=config.get("num_key_value_heads") or count,
        head_width=width, activation=config["hidden_act"], tied=config.get("tie_word_embeddings", False),
        radians=[frequencies(width, *rope(config))] * layers,
        windows=[None] * layers, scale=width ** -0.5, epsilon=config["rms_norm_eps"],
        biases=(attention_bias, attention_bias, config.get("mlp_bias", False)))


def build(config):
    return rotary_decoder.build(config, options(config))


def run(model, config, *arguments, **more):
    return rotary_decoder.run(model, options(config), *arguments, **more)
