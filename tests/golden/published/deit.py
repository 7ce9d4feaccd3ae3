"""DeiT: ViT with a second token before the patches, from which a teacher's classes are read."""

from torch import nn

import common
import vit

CONFIG = {**vit.CONFIG, "model_type": "deit"}
FOLDERS = {
    "deit-classifier": {"architectures": ["DeiTForImageClassification"], **common.CLASSES, **CONFIG},
    "deit-teacher": {"architectures": ["DeiTForImageClassificationWithTeacher"], **common.CLASSES, **CONFIG},
}
PROCESSOR = {**vit.PROCESSOR, "crop_size": {"height": 12, "width": 12}, "do_center_crop": True,
             "image_mean": [0.485, 0.456, 0.406], "image_processor_type": "DeiTImageProcessor",
             "image_std": [0.229, 0.224, 0.225], "resample": 3}
EXAMPLES = vit.EXAMPLES


class Model(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.deit = vit.body(config, ["cls_token", "distillation_token"])
        names = ["cls_classifier", "distillation_classifier"] if config["architectures"][0].endswith("Teacher") \
            else ["classifier"]
        for name in names:
            self.add_module(name, nn.Linear(config["hidden_size"], len(common.LABELS)))

    def main(self):
        return self.deit

    def forward(self, example, seen):
        results = {}
        x = vit.run(self.deit, example, seen, results)
        if hasattr(self, "classifier"):  # of the class's token alone
            results["pooled"], results["logits"] = x[0], self.classifier(x[0])
        else:
            results["logits.class"], results["logits.distillation"] = (
                self.cls_classifier(x[0]), self.distillation_classifier(x[1]))
            results["logits"] = (results["logits.class"] + results["logits.distillation"]) / 2
        return results


check = vit.check
