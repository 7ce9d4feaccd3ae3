#!/usr/bin/env python3
"""Writes attention maps of any framework for Headlight: an .npz file with numpy alone.

    from attention_maps import save, save_encoder_decoder

    # PyTorch, transformers
    out = model(**tokenizer(text, return_tensors="pt"), output_attentions=True)
    save("maps.npz", out.attentions, tokenizer.convert_ids_to_tokens(ids))

    # a translation: three lists, one of each kind of attention
    save_encoder_decoder("maps.npz", out.encoder_attentions, out.decoder_attentions, out.cross_attentions,
                         source_tokens, target_tokens)

Attention is a list with one array for each layer, or one array for all: [head, query, key] of a layer, with or without
a batch of 1 before it. Tensors of PyTorch (also on a graphics card, also bfloat16), of JAX and of TensorFlow are
taken, and whatever numpy.asarray() takes. Weights add up to 1 over the keys; scores may be given instead, -inf where a
mask hides a key. `batch` chooses one text of a batch, whose padding is cut where there are fewer tokens than keys.

What is in the file, so that any other program may write it, too (.npy, .npz or JSON with the same names):

    attention                         [layer, head, query, key]
    encoder_attention, decoder_attention, cross_attention
    tokens                            texts, dtype=str; of two sequences source_tokens and target_tokens
    segments                          0 or 1 for each token, of two texts that are read as one; may be missing
    visible                           1 where a query sees a key, with the same axes or the last two; may be missing

`python3 attention_maps.py example.npz` writes an example and checks it.
"""

import sys

import numpy as np


def as_array(tensor):
    """The numbers of a tensor of any framework, as float32."""
    if hasattr(tensor, "detach"):  # PyTorch; numpy has no bfloat16
        tensor = tensor.detach().float().cpu()
    return np.asarray(tensor, dtype=np.float32)


def stacked(attention, batch=0):
    """[layer, head, query, key] of a list of layers, or of one array of all."""
    if isinstance(attention, (list, tuple)):
        layers = [as_array(layer) for layer in attention]
        if not layers or any(layer.shape != layers[0].shape for layer in layers):
            raise ValueError(f"expected layers of one shape, got {[layer.shape for layer in layers]}")
        array = np.stack(layers)
    else:
        array = as_array(attention)
    if array.ndim == 5:  # [layer, batch, head, query, key]
        array = array[:, batch]
    if array.ndim != 4:
        raise ValueError(f"expected [head, query, key] of each layer, got the shape {array.shape} of all")
    return array


def fitted(array, queries, keys):
    """The maps without padding, which stands behind the tokens."""
    if array.shape[2] < len(queries) or array.shape[3] < len(keys):
        raise ValueError(f"maps of {array.shape[2:]} are smaller than {len(queries)} and {len(keys)} tokens")
    return np.ascontiguousarray(array[:, :, : len(queries), : len(keys)])


def save(path, attention, tokens, segments=None, visible=None, batch=0):
    """Self attention of one sequence."""
    tokens = [str(token) for token in tokens]
    content = {"attention": fitted(stacked(attention, batch), tokens, tokens), "tokens": np.array(tokens, dtype=str)}
    if segments is not None:
        content["segments"] = np.asarray(segments, dtype=np.int64)[: len(tokens)]
    if visible is not None:
        content["visible"] = np.asarray(visible, dtype=bool)
    np.savez(path, **content)


def save_encoder_decoder(path, encoder, decoder, cross, source_tokens, target_tokens, batch=0):
    """Attention of a model with two sequences; any of the three kinds may be None."""
    source, target = [str(token) for token in source_tokens], [str(token) for token in target_tokens]
    content = {"source_tokens": np.array(source, dtype=str), "target_tokens": np.array(target, dtype=str)}
    for name, attention, queries, keys in (
        ("encoder_attention", encoder, source, source),
        ("decoder_attention", decoder, target, target),
        ("cross_attention", cross, target, source),
    ):
        if attention is not None:
            content[name] = fitted(stacked(attention, batch), queries, keys)
    np.savez(path, **content)


def example(path):
    """Two layers with three heads, of which the last is causal; read back and compared."""
    random, tokens = np.random.default_rng(1), ["[CLS]", "a", "small", "café", "[SEP]"]
    scores = random.normal(size=(2, 1, 3, len(tokens), len(tokens)))
    scores[:, :, 2] += np.triu(np.full((len(tokens), len(tokens)), -np.inf), 1)
    weights = np.exp(scores - scores.max(-1, keepdims=True))
    weights /= weights.sum(-1, keepdims=True)
    save(path, list(weights), tokens)
    with np.load(path) as back:
        assert back["attention"].shape == (2, 3, 5, 5) and back["attention"].dtype == np.float32
        assert np.allclose(back["attention"].sum(-1), 1, atol=1e-5)
        assert np.array_equal(back["attention"], np.float32(weights)[:, 0]) and list(back["tokens"]) == tokens


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("usage: attention_maps.py FILE.npz")
    example(sys.argv[1])
    print(f"{sys.argv[1]}: an example of 2 layers with 3 heads")
