"""Bart: learned positions behind two unused rows, and a norm of the embedding. It writes a text, or classifies one."""

import torch
from torch import nn

from published import encoder_decoder
from published.decoder_parts import Case, empty, part

CONFIG = {
    "activation_dropout": 0.1, "activation_function": "gelu", "architectures": ["BartForConditionalGeneration"],
    "attention_dropout": 0.1, "bos_token_id": 0, "classifier_dropout": 0.0, "d_model": 12, "decoder_attention_heads": 2,
    "decoder_ffn_dim": 20, "decoder_layerdrop": 0.0, "decoder_layers": 2, "decoder_start_token_id": 2, "dropout": 0.1,
    "encoder_attention_heads": 3, "encoder_ffn_dim": 20, "encoder_layerdrop": 0.0, "encoder_layers": 2,
    "eos_token_id": 2, "forced_eos_token_id": 2, "init_std": 0.02, "is_encoder_decoder": True,
    "max_position_embeddings": 16, "model_type": "bart", "num_hidden_layers": 2, "pad_token_id": 1,
    "scale_embedding": False, "torch_dtype": "float32", "vocab_size": 48,
}
LABELS = {"id2label": {"0": "contradiction", "1": "neutral", "2": "entailment"},
          "label2id": {"contradiction": 0, "entailment": 2, "neutral": 1}}
CASES = [
    Case("bart", {**CONFIG, "scale_embedding": True},
         {"scale_embedding": False, "activation_function": "relu", "decoder_attention_heads": 3},
         lengths=((9, 6), (3, 8)), words=0.3),
    # what pytorch_model.bin holds: the tied matrix under all its names. There is no target: the decoder reads the
    # source behind its start, and the classes are made of what it gives for the last mark of an end
    Case("bart-classifier", {**CONFIG, "architectures": ["BartForSequenceClassification"], "decoder_layers": 1,
                             "encoder_layers": 1, "num_hidden_layers": 1, **LABELS}, {"decoder_start_token_id": 0},
         form="all names", lengths=((10,), (5,))),
]


def classifies(config):
    return "Classification" in config["architectures"][0]


def build(config):
    width = config["d_model"]
    sides = {side: part(embed_positions=nn.Embedding(config["max_position_embeddings"] + 2, width),
                        layers=encoder_decoder.layers(config, side), layernorm_embedding=nn.LayerNorm(width))
             for side in ("encoder", "decoder")}
    body = part(shared=nn.Embedding(config["vocab_size"], width), **sides)
    if classifies(config):
        return part(model=body, classification_head=part(dense=nn.Linear(width, width),
                                                         out_proj=nn.Linear(width, len(config["id2label"]))))
    return part(model=body, final_logits_bias=empty(1, config["vocab_size"]))


def embed(model, config, side, ids, first):
    x = model.model.shared(ids) * encoder_decoder.embedding_factor(config)
    return side.layernorm_embedding(x + side.embed_positions(encoder_decoder.place_numbers(first, len(ids)) + 2))


def encode(model, config, ids, results):
    side = model.model.encoder
    return encoder_decoder.encode(side, config, embed(model, config, side, ids, 0), results)


def hidden(model, config, ids, memory, results, cache=None, first=0):
    side = model.model.decoder
    x = embed(model, config, side, ids, first)
    return encoder_decoder.decode(side, config, x, memory, results, cache)


def decode(model, config, ids, memory, results, cache=None, first=0):
    x = hidden(model, config, ids, memory, results, cache, first)
    return x @ model.model.shared.weight.T + model.final_logits_bias[0]


def classify(model, config, ids, results):
    """`pooled` is the decoder's result for the last end of a text."""
    memory = encode(model, config, ids, results)
    shifted = torch.cat([torch.tensor([config["decoder_start_token_id"]]), ids[:-1]])
    x = hidden(model, config, shifted, memory, results)
    ends = (ids == config["eos_token_id"]).nonzero()[:, 0]
    pooled = results["pooled"] = x[ends[-1]]
    head = model.classification_head
    return head.out_proj(head.dense(pooled).tanh())


def stored(tensors, case):
    if case.form != "all names":
        return tensors
    names = ["model.encoder.embed_tokens.weight", "model.decoder.embed_tokens.weight"]
    return {**tensors, **{name: tensors["model.shared.weight"] for name in names}}
