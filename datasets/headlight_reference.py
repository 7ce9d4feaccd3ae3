#!/usr/bin/env python3
"""Writes what a model computed in PyTorch as a reference for Headlight: an .npz file with numpy alone.

    from headlight_reference import write_reference

    # transformers; in float32, whatever the file has, and with attention that gives its weights
    tokenizer = AutoTokenizer.from_pretrained(folder)
    model = AutoModelForMaskedLM.from_pretrained(folder, torch_dtype=torch.float32, attn_implementation="eager").eval()
    batch = tokenizer("The cat sat on the mat.", return_tensors="pt")
    with torch.no_grad():
        out = model(**batch, output_hidden_states=True, output_attentions=True)
    write_reference(folder + "/headlight_reference.npz", batch.input_ids, out.logits, out.hidden_states, out.attentions,
                    token_types=batch.get("token_type_ids"))

    # an encoder and a decoder: target_ids are what the decoder reads, its begin mark first
    out = model(**batch, decoder_input_ids=target_ids, output_hidden_states=True, output_attentions=True)
    write_reference(path, batch.input_ids, out.logits, out.encoder_hidden_states, out.encoder_attentions,
                    target_ids=target_ids, decoder_hidden_states=out.decoder_hidden_states,
                    decoder_attentions=out.decoder_attentions, cross_attentions=out.cross_attentions)

Headlight compares a model with the file headlight_reference.npz in its folder when it opens it, and with any such file by
`headlight-cli verify FOLDER --reference FILE`. What is None is not compared. One text, without padding; a batch of 1 may be
there. `write_references` writes several: a list of dictionaries with the names below.

What is in the file, so that any other program may write it, too:

    ids                   [tokens], whole numbers: exactly what the network reads
    token_types           [tokens], 0 or 1 of two texts; may be missing
    target_ids            [targets], of an encoder and decoder
    logits                [tokens, vocabulary or labels]; with target_ids [targets, vocabulary]; of classes [labels]
    hidden_states         [layers + 1, tokens, width]: before the first layer and behind each, the last one behind the final norm
    attentions            [layers, heads, queries, keys], weights
    decoder_hidden_states, decoder_attentions, cross_attentions

Of several texts all names begin with a number: "0.ids", "0.logits", "1.ids".

`python3 headlight_reference.py example.npz` writes an example and checks it.
"""

import sys

import numpy as np


def as_array(numbers):
    """The numbers of a tensor of any framework, or of a list with one for each layer."""
    if isinstance(numbers, (list, tuple)) and numbers and not np.isscalar(numbers[0]):
        if any(layer is None for layer in numbers):
            raise ValueError('a layer has no numbers; load the model with attn_implementation="eager"')
        return np.stack([as_array(layer) for layer in numbers])
    if hasattr(numbers, "detach"):  # PyTorch; numpy has no bfloat16
        numbers = numbers.detach().cpu()
        numbers = numbers.float() if numbers.is_floating_point() else numbers
    return np.asarray(numbers)


def as_ids(name, ids):
    ids = as_array(ids)
    if ids.size == 0 or ids.size != ids.shape[-1] or not np.issubdtype(ids.dtype, np.integer):
        raise ValueError(f"{name}: expected the whole numbers of one text, got {ids.dtype} of the shape {ids.shape}")
    return ids.reshape(-1).astype(np.int64)


def as_numbers(name, numbers):
    numbers = as_array(numbers).astype(np.float32)
    if not np.isfinite(numbers).all():
        raise ValueError(f"{name}: not all numbers are finite")
    return numbers


def reference(ids, logits=None, hidden_states=None, attentions=None, token_types=None, target_ids=None,
              decoder_hidden_states=None, decoder_attentions=None, cross_attentions=None):
    """The arrays of one text by their names."""
    rows = {"ids": ids, "token_types": token_types, "target_ids": target_ids}
    parts = {"logits": logits, "hidden_states": hidden_states, "attentions": attentions,
             "decoder_hidden_states": decoder_hidden_states, "decoder_attentions": decoder_attentions,
             "cross_attentions": cross_attentions}
    arrays = {name: as_ids(name, row) for name, row in rows.items() if row is not None}
    computed = {name: as_numbers(name, part) for name, part in parts.items() if part is not None}
    if not computed:
        raise ValueError("there is nothing to compare: give logits, hidden_states or attentions")
    return {**arrays, **computed}


def write_reference(path, *args, **named):
    """The reference of one text, given as to reference()."""
    np.savez(path, **reference(*args, **named))


def write_references(path, texts):
    """Of several texts: dictionaries of what write_reference() takes."""
    np.savez(path, **{f"{number}.{name}": array for number, text in enumerate(texts)
                      for name, array in reference(**text).items()})


def example(path):
    """A text of 4 tokens, read by 2 layers with 3 heads; read back and compared."""
    random, ids = np.random.default_rng(1), [[101, 7, 8, 102]]
    scores = random.normal(size=(2, 1, 3, 4, 4))
    weights = np.exp(scores) / np.exp(scores).sum(-1, keepdims=True)
    states = [random.normal(size=(1, 4, 6)) for _ in range(3)]
    write_reference(path, ids, random.normal(size=(1, 4, 200)), states, list(weights))
    with np.load(path) as back:
        assert back["ids"].shape == (4,) and back["logits"].shape == (1, 4, 200)
        assert np.array_equal(back["hidden_states"], np.float32(states))
        assert np.array_equal(back["attentions"], np.float32(weights))


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("usage: headlight_reference.py FILE.npz")
    example(sys.argv[1])
    print(f"{sys.argv[1]}: an example of 2 layers with 3 heads")
