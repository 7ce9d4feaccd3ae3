#!/usr/bin/env python3
"""Writes bert/: two small BERTs with random weights as Hugging Face saves them, one that predicts masked tokens and one
that classifies, and what they make of a text and of a pair of texts, by PyTorch in float64.

    make_bert.py           check the model against torch's own encoder layer, then write bert/
    make_bert.py --check   the same, then compare with the files; writes nothing
"""

import json
import pathlib
import sys
import zlib

import numpy
import torch
from torch import nn

import tensors_file

FOLDER = pathlib.Path(__file__).parent / "bert"

VOCABULARY = """[PAD] [UNK] [CLS] [SEP] [MASK] . , ? ! ' - the a old small bird dog river bridge child sing walk sleep run
over under to in is it and who what not see was her his un ##ing ##ed ##s ##er ##est ##ly ##known ##k ##t ##n ##a ##e ##i
##o ##r h l m p w""".split()

SIZES = {
    "vocab_size": len(VOCABULARY), "hidden_size": 24, "num_attention_heads": 3, "num_hidden_layers": 2,
    "intermediate_size": 40, "max_position_embeddings": 32, "type_vocab_size": 2, "layer_norm_eps": 1e-12,
}
CONFIG = {
    "attention_probs_dropout_prob": 0.1, "hidden_act": "gelu", "hidden_dropout_prob": 0.1, "initializer_range": 0.02,
    "model_type": "bert", "pad_token_id": 0, "position_embedding_type": "absolute", "torch_dtype": "float32",
}
LABELS = ["contradiction", "entailment", "neutral"]

# name, text, second text, their tokens
EXAMPLES = [
    ("text", "The old dog walked over the [MASK] bridge.", None,
     [["the", "old", "dog", "walk", "##ed", "over", "the", "[MASK]", "bridge", "."]]),
    ("pair", "The bird sings.", "Who sings?", [["the", "bird", "sing", "##s", "."], ["who", "sing", "##s", "?"]]),
]


def part(**modules):
    """Modules under the given names, which become the names of tensors."""
    result = nn.Module()
    for name, module in modules.items():
        result.add_module(name, module)
    return result


def norm():
    return nn.LayerNorm(SIZES["hidden_size"], eps=SIZES["layer_norm_eps"])


def linear(inputs="hidden_size", outputs="hidden_size"):
    return nn.Linear(SIZES[inputs], SIZES[outputs])


def layer():
    own = part(query=linear(), key=linear(), value=linear())
    attention = part(output=part(dense=linear(), LayerNorm=norm()))
    attention.add_module("self", own)
    return part(attention=attention, intermediate=part(dense=linear(outputs="intermediate_size")),
                output=part(dense=linear(inputs="intermediate_size"), LayerNorm=norm()))


def body(pooler):
    def table(entries):
        return nn.Embedding(SIZES[entries], SIZES["hidden_size"])

    embeddings = part(word_embeddings=table("vocab_size"), position_embeddings=table("max_position_embeddings"),
                      token_type_embeddings=table("type_vocab_size"), LayerNorm=norm())
    layers = nn.ModuleList(layer() for _ in range(SIZES["num_hidden_layers"]))
    result = part(embeddings=embeddings, encoder=part(layer=layers))
    if pooler:
        result.add_module("pooler", part(dense=linear()))
    return result


def masked_model():
    predictions = part(transform=part(dense=linear(), LayerNorm=norm()))
    predictions.register_parameter("bias", nn.Parameter(torch.empty(SIZES["vocab_size"])))
    return part(bert=body(pooler=False), cls=part(predictions=predictions))


def classifier_model():
    return part(bert=body(pooler=True), classifier=nn.Linear(SIZES["hidden_size"], len(LABELS)))


def draw(model, name):
    """Numbers of float32, so large that no attention is even and no unit of a layer is idle."""
    random = numpy.random.RandomState(zlib.crc32(name.encode()))
    with torch.no_grad():
        for key, parameter in model.named_parameters():
            values = random.standard_normal(tuple(parameter.shape))
            if "embeddings.weight" in key:
                values *= 0.5 if "word" in key else 0.2
            elif "LayerNorm.weight" in key:
                values = 1 + 0.2 * values
            elif parameter.dim() == 1:
                values *= 0.2
            else:
                values *= 1.3 / numpy.sqrt(parameter.shape[1])
            parameter.copy_(torch.from_numpy(values.astype(numpy.float32)))
    return model.double()


def attend(own, x):
    """The heads' results side by side, and their weights [heads, queries, keys]."""
    def heads(linear_layer):
        return linear_layer(x).reshape(len(x), SIZES["num_attention_heads"], -1).transpose(0, 1)

    query, key, value = heads(own.query), heads(own.key), heads(own.value)
    weights = torch.softmax(query @ key.transpose(1, 2) / query.shape[2] ** 0.5, dim=2)
    return (weights @ value).transpose(0, 1).reshape(len(x), -1), weights


def run_layer(l, x):
    mixed, weights = attend(getattr(l.attention, "self"), x)
    x = l.attention.output.LayerNorm(x + l.attention.output.dense(mixed))
    inner = nn.functional.gelu(l.intermediate.dense(x))
    return l.output.LayerNorm(x + l.output.dense(inner)), weights


def check_layer(l, x, result):
    """What torch's own layer makes of the same numbers."""
    theirs = nn.TransformerEncoderLayer(SIZES["hidden_size"], SIZES["num_attention_heads"], SIZES["intermediate_size"],
                                        dropout=0, activation="gelu", layer_norm_eps=SIZES["layer_norm_eps"],
                                        batch_first=True).double()
    own = getattr(l.attention, "self")
    with torch.no_grad():
        theirs.self_attn.in_proj_weight.copy_(torch.cat([own.query.weight, own.key.weight, own.value.weight]))
        theirs.self_attn.in_proj_bias.copy_(torch.cat([own.query.bias, own.key.bias, own.value.bias]))
    for to, source in ((theirs.self_attn.out_proj, l.attention.output.dense), (theirs.linear1, l.intermediate.dense),
                       (theirs.linear2, l.output.dense), (theirs.norm1, l.attention.output.LayerNorm),
                       (theirs.norm2, l.output.LayerNorm)):
        to.load_state_dict(source.state_dict())
    difference = (theirs(x[None])[0] - result).abs().max().item()
    assert difference < 1e-12, difference


def run(model, ids, types):
    """Name -> result, of one sequence."""
    bert, results = model.bert, {}
    e = bert.embeddings
    x = e.LayerNorm(e.word_embeddings(ids) + e.token_type_embeddings(types)
                    + e.position_embeddings(torch.arange(len(ids))))
    results["hidden.0"] = x
    for number, l in enumerate(bert.encoder.layer):
        y, weights = run_layer(l, x)
        check_layer(l, x, y)
        x = results[f"hidden.{number + 1}"] = y
        results[f"attention.{number}"] = weights
    if hasattr(model, "cls"):
        p = model.cls.predictions
        inner = p.transform.LayerNorm(nn.functional.gelu(p.transform.dense(x)))
        results["logits"] = inner @ e.word_embeddings.weight.T + p.bias
    else:
        results["pooled"] = torch.tanh(bert.pooler.dense(x[0]))
        results["logits"] = model.classifier(results["pooled"])
    return results


def compute(name, model, config):
    """The files of one folder: name -> text or tensors."""
    draw(model, name)
    examples, results = {}, {}
    for example, text, second, parts in EXAMPLES:
        tokens = ["[CLS]"] + [token for one in parts for token in one + ["[SEP]"]]
        types = [0] * (len(parts[0]) + 2) + [1] * (len(tokens) - len(parts[0]) - 2)
        ids = [VOCABULARY.index(token) for token in tokens]
        examples[example] = {"text": text, "second": second, "tokens": tokens, "ids": ids, "token_types": types}
        with torch.no_grad():
            found = run(model, torch.tensor(ids), torch.tensor(types))
        for key, value in found.items():
            if key.startswith("attention"):  # neither even nor a choice of one key, or it would tell little
                assert 0.02 < value.std() < 0.4, value.std()
            results[f"{example}.{key}"] = value.numpy()
    weights = {key: value.numpy() for key, value in model.state_dict().items()}
    return {
        "config.json": json.dumps(config, indent=2) + "\n",
        "vocab.txt": "\n".join(VOCABULARY) + "\n",
        "expected.json": json.dumps(examples, indent=1) + "\n",
        "model.safetensors": weights,
        "expected.safetensors": results,
    }


def same(path, content):
    if isinstance(content, str):
        return path.read_text() == content
    stored = tensors_file.read(path)
    return stored.keys() == content.keys() and all(
        numpy.allclose(stored[key], content[key], rtol=1e-6, atol=1e-7) for key in stored)


def main():
    torch.set_num_threads(1)
    classes = {"id2label": dict(enumerate(LABELS)), "label2id": {label: i for i, label in enumerate(LABELS)}}
    folders = [
        ("masked", masked_model(), {"architectures": ["BertForMaskedLM"]}),
        ("classifier", classifier_model(), {"architectures": ["BertForSequenceClassification"], **classes}),
    ]
    for name, model, own in folders:
        for file, content in compute(name, model, {**own, **CONFIG, **SIZES}).items():
            path = FOLDER / name / file
            if "--check" in sys.argv:
                assert same(path, content), f"{path} differs"
                continue
            path.parent.mkdir(parents=True, exist_ok=True)
            if isinstance(content, str):
                path.write_text(content)
            else:
                tensors_file.write(path, content, "F32")
        if name == "masked":
            checkpoint = {key: value.float() for key, value in model.state_dict().items()}
            if "--check" in sys.argv:
                stored = torch.load(FOLDER / "masked.bin")
                assert stored.keys() == checkpoint.keys() and all(stored[key].equal(checkpoint[key]) for key in stored)
            else:
                torch.save(checkpoint, FOLDER / "masked.bin")
    return 0


if __name__ == "__main__":
    sys.exit(main())
