#!/usr/bin/env python3
"""Writes cases/NAME/{case.json, tensors.safetensors}, or checks what is there against what would be written.

    make_golden.py           check the oracles, then write all cases
    make_golden.py --check   check the oracles, then compare with the files
"""

import argparse
import json
import pathlib
import platform
import re
import sys

import numpy
import torch

import attention
import cases
import model
import oracles
import tensors_file
import training

FOLDER = pathlib.Path(__file__).parent / "cases"
ZERO = 1e-14
KINK = 1e-4


def parameters(case):
    """The first draw whose ReLU inputs all stay away from zero, so that float32 takes the same branches, and whose
    classifier has no unit that is off for the whole batch."""
    for attempt in range(1000):
        p = model.draw(case, cases.seed(case["name"], "parameters", attempt))
        attention.Kinks.smallest = float("inf")
        model.run(case, p)
        awake = (model.gradients(case, p)["classifier.hidden.weight"] != 0).any(dim=1).all()
        if attention.Kinks.smallest > KINK and awake:
            return p
    raise RuntimeError(f"{case['name']}: no suitable parameters")


def norm(a):
    return torch.sqrt(sum((value.double() ** 2).sum() for value in a.values()))


def check_case(case, p, result, gradients, curves):
    """Padding changes nothing, Algorithm 1 agrees, gradients are finite differences, and float32 comes close enough."""
    name = case["name"]
    for extra in (0, 3):
        padded = model.run_padded(case, p, extra)
        for key in ("encoder", "pooled", "logits", "loss"):
            assert oracles.close(padded[key], result[key]), (name, "padding", key)
        other = model.gradients(case, p, model.run_padded, extra=extra)
        assert all(oracles.close(other[key], gradients[key]) for key in gradients), (name, "padding", "gradient")
    alternative = getattr(model.ENCODERS[case["encoder"]], "ALTERNATIVE", {})
    assert oracles.close(model.run(case, p, **alternative)["encoder"], result["encoder"]), (name, alternative)
    other = model.gradients(case, p, **alternative)
    assert all(oracles.close(other[key], gradients[key]) for key in gradients), (name, alternative)
    random = numpy.random.RandomState(cases.seed(name, "direction"))
    direction = {key: torch.from_numpy(random.standard_normal(value.shape)) for key, value in p.items()}
    step = 1e-6

    def moved(amount):
        return model.run(case, {key: value + amount * direction[key] for key, value in p.items()})["loss"]

    expected = sum((gradients[key] * direction[key]).sum() for key in p)
    assert abs((moved(step) - moved(-step)) / (2 * step) - expected) < 1e-7, (name, "finite difference")
    single = model.trainable(p, torch.float32)
    single_result = model.run(case, single)
    assert oracles.close(single_result["encoder"].double(), result["encoder"], 1e-5), (name, "float32 output")
    found = dict(zip(single, torch.autograd.grad(single_result["loss"], list(single.values()))))
    error = norm({key: found[key].double() - gradients[key] for key in p}) / norm(gradients)
    assert error < 1e-5, (name, "float32 gradients", error)
    for optimiser, expected in curves.items():
        got = training.curve(case, p, optimiser, torch.float32)["loss"]
        error = max(abs(a - b) / b for a, b in zip(got, expected["loss"]))
        assert error < 1e-4, (name, "float32 curve", optimiser, error)
        assert expected["loss"][-1] < expected["loss"][0], (name, optimiser, "learns nothing", expected["loss"])


def places(heads):
    """Layer and head of each recorded map: a record may name its layer; heads are counted within a layer."""
    result, counts = [], {}
    for found in heads:
        layer = found.get("layer", 0)
        result.append({"layer": layer, "head": counts.get(layer, 0)})
        counts[layer] = counts.get(layer, 0) + 1
    return result


def mask_texts(result, index):
    """The mask of one of the maps: of all sentences, or each sentence's where they differ."""
    texts = [maps["heads"][index]["mask-text"] for maps in result["maps"]]
    return {"mask": texts[0]} if len(set(texts)) == 1 else {"masks": texts}


def tensors_of(p, result, gradients):
    tensors = {f"param.{key}": value for key, value in p.items()}
    tensors.update({f"grad.{key}": value for key, value in gradients.items()})
    tensors.update({f"output.{key}": result[key] for key in ("encoder", "pooled", "logits")})
    for sequence, maps in enumerate(result["maps"]):
        for place, found in zip(places(maps["heads"]), maps["heads"]):
            for stage in ("score", "weight", "mask"):
                if stage in found:
                    tensors[f"map.S{sequence}.L{place['layer']}.H{place['head']}.{stage}"] = found[stage]
        tensors.update({f"map.S{sequence}.pooling.{stage}": value for stage, value in maps["pooling"].items()})
    return {name: value.detach().numpy() for name, value in tensors.items()}


def per_feature(head):
    """Whether a head's maps have numbers for every feature."""
    has_queries = head.get("kind", "source-to-token" if not head["mask-text"] else "token-to-token") not in (
        "source-to-token", "gate")
    return head["weight"].dim() == (3 if has_queries else 2)


def document(case, p, result, gradients, curves):
    def count(prefix):
        return sum(value.numel() for key, value in p.items() if key.startswith(prefix))

    module = model.ENCODERS[case["encoder"]]
    computed_by = getattr(module, "computed_by", lambda o, d: None)(case["options"], case["model"]["embedding"])
    return {
        "format": 1,
        **case,
        "computed_by": computed_by or "written out from the definition",
        "heads": [{**place, **({"kind": head["kind"]} if "kind" in head else {}), **mask_texts(result, index),
                   "per_feature": per_feature(head)}
                  for index, (place, head) in enumerate(zip(places(result["maps"][0]["heads"]),
                                                            result["maps"][0]["heads"]))],
        "parameters": {
            "shapes": {key: list(value.shape) for key, value in p.items()},
            "count": {"encoder": count("encoder."), "pooling": count("pooling."), "classifier": count("classifier.")},
            "zero_gradients": [key for key, value in gradients.items() if value.abs().max() < ZERO],
        },
        "loss": result["loss"].item(),
        "penalty": {"gamma": model.GAMMA, "parameters": model.penalised(case), "value": model.penalty(case, p).item()},
        "curves": curves,
        "versions": {"python": platform.python_version(), "torch": torch.__version__, "numpy": numpy.__version__},
    }


def compute(case):
    p = parameters(case)
    result, gradients, curves = model.run(case, p, record=True), model.gradients(case, p), training.curves(case, p)
    check_case(case, p, result, gradients, curves)
    return document(case, p, result, gradients, curves), tensors_of(p, result, gradients)


def pretty(value):
    """Indented JSON with plain lists on one line."""
    text = json.dumps(value, indent=1, ensure_ascii=False)
    return re.sub(r"\[[^\[\]{}]*\]", lambda found: json.dumps(json.loads(found[0]), ensure_ascii=False), text) + "\n"


def same(a, b, tolerance=1e-12):
    if isinstance(a, dict):
        return isinstance(b, dict) and a.keys() == b.keys() and all(same(a[key], b[key]) for key in a)
    if isinstance(a, list):
        return isinstance(b, list) and len(a) == len(b) and all(map(same, a, b))
    if isinstance(a, float):
        return abs(a - b) <= tolerance * max(1.0, abs(a))
    return a == b


def compare(folder, text, tensors):
    stored, expected = json.loads((folder / "case.json").read_text()), json.loads(text)
    del stored["versions"], expected["versions"]
    for key in expected:
        assert same(expected[key], stored.get(key)), (folder.name, "case.json", key)
    stored = tensors_file.read(folder / "tensors.safetensors")
    assert stored.keys() == tensors.keys(), (folder.name, "names of tensors")
    for key, value in tensors.items():
        assert value.shape == stored[key].shape, (folder.name, key, "shape")
        assert numpy.allclose(value, stored[key], rtol=0, atol=1e-12), (folder.name, key)


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--check", action="store_true", help="write nothing, compare with the files")
    checking = arguments.parse_args().check
    torch.set_num_threads(1)
    oracles.check()
    for case in cases.all_cases():
        found, tensors = compute(case)
        text = pretty(found)
        folder = FOLDER / case["name"]
        if checking:
            compare(folder, text, tensors)
        else:
            folder.mkdir(parents=True, exist_ok=True)
            (folder / "case.json").write_text(text)
            tensors_file.write(folder / "tensors.safetensors", tensors)
        print("agrees:" if checking else "wrote:", case["name"])
    return 0


if __name__ == "__main__":
    sys.exit(main())
