"""T5, and its version 1.1, of which Flan-T5 is. Norms are before each part and at the end of both sides."""

import math

import torch
from torch import nn

from published.decoder_parts import Case, RootMeanSquareNorm, activate, attend, heads, part, remember, seen

CONFIG = {
    "architectures": ["T5ForConditionalGeneration"], "classifier_dropout": 0.0, "d_ff": 20, "d_kv": 5, "d_model": 12,
    "decoder_start_token_id": 0, "dropout_rate": 0.1, "eos_token_id": 1, "feed_forward_proj": "relu",
    "initializer_factor": 1.0, "is_encoder_decoder": True, "layer_norm_epsilon": 1e-06, "model_type": "t5",
    "n_positions": 512, "num_decoder_layers": 2, "num_heads": 3, "num_layers": 2, "output_past": True,
    "pad_token_id": 0,
    "relative_attention_max_distance": 10, "relative_attention_num_buckets": 8, "torch_dtype": "float32",
    "use_cache": True, "vocab_size": 48,
}
LENGTHS = ((15, 12), (4, 5))
CASES = [
    Case("t5", CONFIG, {"relative_attention_max_distance": 20, "relative_attention_num_buckets": 4,
                        "tie_word_embeddings": False, "layer_norm_epsilon": 0.1}, lengths=LENGTHS, seed=" 0"),
    Case("t5-1.1", {**CONFIG, "d_ff": 16, "feed_forward_proj": "gated-gelu", "num_decoder_layers": 1,
                    "tie_word_embeddings": False}, {"tie_word_embeddings": True}, form="all names", lengths=LENGTHS),
]


def gated(config):
    return config["feed_forward_proj"].startswith("gated-")


def build(config):
    width, inner, head_count = config["d_model"], config["d_ff"], config["num_heads"]
    own = head_count * config["d_kv"]

    def norm():
        return RootMeanSquareNorm(width, config["layer_norm_epsilon"])

    def linear(inputs, outputs):
        return nn.Linear(inputs, outputs, bias=False)

    def attention(biased):
        table = nn.Embedding(config["relative_attention_num_buckets"], head_count) if biased else None
        return part(q=linear(width, own), k=linear(width, own), v=linear(width, own), o=linear(own, width),
                    relative_attention_bias=table)

    def block(first, crossing):
        parts = [part(SelfAttention=attention(first), layer_norm=norm())]
        if crossing:
            parts.append(part(EncDecAttention=attention(False), layer_norm=norm()))
        inside = {name: linear(width, inner) for name in (("wi_0", "wi_1") if gated(config) else ("wi",))}
        parts.append(part(DenseReluDense=part(**inside, wo=linear(inner, width)), layer_norm=norm()))
        return part(layer=nn.ModuleList(parts))

    def side(layers, crossing):
        blocks = nn.ModuleList(block(number == 0, crossing) for number in range(layers))
        return part(block=blocks, final_layer_norm=norm())

    own_head = not config.get("tie_word_embeddings", True)
    return part(shared=nn.Embedding(config["vocab_size"], width), encoder=side(config["num_layers"], False),
                decoder=side(config["num_decoder_layers"], True),
                lm_head=linear(width, config["vocab_size"]) if own_head else None)


def bucket(distances, config, both_ways):
    """Of distances key - query. Near ones have a bucket each; farther ones share them by the distance's logarithm, up
    to the last bucket. In both directions, the later keys have the upper half. Logarithms are single precision's."""
    count = config["relative_attention_num_buckets"] // (2 if both_ways else 1)
    offset = count * (distances > 0) if both_ways else torch.zeros_like(distances)
    size = distances.abs() if both_ways else (-distances).clamp(min=0)
    exact = count // 2
    reach = math.log(config["relative_attention_max_distance"] / exact)
    far = exact + ((size.clamp(min=1).float() / exact).log() / reach * (count - exact)).long()
    return offset + torch.where(size < exact, size, far.clamp(max=count - 1))


def position_bias(table, config, queries, keys, both_ways):
    """[heads, queries, keys]; the queries are the last ones of the keys' tokens."""
    distances = torch.arange(keys)[None, :] - torch.arange(keys - queries, keys)[:, None]
    return table(bucket(distances, config, both_ways)).permute(2, 0, 1)


def feed_forward(own, config, x):
    """"gated-gelu" means gelu by tanh, any other word what it says."""
    kind = config["feed_forward_proj"].split("-")[-1]
    inner = activate("gelu_new" if config["feed_forward_proj"] == "gated-gelu" else kind,
                     (own.wi_0 if gated(config) else own.wi)(x))
    return own.wo(inner * own.wi_1(x) if gated(config) else inner)


def run_side(side, config, x, results, names, memory=None, cache=None):
    """`names`: of hidden states and of attentions. Hidden state N is what block N gets, the last one what the norm
    makes of the last block's result. The bias of positions is that of block 0 in all blocks; scores are not scaled."""
    bias, count = None, config["num_heads"]
    for number, block in enumerate(side.block):
        results[f"{names[0]}.{number}"] = x
        own, y = block.layer[0].SelfAttention, block.layer[0].layer_norm(x)
        query, key, value = heads(own.q(y), count), heads(own.k(y), count), heads(own.v(y), count)
        if memory is not None:
            key, value = remember(cache, number, key, value)
        if bias is None:
            bias = position_bias(own.relative_attention_bias, config, len(x), key.shape[1], both_ways=memory is None)
        mask = None if memory is None else seen(len(x), key.shape[1])
        mixed, results[f"{names[1]}.{number}"] = attend(query, key, value, 1, mask, bias=bias)
        x = x + own.o(mixed)
        if memory is not None:
            own, y = block.layer[1].EncDecAttention, block.layer[1].layer_norm(x)
            mixed, results[f"cross_attentions.{number}"] = attend(
                heads(own.q(y), count), heads(own.k(memory), count), heads(own.v(memory), count), 1)
            x = x + own.o(mixed)
        x = x + feed_forward(block.layer[-1].DenseReluDense, config, block.layer[-1].layer_norm(x))
    x = results[f"{names[0]}.{len(side.block)}"] = side.final_layer_norm(x)
    return x


def encode(model, config, ids, results):
    return run_side(model.encoder, config, model.shared(ids), results, ("encoder_hidden_states", "encoder_attentions"))


def decode(model, config, ids, memory, results, cache=None, first=0):
    names = ("decoder_hidden_states", "decoder_attentions")
    x = run_side(model.decoder, config, model.shared(ids), results, names, memory, cache)
    if config.get("tie_word_embeddings", True):
        return config["d_model"] ** -0.5 * x @ model.shared.weight.T
    return model.lm_head(x)


def stored(tensors, case):
    if case.form != "all names":
        return tensors
    names = ["encoder.embed_tokens.weight", "decoder.embed_tokens.weight"]
    return {**tensors, **{name: tensors["shared.weight"] for name in names}}
