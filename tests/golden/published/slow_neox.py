"""GPT-NeoX once more, number by number without torch, straight from config and tensors. It shares no code with
`gpt_neox`."""

import cmath
import math

import numpy


def gelu(x, exact):
    if exact:
        return 0.5 * x * (1 + math.erf(x / math.sqrt(2)))
    return 0.5 * x * (1 + math.tanh(math.sqrt(2 / math.pi) * (x + 0.044715 * x ** 3)))


def normed(tensors, name, x, config):
    centred = x - sum(x) / len(x)
    size = math.sqrt(sum(centred * centred) / len(x) + config["layer_norm_eps"])
    return centred / size * tensors[name + ".weight"] + tensors[name + ".bias"]


def product(tensors, name, x):
    return tensors[name + ".weight"].astype(float) @ x + tensors.get(name + ".bias", 0)


def turned(vector, place, config):
    width = int(len(vector) * config["rotary_pct"])
    pairs, result = width // 2, vector.copy()
    for i in range(pairs):
        slower = 1 if config["rope_scaling"] is None else config["rope_scaling"]["factor"]
        angle = place / slower / config["rotary_emb_base"] ** (2 * i / width)
        number = complex(vector[i], vector[i + pairs]) * cmath.exp(1j * angle)
        result[i], result[i + pairs] = number.real, number.imag
    return result


def split(fused, head, config):
    """Query, key and value of a head: three rows of numbers behind those of the heads before it."""
    width = config["hidden_size"] // config["num_attention_heads"]
    begin = 3 * width * head
    return [fused[begin + part * width:begin + (part + 1) * width] for part in range(3)]


def attended(fused, place, config):
    mixed = []
    for head in range(config["num_attention_heads"]):
        query = turned(split(fused[place], head, config)[0], place, config)
        scores = [query @ turned(split(fused[other], head, config)[1], other, config) / math.sqrt(len(query))
                  for other in range(place + 1)]
        weights = [math.exp(score - max(scores)) for score in scores]
        values = [split(fused[other], head, config)[2] for other in range(place + 1)]
        mixed.extend(sum(w * v for w, v in zip(weights, values)) / sum(weights))
    return numpy.array(mixed)


def logits(tensors, config, ids):
    states = [tensors["gpt_neox.embed_in.weight"][one].astype(float) for one in ids]
    for layer in range(config["num_hidden_layers"]):
        own, results = f"gpt_neox.layers.{layer}.", []
        inputs = [normed(tensors, own + "input_layernorm", x, config) for x in states]
        fused = [product(tensors, own + "attention.query_key_value", x) for x in inputs]
        for place, x in enumerate(states):
            y = product(tensors, own + "attention.dense", attended(fused, place, config))
            source = x if config["use_parallel_residual"] else x + y
            inner = product(tensors, own + "mlp.dense_h_to_4h",
                            normed(tensors, own + "post_attention_layernorm", source, config))
            inner = numpy.array([gelu(one, config["hidden_act"] == "gelu") for one in inner])
            results.append(x + y + product(tensors, own + "mlp.dense_4h_to_h", inner))
        states = results
    return numpy.array([tensors["embed_out.weight"] @ normed(tensors, "gpt_neox.final_layer_norm", x, config)
                        for x in states])
