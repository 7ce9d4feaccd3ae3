"""Gemma 1: the embedding is scaled by sqrt(width), gains are stored less one, the gate is gelu by tanh."""

from published import llama, rotary_decoder
from published.decoder_parts import Case

CONFIG = {
    "architectures": ["GemmaForCausalLM"], "attention_bias": False, "attention_dropout": 0.0, "bos_token_id": 2,
    "eos_token_id": 1, "head_dim": 8, "hidden_act": "gelu_pytorch_tanh", "hidden_activation": None, "hidden_size": 20,
    "initializer_range": 0.02, "intermediate_size": 24, "max_position_embeddings": 32, "model_type": "gemma",
    "num_attention_heads": 3, "num_hidden_layers": 2, "num_key_value_heads": 1, "pad_token_id": 0,
    "rms_norm_eps": 1e-06, "rope_scaling": None, "rope_theta": 10000.0, "torch_dtype": "float32",
    "use_cache": True, "vocab_size": 48,
}
LESS = 1  # what the gains of its files are less than the gains
CASES = [Case("gemma", CONFIG, {"rope_theta": 100.0, "rms_norm_eps": 0.1}, words=0.15)]


def options(config):
    """The first published files say "gelu" and mean the one by tanh."""
    result = llama.options({"tie_word_embeddings": True, **config, "hidden_act": "gelu_pytorch_tanh"})
    result.less, result.embedding_factor = 1, config["hidden_size"] ** 0.5
    return result


def build(config):
    return rotary_decoder.build(config, options(config))


def run(model, config, *arguments, **more):
    return rotary_decoder.run(model, options(config), *arguments, **more)
