"""What must hold whatever the numbers: REFERENCE 6 (items 1, 2, 3, 8) and the parameter counts of REFERENCE 3."""

import math

import torch
import torch.nn.functional as F

import disa
import masks
import model
import mtsa
import multihead
from attention import masked_softmax


def close(a, b, tolerance=1e-12):
    return (a - b).abs().max().item() <= tolerance * max(1.0, b.abs().max().item())


def random(*shape):
    return torch.randn(*shape, dtype=torch.float64)


def tsa_inputs(n=9, f=5):
    return random(n, f), random(n, n) * 2, random(n, f) * 2, masks.bias("fw", n)


def algorithm_1_is_the_definition():
    v, r, s, _ = tsa_inputs()
    for mask in ("all", "fw", "bw", "offdiag", "fa(2)", "fw+logdist"):
        for token in ("exp", "sigmoid", "exp-tanh"):
            for source in ("exp", "sigmoid", "scaled-sigmoid", "exp-tanh"):
                for one, other in ((r, s), (r, None), (None, s), (None, None)):
                    t = None if one is None else mtsa.log_exp(token, one, 5)
                    u = None if other is None else mtsa.log_exp(source, other, 5)
                    bias = masks.bias(mask, 9)
                    assert close(mtsa.algorithm1(v, t, u, bias), mtsa.naive(v, t, u, bias)[0])


def first_forward_query_is_exactly_zero():
    v, r, s, bias = tsa_inputs()
    assert (mtsa.naive(v, r, s, bias)[0][0] == 0).all() and (mtsa.algorithm1(v, r, s, bias)[0] == 0).all()
    assert (mtsa.naive(v, r, s, bias)[0][1] == v[0]).all()


def tsa_gradients_are_finite_differences():
    v, r, s, bias = tsa_inputs(4, 3)
    leaves = [leaf.requires_grad_() for leaf in (v, r, s)]
    for kind in ("exp", "sigmoid"):
        for form in (lambda *a: mtsa.naive(*a)[0], mtsa.algorithm1):
            assert torch.autograd.gradcheck(lambda a, b, c: form(a, mtsa.log_exp(kind, b, 3), c, bias), leaves)


def published_backward_is_autograd():
    """The formulas of REFERENCE 1.6 (there with features in rows and keys before queries) against autograd."""
    v, r, s, bias = tsa_inputs(6, 4)
    for leaf in (v, r, s):
        leaf.requires_grad_()
    d_h = random(6, 4)
    expected = torch.autograd.grad((mtsa.algorithm1(v, r, s, bias) * d_h).sum(), (v, r, s))
    with torch.no_grad():
        e_r, e_s, x = torch.exp(r.T + bias.T), torch.exp(s.T), v.T
        below = e_s @ e_r
        guarded = torch.where(below > 0, below, torch.ones_like(below))
        h = (x * e_s) @ e_r / guarded
        d_n = d_h.T / guarded
        d_d = torch.where(below > 0, -d_h.T * h / guarded, torch.zeros_like(h))
        d_x = d_n @ e_r.T
        d_s = d_d @ e_r.T + x * d_x
        d_r = (x * e_s).T @ d_n + e_s.T @ d_d
        got = ((e_s * d_x).T, (d_r * e_r).T, (d_s * e_s).T)
    assert all(close(a, b) for a, b in zip(got, expected))


def tsa_without_one_part_is_known_attention():
    v, r, s, _ = tsa_inputs()
    for mask in ("fw", "bw", "all"):
        bias = masks.bias(mask, 9)
        seen = (bias > -torch.inf).any(dim=-1)
        dot = torch.softmax((r + bias)[seen], dim=-1) @ v
        assert close(mtsa.naive(v, r, torch.zeros_like(s), bias)[0][seen], dot)
        pooled = mtsa.naive(v, torch.zeros_like(r), s, bias)[0]
        for query in range(9):
            keys = (bias[query] > -torch.inf).nonzero().squeeze(-1)  # a prefix or suffix
            expected = (torch.softmax(s[keys], dim=0) * v[keys]).sum(dim=0) if len(keys) else torch.zeros(5)
            assert close(pooled[query], expected)


def tsa_ignores_constants():
    v, r, s, bias = tsa_inputs()
    plain = mtsa.naive(v, r, s, bias)[0]
    assert close(mtsa.naive(v, r + random(9, 1), s + random(1, 5), bias)[0], plain)
    sigmoid = mtsa.naive(v, F.logsigmoid(r), s, bias)[0]
    assert not close(mtsa.naive(v, F.logsigmoid(r + 1), s, bias)[0], sigmoid, 1e-3)


def disa_case(directions, scores="features"):
    options = disa.DEFAULTS | {"features": 5, "directions": directions, "scores": scores}
    return options, {name: random(*shape) for name, shape in disa.shapes(options, 6).items()}


def disa_directions_mirror_each_other():
    x = random(8, 6)
    for scores in ("features", "scalar"):
        options, p = disa_case("forward", scores)
        tied = {name.replace("forward", "backward"): value for name, value in p.items()}
        backward = disa.forward(options | {"directions": "backward"}, tied, x)
        assert close(disa.forward(options, p, x.flip(0)).flip(0), backward)


def only_the_mask_breaks_disa_symmetry():
    x, order = random(8, 6), torch.randperm(8)
    options, p = disa_case("none")
    assert close(disa.forward(options, p, x[order]), disa.forward(options, p, x)[order])
    options, p = disa_case("both")
    assert not close(disa.forward(options, p, x[order]), disa.forward(options, p, x)[order], 1e-3)


def one_token_sees_nothing():
    x = random(1, 6)
    for mask in ("fw", "bw", "fa(2)", "offdiag"):
        o = {**multihead.DEFAULTS, "heads": 2, "head_features": 3, "masks": mask}
        p = {name: random(*shape) for name, shape in multihead.shapes(o, 6).items()}
        assert (multihead.forward(o, p, x) == 0).all()
        o = mtsa.PAPER | {"heads": 2, "head_features": 3, "masks": mask, "combine": "none"}
        p = {name: random(*shape) for name, shape in mtsa.shapes(o, 6).items()}
        assert (mtsa.forward(o, p, x) == 0).all() and (mtsa.forward(o, p, x, fused=True) == 0).all()
    for directions in ("both", "none"):
        options, p = disa_case(directions)
        expected = []
        for name in disa.names(options):
            h = disa.hidden(options, p, x, name)
            expected.append(disa.gate(p, name, h, torch.zeros_like(h)) * h)
        assert close(disa.forward(options, p, x), torch.cat(expected, dim=-1))
    case = {"model": {"pooling_activation": "elu"}}
    p = {f"pooling.{layer}.{kind}": random(*shape)
         for layer in ("inner", "outer") for kind, shape in (("weight", (6, 6)), ("bias", (6,)))}
    assert (model.pool(case, p, x) == x[0]).all()


def multihead_is_torchs_layer():
    for mask in ("all", "causal", "window(1)", "block(3)+dist(0.5)"):
        o = {"heads": 3, "head_features": 4, "masks": mask, "positions": "none", "output": True, "biases": True}
        p = {name: random(*shape) for name, shape in multihead.shapes(o, 12).items()}
        x, maps, written = random(7, 12), [], []
        output = multihead.forward(o, p, x, maps=maps)
        assert close(multihead.forward(o, p, x, maps=written, written_out=True), output)
        assert all(close(a["weight"], b["weight"]) for a, b in zip(written, maps))


def weights_are_distributions():
    score = random(7, 7, 3) * 30
    for mask in ("all", "fw", "fa(1)", "bw+logdist"):
        bias = masks.bias(mask, 7)
        weight = masked_softmax(score, bias)
        seen = bias > -torch.inf
        assert (weight[~seen] == 0).all()
        assert close(weight.sum(dim=-2), seen.any(dim=-1)[:, None].double().expand(-1, 3))


def masks_are_what_the_language_says():
    pictures = {
        "all": "xxxx|xxxx|xxxx|xxxx", "fw": "....|x...|xx..|xxx.", "bw": ".xxx|..xx|...x|....",
        "offdiag": ".xxx|x.xx|xx.x|xxx.", "causal": "x...|xx..|xxx.|xxxx", "window(1)": "xx..|xxx.|.xxx|..xx",
        "fa(1)": ".x..|x.x.|.x.x|..x.", "block(2)": "xx..|xx..|..xx|..xx",
    }
    for expression, picture in pictures.items():
        seen = masks.bias(expression, 4) > -torch.inf
        assert "|".join("".join(".x"[cell] for cell in row) for row in seen.int().tolist()) == picture, expression
    assert masks.bias("dist(0.5)+logdist", 4)[0, 3].item() == -1.5 - math.log(3)
    assert masks.heads_of("fw x2, bw", 6) == ["fw"] * 4 + ["bw"] * 2


def count(shapes):
    return sum(math.prod(shape) for shape in shapes.values())


def parameter_counts():
    pooling, inference = 2 * 600**2 + 2 * 600, 4 * 600 * 300 + 300 + 3 * 300 + 3
    highway, sentence = 2 * (300**2 + 300), 600 * 300 + 300 + 300 * 5
    wide = mtsa.PRESETS["classification"]
    heads = count(multihead.shapes(multihead.DEFAULTS, 300))
    directions = count(disa.shapes(disa.DEFAULTS, 300))
    assert heads == 3 * 8 * 300 * 75 and directions == 2 * (300 * 300 + 4 * 300**2 + 5 * 300)
    assert heads + pooling + inference == 1_982_403 and heads + pooling + sentence == 1_443_000
    assert directions + pooling + inference == 2_345_403 and directions + pooling + sentence == 1_806_000
    with_highway = pooling + inference + highway
    for options, total in (
        (wide, 2_885_403), (wide | {"masks": "offdiag"}, 2_885_403), (wide | {"token2token": False}, 2_525_403),
        (wide | {"source": "none"}, 2_524_203), (mtsa.PAPER | {"heads": 2, "head_features": 300}, 2_884_203),
        (wide | {"heads": 8, "head_features": 75}, 2_075_403), (mtsa.PAPER, 2_614_203),
        (wide | {"masks": "window(0)", "source": "none", "token2token": False, "combine": "none"}, 1_803_603),
    ):
        assert count(mtsa.shapes(options, 300)) + with_highway == total, (options, total)
    source = {name: shape for name, shape in mtsa.shapes(mtsa.PRESETS["nmt"], 512).items() if ".source." in name}
    assert 6 * count(source) == 199_680
    for row in ((300, 300), (7, 5)):
        d, f = row
        o = disa.DEFAULTS | {"features": f, "directions": "forward"}
        assert count(disa.shapes(o, d)) == d * f + 4 * f * f + 5 * f
        o = mtsa.PRESETS["classification"] | {"heads": 3, "head_features": f}
        assert count(mtsa.shapes(o, d)) == 3 * (d * f + 6 * f * f + 4 * f)


ALL = [
    masks_are_what_the_language_says, weights_are_distributions, multihead_is_torchs_layer,
    algorithm_1_is_the_definition, first_forward_query_is_exactly_zero, tsa_gradients_are_finite_differences,
    published_backward_is_autograd, tsa_without_one_part_is_known_attention, tsa_ignores_constants,
    disa_directions_mirror_each_other, only_the_mask_breaks_disa_symmetry, one_token_sees_nothing, parameter_counts,
]


def check():
    torch.manual_seed(1)
    for oracle in ALL:
        oracle()
        print("holds:", oracle.__name__.replace("_", " "))
