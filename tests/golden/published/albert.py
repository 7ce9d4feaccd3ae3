"""ALBERT: tables in a width of their own, a linear map into the layers, and layers that share their numbers."""

import torch
from torch import nn

import checks
import common

CONFIG = {
    "attention_probs_dropout_prob": 0, "bos_token_id": 2, "classifier_dropout_prob": 0.1, "embedding_size": 8,
    "eos_token_id": 3, "hidden_act": "gelu_new", "hidden_dropout_prob": 0, "initializer_range": 0.02,
    "inner_group_num": 1, "layer_norm_eps": 1e-12, "model_type": "albert", "num_hidden_groups": 1, "pad_token_id": 0,
    "position_embedding_type": "absolute", "torch_dtype": "float32", "type_vocab_size": 2, **common.SIZES,
    "num_hidden_layers": 3,
}
FOLDERS = {
    "albert-masked": {"architectures": ["AlbertForMaskedLM"], **CONFIG},
    # scores that are not tied, and two groups of two layers each
    "albert-untied": {"architectures": ["AlbertForMaskedLM"], **CONFIG, "hidden_act": "gelu", "layer_norm_eps": 1e-3,
                      "num_hidden_groups": 2, "num_hidden_layers": 4, "tie_word_embeddings": False},
    "albert-classifier": {"architectures": ["AlbertForSequenceClassification"], **common.CLASSES, **CONFIG,
                          "hidden_act": "gelu"},
}
EXAMPLES = {
    "text": common.text(2, 3, [7, 31, None, 12], mask=4, types=True),
    "pair": common.text(2, 3, [9, 22, 5], [30, 9, 17, 6], types=True),
}


class Layer(nn.Module):
    def __init__(self, config):
        super().__init__()
        width, inner, eps = config["hidden_size"], config["intermediate_size"], config["layer_norm_eps"]
        self.heads, self.activation = config["num_attention_heads"], common.ACTIVATIONS[config["hidden_act"]]
        self.full_layer_layer_norm = nn.LayerNorm(width, eps=eps)
        self.attention = common.part(**{name: nn.Linear(width, width) for name in ("query", "key", "value", "dense")},
                                     LayerNorm=nn.LayerNorm(width, eps=eps))
        self.ffn = nn.Linear(width, inner)
        self.ffn_output = nn.Linear(inner, width)

    def attend(self, x, seen):
        own = self.attention
        query, key, value = (common.split(linear(x), self.heads) for linear in (own.query, own.key, own.value))
        return common.attend(common.scaled_scores(query, key), value, seen)

    def forward(self, x, mixed):
        x = self.attention.LayerNorm(x + self.attention.dense(mixed))
        return self.full_layer_layer_norm(x + self.ffn_output(self.activation(self.ffn(x))))


class Model(nn.Module):
    def __init__(self, config):
        super().__init__()
        width, small, eps = config["hidden_size"], config["embedding_size"], config["layer_norm_eps"]
        self.activation, self.count = common.ACTIVATIONS[config["hidden_act"]], config["num_hidden_layers"]
        groups = nn.ModuleList(common.part(albert_layers=nn.ModuleList([Layer(config)]))
                               for _ in range(config["num_hidden_groups"]))
        self.albert = common.part(embeddings=common.BertEmbeddings(config, small),
                                  encoder=common.part(embedding_hidden_mapping_in=nn.Linear(small, width),
                                                      albert_layer_groups=groups))
        if config["architectures"] == ["AlbertForMaskedLM"]:
            self.predictions = common.part(LayerNorm=nn.LayerNorm(small, eps=eps), dense=nn.Linear(width, small))
            self.predictions.register_parameter("bias", nn.Parameter(torch.empty(config["vocab_size"])))
            if not config.get("tie_word_embeddings", True):
                self.predictions.add_module("decoder", nn.Linear(small, config["vocab_size"], bias=False))
        else:
            self.albert.add_module("pooler", nn.Linear(width, width))
            self.classifier = nn.Linear(width, len(common.LABELS))

    def layers(self):
        """The layers in the order in which they are run: groups one after the other, equally often."""
        groups = self.albert.encoder.albert_layer_groups
        return [groups[number * len(groups) // self.count].albert_layers[0] for number in range(self.count)]

    def forward(self, example, seen):
        ids, results, body = example["ids"], {}, self.albert
        x = body.embeddings(ids, example["token_types"], torch.arange(len(ids)))
        x = common.run_layers(self.layers(), body.encoder.embedding_hidden_mapping_in(x), seen, results)
        if hasattr(self, "predictions"):
            head = self.predictions
            inner = head.LayerNorm(self.activation(head.dense(x)))
            table = head.decoder.weight if hasattr(head, "decoder") else body.embeddings.word_embeddings.weight
            results["logits"] = inner @ table.T + head.bias
        else:
            results["pooled"] = torch.tanh(body.pooler(x[0]))
            results["logits"] = self.classifier(results["pooled"])
        return results


def check(model, config, example, results):
    for number, layer in enumerate(model.layers()):
        own = layer.attention
        theirs = checks.torch_layer((own.query, own.key, own.value), own.dense, layer.ffn, layer.ffn_output,
                                    own.LayerNorm, layer.full_layer_layer_norm, layer.heads, layer.activation)
        checks.close(theirs(results[f"hidden.{number}"][None])[0], results[f"hidden.{number + 1}"])
    checks.padding(model, config, example, results)
