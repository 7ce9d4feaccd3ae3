"""What several of the published architectures are made of."""

import dataclasses
import math
import zlib

import numpy
import torch
from torch import nn


@dataclasses.dataclass
class Case:
    """One folder: what it holds, and what is expected of it."""
    name: str
    config: dict
    # entry of the config -> another value of it, with which the same weights must give something else
    matters: dict = dataclasses.field(default_factory=dict)
    # how the file's tensors differ from the module's: a word that the architecture's `stored()` knows
    form: str = ""
    # numbers of tokens of the examples: (tokens,) or (source tokens, target tokens)
    lengths: tuple = ((11,), (4,))
    # how large the words' vectors are drawn: small where the model scales them and no norm follows, and where they are
    # the scores' matrix, too, or each word would be followed by itself
    words: float = 0.4
    # behind the name that random numbers are drawn by: some translation models would always write the same
    seed: str = ""


def part(**modules):
    """Modules and parameters under the given names, which become the names of tensors."""
    result = nn.Module()
    for name, module in modules.items():
        if isinstance(module, nn.Parameter):
            result.register_parameter(name, module)
        elif module is not None:
            result.add_module(name, module)
    return result


def empty(*shape):
    return nn.Parameter(torch.empty(*shape))


class RootMeanSquareNorm(nn.Module):
    """x / sqrt(mean(x^2) + epsilon), times the gain; Gemma's files have the gain less one."""

    def __init__(self, width, epsilon, less=0):
        super().__init__()
        self.weight = empty(width)
        self.epsilon, self.less = epsilon, less

    def forward(self, x):
        return x / (x.pow(2).mean(-1, keepdim=True) + self.epsilon).sqrt() * (self.weight + self.less)


def activate(name, x):
    """Hugging Face's names. "gelu" is exact, by the error function; three names stand for the one by
    tanh."""
    if name in ("gelu_new", "gelu_pytorch_tanh", "gelu_fast"):
        return 0.5 * x * (1 + torch.tanh(math.sqrt(2 / math.pi) * (x + 0.044715 * x ** 3)))
    silu = nn.functional.silu
    return {"gelu": nn.functional.gelu, "relu": torch.relu, "silu": silu, "swish": silu}[name](x)


def frequencies(width, theta, scaling=None):
    """Radians a position, of each pair of `width` features."""
    result = theta ** (-torch.arange(0, width, 2, dtype=torch.float64) / width)
    kind = "default" if scaling is None else scaling.get("rope_type", scaling.get("type"))
    if kind == "linear":
        return result / scaling["factor"]
    if kind == "llama3":
        # turns within the length of the first training: many stay as they are, few are slowed down, linear between
        turns = scaling["original_max_position_embeddings"] * result / (2 * math.pi)
        low, high = scaling["low_freq_factor"], scaling["high_freq_factor"]
        kept = ((turns - low) / (high - low)).clamp(0, 1)
        return result * (kept + (1 - kept) / scaling["factor"])
    assert kind == "default", kind
    return result


def rope(config, kind="full_attention"):
    """Theta and scaling of a config: version 5 of Hugging Face's library has them in one entry, Gemma 3 by kinds of
    layers."""
    if "rope_parameters" not in config:
        return config.get("rope_theta", 10000.0), config.get("rope_scaling")
    entry = config["rope_parameters"]
    entry = entry.get(kind, entry)
    return entry["rope_theta"], entry


def rotate(x, radians, first):
    """Rotary positions of x [heads, tokens, features]: feature i and the one half of the rotated width behind it are a
    pair. Features behind the rotated ones stay."""
    half = len(radians)
    angles = torch.arange(first, first + x.shape[1])[:, None] * radians
    cos, sin = angles.cos().to(x.dtype), angles.sin().to(x.dtype)
    a, b, rest = x[..., :half], x[..., half:2 * half], x[..., 2 * half:]
    return torch.cat([a * cos - b * sin, b * cos + a * sin, rest], -1)


def heads(x, count):
    """[tokens, heads * features] -> [heads, tokens, features]"""
    return x.reshape(len(x), count, -1).transpose(0, 1)


def remember(cache, place, key, value):
    """Keys and values of all tokens so far: those of this pass behind the cache's, which then has them, too."""
    if cache is None:
        return key, value
    if place in cache:
        key, value = torch.cat([cache[place][0], key], 1), torch.cat([cache[place][1], value], 1)
    cache[place] = key, value
    return key, value


def seen(queries, keys, window=None):
    """Who sees whom: the queries are the last ones of the keys' tokens, none sees a later token, and with a window
    each sees that many tokens, itself included."""
    query = torch.arange(keys - queries, keys)[:, None]
    key = torch.arange(keys)[None, :]
    result = key <= query
    return result if window is None else result & (key > query - window)


def attend(query, key, value, scale, mask=None, cap=None, bias=None):
    """The heads' results side by side, and their weights [heads, queries, keys]. Query head h reads the keys and values
    of head h / (query heads / key heads)."""
    times = len(query) // len(key)
    key, value = key.repeat_interleave(times, 0), value.repeat_interleave(times, 0)
    scores = query @ key.transpose(1, 2) * scale
    if cap is not None:
        scores = cap * torch.tanh(scores / cap)
    if bias is not None:
        scores = scores + bias
    if mask is not None:
        scores = scores.masked_fill(~mask, -math.inf)
    weights = scores.softmax(-1)
    return (weights @ value).transpose(0, 1).reshape(query.shape[1], -1), weights


def draw(model, name, less=0, words=0.8, inputs_first=False):
    """Numbers of float32, so large that no attention is even and no unit of a layer is idle. Tensors are told by what
    their names end with; `less` is what the files' gains of norms are less than the gains, `inputs_first` says that
    matrices are [inputs, outputs]."""
    random = numpy.random.RandomState(zlib.crc32(name.encode()))
    with torch.no_grad():
        for key, parameter in model.named_parameters():
            values = random.standard_normal(tuple(parameter.shape))
            last = key.split(".")[-1]
            if "norm" in key.lower() or ".ln" in key or key.startswith("ln"):
                values = 0.15 * values if last in ("bias", "b") else 1 - less + 0.3 * values.clip(-2, 2)
            elif any(word in key for word in ("wpe", "W_pos", "embed_positions")):
                values *= 0.5
            elif any(word in key for word in ("wte", "W_E", "embed", "shared", "relative_attention_bias")):
                values *= words
            elif parameter.dim() == 1 or last.startswith("b_") or last in ("bias", "final_logits_bias"):
                values *= 0.1 if last == "final_logits_bias" else 0.3
            else:
                values *= gain(key) / numpy.sqrt(inputs(key, parameter.shape, inputs_first))
            parameter.copy_(torch.from_numpy(values.astype(numpy.float32)))
    return model.double()


def gain(key):
    """What comes from an encoder differs less from token to token: its scores are made larger, and what is taken of it
    smaller, or it would drown what the target's tokens differ in."""
    if "encoder_attn" in key:
        return 2.4 if "q_proj" in key or "k_proj" in key else 0.8
    return 1.4


def inputs(key, shape, inputs_first):
    """How many numbers one result of a matrix is a sum of."""
    if key.endswith("W_O"):
        return shape[0] * shape[1]
    return shape[-2] if inputs_first or ".W_" in key else shape[1]
