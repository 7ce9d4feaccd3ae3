"""What the published architectures have in common: numbers to draw, heads, the layer of BERT, texts, images."""

import zlib

import numpy
import torch
from torch import nn

LABELS = ["contradiction", "entailment", "neutral"]
CLASSES = {"id2label": dict(enumerate(LABELS)), "label2id": {label: i for i, label in enumerate(LABELS)}}
SIZES = {"vocab_size": 40, "hidden_size": 12, "num_hidden_layers": 2, "num_attention_heads": 3, "intermediate_size": 20,
         "max_position_embeddings": 16}

# of the architectures that cut words as BERT does
VOCABULARY = """[PAD] [UNK] [CLS] [SEP] [MASK] . , ? the a old small bird dog river bridge child sing walk sleep run
over under to in is it and who what not see was ##ing ##ed ##s ##er ##est ##ly her""".split()

ACTIVATIONS = {
    "gelu": nn.functional.gelu,
    "gelu_new": lambda x: nn.functional.gelu(x, approximate="tanh"),
    "relu": torch.relu,
    "tanh": torch.tanh,
}


def part(**modules):
    """Modules under the given names, which become the names of tensors."""
    result = nn.Module()
    for name, module in modules.items():
        result.add_module(name, module)
    return result


def draw(model, name):
    """Numbers of float32, so large that no attention is even, no unit is idle and no bias can be left out unseen."""
    random = numpy.random.RandomState(zlib.crc32(name.encode()))
    with torch.no_grad():
        for key, parameter in model.named_parameters():
            values = random.standard_normal(tuple(parameter.shape))
            if key.endswith(("embeddings.weight", "position_embeddings", "_token")):
                values *= 0.7
            elif parameter.dim() > 1:
                values *= 1.7 / numpy.sqrt(numpy.prod(parameter.shape[1:]))
            elif key.endswith("lambda1") or ("norm" in key.lower() and key.endswith("weight")):
                values = 1 + 0.3 * values
            else:
                values *= 0.3
            parameter.copy_(torch.from_numpy(values.astype(numpy.float32)))
    return model.double()


def split(x, heads):
    """[tokens, features] -> [heads, tokens, features of a head]"""
    return x.reshape(len(x), heads, -1).transpose(0, 1)


def attend(scores, value, seen):
    """The heads' results side by side, and their weights [heads, queries, keys]. `seen`: keys that are not padding."""
    lowest = torch.finfo(scores.dtype).min  # not minus infinity: padding may see nothing
    weights = torch.softmax(scores.masked_fill(~seen, lowest), dim=2)
    return (weights @ value).transpose(0, 1).reshape(scores.shape[1], -1), weights


def scaled_scores(query, key):
    return query @ key.transpose(1, 2) / query.shape[2] ** 0.5


class BertLayer(nn.Module):
    """BERT's layer: attention, sum, norm, two linear layers, sum, norm."""

    def __init__(self, config):
        super().__init__()
        width, inner, eps = config["hidden_size"], config["intermediate_size"], config["layer_norm_eps"]
        self.heads, self.activation = config["num_attention_heads"], ACTIVATIONS[config["hidden_act"]]
        self.attention = part(output=part(dense=nn.Linear(width, width), LayerNorm=nn.LayerNorm(width, eps=eps)))
        self.attention.add_module("self", self.self_attention(config))
        self.intermediate = part(dense=nn.Linear(width, inner))
        self.output = part(dense=nn.Linear(inner, width), LayerNorm=nn.LayerNorm(width, eps=eps))

    def self_attention(self, config):
        width = config["hidden_size"]
        return part(query=nn.Linear(width, width), key=nn.Linear(width, width), value=nn.Linear(width, width))

    def own(self):
        return getattr(self.attention, "self")

    def attend(self, x, seen):
        own = self.own()
        query, key, value = (split(linear(x), self.heads) for linear in (own.query, own.key, own.value))
        return attend(scaled_scores(query, key), value, seen)

    def forward(self, x, mixed):
        """`mixed`: the heads' results."""
        x = self.attention.output.LayerNorm(x + self.attention.output.dense(mixed))
        return self.output.LayerNorm(x + self.output.dense(self.activation(self.intermediate.dense(x))))


def run_layers(layers, x, seen, results):
    """`hidden.0` is what enters the first layer, `hidden.N` what leaves the last."""
    results["hidden.0"] = x
    for number, layer in enumerate(layers):
        mixed, results[f"attention.{number}"] = layer.attend(x, seen)
        x = results[f"hidden.{number + 1}"] = layer(x, mixed)
    return x


class BertEmbeddings(nn.Module):
    """The sum of three tables and a norm, which ALBERT and ELECTRA have in a width of their own."""

    def __init__(self, config, width):
        super().__init__()
        self.word_embeddings = nn.Embedding(config["vocab_size"], width)
        self.position_embeddings = nn.Embedding(config["max_position_embeddings"], width)
        self.token_type_embeddings = nn.Embedding(config["type_vocab_size"], width)
        self.LayerNorm = nn.LayerNorm(width, eps=config["layer_norm_eps"])

    def forward(self, ids, types, positions):
        return self.LayerNorm(self.word_embeddings(ids) + self.token_type_embeddings(types)
                              + self.position_embeddings(positions))


def text(cls, sep, *sentences, twice=False, types=False, mask=None):
    """A sequence: sentences of ids between special tokens, with RoBERTa's two separators between them or with one.
    None in a sentence is the mask."""
    ids, kinds = [cls], [0]
    for number, sentence in enumerate(sentences):
        begin = [sep] if twice and number else []
        added = begin + [mask if token is None else token for token in sentence] + [sep]
        ids += added
        kinds += [number] * len(added)
    return {"ids": ids, "token_types": kinds} if types else {"ids": ids}


def words(*sentences, types=False):
    """A sequence in BERT's special tokens, with the sentences themselves; they are words of the vocabulary."""
    ids = [[VOCABULARY.index(word) for word in sentence.split()] for sentence in sentences]
    result = text(VOCABULARY.index("[CLS]"), VOCABULARY.index("[SEP]"), *ids, types=types)
    return {"text": sentences[0], "second": (*sentences[1:], None)[0], **result}


def images(config):
    """Pictures of bytes [rows][columns][channels]: a gradient and noise. No two patches and no two channels agree."""
    size, result = config["image_size"], {}
    rows, columns = numpy.mgrid[0:size, 0:size]
    gradient = numpy.stack([(37 * rows + 11 * columns) % 256, (53 * columns + 5 * rows * rows) % 256,
                            (255 - 9 * rows * columns) % 256], axis=2)
    noise = numpy.random.RandomState(7).randint(0, 256, (size, size, config["num_channels"]))
    for name, picture in (("gradient", gradient), ("noise", noise)):
        result[name] = {"image": picture.tolist()}
    return result


def pixels(picture, processor):
    """What the preprocessor makes of a picture of the right size: [channels, rows, columns]."""
    scaled = torch.tensor(picture, dtype=torch.float64) * processor["rescale_factor"]
    normal = (scaled - torch.tensor(processor["image_mean"]).double()) / torch.tensor(processor["image_std"]).double()
    return normal.permute(2, 0, 1)
