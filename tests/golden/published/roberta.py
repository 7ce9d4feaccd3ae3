"""RoBERTa: BERT's layers, positions that begin behind the padding's, heads of its own.

XLM-RoBERTa (`xlm-roberta`) and CamemBERT (`camembert`) are the same with the same names of tensors.
"""

import torch
from torch import nn

import checks
import common

CONFIG = {
    "attention_probs_dropout_prob": 0.1, "bos_token_id": 0, "classifier_dropout": None, "eos_token_id": 2,
    "hidden_act": "gelu", "hidden_dropout_prob": 0.1, "initializer_range": 0.02,
    "layer_norm_eps": 1e-5, "model_type": "roberta", "pad_token_id": 1, "position_embedding_type": "absolute",
    "torch_dtype": "float32", "type_vocab_size": 1, "use_cache": True,
    **common.SIZES, "max_position_embeddings": 18,
}
FOLDERS = {
    "roberta-masked": {"architectures": ["RobertaForMaskedLM"], **CONFIG},
    "roberta-classifier": {"architectures": ["RobertaForSequenceClassification"], **common.CLASSES, **CONFIG,
                           "layer_norm_eps": 1e-3},
}


def positions(ids, padding):
    """Counted from padding + 1 over what is not padding; padding has its own id as its position."""
    real = (ids != padding).long()
    return torch.cumsum(real, 0) * real + padding


EXAMPLES = {
    "text": common.text(0, 2, [7, 31, None, 12], mask=39),
    "pair": common.text(0, 2, [9, 22, 5], [30, 9, 17], twice=True),
}
for example in EXAMPLES.values():
    example["position_ids"] = positions(torch.tensor(example["ids"]), CONFIG["pad_token_id"]).tolist()


class Model(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.padding = config["pad_token_id"]
        width = config["hidden_size"]
        layers = nn.ModuleList(common.BertLayer(config) for _ in range(config["num_hidden_layers"]))
        self.roberta = common.part(embeddings=common.BertEmbeddings(config, width), encoder=common.part(layer=layers))
        if config["architectures"][0].endswith("MaskedLM"):
            self.lm_head = common.part(dense=nn.Linear(width, width),
                                       layer_norm=nn.LayerNorm(width, eps=config["layer_norm_eps"]))
            self.lm_head.register_parameter("bias", nn.Parameter(torch.empty(config["vocab_size"])))
        else:
            self.classifier = common.part(dense=nn.Linear(width, width), out_proj=nn.Linear(width, len(common.LABELS)))

    def forward(self, example, seen):
        ids, results = example["ids"], {}
        embeddings = self.roberta.embeddings
        x = embeddings(ids, torch.zeros_like(ids), positions(ids, self.padding))
        x = common.run_layers(self.roberta.encoder.layer, x, seen, results)
        if hasattr(self, "lm_head"):  # always gelu, whatever hidden_act is
            inner = self.lm_head.layer_norm(nn.functional.gelu(self.lm_head.dense(x)))
            results["logits"] = inner @ embeddings.word_embeddings.weight.T + self.lm_head.bias
        else:
            results["pooled"] = torch.tanh(self.classifier.dense(x[0]))
            results["logits"] = self.classifier.out_proj(results["pooled"])
        return results


def check(model, config, example, results):
    checks.bert_layers(model.roberta.encoder.layer, config, results)
    checks.padding(model, config, example, results)
    assert positions(torch.tensor([0, 9, 9, 2, 1, 1]), 1).tolist() == [2, 3, 4, 5, 1, 1]
