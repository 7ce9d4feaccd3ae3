"""Writes checkpoints of PyTorch in both forms to torch/, with what torch itself reads from them in torch/expected.json.

Run with PyTorch 1.13: python3 make_torch.py. The files are committed; the bytes depend on nothing random.
"""
import collections
import json
import pathlib
import struct

import torch

FOLDER = pathlib.Path(__file__).parent / "torch"


def values(count, start=0.0):
    return torch.arange(count, dtype=torch.float32) * 0.37 - 1.5 + start


def state():
    tied = torch.nn.Parameter(values(12).reshape(4, 3))
    inner = collections.OrderedDict(weight=tied, bias=values(4, 2.0))
    inner._metadata = {"": {"version": 1}, "inner": {"version": 2}}
    whole = values(24, -3.0).reshape(4, 6)
    return {
        "encoder": inner,
        "decoder": {"tied": tied, "transposed": whole.t(), "part": whole[1:3, 2:5], "column": whole[:, 1],
                    "cube": values(24, 5.0).reshape(2, 3, 4).permute(2, 0, 1)},
        "double": values(3).double() / 3, "half": values(5).half(), "bfloat": values(5).bfloat16(),
        "long": torch.tensor([-(2 ** 40), 7]), "int": torch.tensor([[-5], [6]], dtype=torch.int32),
        "short": torch.tensor([-300, 300], dtype=torch.int16), "char": torch.tensor([-128, 127], dtype=torch.int8),
        "byte": torch.tensor([0, 255], dtype=torch.uint8), "bool": torch.tensor([True, False, True]),
        "empty": torch.empty(0, 4), "scalar": torch.tensor(2.5), "ones": torch.ones(1, 3, 1),
        "layers": [values(2), (values(2, 1.0), "text")],
        "epoch": 12, "big": 2 ** 70, "rate": 1e-3, "name": "Übung", "none": None, "flag": True,
        "size": torch.Size([2, 3]), "type": torch.float16, 7: values(1),
    }


def tensors(value, name=""):
    if isinstance(value, torch.Tensor):
        yield name, value
    elif isinstance(value, (dict, list, tuple)) and not isinstance(value, torch.Size):
        entries = value.items() if isinstance(value, dict) else enumerate(value)
        for key, item in entries:
            yield from tensors(item, f"{name}.{key}" if name else str(key))


def bits(tensor):
    return [struct.unpack("<I", struct.pack("<f", x))[0] for x in tensor.detach().float().reshape(-1).tolist()]


def main():
    FOLDER.mkdir(exist_ok=True)
    expected = {name: {"dtype": str(tensor.dtype).split(".")[1], "shape": list(tensor.shape), "bits": bits(tensor)}
                for name, tensor in tensors(state())}
    for protocol in (2, 4):
        torch.save(state(), FOLDER / f"zip{protocol}.pt", pickle_protocol=protocol)
        torch.save(state(), FOLDER / f"legacy{protocol}.pt", pickle_protocol=protocol,
                   _use_new_zipfile_serialization=False)
    (FOLDER / "expected.json").write_text(json.dumps(expected, indent=0) + "\n")


main()
