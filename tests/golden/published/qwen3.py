"""Qwen 3: no biases, but norms of each head's queries and keys."""

from published import llama, qwen2, rotary_decoder
from published.decoder_parts import Case

CONFIG = {
    **qwen2.CONFIG, "architectures": ["Qwen3ForCausalLM"], "attention_bias": False, "head_dim": 6,
    "model_type": "qwen3", "num_attention_heads": 4, "rope_scaling": None, "sliding_window": None,
}
CASES = [
    Case("qwen3", CONFIG, {"rope_theta": 100.0, "rms_norm_eps": 0.1}),
    # as version 5 of Hugging Face's library writes it; `layer_types` wins over `max_window_layers`
    Case("qwen3-rope_parameters",
         {**CONFIG, "attention_bias": True, "dtype": "float32", "layer_types": ["sliding_attention", "full_attention"],
          "rope_parameters": {"rope_theta": 10000.0, "rope_type": "default"}, "sliding_window": 3,
          "tie_word_embeddings": False, "use_sliding_window": True},
         {"layer_types": ["full_attention", "sliding_attention"],
          "rope_parameters": {"rope_theta": 100.0, "rope_type": "default"}}),
]
for entry in ("rope_scaling", "rope_theta", "torch_dtype"):
    del CASES[1].config[entry]


def options(config):
    result = llama.options(config)
    result.windows, result.head_norms = qwen2.windows(config), True
    return result


def build(config):
    return rotary_decoder.build(config, options(config))


def run(model, config, *arguments, **more):
    return rotary_decoder.run(model, options(config), *arguments, **more)
