"""DINOv2 with registers: tokens behind the class's that have no positions and no part in the mean of the patches."""

import torch
from torch import nn

import checks
import common
import dinov2
import vit

CONFIG = {**dinov2.CONFIG, "model_type": "dinov2_with_registers", "num_register_tokens": 2}
FOLDERS = {
    "dinov2_with_registers-classifier": {"architectures": ["Dinov2WithRegistersForImageClassification"],
                                         **common.CLASSES, **CONFIG},
    "dinov2_with_registers-interpolated": {"architectures": ["Dinov2WithRegistersModel"], **CONFIG, "image_size": 20},
}
PROCESSOR = dinov2.PROCESSOR
EXAMPLES = dinov2.EXAMPLES


class Embeddings(vit.Embeddings):
    antialias = True

    def __init__(self, config):
        super().__init__(config, ["cls_token"])
        self.mask_token = nn.Parameter(torch.empty(1, config["hidden_size"]))
        self.register_tokens = nn.Parameter(torch.empty(1, config["num_register_tokens"], config["hidden_size"]))

    def forward(self, pixels):
        x = super().forward(pixels)
        return torch.cat([x[:1], self.register_tokens[0], x[1:]])


class Model(nn.Module):
    def __init__(self, config):
        super().__init__()
        own, self.registers = vit.body(config, ["cls_token"], dinov2.Layer), config["num_register_tokens"]
        own.embeddings = Embeddings(config)
        if config["architectures"] == ["Dinov2WithRegistersModel"]:  # no prefix
            self.embeddings, self.encoder, self.layernorm = own.embeddings, own.encoder, own.layernorm
        else:
            self.dinov2_with_registers = own
            self.classifier = nn.Linear(2 * config["hidden_size"], len(common.LABELS))

    def main(self):
        return self.dinov2_with_registers if hasattr(self, "dinov2_with_registers") else self

    def forward(self, example, seen):
        results = {}
        x = vit.run(self.main(), example, seen, results)
        if hasattr(self, "classifier"):
            results["pooled"] = torch.cat([x[0], x[1 + self.registers :].mean(0)])
            results["logits"] = self.classifier(results["pooled"])
        else:
            results["pooled"] = x[0]
        return results


def check(model, config, example, results):
    """DINOv2's checks, the registers left out of what enters the layers."""
    count, first = config["num_register_tokens"], results["hidden.0"]
    checks.close(first[1 : 1 + count], model.main().embeddings.register_tokens[0])
    vit.check_patches(model.main().embeddings, config, example,
                      {"hidden.0": torch.cat([first[:1], first[1 + count :]])})
    dinov2.check_layers(model, config, results)
