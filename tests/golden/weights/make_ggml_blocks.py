#!/usr/bin/env python3
"""Writes ggml_blocks.gguf, a GGUF file of tensors of all types that the engine reads, and ggml_blocks.npz, their numbers.

    /usr/bin/python3 tests/golden/weights/make_ggml_blocks.py            # writes both files
    /usr/bin/python3 tests/golden/weights/make_ggml_blocks.py --check    # compares with the files; writes nothing

Blocks hold random bits. What they mean is computed here number by number from the definition of each layout, as bits of
whole fields in exact (float64) arithmetic, and rounded once. Nothing of the engine is used. Made with numpy 1.24.2.
"""
import io
import os
import struct
import sys

import numpy as np

random = np.random.RandomState(20261128)
HERE = os.path.dirname(os.path.abspath(__file__))


def random_half():
    """A finite half-precision number: any sign, also small beyond the normal ones."""
    bits = random.randint(0, 1 << 16)
    if (bits >> 10) & 31 == 31:
        bits &= 0xBFFF
    return struct.pack("<H", bits)


def half(block, at):
    return float(np.frombuffer(block, "<f2", 1, at)[0])


def bits(block, first_bit, count):
    """The field of `count` bits that begins at that bit of the block as one little-endian number."""
    return (int.from_bytes(block, "little") >> first_bit) & ((1 << count) - 1)


def signed(value, count):
    return value - (1 << count) if value >> (count - 1) else value


def q8_0(block, i):
    return half(block, 0) * signed(bits(block, 16 + 8 * i, 8), 8)


def q4_0(block, i):
    byte, upper = i % 16, i // 16
    return half(block, 0) * (bits(block, 16 + 8 * byte + 4 * upper, 4) - 8)


def q4_k(block, i):
    part = i // 32
    at = 32  # bit at which the scales begin
    if part < 4:
        scale = bits(block, at + 8 * part, 6)
        offset = bits(block, at + 8 * (part + 4), 6)
    else:
        scale = bits(block, at + 8 * (part + 4), 4) + 16 * bits(block, at + 8 * (part - 4) + 6, 2)
        offset = bits(block, at + 8 * (part + 4) + 4, 4) + 16 * bits(block, at + 8 * part + 6, 2)
    byte, upper = 32 * (part // 2) + i % 32, part % 2
    return half(block, 0) * scale * bits(block, 8 * (16 + byte) + 4 * upper, 4) - half(block, 2) * offset


def q6_k(block, i):
    side, inside = divmod(i, 128)
    low = bits(block, 8 * (64 * side + inside % 64) + 4 * (inside // 64), 4)
    high = bits(block, 8 * (128 + 32 * side + inside % 32) + 2 * (inside // 32), 2)
    scale = signed(bits(block, 8 * (192 + i // 16), 8), 8)
    return half(block, 208) * scale * (low + 16 * high - 32)


def random_bytes(count):
    return random.randint(0, 256, count).astype(np.uint8).tobytes()


# Numbers in a block, a random block, the meaning of number i.
BLOCKS = {
    "Q8_0": (8, 32, lambda: random_half() + random_bytes(32), q8_0),
    "Q4_0": (2, 32, lambda: random_half() + random_bytes(16), q4_0),
    "Q4_K": (12, 256, lambda: random_half() + random_half() + random_bytes(140), q4_k),
    "Q6_K": (14, 256, lambda: random_bytes(208) + random_half(), q6_k),
}


def block_tensor(kind, shape):
    number, size, make, meaning = BLOCKS[kind]
    blocks = [make() for _ in range(int(np.prod(shape)) // size)]
    values = [np.float32(meaning(block, i)) for block in blocks for i in range(size)]
    return number, b"".join(blocks), np.array(values, np.float32).reshape(shape)


def plain_tensor(number, values):
    return number, values.tobytes(), values.astype(np.float32)


def tensors():
    wide = random.standard_normal((2, 3, 2, 5)).astype("<f4")
    yield "f32", plain_tensor(0, wide)
    yield "scalar", plain_tensor(0, np.array(-0.1, "<f4"))
    halves = np.frombuffer(b"".join(random_half() for _ in range(21)), "<f2").reshape(3, 7)
    yield "f16", plain_tensor(1, halves)
    upper = (random.standard_normal(9).astype("<f4").view("<u4") >> 16).astype("<u2")
    yield "bf16", (30, upper.tobytes(), (upper.astype("<u4") << 16).view("<f4"))
    for number, kind in ((24, "<i1"), (25, "<i2"), (26, "<i4"), (27, "<i8")):
        limits = np.iinfo(kind)
        values = np.array([limits.min, -1, 0, 7, limits.max], kind)
        yield kind[1:], plain_tensor(number, values)
    yield "f64", plain_tensor(28, random.standard_normal(4).astype("<f8"))
    for kind, shape in (("Q8_0", (3, 64)), ("Q4_0", (2, 2, 32)), ("Q4_K", (3, 256)), ("Q6_K", (2, 512))):
        yield kind.lower(), block_tensor(kind, shape)
    yield "q5_k", (13, random_bytes(176), np.zeros((1, 256), np.float32))  # which the engine does not read


def text(value):
    data = value.encode()
    return struct.pack("<Q", len(data)) + data


def gguf_bytes():
    keys = {
        "general.architecture": struct.pack("<I", 8) + text("golden"),
        "general.alignment": struct.pack("<II", 4, 64),
    }
    infos, data, numbers = b"", b"", {}
    count = 0
    for name, (number, stored, values) in tensors():
        count += 1
        dims = values.shape[::-1]
        data += b"\0" * (-len(data) % 64)
        infos += text(name) + struct.pack("<I%dQ" % len(dims), len(dims), *dims) + struct.pack("<IQ", number, len(data))
        data += stored
        if name != "q5_k":
            numbers[name] = values
    head = b"GGUF" + struct.pack("<IQQ", 3, count, len(keys))
    head += b"".join(text(key) + value for key, value in keys.items()) + infos
    return head + b"\0" * (-len(head) % 64) + data, numbers


def main():
    data, numbers = gguf_bytes()
    archive = io.BytesIO()
    np.savez(archive, **numbers)
    check = "--check" in sys.argv[1:]
    for name, content in (("ggml_blocks.gguf", data), ("ggml_blocks.npz", archive.getvalue())):
        path = os.path.join(HERE, name)
        if not check:
            with open(path, "wb") as file:
                file.write(content)
        elif open(path, "rb").read() != content:
            sys.exit(name + " differs")
    print("%d tensors" % len(numbers))


main()
