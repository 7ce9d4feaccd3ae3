"""Reads and writes the safetensors format: eight bytes of header length, a JSON header, then all tensors' bytes."""

import json
import struct

import numpy


STORED = {"F64": "<f8", "F32": "<f4", "F16": "<f2", "BF16": "<u2"}


def stored(array, dtype):
    """The array's numbers in that type; of BF16, which numpy does not have, the upper halves of rounded floats."""
    if dtype != "BF16":
        return numpy.asarray(array, dtype=STORED[dtype], order="C")
    bits = numpy.asarray(array, dtype="<f4", order="C").view("<u4")
    return ((bits + 0x7FFF + (bits >> 16 & 1)) >> 16).astype("<u2")


def write(path, tensors, dtype="F64"):
    """`tensors`: name -> array, written as little-endian numbers of that type in the order of their names."""
    header, chunks, offset = {}, [], 0
    for name in sorted(tensors):
        array = stored(tensors[name], dtype)
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
