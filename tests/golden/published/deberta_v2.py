"""DeBERTa-v2 and v3: distances in buckets, a norm over their table, and maps that contents and distances may share."""

import torch
from torch import nn

import checks
import common
import deberta

CONFIG = {
    "attention_probs_dropout_prob": 0.1, "hidden_act": "gelu", "hidden_dropout_prob": 0.1, "initializer_range": 0.02,
    "layer_norm_eps": 1e-7, "legacy": True, "max_relative_positions": -1, "model_type": "deberta-v2",
    "norm_rel_ebd": "layer_norm", "pad_token_id": 0, "pooler_dropout": 0, "pooler_hidden_act": "gelu",
    "pooler_hidden_size": 12, "pos_att_type": ["p2c", "c2p"], "position_biased_input": False, "position_buckets": 6,
    "relative_attention": True, "share_att_key": True, "torch_dtype": "float32", "type_vocab_size": 0, **common.SIZES,
}
FOLDERS = {
    # as the v3 checkpoints are, with the head under the names that Microsoft gave it
    "deberta-v2-masked": {"architectures": ["DebertaV2ForMaskedLM"], **CONFIG, "legacy": False,
                          "pos_att_type": "p2c|c2p"},
    # without buckets and norm, and with maps of their own for distances
    "deberta-v2-classifier": {"architectures": ["DebertaV2ForSequenceClassification"], **common.CLASSES, **CONFIG,
                              "share_att_key": False, "position_buckets": -1, "norm_rel_ebd": "none",
                              "max_relative_positions": 5, "layer_norm_eps": 1e-3},
    # with the convolution of the large ones of version 2
    "deberta-v2-convolution": {"architectures": ["DebertaV2ForMaskedLM"], **CONFIG, "conv_act": "gelu",
                               "conv_kernel_size": 3},
}
EXAMPLES = {
    "text": common.text(1, 2, [7, 31, None, 12], mask=39),
    "pair": common.text(1, 2, [9, 22, 5, 33], [30, 9, 17, 6, 14]),
}


def bucket(distance, buckets, longest):
    """Near distances as they are, far ones by their logarithm, which is computed in single precision."""
    middle = buckets // 2
    steps = torch.log(distance.abs().clamp(min=1).float() / middle)
    steps = torch.ceil(steps / torch.log(torch.tensor((longest - 1) / middle)) * (middle - 1)) + middle
    return torch.where(distance.abs() <= middle, distance, distance.sign() * steps.long())


class Layer(common.BertLayer):
    def __init__(self, config):
        super().__init__(config)
        self.kinds, self.longest = deberta.kinds(config), deberta.reach(config)
        self.buckets = config["position_buckets"]

    def self_attention(self, config):
        width, kinds = config["hidden_size"], deberta.kinds(config)
        names = ["query_proj", "key_proj", "value_proj"]
        if not config["share_att_key"]:
            names += ["pos_key_proj"] * ("c2p" in kinds) + ["pos_query_proj"] * ("p2c" in kinds)
        return common.part(**{name: nn.Linear(width, width) for name in names})

    def maps(self, x):
        own = self.own()
        return [common.split(linear(x), self.heads) for linear in (own.query_proj, own.key_proj, own.value_proj)]

    def scores(self, x, table):
        own, (query, key, _) = self.own(), self.maps(x)
        scale = (query.shape[2] * (1 + len(self.kinds))) ** 0.5
        places = torch.arange(len(x))
        entry = places[:, None] - places
        if self.buckets > 0:
            entry = bucket(entry, self.buckets, self.longest)
        half = len(table) // 2
        entry = (entry + half).clamp(0, 2 * half - 1)
        parts = {deberta.PARTS[0]: query @ key.transpose(1, 2) / scale}
        if "c2p" in self.kinds:
            far = common.split(getattr(own, "pos_key_proj", own.key_proj)(table), self.heads)
            parts[deberta.PARTS[1]] = torch.einsum("hqd,hqkd->hqk", query, far[:, entry]) / scale
        if "p2c" in self.kinds:  # of the same entry: the distance of the query from the key
            far = common.split(getattr(own, "pos_query_proj", own.query_proj)(table), self.heads)
            parts[deberta.PARTS[2]] = torch.einsum("hkd,hqkd->hqk", key, far[:, entry]) / scale
        return parts


class Model(deberta.Model):
    layer_type = Layer

    def make_encoder(self, config):
        width = config["hidden_size"]
        half = config["position_buckets"] if config["position_buckets"] > 0 else deberta.reach(config)
        layers = nn.ModuleList(Layer(config) for _ in range(config["num_hidden_layers"]))
        encoder = common.part(layer=layers, rel_embeddings=nn.Embedding(2 * half, width))
        if "layer_norm" in config["norm_rel_ebd"].split("|"):
            encoder.add_module("LayerNorm", nn.LayerNorm(width, eps=config["layer_norm_eps"]))
        if config.get("conv_kernel_size", 0) > 0:
            size = config["conv_kernel_size"]
            encoder.add_module("conv", common.part(conv=nn.Conv1d(width, width, size, padding=(size - 1) // 2),
                                                   LayerNorm=nn.LayerNorm(width, eps=config["layer_norm_eps"])))
            self.convolved = common.ACTIVATIONS[config.get("conv_act", "tanh")]
        return encoder

    def left(self, number, entered, made):
        conv = getattr(self.deberta.encoder, "conv", None)
        if conv is None or number > 0:
            return made
        return conv.LayerNorm(made + self.convolved(conv.conv(entered.T[None])[0].T))

    def table(self):
        encoder = self.deberta.encoder
        return encoder.LayerNorm(encoder.rel_embeddings.weight) if hasattr(encoder, "LayerNorm") \
            else encoder.rel_embeddings.weight


# Row of the table for a query 0, 1, ... 11 places behind its key, of 6 buckets and 16 positions: by hand, as ln 5 / 2 =
# ln 2.236 ends the first step of far distances at 3 · 2.236 = 6.7.
ROWS = [6, 7, 8, 9, 10, 10, 10, 11, 11, 11, 11, 11]


def distance_scores(layer, config, x, table):
    """Scores of distances, entry by entry."""
    own, count, heads = layer.own(), len(x), layer.heads
    size, half = x.shape[1] // heads, len(table) // 2
    result = torch.zeros(heads, count, count).double()
    contents, others = own.query_proj(x), own.key_proj(x)
    keys = (own.key_proj if config["share_att_key"] else own.pos_key_proj)(table)
    queries = (own.query_proj if config["share_att_key"] else own.pos_query_proj)(table)
    for h, q, k in ((h, q, k) for h in range(heads) for q in range(count) for k in range(count)):
        if config["position_buckets"] > 0:
            row = ROWS[q - k] if q >= k else 12 - ROWS[k - q]
        else:
            row = min(max(q - k, -half), half - 1) + half
        part = slice(h * size, (h + 1) * size)
        result[h, q, k] = contents[q, part] @ keys[row, part] + others[k, part] @ queries[row, part]
    return result / (3 * size) ** 0.5


def convolved(model, entered, made):
    """Token by token: what stands beside it, before the first and behind the last nothing."""
    conv, rows = model.deberta.encoder.conv, []
    for token in range(len(entered)):
        row = conv.conv.bias.clone()
        for place in range(conv.conv.kernel_size[0]):
            other = token + place - conv.conv.kernel_size[0] // 2
            if 0 <= other < len(entered):
                row += conv.conv.weight[:, :, place] @ entered[other]
        rows.append(model.convolved(row))
    return conv.LayerNorm(made + torch.stack(rows))


def check(model, config, example, results):
    for number, layer in enumerate(model.deberta.encoder.layer):
        own, x = layer.own(), results[f"hidden.{number}"]
        distance = distance_scores(layer, config, x, model.table())
        if f"score.{number}.{deberta.PARTS[0]}" in results:
            checks.close(distance, sum(results[f"score.{number}.{name}"] for name in deberta.PARTS[1:]))
        query = nn.Linear(len(own.query_proj.bias), len(own.query_proj.bias)).double()
        query.weight.copy_(own.query_proj.weight / 3**0.5)  # torch divides by the root of a head's width alone
        query.bias.copy_(own.query_proj.bias / 3**0.5)
        theirs = checks.bert_layer(layer, (query, own.key_proj, own.value_proj))
        made = theirs(x[None], src_mask=distance)[0]
        if number == 0 and config.get("conv_kernel_size", 0) > 0:
            made = convolved(model, x, made)
        checks.close(made, results[f"hidden.{number + 1}"])
    checks.padding(model, config, example, results)
