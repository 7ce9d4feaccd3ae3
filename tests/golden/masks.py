"""The mask language in a few lines: a list of heads, each a sum of terms, as matrices [queries, keys]."""

import re

import torch


def _term(text, query, key):
    distance = (query - key).abs()
    found = re.fullmatch(r"([a-z]+)(?:\(([0-9.]+)\))?", text.strip())
    if not found:
        raise ValueError(f"mask term {text!r}")
    name, number = found.group(1), float(found.group(2) or 0)
    hiding = {
        "all": lambda: distance >= 0,
        "fw": lambda: key < query,
        "bw": lambda: key > query,
        "offdiag": lambda: key != query,
        "causal": lambda: key <= query,
        "anticausal": lambda: key >= query,
        "window": lambda: distance <= number,
        "fa": lambda: (distance > 0) & (distance <= number),
        "block": lambda: (key // int(number)) == (query // int(number)),
    }
    if name in hiding:
        return torch.zeros(distance.shape, dtype=torch.float64).masked_fill(~hiding[name](), -torch.inf)
    if name == "dist":
        return -number * distance.double()
    if name == "logdist":
        return -torch.log(distance.clamp(min=1).double())
    raise ValueError(f"mask term {text!r}")


def heads_of(expression, heads):
    """One expression per head: "fw, bw" over four heads is fw, fw, bw, bw; "fw x2" is written out."""
    listed = []
    for part in expression.split(","):
        repeated = re.fullmatch(r"(.*\S)\s+x\s*(\d+)\s*", part)
        listed += [repeated.group(1).strip()] * int(repeated.group(2)) if repeated else [part.strip()]
    if heads % len(listed):
        raise ValueError(f"{len(listed)} masks over {heads} heads")
    return [mask for mask in listed for _ in range(heads // len(listed))]


def rectangle(expression, queries, keys, offset=0):
    """M [queries, keys]: what is added to the score of a pair, minus infinity where the query does not see the key. The
    first query stands at position `offset`, counted from the first key."""
    query = offset + torch.arange(queries)[:, None]
    key = torch.arange(keys)[None, :]
    return sum(_term(term, query, key) for term in expression.split("+"))


def bias(expression, length):
    """The same of a sequence and itself."""
    return rectangle(expression, length, length)
