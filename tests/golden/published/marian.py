"""Marian's translation models (opus-mt): fixed sinusoidal positions, no norm of the embedding."""

import torch
from torch import nn

from published import encoder_decoder
from published.decoder_parts import Case, empty, part

CONFIG = {
    "activation_dropout": 0.0, "activation_function": "swish", "add_bias_logits": False, "add_final_layer_norm": False,
    "architectures": ["MarianMTModel"], "attention_dropout": 0.0, "bad_words_ids": [[47]], "bos_token_id": 0,
    "classifier_dropout": 0.0, "d_model": 12, "decoder_attention_heads": 2, "decoder_ffn_dim": 20,
    "decoder_layerdrop": 0.0, "decoder_layers": 2, "decoder_start_token_id": 47, "decoder_vocab_size": 48,
    "dropout": 0.1, "encoder_attention_heads": 2, "encoder_ffn_dim": 20, "encoder_layerdrop": 0.0, "encoder_layers": 2,
    "eos_token_id": 0, "forced_eos_token_id": 0, "init_std": 0.02, "is_encoder_decoder": True, "max_length": 512,
    "max_position_embeddings": 16, "model_type": "marian", "normalize_before": False, "normalize_embedding": False,
    "num_beams": 4, "num_hidden_layers": 2, "pad_token_id": 47, "scale_embedding": True,
    "share_encoder_decoder_embeddings": True, "static_position_embeddings": True, "torch_dtype": "float32",
    "vocab_size": 48,
}
LENGTHS = ((9, 6), (3, 8))
CASES = [
    Case("marian", CONFIG, {"scale_embedding": False, "activation_function": "relu", "encoder_attention_heads": 3,
                            "decoder_attention_heads": 3}, lengths=LENGTHS, words=0.35, seed=" 6"),
    # what pytorch_model.bin holds: each tied matrix under all its names, and the positions
    Case("marian-all_names", {**CONFIG, "decoder_attention_heads": 3, "decoder_layers": 1, "encoder_layers": 1,
                              "encoder_ffn_dim": 16, "num_hidden_layers": 1, "scale_embedding": False},
         {"scale_embedding": True}, form="all names", lengths=LENGTHS, words=0.9, seed=" 19"),
    # two vocabularies
    Case("marian-unshared", {**CONFIG, "decoder_layers": 1, "decoder_vocab_size": 41, "encoder_layers": 1,
                             "bad_words_ids": [[40]], "decoder_start_token_id": 40, "pad_token_id": 40,
                             "num_hidden_layers": 1, "share_encoder_decoder_embeddings": False}, lengths=LENGTHS,
         words=0.35),
]


def sinusoids(config):
    """Sines of all rates in the first half of the features, cosines in the second."""
    width = config["d_model"]
    rates = 10000 ** (-torch.arange(0, width, 2, dtype=torch.float64) / width)
    angles = torch.arange(config["max_position_embeddings"])[:, None] * rates
    return torch.cat([angles.sin(), angles.cos()], 1)


def build(config):
    width = config["d_model"]
    shared = config["share_encoder_decoder_embeddings"]
    words = config["vocab_size"] if shared else config["decoder_vocab_size"]
    sides = {side: part(layers=encoder_decoder.layers(config, side),
                        embed_tokens=None if shared else nn.Embedding(count, width))
             for side, count in (("encoder", config["vocab_size"]), ("decoder", words))}
    body = part(shared=nn.Embedding(words, width) if shared else None, **sides)
    return part(model=body, final_logits_bias=empty(1, words))


def tables(model, config):
    """Of the source's words and of the target's; the latter's are the scores', too."""
    body = model.model
    if config["share_encoder_decoder_embeddings"]:
        return body.shared, body.shared
    return body.encoder.embed_tokens, body.decoder.embed_tokens


def embed(words, config, ids, first):
    x = words(ids) * encoder_decoder.embedding_factor(config)
    return x + sinusoids(config)[encoder_decoder.place_numbers(first, len(ids))].to(x.dtype)


def encode(model, config, ids, results):
    x = embed(tables(model, config)[0], config, ids, 0)
    return encoder_decoder.encode(model.model.encoder, config, x, results)


def decode(model, config, ids, memory, results, cache=None, first=0):
    words = tables(model, config)[1]
    x = encoder_decoder.decode(model.model.decoder, config, embed(words, config, ids, first), memory, results, cache)
    return x @ words.weight.T + model.final_logits_bias[0]


def stored(tensors, case):
    if case.form != "all names":
        return tensors
    result = dict(tensors)
    for name in ("model.encoder.embed_tokens.weight", "model.decoder.embed_tokens.weight", "lm_head.weight"):
        result[name] = tensors["model.shared.weight"]
    for side in ("encoder", "decoder"):
        result[f"model.{side}.embed_positions.weight"] = sinusoids(case.config)
    return result
