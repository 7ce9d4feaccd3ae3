"""Sentences as bags of words: the mean of their vectors (REFERENCE 1.12), or the sum (REFERENCE 1.9)."""

from attention import clear_padding


class Sum:
    POOLS = True

    @staticmethod
    def shapes(o, d):
        return {}

    @staticmethod
    def width_over(o, d):
        return d

    @staticmethod
    def forward(o, p, x, valid=None, maps=None):
        """x [..., n, d] -> [..., d]."""
        return clear_padding(x, valid).sum(dim=-2)


class Mean(Sum):
    @staticmethod
    def forward(o, p, x, valid=None, maps=None):
        return x.mean(dim=-2) if valid is None else Sum.forward(o, p, x, valid) / valid.sum(dim=-1, keepdim=True)
