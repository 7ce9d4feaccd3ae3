"""DINOv2: ViT with scaled halves of layers, and classes read off the first token and the mean of the patches."""

import torch
from torch import nn

import checks
import common
import vit

CONFIG = {
    "apply_layernorm": True, "attention_probs_dropout_prob": 0.0, "drop_path_rate": 0.0, "hidden_act": "gelu",
    "hidden_dropout_prob": 0.0, "hidden_size": 12, "image_size": 12, "initializer_range": 0.02, "layer_norm_eps": 1e-6,
    "layerscale_value": 1.0, "mlp_ratio": 2, "model_type": "dinov2", "num_attention_heads": 3, "num_channels": 3,
    "num_hidden_layers": 2, "out_features": ["stage2"], "out_indices": [2], "patch_size": 4, "qkv_bias": True,
    "reshape_hidden_states": True, "stage_names": ["stem", "stage1", "stage2"], "torch_dtype": "float32",
    "use_mask_token": True, "use_swiglu_ffn": False,
}
FOLDERS = {
    "dinov2-classifier": {"architectures": ["Dinov2ForImageClassification"], **common.CLASSES, **CONFIG},
    # as the largest checkpoint: gated, with an inner width of its own rule
    "dinov2-gated": {"architectures": ["Dinov2Model"], **CONFIG, "use_swiglu_ffn": True, "layer_norm_eps": 1e-3},
    # as all checkpoints: positions of larger, or here smaller, images than the processor makes
    "dinov2-interpolated": {"architectures": ["Dinov2Model"], **CONFIG, "image_size": 8},
}
PROCESSOR = {
    "crop_size": {"height": 12, "width": 12}, "do_center_crop": True, "do_convert_rgb": True, "do_normalize": True,
    "do_rescale": True, "do_resize": True, "image_mean": [0.485, 0.456, 0.406],
    "image_processor_type": "BitImageProcessor", "image_std": [0.229, 0.224, 0.225], "resample": 3,
    "rescale_factor": 1 / 255, "size": {"shortest_edge": 12},
}
EXAMPLES = vit.EXAMPLES


def scale(config):
    result = nn.Module()
    result.register_parameter("lambda1", nn.Parameter(torch.empty(config["hidden_size"])))
    return result


class Layer(nn.Module):
    def __init__(self, config):
        super().__init__()
        width, eps = config["hidden_size"], config["layer_norm_eps"]
        self.heads, self.activation = config["num_attention_heads"], common.ACTIVATIONS[config["hidden_act"]]
        self.norm1, self.norm2 = nn.LayerNorm(width, eps=eps), nn.LayerNorm(width, eps=eps)
        self.attention, self.layer_scale1, self.layer_scale2 = vit.attention(config), scale(config), scale(config)
        inner = int(width * config["mlp_ratio"])
        if config["use_swiglu_ffn"]:
            inner = (int(inner * 2 / 3) + 7) // 8 * 8
            self.mlp = common.part(weights_in=nn.Linear(width, 2 * inner), weights_out=nn.Linear(inner, width))
        else:
            self.mlp = common.part(fc1=nn.Linear(width, inner), fc2=nn.Linear(inner, width))

    def attend(self, x, seen):
        return vit.attend(self.attention, self.norm1(x), self.heads, seen)

    def forward(self, x, mixed):
        x = x + self.layer_scale1.lambda1 * self.attention.output.dense(mixed)
        return x + self.layer_scale2.lambda1 * self.inner(self.norm2(x))

    def inner(self, x):
        if hasattr(self.mlp, "fc1"):
            return self.mlp.fc2(self.activation(self.mlp.fc1(x)))
        activated, gate = self.mlp.weights_in(x).chunk(2, dim=1)
        return self.mlp.weights_out(nn.functional.silu(activated) * gate)


class Model(nn.Module):
    def __init__(self, config):
        super().__init__()
        own = vit.body(config, ["cls_token"], Layer)
        own.embeddings.register_parameter("mask_token", nn.Parameter(torch.empty(1, config["hidden_size"])))
        if config["architectures"] == ["Dinov2Model"]:  # no prefix
            self.embeddings, self.encoder, self.layernorm = own.embeddings, own.encoder, own.layernorm
        else:
            self.dinov2 = own
            self.classifier = nn.Linear(2 * config["hidden_size"], len(common.LABELS))

    def main(self):
        return self.dinov2 if hasattr(self, "dinov2") else self

    def forward(self, example, seen):
        results = {}
        x = vit.run(self.main(), example, seen, results)
        if hasattr(self, "classifier"):
            results["pooled"] = torch.cat([x[0], x[1:].mean(0)])
            results["logits"] = self.classifier(results["pooled"])
        else:
            results["pooled"] = x[0]
        return results


def scaled(linear, factors):
    result = nn.Linear(linear.in_features, linear.out_features).double()
    result.weight.copy_(linear.weight * factors[:, None])
    result.bias.copy_(linear.bias * factors)
    return result


def check(model, config, example, results):
    vit.check_patches(model.main().embeddings, config, example, results)
    check_layers(model, config, results)


def check_layers(model, config, results):
    """torch's layer with the scales inside the linear maps; of a gated layer its first half alone."""
    for number, layer in enumerate(model.main().encoder.layer):
        own, x, wanted = layer.attention.attention, results[f"hidden.{number}"], results[f"hidden.{number + 1}"]
        out = scaled(layer.attention.output.dense, layer.layer_scale1.lambda1)
        gated, width = not hasattr(layer.mlp, "fc1"), config["hidden_size"]
        first = nn.Linear(width, 1).double() if gated else layer.mlp.fc1
        second = nn.Linear(1, width).double() if gated else scaled(layer.mlp.fc2, layer.layer_scale2.lambda1)
        if gated:
            second.weight.zero_()
            second.bias.zero_()
        theirs = checks.torch_layer((own.query, own.key, own.value), out, first, second, layer.norm1, layer.norm2,
                                    layer.heads, layer.activation, norm_first=True)
        found = theirs(x[None])[0]
        if gated:
            found = found + layer.layer_scale2.lambda1 * gated_by_hand(layer.mlp, layer.norm2(found))
        checks.close(found, wanted)


def gated_by_hand(mlp, x):
    inner = mlp.weights_out.in_features
    first = x @ mlp.weights_in.weight[:inner].T + mlp.weights_in.bias[:inner]
    second = x @ mlp.weights_in.weight[inner:].T + mlp.weights_in.bias[inner:]
    return (first / (1 + torch.exp(-first)) * second) @ mlp.weights_out.weight.T + mlp.weights_out.bias
