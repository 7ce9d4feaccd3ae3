#!/usr/bin/env python3
"""Writes folders of published/: small decoders, and encoders with decoders, with random weights as their publishers save
them, and what they make of some ids, by PyTorch in float64.

    make_published_decoders.py                   check the modules against other ways to compute the same, then write
    make_published_decoders.py --check           the same, then compare with the files; writes nothing
    make_published_decoders.py gpt2 qwen3 …      either of these architectures alone
    make_published_decoders.py --real FOLDER     check the modules against real models there, too
"""

import json
import pathlib
import sys
import zlib

import numpy
import torch

import tensors_file
from published import (bart, decoder_oracles, gemma, gemma2, gemma3, gpt2, gpt_neox, llama, marian, mingpt, mistral,
                       phi, qwen2, qwen3, real_decoders, t5, transformer_lens)
from published.decoder_parts import draw

FOLDER = pathlib.Path(__file__).parent / "published"
ARCHITECTURES = [gpt2, gpt_neox, llama, mistral, qwen2, qwen3, gemma, gemma2, gemma3, marian, t5, bart,
                 transformer_lens, mingpt, phi]
CONTINUATION = 6


def has_encoder(architecture):
    return hasattr(architecture, "encode")


def classifies(case):
    return "Classification" in case.config.get("architectures", [""])[0]


def writes(case):
    """Whether there are scores for a next token."""
    return not classifies(case) and case.config.get("attention_dir") != "bidirectional"


def drawn(architecture, case):
    less = getattr(architecture, "LESS", 0)
    model = architecture.build(case.config)
    draw(model, case.name + case.seed, less, case.words, inputs_first=architecture is gpt2)
    with torch.no_grad():
        return decoder_oracles.without_scaling(architecture, model)


def vocabulary(case, target=False):
    names = (["decoder_vocab_size"] if target else []) + ["vocab_size", "d_vocab"]
    return next(case.config[name] for name in names if name in case.config)


def drawn_example(architecture, case, lengths, seed):
    """Ids from 3 on, which no architecture has as a mark of its own but for the last two. A source ends as its
    tokenizer ends it; a target begins as the model begins it."""
    random = numpy.random.RandomState(zlib.crc32(seed.encode()))
    result = {"ids": random.randint(3, vocabulary(case) - 2, lengths[0]).tolist()}
    if has_encoder(architecture):
        result["ids"][-1] = case.config["eos_token_id"]
    if classifies(case):  # a pair of texts
        result["ids"][0], result["ids"][lengths[0] // 2] = case.config["bos_token_id"], case.config["eos_token_id"]
    if len(lengths) > 1:
        start = case.config["decoder_start_token_id"]
        result["decoder_ids"] = [start] + random.randint(3, vocabulary(case, True) - 2, lengths[1] - 1).tolist()
    return result


def run(architecture, model, config, example):
    """Name -> result."""
    results, ids = {}, torch.tensor(example["ids"])
    with torch.no_grad():
        if "decoder_ids" in example:
            memory = architecture.encode(model, config, ids, results)
            logits = architecture.decode(model, config, torch.tensor(example["decoder_ids"]), memory, results)
        elif has_encoder(architecture):
            logits = architecture.classify(model, config, ids, results)
        else:
            logits = architecture.run(model, config, ids, results)
    return {**results, "logits": logits}


def greedy(architecture, model, config, example):
    """The best next token, again and again, by whole passes; with an encoder, behind the decoder's start alone.
    None where it ends or is always the same, or where the best is not so by far enough that single precision finds the
    same."""
    ids = [config["decoder_start_token_id"]] if "decoder_ids" in example else list(example["ids"])
    forbidden, found = sum(config.get("bad_words_ids", []), []), []
    for _ in range(CONTINUATION):
        changed = {"ids": example["ids"], "decoder_ids": ids} if "decoder_ids" in example else {"ids": ids}
        logits = run(architecture, model, config, changed)["logits"][-1].clone()
        logits[forbidden] = -numpy.inf
        best = logits.topk(2)
        if best.values[0] - best.values[1] < 0.01 or best.indices[0] == config.get("eos_token_id"):
            return None
        found.append(int(best.indices[0]))
        ids = ids + [found[-1]]
    return found if len(set(found)) > 2 else None


def chosen(architecture, model, case, name, lengths):
    """The first example whose maps tell something and that can be continued."""
    for attempt in range(1000):
        example = drawn_example(architecture, case, lengths, f"{case.name} {name} {attempt}")
        if not decoder_oracles.tells(run(architecture, model, case.config, example)):
            continue
        if not writes(case):
            return example
        example["greedy"] = greedy(architecture, model, case.config, example)
        if example["greedy"]:
            return example
    raise AssertionError(f"{case.name}: no example will do")


def settled(found):
    """Of one stack by the encoders' names: `hidden.N` is what leaves layer N, `last` that behind the norm at the end."""
    layers = sum(name.startswith("attentions.") for name in found)
    if layers == 0:
        return found
    names = {f"hidden_states.{layers}": "last", "last_layer": f"hidden.{layers}"}
    return {names.get(name, name.replace("hidden_states", "hidden").replace("attentions", "attention")): value
            for name, value in found.items()}


def compute(architecture, case):
    """The files of one folder: name -> text or tensors."""
    model = drawn(architecture, case)
    listed, results = {}, {}
    for name, lengths in zip(("first", "second"), case.lengths):
        example = listed[name] = chosen(architecture, model, case, name, lengths)
        found = run(architecture, model, case.config, example)
        decoder_oracles.check(architecture, model, case, example, found, run)
        results.update({f"{name}.{key}": value.numpy() for key, value in settled(found).items()})
    weights = {name: value.detach() for name, value in model.state_dict().items()}
    if hasattr(architecture, "stored"):
        weights = architecture.stored(weights, case)
    return {
        "config.json": json.dumps(case.config, indent=2, sort_keys=True) + "\n",
        "expected.json": json.dumps(listed, indent=1) + "\n",
        "model.safetensors": {name: value.numpy() for name, value in weights.items()},
        "expected.safetensors": results,
    }


def same(path, content):
    if isinstance(content, str):
        return path.read_text() == content
    stored = tensors_file.read(path)
    return stored.keys() == content.keys() and all(
        stored[key].shape == content[key].shape and numpy.allclose(stored[key], content[key], rtol=1e-6, atol=1e-6)
        for key in stored)


def main():
    torch.set_num_threads(1)
    decoder_oracles.check_parts()
    decoder_oracles.check_twins()
    names = {architecture.__name__.split(".")[-1]: architecture for architecture in ARCHITECTURES}
    for architecture in [names[name] for name in sys.argv[1:] if name in names] or ARCHITECTURES:
        for case in architecture.CASES:
            size = 0
            for file, content in compute(architecture, case).items():
                path = FOLDER / case.name / file
                if "--check" in sys.argv:
                    assert same(path, content), f"{path} differs"
                    continue
                path.parent.mkdir(parents=True, exist_ok=True)
                if isinstance(content, str):
                    path.write_text(content)
                else:
                    tensors_file.write(path, content, "F32")
                size += path.stat().st_size
            assert size <= 60 * 1024, (case.name, size)
    if "--real" in sys.argv:
        real_decoders.check(pathlib.Path(sys.argv[sys.argv.index("--real") + 1]))
    return 0


if __name__ == "__main__":
    sys.exit(main())
