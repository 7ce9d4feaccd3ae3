"""The golden cases: encoder, options, sizes, and one batch of sequences of 1, 2, 3, 7 and 12 tokens each."""

import zlib

import numpy

import model
import mtsa

LENGTHS = [3, 1, 12, 2, 7]
SMALL = {"heads": 4, "head_features": 3}
STACK = {"layers": 2, "heads": 2, "features": 6, "feed_forward": 5}
CLASSIFICATION = mtsa.PRESETS["classification"] | {"heads": 2, "head_features": 5}

# name, encoder, options that differ from the encoder's defaults, embedding width, classes, activation of the pooling,
# what it is for
TABLE = [
    ("multihead-plain", "multihead", {"heads": 3, "head_features": 4}, 6, 4, "relu",
     "The papers' baseline: no output projection, no biases, no masks."),
    ("multihead-output", "multihead",
     {"heads": 2, "head_features": 4, "output": True, "biases": True}, 8, 3, "relu",
     "With output projection and biases: torch.nn.MultiheadAttention."),
    ("multihead-output-masks", "multihead",
     {"heads": 3, "head_features": 3, "output": True, "biases": True, "masks": "causal, window(1), block(4)+dist(0.3)"},
     9, 3, "relu", "torch.nn.MultiheadAttention with a mask for each head."),
    ("multihead-directions-positions", "multihead",
     {"heads": 4, "head_features": 3, "masks": "fw, bw", "positions": "sinusoidal"}, 7, 5, "relu",
     "Strict directions, so first and last tokens see nothing; the papers' positional code."),
    ("disa-both", "disa", {"features": 5}, 6, 4, "elu", "DiSAN as published, elu."),
    ("disa-relu", "disa", {"features": 4, "activation": "relu"}, 7, 3, "relu",
     "DiSAN as used for sentence classification, relu."),
    ("disa-scalar", "disa", {"features": 5, "scores": "scalar"}, 6, 4, "elu", "One weight per pair of tokens."),
    ("disa-none", "disa", {"features": 6, "directions": "none"}, 6, 3, "elu",
     "No direction: everything but the token itself."),
    ("disa-forward", "disa", {"features": 6, "directions": "forward", "activation": "relu"}, 8, 4, "relu",
     "One direction."),
    ("disa-backward", "disa", {"features": 5, "directions": "backward", "scores": "scalar"}, 6, 4, "elu",
     "The other direction, one weight per pair."),
    ("mtsa-paper", "mtsa", mtsa.PAPER | SMALL, 8, 4, "relu", "Preset paper: the definition as printed."),
    ("mtsa-classification", "mtsa", CLASSIFICATION, 6, 6, "relu",
     "Preset classification (variant A of the released code)."),
    ("mtsa-stacking", "mtsa", mtsa.PRESETS["stacking"] | SMALL, 7, 4, "relu", "Preset stacking (variant B)."),
    ("mtsa-srl", "mtsa", mtsa.PRESETS["srl"] | SMALL, 6, 5, "relu", "Preset srl (variant C)."),
    ("mtsa-nmt", "mtsa", mtsa.PRESETS["nmt"] | SMALL, 6, 3, "relu", "Preset nmt (variant D): no directions."),
    ("mtsa-without-masks", "mtsa", CLASSIFICATION | {"masks": "offdiag"}, 6, 4, "relu",
     "The paper's ablation: only i = j is hidden."),
    ("mtsa-without-token2token", "mtsa", CLASSIFICATION | {"token2token": False}, 6, 4, "relu",
     "The paper's ablation: no query map, no key map."),
    ("mtsa-without-source2token", "mtsa", CLASSIFICATION | {"source": "none"}, 6, 4, "relu",
     "The paper's ablation: one weight per pair for all features."),
    ("mtsa-without-modules", "mtsa",
     CLASSIFICATION | {"masks": "window(0)", "token2token": False, "source": "none", "combine": "none"}, 6, 4, "relu",
     "The paper's ablation: every token sees itself alone, so a dense layer is left."),
    ("mtsa-paper-without-token2token", "mtsa", mtsa.PAPER | SMALL | {"token2token": False}, 6, 4, "relu",
     "The source part is made from k, so the key map stays and only the query map goes."),
    ("mtsa-exp-tanh", "mtsa",
     CLASSIFICATION | {"heads": 3, "head_features": 4, "token_exp": "exp-tanh", "source_exp": "exp-tanh",
                       "value_activation": "elu", "source_activation": "elu", "combine": "none",
                       "masks": "fw, bw, all"}, 6, 3, "elu",
     "Bounded exponentials, elu, heads joined as they are."),
    ("mtsa-logdist", "mtsa", mtsa.PAPER | SMALL | {"masks": "fw+logdist, bw+dist(0.5)"}, 6, 4, "relu",
     "Masks with finite biases."),
    ("mtsa-mixed", "mtsa",
     mtsa.PAPER | {"heads": 2, "head_features": 4, "value_activation": "elu", "value_bias": True, "dot_from": "v",
                   "dot_bias": True, "source": "dense", "source_from": "k", "token_exp": "sigmoid",
                   "source_exp": "sigmoid", "output_bias": True, "output_activation": "elu",
                   "masks": "causal, fa(2)"}, 9, 4, "elu",
     "What no preset combines: sigmoids on both sides, k from v with biases, a dense source part from k, elu last."),
    ("bilstm", "bilstm", {"features": 4}, 6, 4, "relu", "torch.nn.LSTM, both directions."),
    ("bilstm-wide", "bilstm", {"features": 9}, 5, 3, "elu", "More features than inputs."),
    ("bigru-before", "bigru", {"features": 4}, 6, 4, "relu", "TensorFlow's cell: reset before the product."),
    ("bigru-after", "bigru", {"features": 5, "reset": "after"}, 6, 3, "relu",
     "torch.nn.GRU: reset after the product, two biases."),
    ("bisru-equal", "bisru", {"features": 6}, 6, 4, "relu", "As many features as inputs."),
    ("bisru-dense", "bisru", {"features": 4}, 7, 3, "relu", "A ReLU layer first."),
    ("avg", "avg", {}, 6, 4, "relu", "The mean of the word vectors."),
    ("cbow", "cbow", {}, 5, 3, "relu", "The sum of the word vectors."),
    ("multicnn-paper", "multicnn", {"features": 4}, 6, 4, "relu",
     "Windows of 3, 4 and 5 tokens over sentences of 1 to 12: torch.nn.Conv1d."),
    ("multicnn-widths", "multicnn", {"features": 3, "kernels": "1,8,2,2"}, 5, 3, "relu",
     "Windows of one token, of most of a sentence, and the same width twice."),
    ("hrchycnn-paper", "hrchycnn", {"features": 4}, 6, 4, "relu", "Three layers, windows of 5 tokens: torch.nn.Conv1d."),
    ("hrchycnn-even", "hrchycnn", {"features": 5, "layers": 2, "kernel": 4}, 5, 3, "elu",
     "An even window: one more token after than before."),
    ("hrchycnn-gehring", "hrchycnn", {"features": 4, "layers": 2, "kernel": 3, "variant": "gehring"}, 6, 4, "relu",
     "A linear layer first, torch.nn.functional.glu, and a scaled sum at every layer."),
    ("lama-paper", "lama", {"features": 3, "heads": 4, "context_features": 5}, 6, 4, "relu",
     "A trained context over a Bi-GRU."),
    ("lama-ctx-positions", "lama",
     {"features": 3, "heads": 3, "context": "document", "disagreement": "positions"}, 6, 3, "relu",
     "The document's mean as context; heads that look at the same tokens cost."),
    ("lama-ctx-embeddings-rank", "lama",
     {"features": 2, "heads": 3, "rank": 2, "context": "document", "disagreement": "embeddings", "strength": 0.7}, 5, 3,
     "relu", "Two products a head; heads that find the same cost."),
    ("lama-encoder", "lama", {"below": "embeddings", "hidden_layer": False, "heads": 3, "context_features": 4}, 6, 4,
     "relu", "LAMA Encoder: over the word vectors."),
    ("san-paper", "san", {"features": 3, "heads": 4, "attention_features": 5}, 6, 4, "relu",
     "Over a Bi-LSTM, with the penalty."),
    ("san-without-biases", "san",
     {"features": 4, "heads": 3, "attention_features": 6, "biases": False, "penalty": 0.3}, 5, 3, "relu",
     "The LAMA author's LSTM."),
    ("csan-1d", "csan", {"heads": 3, "head_features": 4, "window": 5, "area_heads": 1}, 6, 4, "relu",
     "A window in a query's own head."),
    ("csan-2d", "csan", {"heads": 4, "head_features": 3, "window": 3, "biases": False}, 7, 3, "relu",
     "An area of three heads, smaller at the outermost ones."),
    ("csan-circular", "csan",
     {"heads": 3, "head_features": 3, "window": 7, "area_heads": 5, "border": "circular", "output": False}, 6, 4, "relu",
     "More heads in the area than there are, going round."),
    ("csan-released", "csan", {"heads": 4, "head_features": 3, "window": 5, "border": "released"}, 6, 4, "relu",
     "The released code's border: keys of the other end beside values of the outermost head."),
    ("transformer-pre-norm", "transformer", STACK, 6, 4, "relu",
     "torch.nn.TransformerEncoderLayer with normalisation first."),
    ("transformer-post-norm", "transformer",
     STACK | {"norm": "post", "final_norm": False, "scale_input": False, "positions": "learned", "max_length": 5}, 8, 3,
     "relu",
     "torch.nn.TransformerEncoderLayer with normalisation last, a dense layer before it, and learned positions of "
     "which there are too few."),
    ("transformer-unbiased", "transformer",
     STACK | {"biases": False, "activation": "elu", "positions": "none", "layers": 1}, 6, 4, "relu",
     "No biases on the attention's maps, elu, no positions."),
    ("transformer-csan", "transformer",
     STACK | {"heads": 3, "attention": "csan", "attention_layers": 1, "window": 3}, 6, 4, "relu",
     "2D-CSAN in the lower of two layers."),
    ("transformer-bi-direct", "transformer",
     STACK | {"heads": 3, "attention": "bi-direct", "general_heads": 1}, 6, 4, "relu",
     "A general head and a pair of directed ones."),
    ("transformer-rel-pos", "transformer", STACK | {"attention": "rel-pos", "max_distance": 2}, 6, 4, "relu",
     "Vectors for distances up to 2."),
    ("transformer-neighbor", "transformer", STACK | {"attention": "neighbor"}, 6, 4, "relu",
     "A trained deviation for every head."),
    ("transformer-local-hard", "transformer", STACK | {"attention": "local-hard", "reach": 2}, 6, 4, "relu",
     "A predicted window of two tokens to either side."),
    ("transformer-local-hard-uncut", "transformer",
     STACK | {"attention": "local-hard", "reach": 3, "cut": False, "layers": 1}, 6, 4, "relu",
     "The released code's form: the bell curve alone."),
    ("transformer-local-soft", "transformer", STACK | {"attention": "local-soft", "attention_layers": 1}, 6, 4,
     "relu", "A predicted bell curve in the lower of two layers."),
    ("transformer-block", "transformer", STACK | {"attention": "block", "block_length": 3}, 6, 4, "relu",
     "Blocks of three tokens and a shorter one at the end."),
    ("transformer-mtsa-srl", "transformer", STACK | {"attention": "mtsa-srl", "norm": "post"}, 6, 4, "relu",
     "MTSA, forward and backward heads."),
    ("transformer-mtsa-nmt", "transformer", STACK | {"attention": "mtsa-nmt", "biases": False}, 6, 4, "relu",
     "MTSA, no directions."),
    ("te-paper", "te", {"heads": 2, "features": 6, "feed_forward": 5, "max_length": 20}, 6, 4, "relu",
     "torch.nn.TransformerEncoderLayer and the mean over the tokens."),
    ("te-sinusoidal", "te",
     {"heads": 2, "features": 8, "feed_forward": 5, "norm": "pre", "final_norm": True, "positions": "sinusoidal"}, 6, 4,
     "relu", "Normalisation first, sines and cosines, a dense layer before it."),
    ("distance-san-paper", "distance-san", {"heads": 2, "head_features": 5, "inner_features": 7}, 6, 4, "relu",
    ("transformer-feed-forward-first", "transformer",
     STACK | {"attention": "mtsa-srl", "norm": "post", "order": "feed-forward-first", "final_norm": False,
              "input_bias": True, "positions": "none"}, 6, 4, "relu",
     "MTSA's layer for semantic role labelling as released: the feed-forward part first, a trained vector on every "
     "token."),
     "Two directions and the paper's sentence vector; a normalisation shared by queries, keys and values."),
    ("distance-san-width", "distance-san",
     {"heads": 3, "head_features": 4, "inner_features": 5, "score_scale": "width", "distance": 0.25}, 7, 3, "relu",
     "Scores divided by the root of all heads' features."),
    ("distance-san-tokens", "distance-san",
     {"heads": 2, "head_features": 4, "inner_features": 6, "sentence_vector": "none", "distance": 1}, 8, 3, "relu",
     "Without the sentence vector, pooled like other encoders."),
    ("mpsan-paper", "mpsan", {"features": 6}, 6, 4, "relu", "MPSAN as published: four masks, one weight a pair."),
    ("mpsan-released", "mpsan", {"features": 5, "masks": "fw+logdist, bw+logdist, fa(1), fa(2)"}, 5, 3, "relu",
     "The masks of the released code."),
    ("mpsan-features", "mpsan", {"features": 4, "scores": "features", "activation": "elu", "masks": "fw+logdist, fa(2)"},
     4, 4, "elu", "A weight per feature (M-D), elu."),
    ("mpsan-gate", "mpsan", {"features": 5, "fusion": "gate", "masks": "fw, bw+dist(0.5), all"}, 6, 4, "relu",
     "Fusion gates, attentions of another width than the input, joined."),
    ("biblosa-released", "biblosa", {"features": 4}, 5, 4, "relu",
     "Bi-BloSA as released; the block length follows each sentence's own length."),
    ("biblosa-paper", "biblosa",
     {"features": 4, "activation": "elu", "block_rule": "paper", "block_summary": "paper", "inter_block": "paper"},
     6, 3, "elu", "The paper's equations: two-layer block summaries, no input layer between blocks."),
    ("biblosa-padded", "biblosa", {"features": 4, "activation": "elu", "block_length": 3, "padded_length": 14}, 5, 4,
     "relu", "Blocks of three, and empty blocks that earlier ones see: the released code's padding to 14 tokens."),
    ("biblosa-without-local", "biblosa", {"features": 3, "activation": "tanh", "block_length": 4, "local": False}, 5, 4,
     "relu", "The paper's ablation: fusion without the attention inside blocks, which the blocks still build on."),
    ("biblosa-without-global", "biblosa", {"features": 3, "activation": "none", "block_length": 2, "global": False}, 5,
     4, "relu", "The paper's ablation: nothing between blocks."),
]


def build(row):
    name, encoder, options, embedding, classes, activation, purpose = row
    case = {
        "name": name,
        "purpose": purpose,
        "encoder": encoder,
        "options": {**getattr(model.ENCODERS[encoder], "DEFAULTS", {}), **options},
    }
    case["model"] = {"vocabulary": 30, "embedding": embedding,
                     "encoder_features": model.width(encoder, case["options"], embedding),
                     "pooling_activation": activation, "hidden": 7, "classes": classes}
    random = numpy.random.RandomState(seed(name, "batch"))
    tokens = [random.randint(2, case["model"]["vocabulary"], size=length).tolist() for length in LENGTHS]
    tokens[4][2] = 1  # an unknown word
    tokens[2][9] = tokens[2][4]  # a word that occurs twice
    labels = random.permutation(numpy.arange(len(LENGTHS)) % classes).tolist()
    case["batch"] = {"lengths": LENGTHS, "tokens": tokens, "labels": labels}
    return case


def seed(*words):
    return zlib.crc32(" ".join(map(str, words)).encode())


def all_cases():
    return [build(row) for row in TABLE]
