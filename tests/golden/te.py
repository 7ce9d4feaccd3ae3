"""One Transformer encoder layer and the mean over the tokens (REFERENCE 1.12)."""

import transformer

DEFAULTS = transformer.DEFAULTS | {"layers": 1, "feed_forward": 1024, "norm": "post", "final_norm": False,
                                   "scale_input": False, "positions": "learned"}
POOLS = True
EXEMPT = transformer.EXEMPT
MEANS = transformer.MEANS
ALTERNATIVE = transformer.ALTERNATIVE
shapes = transformer.shapes
width = transformer.width
computed_by = transformer.computed_by


def forward(o, p, x, valid=None, maps=None, written_out=False):
    y = transformer.forward(o, p, x, valid, maps, written_out)
    if valid is None:
        return y.mean(dim=-2)
    return (y * valid[..., None]).sum(dim=-2) / valid.sum(dim=-1, keepdim=True)
