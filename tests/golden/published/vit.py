"""ViT: patches as tokens behind a token for the class, norms before the layers' halves, a norm at the end."""

import torch
from torch import nn

import checks
import common

CONFIG = {
    "attention_probs_dropout_prob": 0.0, "encoder_stride": 4, "hidden_act": "gelu", "hidden_dropout_prob": 0.0,
    "hidden_size": 12, "image_size": 12, "initializer_range": 0.02, "intermediate_size": 20, "layer_norm_eps": 1e-12,
    "model_type": "vit", "num_attention_heads": 3, "num_channels": 3, "num_hidden_layers": 2, "patch_size": 4,
    "qkv_bias": True, "torch_dtype": "float32",
}
FOLDERS = {
    "vit-model": {"architectures": ["ViTModel"], **CONFIG, "pooler_act": "tanh", "pooler_output_size": 12},
    "vit-classifier": {"architectures": ["ViTForImageClassification"], **common.CLASSES, **CONFIG, "qkv_bias": False,
                       "layer_norm_eps": 1e-3},
}
PROCESSOR = {
    "do_normalize": True, "do_rescale": True, "do_resize": True, "image_mean": [0.5, 0.5, 0.5],
    "image_processor_type": "ViTImageProcessor", "image_std": [0.5, 0.25, 0.125], "resample": 2,
    "rescale_factor": 1 / 255, "size": {"height": 12, "width": 12},
}
EXAMPLES = common.images(CONFIG)


def attention(config):
    width, bias = config["hidden_size"], config["qkv_bias"]
    own = common.part(**{name: nn.Linear(width, width, bias=bias) for name in ("query", "key", "value")})
    return common.part(attention=own, output=common.part(dense=nn.Linear(width, width)))


def attend(module, x, heads, seen):
    own = module.attention
    query, key, value = (common.split(linear(x), heads) for linear in (own.query, own.key, own.value))
    return common.attend(common.scaled_scores(query, key), value, seen)


class Layer(nn.Module):
    def __init__(self, config):
        super().__init__()
        width, eps = config["hidden_size"], config["layer_norm_eps"]
        self.heads, self.activation = config["num_attention_heads"], common.ACTIVATIONS[config["hidden_act"]]
        self.attention = attention(config)
        self.intermediate = common.part(dense=nn.Linear(width, config["intermediate_size"]))
        self.output = common.part(dense=nn.Linear(config["intermediate_size"], width))
        self.layernorm_before, self.layernorm_after = nn.LayerNorm(width, eps=eps), nn.LayerNorm(width, eps=eps)

    def attend(self, x, seen):
        return attend(self.attention, self.layernorm_before(x), self.heads, seen)

    def forward(self, x, mixed):
        x = x + self.attention.output.dense(mixed)
        return x + self.output.dense(self.activation(self.intermediate.dense(self.layernorm_after(x))))


class Embeddings(nn.Module):
    """`tokens`: what stands before the patches, in their order. Rows of patches follow one another. Positions of
    another number of patches are interpolated, with `antialias` or without."""

    antialias = False

    def __init__(self, config, tokens):
        super().__init__()
        width, patch = config["hidden_size"], config["patch_size"]
        self.tokens = tokens
        for name in tokens:
            self.register_parameter(name, nn.Parameter(torch.empty(1, 1, width)))
        count = (config["image_size"] // patch) ** 2
        self.position_embeddings = nn.Parameter(torch.empty(1, len(tokens) + count, width))
        self.patch_embeddings = common.part(projection=nn.Conv2d(config["num_channels"], width, patch, patch))

    def positions(self, rows, columns):
        own, first = self.position_embeddings[0], len(self.tokens)
        side = round((len(own) - first) ** 0.5)
        if (rows, columns) == (side, side):
            return own
        grid = own[first:].T.reshape(1, -1, side, side)
        grid = nn.functional.interpolate(grid, (rows, columns), mode="bicubic", align_corners=False,
                                         antialias=self.antialias)
        return torch.cat([own[:first], grid[0].flatten(1).T])

    def forward(self, pixels):
        grid = self.patch_embeddings.projection(pixels[None])[0]
        return torch.cat([getattr(self, name)[0] for name in self.tokens] + [grid.flatten(1).T]) \
            + self.positions(*grid.shape[1:])


def body(config, tokens, layer_type=Layer):
    width = config["hidden_size"]
    layers = nn.ModuleList(layer_type(config) for _ in range(config["num_hidden_layers"]))
    return common.part(embeddings=Embeddings(config, tokens), encoder=common.part(layer=layers),
                       layernorm=nn.LayerNorm(width, eps=config["layer_norm_eps"]))


def run(body, example, seen, results):
    """The tokens behind the last norm, which is not among the hidden states."""
    x = common.run_layers(body.encoder.layer, body.embeddings(example["pixels"]), seen, results)
    results["last"] = body.layernorm(x)
    return results["last"]


class Model(nn.Module):
    def __init__(self, config):
        super().__init__()
        width, own = config["hidden_size"], body(config, ["cls_token"])
        if config["architectures"] == ["ViTModel"]:  # no prefix
            self.embeddings, self.encoder, self.layernorm = own.embeddings, own.encoder, own.layernorm
            self.pooler = common.part(dense=nn.Linear(width, width))
        else:
            self.vit = own
            self.classifier = nn.Linear(width, len(common.LABELS))

    def main(self):
        return self.vit if hasattr(self, "vit") else self

    def forward(self, example, seen):
        results = {}
        x = run(self.main(), example, seen, results)
        if hasattr(self, "pooler"):
            results["pooled"] = torch.tanh(self.pooler.dense(x[0]))
        else:
            results["pooled"], results["logits"] = x[0], self.classifier(x[0])
        return results


def check(model, config, example, results):
    check_patches(model.main().embeddings, config, example, results)
    for number, layer in enumerate(model.main().encoder.layer):
        own = layer.attention.attention
        theirs = checks.torch_layer((own.query, own.key, own.value), layer.attention.output.dense,
                                    layer.intermediate.dense, layer.output.dense, layer.layernorm_before,
                                    layer.layernorm_after, layer.heads, layer.activation, norm_first=True)
        checks.close(theirs(results[f"hidden.{number}"][None])[0], results[f"hidden.{number + 1}"])


def check_patches(embeddings, config, example, results):
    """Patches cut out one by one: channel, row, column is the order of a patch's numbers."""
    size, projection = config["patch_size"], embeddings.patch_embeddings.projection
    across, count = example["pixels"].shape[2] // size, len(embeddings.tokens)
    positions = embeddings.positions(across, across)
    for row, column in ((row, column) for row in range(across) for column in range(across)):
        patch = example["pixels"][:, row * size : (row + 1) * size, column * size : (column + 1) * size]
        place = count + row * across + column
        found = projection.weight.flatten(1) @ patch.reshape(-1) + projection.bias
        checks.close(found + positions[place], results["hidden.0"][place])
    for place, name in enumerate(embeddings.tokens):
        token = getattr(embeddings, name)[0, 0]
        checks.close(token + positions[place], results["hidden.0"][place])
