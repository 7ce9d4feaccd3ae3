"""Reads and writes the safetensors format: eight bytes of header length, a JSON header, then all tensors' bytes."""

import json
import struct

import numpy


STORED = {"F64": "<f8", "F32": "<f4"}


def write(path, tensors, dtype="F64"):
    """`tensors`: name -> array, written as little-endian numbers of that type in the order of their names."""
    header, chunks, offset = {}, [], 0
    for name in sorted(tensors):
        array = numpy.asarray(tensors[name], dtype=STORED[dtype], order="C")
        header[name] = {"dtype": dtype, "shape": list(array.shape), "data_offsets": [offset, offset + array.nbytes]}
        chunks.append(array.tobytes())
        offset += array.nbytes
    text = json.dumps(header, separators=(",", ":")).encode()
    text += b" " * (-len(text) % 8)
    path.write_bytes(struct.pack("<Q", len(text)) + text + b"".join(chunks))


def read(path):
    data = path.read_bytes()
    size = struct.unpack("<Q", data[:8])[0]
    header = json.loads(data[8 : 8 + size])
    body = data[8 + size :]
    return {name: numpy.frombuffer(body[slice(*entry["data_offsets"])], STORED[entry["dtype"]]).reshape(entry["shape"])
            for name, entry in header.items() if name != "__metadata__"}
