"""DeBERTa: a score is the sum of content with content, content with distance and distance with content.

Queries, keys and values are one matrix, the rows of each head together. The keys have no bias.
"""

import torch
from torch import nn

import checks
import common

CONFIG = {
    "attention_probs_dropout_prob": 0.1, "hidden_act": "gelu", "hidden_dropout_prob": 0.1, "initializer_range": 0.02,
    "layer_norm_eps": 1e-7, "legacy": True, "max_relative_positions": -1, "model_type": "deberta", "pad_token_id": 0,
    "pooler_dropout": 0, "pooler_hidden_act": "gelu", "pooler_hidden_size": 12, "pos_att_type": ["c2p", "p2c"],
    "position_biased_input": False, "relative_attention": True, "torch_dtype": "float32", "type_vocab_size": 0,
    **common.SIZES,
}
FOLDERS = {
    # distances from -5 to 4, so longer ones share an entry; kinds of scores as the first checkpoints name them
    "deberta-masked": {"architectures": ["DebertaForMaskedLM"], **CONFIG, "max_relative_positions": 5,
                       "pos_att_type": "c2p|p2c"},
    # all tables of the embedding, one kind of score less
    "deberta-classifier": {"architectures": ["DebertaForSequenceClassification"], **common.CLASSES, **CONFIG,
                           "pos_att_type": ["c2p"], "position_biased_input": True, "type_vocab_size": 2,
                           "layer_norm_eps": 1e-3},
}
EXAMPLES = {
    "text": common.text(1, 2, [7, 31, None, 12], mask=39, types=True),
    "pair": common.text(1, 2, [9, 22, 5], [30, 9, 17, 6], types=True),
}
PARTS = ["content-content", "content-position", "position-content"]


def kinds(config):
    named = config["pos_att_type"] or []
    return [kind.strip() for kind in named.lower().split("|")] if isinstance(named, str) else named


def reach(config):
    longest = config["max_relative_positions"]
    return longest if longest >= 1 else config["max_position_embeddings"]


def sum_of(parts):
    return sum(parts[name] for name in PARTS if name in parts)


class Layer(common.BertLayer):
    def __init__(self, config):
        super().__init__(config)
        self.reach = reach(config)

    def self_attention(self, config):
        width = config["hidden_size"]
        own = common.part(in_proj=nn.Linear(width, 3 * width, bias=False))
        own.register_parameter("q_bias", nn.Parameter(torch.empty(width)))
        own.register_parameter("v_bias", nn.Parameter(torch.empty(width)))
        if "c2p" in kinds(config):
            own.add_module("pos_proj", nn.Linear(width, width, bias=False))
        if "p2c" in kinds(config):
            own.add_module("pos_q_proj", nn.Linear(width, width))
        return own

    def maps(self, x):
        """Queries, keys and values: [heads, tokens, features of a head]."""
        own = self.own()
        query, key, value = common.split(own.in_proj(x), self.heads).chunk(3, dim=2)  # of each head its three
        return (query + common.split(own.q_bias[None], self.heads), key,
                value + common.split(own.v_bias[None], self.heads))

    def scores(self, x, table):
        """`table`: an embedding for each distance. The parts are divided already and only have to be added."""
        own, (query, key, _) = self.own(), self.maps(x)
        present = hasattr(own, "pos_proj") + hasattr(own, "pos_q_proj")
        scale = (query.shape[2] * (1 + present)) ** 0.5
        places = torch.arange(len(x))
        entry = (places[:, None] - places + self.reach).clamp(0, 2 * self.reach - 1)  # of [query, key]
        parts = {PARTS[0]: query @ key.transpose(1, 2) / scale}
        if hasattr(own, "pos_proj"):
            far = common.split(own.pos_proj(table), self.heads)
            parts[PARTS[1]] = torch.einsum("hqd,hqkd->hqk", query, far[:, entry]) / scale
        if hasattr(own, "pos_q_proj"):  # of the same entry: the distance of the query from the key
            far = common.split(own.pos_q_proj(table), self.heads)
            parts[PARTS[2]] = torch.einsum("hkd,hqkd->hqk", key, far[:, entry]) / scale
        return parts


class Model(nn.Module):
    layer_type = Layer

    def __init__(self, config):
        super().__init__()
        width, eps = config["hidden_size"], config["layer_norm_eps"]
        self.activation, self.pooling = (common.ACTIVATIONS[config[key]] for key in ("hidden_act", "pooler_hidden_act"))
        embeddings = common.part(word_embeddings=nn.Embedding(config["vocab_size"], width),
                                 LayerNorm=nn.LayerNorm(width, eps=eps))
        if config["position_biased_input"]:
            embeddings.add_module("position_embeddings", nn.Embedding(config["max_position_embeddings"], width))
        if config["type_vocab_size"]:
            embeddings.add_module("token_type_embeddings", nn.Embedding(config["type_vocab_size"], width))
        self.deberta = common.part(embeddings=embeddings, encoder=self.make_encoder(config))
        if config["architectures"][0].endswith("MaskedLM"):
            head = common.part(dense=nn.Linear(width, width), LayerNorm=nn.LayerNorm(width, eps=eps))
            holder = common.part(transform=head) if config["legacy"] else head
            holder.register_parameter("bias", nn.Parameter(torch.empty(config["vocab_size"])))
            if config["legacy"]:
                self.cls = common.part(predictions=holder)
            else:
                self.lm_predictions = common.part(lm_head=holder)
        else:
            self.pooler = common.part(dense=nn.Linear(width, width))
            self.classifier = nn.Linear(width, len(common.LABELS))

    def make_encoder(self, config):
        layers = nn.ModuleList(self.layer_type(config) for _ in range(config["num_hidden_layers"]))
        return common.part(layer=layers, rel_embeddings=nn.Embedding(2 * reach(config), config["hidden_size"]))

    def table(self):
        return self.deberta.encoder.rel_embeddings.weight

    def embed(self, example):
        ids, tables = example["ids"], self.deberta.embeddings
        x = tables.word_embeddings(ids)
        if hasattr(tables, "position_embeddings"):
            x = x + tables.position_embeddings(torch.arange(len(ids)))
        if hasattr(tables, "token_type_embeddings"):
            x = x + tables.token_type_embeddings(example["token_types"])
        return tables.LayerNorm(x)

    def left(self, number, entered, made):
        """What leaves a layer that has made `made` of `entered`."""
        return made

    def forward(self, example, seen):
        results, table = {}, self.table()
        x = results["hidden.0"] = self.embed(example) * seen[:, None]
        for number, layer in enumerate(self.deberta.encoder.layer):
            parts = layer.scores(x, table)
            if number == 1:
                results.update({f"score.1.{name}": value for name, value in parts.items()})
            mixed, results[f"attention.{number}"] = common.attend(sum_of(parts), layer.maps(x)[2], seen)
            x = results[f"hidden.{number + 1}"] = self.left(number, x, layer(x, mixed))
        if hasattr(self, "classifier"):
            results["pooled"] = self.pooling(self.pooler.dense(x[0]))
            results["logits"] = self.classifier(results["pooled"])
        else:
            holder = self.cls.predictions if hasattr(self, "cls") else self.lm_predictions.lm_head
            head = holder.transform if hasattr(self, "cls") else holder
            inner = head.LayerNorm(self.activation(head.dense(x)))
            results["logits"] = inner @ self.deberta.embeddings.word_embeddings.weight.T + holder.bias
        return results


def three_linears(layer):
    """The queries', keys' and values' maps as linear layers, rows of the heads picked one by one."""
    own, width = layer.own(), len(layer.own().q_bias)
    size, result = width // layer.heads, []
    for which, bias in enumerate((own.q_bias, torch.zeros(width), own.v_bias)):
        linear = nn.Linear(width, width).double()
        for head in range(layer.heads):
            begin = (3 * head + which) * size
            linear.weight[head * size : (head + 1) * size] = own.in_proj.weight[begin : begin + size]
        linear.bias.copy_(bias)
        result.append(linear)
    return result


def distance_scores(layer, maps, table, sizes):
    """Scores of distances, entry by entry: of the rows of the table around its middle as far as the text is long."""
    (queries, keys), own, (count, heads) = maps, layer.own(), sizes
    span, size = min(count, layer.reach), queries.shape[1] // heads
    rows = table[layer.reach - span : layer.reach + span]
    result = torch.zeros(heads, count, count).double()
    for h, q, k in ((h, q, k) for h in range(heads) for q in range(count) for k in range(count)):
        row, part = rows[min(max(q - k + span, 0), 2 * span - 1)], slice(h * size, (h + 1) * size)
        if hasattr(own, "pos_proj"):
            result[h, q, k] += queries[q, part] @ own.pos_proj(row)[part]
        if hasattr(own, "pos_q_proj"):
            result[h, q, k] += keys[k, part] @ own.pos_q_proj(row)[part]
    return result


def check(model, config, example, results):
    count = len(example["ids"])
    factor = 1 + len(kinds(config))
    for number, layer in enumerate(model.deberta.encoder.layer):
        x = results[f"hidden.{number}"]
        query, key, value = three_linears(layer)
        distance = distance_scores(layer, (query(x), key(x)), model.table(), (count, layer.heads))
        distance /= (factor * config["hidden_size"] / layer.heads) ** 0.5
        query.weight /= factor**0.5  # torch divides by the root of a head's width alone
        query.bias /= factor**0.5
        theirs = checks.bert_layer(layer, (query, key, value))
        checks.close(theirs(x[None], src_mask=distance)[0], results[f"hidden.{number + 1}"])
    checks.padding(model, config, example, results)
