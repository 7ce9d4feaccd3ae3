#!/usr/bin/env python3
"""Writes resized.json: small images in other sizes by Pillow's rule, as its code has it: weights in whole numbers,
rows first, bytes in between. Without torch and Pillow.

    make_resized.py           check what is known of the kernels, then write
    make_resized.py --check   the same, then compare with the file; writes nothing
"""

import json
import math
import pathlib
import sys

import numpy

FILE = pathlib.Path(__file__).parent / "resized.json"
CASES = [("bilinear", (7, 9), (3, 4)), ("bilinear", (4, 5), (9, 11)), ("bicubic", (12, 10), (5, 3)),
         ("bicubic", (3, 4), (8, 7)), ("bicubic", (6, 6), (6, 4)), ("bicubic", (1, 9), (2, 2))]


def bilinear(x):
    return max(0.0, 1 - abs(x))


def bicubic(x, a=-0.5):
    x = abs(x)
    if x < 1:
        return (a + 2) * x**3 - (a + 3) * x**2 + 1
    return a * x**3 - 5 * a * x**2 + 8 * a * x - 4 * a if x < 2 else 0.0


KERNELS = {"bilinear": (bilinear, 1), "bicubic": (bicubic, 2)}


def weights(kernel, old, new):
    """[new, old] whole numbers, 2^22 for a whole."""
    function, support = KERNELS[kernel]
    scale = old / new
    wide = max(scale, 1)
    matrix = numpy.zeros((new, old))
    for place in range(new):
        center = (place + 0.5) * scale
        first, end = max(math.trunc(center - support * wide + 0.5), 0), \
            min(math.trunc(center + support * wide + 0.5), old)
        for at in range(first, end):
            matrix[place, at] = function((at + 0.5 - center) / wide)
    matrix /= matrix.sum(1, keepdims=True)
    return numpy.trunc(matrix * 2**22 + numpy.where(matrix < 0, -0.5, 0.5)).astype(numpy.int64)


def along(image, axis, kernel, new):
    if image.shape[axis] == new:
        return image
    moved = numpy.moveaxis(image, axis, 0).astype(numpy.int64)
    summed = numpy.tensordot(weights(kernel, len(moved), new), moved, 1) + 2**21
    return numpy.moveaxis(numpy.clip(summed >> 22, 0, 255), 0, axis)


def resized(image, size, kernel):
    return along(along(image, 1, kernel, size[1]), 0, kernel, size[0])


def check():
    flat = numpy.full((5, 7, 3), 200)
    for kernel in KERNELS:
        assert (resized(flat, (3, 11), kernel) == 200).all()
    assert (resized(numpy.array([[[0] * 3, [100] * 3]]), (1, 1), "bilinear") == 50).all()


def main():
    check()
    random = numpy.random.RandomState(3)
    result = []
    for kernel, old, new in CASES:
        image = random.randint(0, 256, (*old, 3))
        result.append({"kernel": kernel, "image": image.tolist(), "resized": resized(image, new, kernel).tolist()})
    text = json.dumps(result) + "\n"
    if "--check" in sys.argv:
        assert FILE.read_text() == text, f"{FILE} differs"
    else:
        FILE.write_text(text)
    return 0


if __name__ == "__main__":
    sys.exit(main())
