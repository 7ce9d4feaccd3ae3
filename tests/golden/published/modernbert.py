"""ModernBERT: norms before the layers' halves, rotated queries and keys, attention to near tokens mostly, GeGLU."""

import torch
from torch import nn

import checks
import common

CONFIG = {
    "attention_bias": False, "attention_dropout": 0.0, "bos_token_id": 2, "classifier_activation": "gelu",
    "classifier_bias": False, "classifier_dropout": 0.0, "classifier_pooling": "mean", "cls_token_id": 2,
    "decoder_bias": True, "deterministic_flash_attn": False, "embedding_dropout": 0.0, "eos_token_id": 3,
    "global_attn_every_n_layers": 3, "global_rope_theta": 160000.0, "gradient_checkpointing": False,
    "hidden_activation": "gelu", "hidden_size": 12, "initializer_cutoff_factor": 2.0, "initializer_range": 0.02,
    "intermediate_size": 10, "layer_norm_eps": 1e-5, "local_attention": 4, "local_rope_theta": 10000.0,
    "max_position_embeddings": 64, "mlp_bias": False, "mlp_dropout": 0.0, "model_type": "modernbert",
    "norm_bias": False, "norm_eps": 1e-5, "num_attention_heads": 2, "num_hidden_layers": 4, "pad_token_id": 0,
    "position_embedding_type": "absolute", "repad_logits_with_grad": False, "sep_token_id": 3,
    "sparse_pred_ignore_index": -100, "sparse_prediction": False, "tie_word_embeddings": True, "torch_dtype": "float32",
    "vocab_size": 40,
}
# what newer versions write instead of the three entries of layers and angles
NEWER = {key: value for key, value in CONFIG.items()
         if key not in ("global_attn_every_n_layers", "global_rope_theta", "local_rope_theta")}
FOLDERS = {
    "modernbert-masked": {"architectures": ["ModernBertForMaskedLM"], **CONFIG},
    "modernbert-classifier": {"architectures": ["ModernBertForSequenceClassification"], **common.CLASSES, **CONFIG,
                              "num_hidden_layers": 2, "norm_eps": 1e-3},
    # all biases, the first token alone, near layers first
    "modernbert-first": {
        "architectures": ["ModernBertForSequenceClassification"], **common.CLASSES, **NEWER, "num_hidden_layers": 2,
        "attention_bias": True, "classifier_bias": True, "classifier_pooling": "cls", "mlp_bias": True,
        "norm_bias": True, "layer_types": ["sliding_attention", "full_attention"],
        "rope_parameters": {"full_attention": {"rope_theta": 1000.0, "rope_type": "default"},
                            "sliding_attention": {"rope_theta": 100.0, "rope_type": "default"}},
    },
}
EXAMPLES = {
    "text": common.text(2, 3, [7, 31, None, 12], mask=4),
    "pair": common.text(2, 3, [9, 22, 5], [30, 9, 17, 6]),
}


class Norm(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.eps, width = config["norm_eps"], config["hidden_size"]
        self.weight = nn.Parameter(torch.empty(width))
        self.register_parameter("bias", nn.Parameter(torch.empty(width)) if config["norm_bias"] else None)

    def forward(self, x):
        return nn.functional.layer_norm(x, self.weight.shape, self.weight, self.bias, self.eps)


def global_layers(config):
    """For each layer whether it sees the whole text."""
    count, every = config["num_hidden_layers"], config.get("global_attn_every_n_layers", 3)
    if "layer_types" in config:
        return [kind == "full_attention" for kind in config["layer_types"]]
    return [number % every == 0 for number in range(count)]


def theta(config, everywhere):
    if "rope_parameters" in config:
        return config["rope_parameters"]["full_attention" if everywhere else "sliding_attention"]["rope_theta"]
    return config["global_rope_theta" if everywhere else "local_rope_theta"]


def rotate(x, base):
    """x [heads, tokens, features]: features f and f + half are turned by the position times base^(-2f / features)."""
    half = x.shape[2] // 2
    angles = torch.arange(x.shape[1]).double()[:, None] * base ** (-torch.arange(half).double() / half)
    cos, sin = angles.cos(), angles.sin()
    first, second = x[..., :half], x[..., half:]
    return torch.cat([first * cos - second * sin, second * cos + first * sin], dim=2)


class Layer(nn.Module):
    def __init__(self, config, number):
        super().__init__()
        width, inner = config["hidden_size"], config["intermediate_size"]
        self.heads, self.activation = config["num_attention_heads"], common.ACTIVATIONS[config["hidden_activation"]]
        self.everywhere = global_layers(config)[number]
        self.theta, self.window = theta(config, self.everywhere), config["local_attention"] // 2
        if number:  # the embedding has its norm already
            self.attn_norm = Norm(config)
        self.attn = common.part(Wqkv=nn.Linear(width, 3 * width, bias=config["attention_bias"]),
                                Wo=nn.Linear(width, width, bias=config["attention_bias"]))
        self.mlp_norm = Norm(config)
        self.mlp = common.part(Wi=nn.Linear(width, 2 * inner, bias=config["mlp_bias"]),
                               Wo=nn.Linear(inner, width, bias=config["mlp_bias"]))

    def attend(self, x, seen):
        if hasattr(self, "attn_norm"):
            x = self.attn_norm(x)
        query, key, value = (common.split(y, self.heads) for y in self.attn.Wqkv(x).chunk(3, dim=1))
        places = torch.arange(len(x))
        near = (places[:, None] - places).abs() <= self.window
        return common.attend(common.scaled_scores(rotate(query, self.theta), rotate(key, self.theta)), value,
                             seen if self.everywhere else seen & near)

    def forward(self, x, mixed):
        x = x + self.attn.Wo(mixed)
        activated, gate = self.mlp.Wi(self.mlp_norm(x)).chunk(2, dim=1)
        return x + self.mlp.Wo(self.activation(activated) * gate)


class Model(nn.Module):
    def __init__(self, config):
        super().__init__()
        width, self.pooling = config["hidden_size"], config["classifier_pooling"]
        self.activation = common.ACTIVATIONS[config["classifier_activation"]]
        embeddings = common.part(tok_embeddings=nn.Embedding(config["vocab_size"], width), norm=Norm(config))
        layers = nn.ModuleList(Layer(config, number) for number in range(config["num_hidden_layers"]))
        self.model = common.part(embeddings=embeddings, layers=layers, final_norm=Norm(config))
        self.head = common.part(dense=nn.Linear(width, width, bias=config["classifier_bias"]), norm=Norm(config))
        if config["architectures"] == ["ModernBertForMaskedLM"]:
            self.decoder = nn.Module()
            self.decoder.register_parameter("bias", nn.Parameter(torch.empty(config["vocab_size"])))
        else:
            self.classifier = nn.Linear(width, len(common.LABELS))

    def forward(self, example, seen):
        results, tables = {}, self.model.embeddings
        x = common.run_layers(self.model.layers, tables.norm(tables.tok_embeddings(example["ids"])), seen, results)
        x = results["last"] = self.model.final_norm(x)
        if hasattr(self, "classifier"):
            x = x[0] if self.pooling == "cls" else x[seen].mean(0)
        x = self.head.norm(self.activation(self.head.dense(x)))
        if hasattr(self, "classifier"):
            results["pooled"], results["logits"] = x, self.classifier(x)
        else:
            results["logits"] = x @ tables.tok_embeddings.weight.T + self.decoder.bias
        return results


def weights_by_complex_numbers(layer, x, window):
    """Pairs of features as complex numbers that turn with their positions; the score is the product's real part."""
    size, heads = len(x), layer.heads
    query, key, _ = layer.attn.Wqkv(x).reshape(size, 3, heads, -1).permute(1, 2, 0, 3)
    half = query.shape[2] // 2
    turn = torch.tensor([layer.theta ** (-2 * f / (2 * half)) for f in range(half)], dtype=torch.float64)
    result = torch.zeros(heads, size, size).double()
    for q in range(size):
        seen = [k for k in range(size) if abs(q - k) <= window]
        turned = torch.exp(1j * (q - torch.tensor(seen).double())[:, None] * turn)  # of the distance alone
        a, b = torch.complex(query[..., :half], query[..., half:]), torch.complex(key[..., :half], key[..., half:])
        scores = (a[:, q, None] * b[:, seen].conj() * turned).real.sum(2) / (2 * half) ** 0.5
        result[:, q, seen] = torch.softmax(scores, dim=1)
    return result


def norm_by_hand(norm, x, eps):
    centred = x - x.mean(1, keepdim=True)
    scaled = centred / ((centred**2).mean(1, keepdim=True) + eps) ** 0.5 * norm.weight
    return scaled if norm.bias is None else scaled + norm.bias


def rest_by_hand(layer, x, values, weights, config):
    """What follows the weights, head by head, with gelu as the integral of the bell curve."""
    size, inner = config["hidden_size"] // layer.heads, config["intermediate_size"]
    mixed = [weights[head] @ values[:, head * size : (head + 1) * size] for head in range(layer.heads)]
    x = x + layer.attn.Wo(torch.cat(mixed, dim=1))
    both = layer.mlp.Wi(norm_by_hand(layer.mlp_norm, x, config["norm_eps"]))
    first, gate = both[:, :inner], both[:, inner:]
    return x + layer.mlp.Wo(first * torch.distributions.Normal(0.0, 1.0).cdf(first) * gate)


def check(model, config, example, results):
    every = global_layers(config)
    for number, layer in enumerate(model.model.layers):
        x = results[f"hidden.{number}"]
        normal = norm_by_hand(layer.attn_norm, x, config["norm_eps"]) if number else x
        window = len(x) if every[number] else config["local_attention"] / 2
        weights = weights_by_complex_numbers(layer, normal, window)
        checks.close(weights, results[f"attention.{number}"])
        values = layer.attn.Wqkv(normal)[:, 2 * config["hidden_size"] :]
        checks.close(rest_by_hand(layer, x, values, weights, config), results[f"hidden.{number + 1}"])
    # a token changes what is near to it only, in the near layers that come before any other
    ahead = every.index(False) if not every[0] else None
    if ahead is not None:
        other = {"ids": example["ids"].clone()}
        other["ids"][-1] = 20
        changed = model(other, torch.ones(len(other["ids"]), dtype=torch.bool))["hidden.1"] - results["hidden.1"]
        assert (changed.abs().amax(1) > 0).long().argmax() == len(other["ids"]) - 1 - config["local_attention"] // 2
    checks.padding(model, config, example, results)
