"""Llama's family once more, number by number without torch: one query, one head, one pair of features at a time,
straight from config and tensors. It shares no code with `rotary_decoder`."""

import cmath
import math

import numpy


def gelu(x):
    return 0.5 * x * (1 + math.tanh(math.sqrt(2 / math.pi) * (x + 0.044715 * x ** 3)))


def silu(x):
    return x / (1 + math.exp(-x))


def is_gemma(config):
    return config["model_type"].startswith("gemma")


def normed(vector, gain, config):
    mean = sum(x * x for x in vector) / len(vector)
    extra = 1 if is_gemma(config) else 0
    return numpy.array([x / math.sqrt(mean + config["rms_norm_eps"]) * (extra + g) for x, g in zip(vector, gain)])


def product(tensors, name, vector):
    result = tensors[name + ".weight"].astype(float) @ vector
    return result + tensors[name + ".bias"] if name + ".bias" in tensors else result


def is_local(config, layer):
    kind = config["model_type"]
    if "layer_types" in config:
        return config["layer_types"][layer] == "sliding_attention"
    if kind == "mistral":
        return config["sliding_window"] is not None
    if kind in ("qwen2", "qwen3"):
        return config["use_sliding_window"] and layer >= config["max_window_layers"]
    if kind == "gemma2":
        return layer % 2 == 0
    return kind == "gemma3_text" and (layer + 1) % config["sliding_window_pattern"] != 0


def rate(config, pair, pairs, local):
    if "rope_parameters" in config:
        scaling = config["rope_parameters"]
        if "full_attention" in scaling:
            scaling = scaling["sliding_attention" if local else "full_attention"]
        theta = scaling["rope_theta"]
    else:
        theta, scaling = config["rope_theta"], config.get("rope_scaling")
        if config["model_type"] == "gemma3_text" and local:
            theta, scaling = config["rope_local_base_freq"], None
    result = 1 / theta ** (pair / pairs)
    kind = "default" if scaling is None else scaling.get("rope_type", scaling.get("type"))
    if kind == "default":
        return result
    if kind == "linear":
        return result / scaling["factor"]
    length, wave = scaling["original_max_position_embeddings"], 2 * math.pi / result
    if wave < length / scaling["high_freq_factor"]:
        return result
    if wave > length / scaling["low_freq_factor"]:
        return result / scaling["factor"]
    smooth = (length / wave - scaling["low_freq_factor"]) / (scaling["high_freq_factor"] - scaling["low_freq_factor"])
    return (1 - smooth) * result / scaling["factor"] + smooth * result


def turned(vector, place, config, local):
    pairs = len(vector) // 2
    numbers = [complex(vector[i], vector[i + pairs]) * cmath.exp(1j * place * rate(config, i, pairs, local))
               for i in range(pairs)]
    return numpy.array([z.real for z in numbers] + [z.imag for z in numbers])


def head(tensors, config, layer, kind, x, number, place, local):
    """Query, key or value of one head."""
    width = config.get("head_dim") or config["hidden_size"] // config["num_attention_heads"]
    own = f"model.layers.{layer}.self_attn."
    result = product(tensors, f"{own}{kind}_proj", x)[number * width:(number + 1) * width]
    if own + f"{kind}_norm.weight" in tensors:
        result = normed(result, tensors[own + f"{kind}_norm.weight"], config)
    return result if kind == "v" else turned(result, place, config, local)


def attended(tensors, config, layer, inputs, place):
    local, mixed = is_local(config, layer), []
    begin = max(0, place - config["sliding_window"] + 1) if local else 0
    count, shared = config["num_attention_heads"], config["num_attention_heads"] // config["num_key_value_heads"]
    for number in range(count):
        query = head(tensors, config, layer, "q", inputs[place], number, place, local)
        factor, scores = 1 / math.sqrt(config.get("query_pre_attn_scalar", len(query))), []
        for other in range(begin, place + 1):
            key = head(tensors, config, layer, "k", inputs[other], number // shared, other, local)
            score, cap = float(query @ key) * factor, config.get("attn_logit_softcapping")
            scores.append(score if cap is None else cap * math.tanh(score / cap))
        weights = [math.exp(score - max(scores)) for score in scores]
        values = [head(tensors, config, layer, "v", inputs[other], number // shared, other, local)
                  for other in range(begin, place + 1)]
        mixed.extend(sum(w * v for w, v in zip(weights, values)) / sum(weights))
    return product(tensors, f"model.layers.{layer}.self_attn.o_proj", numpy.array(mixed))


def fed_forward(tensors, config, layer, x):
    own, function = f"model.layers.{layer}.mlp.", gelu if is_gemma(config) else silu
    gate, up = product(tensors, own + "gate_proj", x), product(tensors, own + "up_proj", x)
    inner = [function(g) * u for g, u in zip(gate, up)]
    return product(tensors, own + "down_proj", numpy.array(inner))


def through(tensors, config, layer, states):
    def norm(word, x):
        return normed(x, tensors[f"model.layers.{layer}.{word}_layernorm.weight"], config)

    inputs, results = [norm("input", x) for x in states], []
    behind = f"model.layers.{layer}.pre_feedforward_layernorm.weight" in tensors
    for place, x in enumerate(states):
        y = attended(tensors, config, layer, inputs, place)
        x = x + (norm("post_attention", y) if behind else y)
        y = fed_forward(tensors, config, layer, norm("pre_feedforward" if behind else "post_attention", x))
        results.append(x + (norm("post_feedforward", y) if behind else y))
    return results


def logits(tensors, config, ids):
    words = tensors["model.embed_tokens.weight"].astype(float)
    states = [words[one] * (math.sqrt(config["hidden_size"]) if is_gemma(config) else 1) for one in ids]
    for layer in range(config["num_hidden_layers"]):
        states = through(tensors, config, layer, states)
    scores = tensors.get("lm_head.weight", words)
    result = numpy.array([scores @ normed(x, tensors["model.norm.weight"], config) for x in states])
    cap = config.get("final_logit_softcapping")
    return result if cap is None else cap * numpy.tanh(result / cap)
