"""Gemma 3's text model: no caps, norms of each head's queries and keys, and local layers with a window and a theta of
their own between global ones. Only the global layers' positions are scaled."""

from published import gemma2, rotary_decoder
from published.decoder_parts import Case, frequencies, rope

CONFIG = {
    **gemma2.CONFIG, "architectures": ["Gemma3ForCausalLM"], "attn_logit_softcapping": None,
    "final_logit_softcapping": None, "hidden_size": 14, "model_type": "gemma3_text", "num_hidden_layers": 3,
    "rope_local_base_freq": 10000.0, "rope_scaling": {"factor": 8.0, "rope_type": "linear"}, "rope_theta": 1000000.0,
    "sliding_window_pattern": 2,
}
del CONFIG["hidden_act"]
LESS = 1
CASES = [
    # layers 0 and 2 are local
    Case("gemma3", CONFIG, {"rope_local_base_freq": 100.0, "rope_theta": 100.0, "rope_scaling": None,
                            "sliding_window": 3, "sliding_window_pattern": 3, "query_pre_attn_scalar": 8}, words=0.15),
    # as version 5 of Hugging Face's library writes it
    Case("gemma3-rope_parameters",
         {**CONFIG, "dtype": "float32", "layer_types": ["full_attention", "sliding_attention"], "num_hidden_layers": 2,
          "rope_parameters": {"full_attention": {"factor": 2.0, "rope_theta": 5000.0, "rope_type": "linear"},
                              "sliding_attention": {"rope_theta": 100.0, "rope_type": "default"}}},
         {"layer_types": ["sliding_attention", "full_attention"], "sliding_window": 3}, words=0.15),
]
for entry in ("rope_local_base_freq", "rope_scaling", "rope_theta", "sliding_window_pattern", "torch_dtype"):
    del CASES[1].config[entry]


def options(config):
    result = gemma2.options(config)
    layers, pattern = config["num_hidden_layers"], config.get("sliding_window_pattern", 6)
    kinds = config.get("layer_types") or ["sliding_attention" if (layer + 1) % pattern else "full_attention"
                                          for layer in range(layers)]
    local = {"rope_theta": config.get("rope_local_base_freq", 10000.0)}
    radians = {kind: frequencies(result.head_width, *rope(one, kind)) for kind, one in (
        ("full_attention", config), ("sliding_attention", config if "rope_parameters" in config else local))}
    result.radians = [radians[kind] for kind in kinds]
    result.windows = [config["sliding_window"] if kind == "sliding_attention" else None for kind in kinds]
    result.head_norms = True
    return result


def build(config):
    return rotary_decoder.build(config, options(config))


def run(model, config, *arguments, **more):
    return rotary_decoder.run(model, options(config), *arguments, **more)
