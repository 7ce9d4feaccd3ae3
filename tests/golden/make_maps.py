#!/usr/bin/env python3
"""Writes maps/: small files of attention maps as numpy, json and BertViz's parameters have them, and expected.json with
what is in each: tokens of its sequences, and by address the numbers. Two files beside them, own.json and own.npz, are
what `headlight-cli attend tests/golden/bert/classifier "a b c" --out FILE` writes; expected.json compares them with
each other.

    make_maps.py           write the files
    make_maps.py --check   compare with the files; writes nothing
"""

import io
import json
import pathlib
import sys

import numpy as np

FOLDER = pathlib.Path(__file__).parent / "maps"
TOKENS = ["[CLS]", "a", "café", "😀"]
SOURCE = ["der", "rote", "Hund", "läuft", "</s>"]
random = np.random.RandomState(27)


def weights(*shape):
    """Random rows, which add up to 1."""
    numbers = np.exp(random.normal(size=shape))
    return np.float32(numbers / numbers.sum(-1, keepdims=True))


def npy(array, version=None, **options):
    file = io.BytesIO()
    np.lib.format.write_array(file, np.asanyarray(array, **options), version=version)
    return file.getvalue()


def npz(save=np.savez, **arrays):
    file = io.BytesIO()
    save(file, **arrays)
    return file.getvalue()


def rounded(array, digits=6):
    return np.round(np.float64(array), digits).tolist()


def addresses(array, prefix="", layers=None):
    """By address the numbers of [layer, head, query, key]."""
    return {
        f"{prefix}{layer}.{head}": array[k, head]
        for k, layer in enumerate(layers or range(len(array)))
        for head in range(array.shape[1])
    }


def single(array, tokens=None, kind="weights", layers=None, title=None):
    count = array.shape[-1]
    return {
        "kind": kind,
        "texts": [
            {
                "title": title,
                "tokens": [tokens or [str(k) for k in range(count)]],
                "maps": addresses(array, "", layers),
            }
        ],
    }


def arrays():
    """File names with their bytes, and what is in them."""
    maps = weights(2, 3, 4, 4)
    yield "axes2.npy", npy(maps[0, 0]), single(maps[:1, :1])
    yield "axes3.npy", npy(maps[1]), single(maps[1:])
    yield "axes4.npy", npy(maps), single(maps)
    yield "axes5.npy", npy(maps[:, None]), single(maps)
    yield "batch_first.npy", npy(maps[None]), single(maps)
    yield "version2.npy", npy(maps, (2, 0)), single(maps)
    yield "version3.npy", npy(maps, (3, 0)), single(maps)
    yield "columns.npy", npy(np.asfortranarray(maps)), single(maps)
    for name, kind in [("f2", np.float16), ("f4", np.float32), ("f8", np.float64)]:
        for order, letter in [("little", "<"), ("big", ">")]:
            array = kind(maps).astype(letter + name)
            yield f"{name}_{order}.npy", npy(array), single(np.float32(kind(maps)))
            yield f"{name}_{order}_columns.npy", npy(np.asfortranarray(array)), single(np.float32(kind(maps)))
    ones = np.eye(4)[random.randint(4, size=(2, 3, 4))]  # each query sees one key
    for name in ["?", "<i1", "<u1", ">i2", "<u2", "<i4", ">u4", "<i8", ">u8"]:
        file = name.replace("<", "little_").replace(">", "big_").replace("?", "truth")
        yield f"{file}.npy", npy(ones.astype(name)), single(ones)
    scores = np.float32(random.normal(size=(1, 2, 3, 3)) * 4)
    yield "numbers.npy", npy(scores), single(scores, kind="numbers")
    scores[..., np.triu_indices(3, 1)[0], np.triu_indices(3, 1)[1]] = -np.inf
    yield "scores.npy", npy(scores), single(scores, kind="scores")
    yield "low_scores.npy", npy(np.maximum(scores, -1e4)), single(scores, kind="scores")
    plain = np.nan_to_num(scores, neginf=0)
    yield "scores.npz", npz(attention_scores=plain), single(plain, kind="scores")


def archives():
    maps = weights(2, 3, 4, 4)
    whole = single(maps, TOKENS)
    texts = np.array(TOKENS)
    yield "stored.npz", npz(attention=maps, tokens=texts), whole
    yield "deflated.npz", npz(np.savez_compressed, attention=maps, tokens=texts), whole
    yield "texts_big.npz", npz(any_name=maps, tokens=texts.astype(texts.dtype.newbyteorder(">"))), whole
    yield "texts_bytes.npz", npz(attentions=maps[:, None], words=np.array([t.encode() for t in TOKENS])), whole
    yield "layers.npz", npz(tokens=texts, layer_0=maps[0], layer_1=maps[1][None]), whole
    yield "positional.npz", npz(np.savez, arr_0=maps[0][None], arr_1=maps[1][None]), single(maps)
    yield "one_positional.npz", npz(arr_0=maps, hidden_states=np.zeros((3, 4, 7))), single(maps)
    encoder, decoder, cross = weights(2, 2, 5, 5), weights(2, 2, 3, 3), weights(2, 2, 3, 5)
    decoder = np.float32(np.tril(decoder) / np.tril(decoder).sum(-1, keepdims=True))
    target = ["<s>", "a", "dog"]
    crossed = {f"dec.{layer}.cross.{head}": cross[layer, head] for layer in range(2) for head in range(2)}
    all_maps = {**addresses(encoder), **addresses(decoder, "dec."), **crossed}
    both = {"kind": "weights", "texts": [{"tokens": [SOURCE, target], "maps": all_maps}]}
    yield "translation.npz", npz(encoder_attention=encoder, decoder_attentions=decoder, cross_attention=cross,
                                 source_tokens=np.array(SOURCE), target_tokens=np.array(target)), both  # fmt: skip
    parts = {"encoder": encoder, "decoder": decoder, "cross": cross}
    layers = {f"{name}_layer_{k}": part[k] for name, part in parts.items() for k in range(2)}
    texts = {"encoder_tokens": np.array(SOURCE), "decoder_tokens": np.array(target)}
    yield "translation_layers.npz", npz(**layers, **texts), both
    only = {"kind": "weights", "texts": [{"tokens": [SOURCE, target], "maps": crossed}]}
    yield "cross.npz", npz(attention=cross, right_tokens=np.array(SOURCE), left_tokens=np.array(target)), only

    def viz(array, left, right, name=None):
        return {"name": name, "attn": rounded(array), "left_text": left, "right_text": right}

    entries = [viz(encoder, SOURCE, SOURCE, "Encoder"), viz(decoder, target, target, "Decoder")]
    entries.append(viz(cross, target, SOURCE, "Cross"))
    yield "bertviz_translation.json", {"attention": entries, "default_filter": "0", "layer": None}, both
    yield "bertviz_cross.json", {"attention": [viz(cross, target, SOURCE)], "default_filter": "0"}, only


def documents():
    maps = weights(2, 3, 4, 4)
    yield "lists2.json", rounded(maps[0, 0]), single(maps[:1, :1])
    yield "lists3.json", rounded(maps[1]), single(maps[1:])
    yield "lists4.json", rounded(maps), single(maps)
    yield "lists5.json", rounded(maps[:, None]), single(maps)
    yield "object.json", {"tokens": TOKENS, "attention": rounded(maps), "other": [[1], [2, 3]]}, single(maps, TOKENS)
    texts = []
    for size in (2, 3, 4):
        attention = rounded(weights(1, 2, size, size))
        texts.append({"sentence": f"text {size}", "tokens": TOKENS[:size], "attention": attention})
    several = [single(np.array(t["attention"]), t["tokens"], title=t["sentence"])["texts"][0] for t in texts]
    yield "texts.json", texts, {"kind": "weights", "texts": several}

    def part(name, rows, columns):
        numbers = rounded(maps[:, :, rows][:, :, :, columns])
        return {"name": name, "attn": numbers, "left_text": TOKENS[rows], "right_text": TOKENS[columns]}

    both, a, b = slice(0, 4), slice(0, 3), slice(3, 4)
    pair = {**single(maps, TOKENS), "segments": [0, 0, 0, 1]}
    names = {"A -> Sentence A": (a, a), "B -> Sentence B": (b, b), "A -> Sentence B": (a, b), "B -> Sentence A": (b, a)}
    entries = [part("All", both, both)] + [part("Sentence " + name, *axes) for name, axes in names.items()]
    yield "bertviz_pair.json", {"attention": entries, "default_filter": "0"}, pair
    keys = {"all": (both, both), "aa": (a, a), "ab": (a, b), "ba": (b, a), "bb": (b, b)}
    old = {key: part(None, *axes) for key, axes in keys.items()}
    yield "bertviz_old_pair.json", {"attention": old, "default_filter": "all"}, pair
    shown = {"include_layers": [3, 7], "include_heads": [0, 1, 2], "display_mode": "dark", "total_heads": 3}
    yield "bertviz_model.json", {"attention": [part(None, both, both)], **shown}, single(maps, TOKENS, layers=[3, 7])
    sees = np.tril(np.ones((4, 4))) > 0
    causal = np.float64(np.tril(maps) / np.tril(maps).sum(-1, keepdims=True))
    expected = np.where(sees, causal, -np.inf)
    yield "hidden.json", {"tokens": TOKENS, "attention": as_json(expected)}, single(expected, TOKENS)


def as_json(value):
    if isinstance(value, np.ndarray):
        return as_json(value.tolist())
    if isinstance(value, dict):
        return {name: as_json(entry) for name, entry in value.items()}
    if isinstance(value, list):
        return [as_json(entry) for entry in value]
    if isinstance(value, float):
        return None if np.isinf(value) else round(value, 7)
    return value


def main():
    FOLDER.mkdir(exist_ok=True)
    expected, wrong = {}, []
    for make in (arrays, archives, documents):
        for name, content, what in make():
            content = content if isinstance(content, bytes) else json.dumps(content).encode()
            expected[name] = as_json(what)
            write(FOLDER / name, content, wrong)
    write(FOLDER / "expected.json", (json.dumps(expected, ensure_ascii=False) + "\n").encode(), wrong)
    if wrong:
        sys.exit("differ: " + ", ".join(wrong))


def write(path, content, wrong):
    if "--check" not in sys.argv:
        path.write_bytes(content)
    elif path.suffix == ".npz":  # a zip archive has the time of day in it
        with np.load(path) as old, np.load(io.BytesIO(content)) as new:
            if any(not np.array_equal(old[name], new[name]) for name in set(old) | set(new)):
                wrong.append(path.name)
    elif path.read_bytes() != content:
        wrong.append(path.name)


if __name__ == "__main__":
    main()
