"""ELECTRA: BERT's layers behind tables of any width; a generator, a discriminator of each token, a classifier."""

import torch
from torch import nn

import checks
import common

CONFIG = {
    "attention_probs_dropout_prob": 0.1, "classifier_dropout": None, "embedding_size": 8, "hidden_act": "gelu",
    "hidden_dropout_prob": 0.1, "initializer_range": 0.02, "layer_norm_eps": 1e-12, "model_type": "electra",
    "pad_token_id": 0, "position_embedding_type": "absolute", "summary_activation": "gelu", "summary_last_dropout": 0.1,
    "summary_type": "first", "summary_use_proj": True, "torch_dtype": "float32", "type_vocab_size": 2,
    "use_cache": True, **common.SIZES,
}
FOLDERS = {
    "electra-generator": {"architectures": ["ElectraForMaskedLM"], **CONFIG, "layer_norm_eps": 1e-3},
    # as wide as the layers: then there is no embeddings_project
    "electra-discriminator": {"architectures": ["ElectraForPreTraining"], **CONFIG, "embedding_size": 12,
                              "layer_norm_eps": 1e-3},
    "electra-classifier": {"architectures": ["ElectraForSequenceClassification"], **common.CLASSES, **CONFIG},
}
EXAMPLES = {
    "text": common.words("dog walk [MASK] bird", types=True),
    "pair": common.words("a child sing", "the bird see it", types=True),
}
VOCABULARY = common.VOCABULARY


class Model(nn.Module):
    def __init__(self, config):
        super().__init__()
        width, small = config["hidden_size"], config["embedding_size"]
        self.activation = common.ACTIVATIONS[config["hidden_act"]]
        layers = nn.ModuleList(common.BertLayer(config) for _ in range(config["num_hidden_layers"]))
        self.electra = common.part(embeddings=common.BertEmbeddings(config, small), encoder=common.part(layer=layers))
        if small != width:
            self.electra.add_module("embeddings_project", nn.Linear(small, width))
        kind = config["architectures"][0]
        if kind == "ElectraForMaskedLM":
            self.generator_predictions = common.part(LayerNorm=nn.LayerNorm(small, eps=config["layer_norm_eps"]),
                                                     dense=nn.Linear(width, small))
            self.generator_lm_head = nn.Module()
            self.generator_lm_head.register_parameter("bias", nn.Parameter(torch.empty(config["vocab_size"])))
        elif kind == "ElectraForPreTraining":
            self.discriminator_predictions = common.part(dense=nn.Linear(width, width),
                                                         dense_prediction=nn.Linear(width, 1))
        else:
            self.classifier = common.part(dense=nn.Linear(width, width), out_proj=nn.Linear(width, len(common.LABELS)))

    def forward(self, example, seen):
        ids, results, body = example["ids"], {}, self.electra
        x = body.embeddings(ids, example["token_types"], torch.arange(len(ids)))
        if hasattr(body, "embeddings_project"):
            x = body.embeddings_project(x)
        x = common.run_layers(body.encoder.layer, x, seen, results)
        if hasattr(self, "generator_predictions"):  # always gelu, whatever hidden_act is
            head = self.generator_predictions
            inner = head.LayerNorm(nn.functional.gelu(head.dense(x)))
            results["logits"] = inner @ body.embeddings.word_embeddings.weight.T + self.generator_lm_head.bias
        elif hasattr(self, "discriminator_predictions"):  # one for each token: is it another than it was?
            head = self.discriminator_predictions
            results["logits"] = head.dense_prediction(self.activation(head.dense(x)))[:, 0]
        else:  # always gelu
            results["pooled"] = nn.functional.gelu(self.classifier.dense(x[0]))
            results["logits"] = self.classifier.out_proj(results["pooled"])
        return results


def check(model, config, example, results):
    checks.bert_layers(model.electra.encoder.layer, config, results)
    checks.padding(model, config, example, results)
