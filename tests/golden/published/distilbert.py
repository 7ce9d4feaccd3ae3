"""DistilBERT: BERT without types and without a pooler, with names of its own. Every norm has the epsilon 1e-12."""

import torch
from torch import nn

import checks
import common

CONFIG = {
    "activation": "gelu", "attention_dropout": 0.1, "dim": 12, "dropout": 0.1, "hidden_dim": 20,
    "initializer_range": 0.02, "max_position_embeddings": 16, "model_type": "distilbert", "n_heads": 3, "n_layers": 2,
    "pad_token_id": 0, "qa_dropout": 0.1, "seq_classif_dropout": 0.2, "sinusoidal_pos_embds": False,
    "tie_weights_": True, "torch_dtype": "float32", "vocab_size": 40,
}
FOLDERS = {
    "distilbert-masked": {"architectures": ["DistilBertForMaskedLM"], **CONFIG},
    "distilbert-classifier": {"architectures": ["DistilBertForSequenceClassification"], **common.CLASSES, **CONFIG},
}
EXAMPLES = {
    "text": common.words("dog walk [MASK] bird"),
    "pair": common.words("a child sing", "the bird see it"),
}
VOCABULARY = common.VOCABULARY


def norm(config):
    return nn.LayerNorm(config["dim"], eps=1e-12)


class Layer(nn.Module):
    def __init__(self, config):
        super().__init__()
        width = config["dim"]
        self.heads, self.activation = config["n_heads"], common.ACTIVATIONS[config["activation"]]
        names, inner = ("q_lin", "k_lin", "v_lin", "out_lin"), config["hidden_dim"]
        self.attention = common.part(**{name: nn.Linear(width, width) for name in names})
        self.sa_layer_norm = norm(config)
        self.ffn = common.part(lin1=nn.Linear(width, inner), lin2=nn.Linear(inner, width))
        self.output_layer_norm = norm(config)

    def attend(self, x, seen):
        own = self.attention
        query, key, value = (common.split(linear(x), self.heads) for linear in (own.q_lin, own.k_lin, own.v_lin))
        return common.attend(common.scaled_scores(query, key), value, seen)

    def forward(self, x, mixed):
        x = self.sa_layer_norm(x + self.attention.out_lin(mixed))
        return self.output_layer_norm(x + self.ffn.lin2(self.activation(self.ffn.lin1(x))))


class Model(nn.Module):
    def __init__(self, config):
        super().__init__()
        width, self.activation = config["dim"], common.ACTIVATIONS[config["activation"]]
        embeddings = common.part(word_embeddings=nn.Embedding(config["vocab_size"], width),
                                 position_embeddings=nn.Embedding(config["max_position_embeddings"], width),
                                 LayerNorm=norm(config))
        layers = nn.ModuleList(Layer(config) for _ in range(config["n_layers"]))
        self.distilbert = common.part(embeddings=embeddings, transformer=common.part(layer=layers))
        if config["architectures"] == ["DistilBertForMaskedLM"]:
            self.vocab_transform = nn.Linear(width, width)
            self.vocab_layer_norm = norm(config)
            self.vocab_projector = nn.Module()
            self.vocab_projector.register_parameter("bias", nn.Parameter(torch.empty(config["vocab_size"])))
        else:
            self.pre_classifier = nn.Linear(width, width)
            self.classifier = nn.Linear(width, len(common.LABELS))

    def forward(self, example, seen):
        ids, results, tables = example["ids"], {}, self.distilbert.embeddings
        x = tables.LayerNorm(tables.word_embeddings(ids) + tables.position_embeddings(torch.arange(len(ids))))
        x = common.run_layers(self.distilbert.transformer.layer, x, seen, results)
        if hasattr(self, "vocab_projector"):
            inner = self.vocab_layer_norm(self.activation(self.vocab_transform(x)))
            results["logits"] = inner @ tables.word_embeddings.weight.T + self.vocab_projector.bias
        else:
            results["pooled"] = torch.relu(self.pre_classifier(x[0]))
            results["logits"] = self.classifier(results["pooled"])
        return results


def check(model, config, example, results):
    for number, layer in enumerate(model.distilbert.transformer.layer):
        own = layer.attention
        theirs = checks.torch_layer((own.q_lin, own.k_lin, own.v_lin), own.out_lin, layer.ffn.lin1, layer.ffn.lin2,
                                    layer.sa_layer_norm, layer.output_layer_norm, layer.heads, layer.activation)
        checks.close(theirs(results[f"hidden.{number}"][None])[0], results[f"hidden.{number + 1}"])
    checks.padding(model, config, example, results)
