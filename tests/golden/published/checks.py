"""What must hold whatever the numbers: torch's own layer gives the same, and padding changes nothing."""

import torch
from torch import nn


def close(found, wanted, tolerance=1e-11):
    difference = (found - wanted).abs().max().item()
    assert difference < tolerance, difference


def torch_layer(maps, out, first, second, norm1, norm2, heads, activation, norm_first=False):
    """torch.nn.TransformerEncoderLayer of the given linear layers (`maps`: of queries, keys and values) and norms."""
    theirs = nn.TransformerEncoderLayer(out.out_features, heads, first.out_features, dropout=0, activation=activation,
                                        layer_norm_eps=norm1.eps, batch_first=True, norm_first=norm_first).double()
    with torch.no_grad():
        theirs.self_attn.in_proj_weight.copy_(torch.cat([linear.weight for linear in maps]))
        theirs.self_attn.in_proj_bias.copy_(torch.cat([
            torch.zeros(linear.out_features) if linear.bias is None else linear.bias for linear in maps]))
    for to, source in ((theirs.self_attn.out_proj, out), (theirs.linear1, first), (theirs.linear2, second),
                       (theirs.norm1, norm1), (theirs.norm2, norm2)):
        to.load_state_dict(source.state_dict())
    return theirs


def bert_layer(layer, maps):
    attention, output = layer.attention.output, layer.output
    return torch_layer(maps, attention.dense, layer.intermediate.dense, output.dense, attention.LayerNorm,
                       output.LayerNorm, layer.heads, layer.activation)


def bert_layers(layers, config, results):
    for number, layer in enumerate(layers):
        own = layer.own()
        theirs = bert_layer(layer, (own.query, own.key, own.value))
        assert theirs.norm1.eps == theirs.norm2.eps == config["layer_norm_eps"]
        close(theirs(results[f"hidden.{number}"][None])[0], results[f"hidden.{number + 1}"])


def padding(model, config, example, results, count=3):
    """Padding behind the text, which nothing sees."""
    size = len(example["ids"])
    padded = {"ids": torch.cat([example["ids"], torch.full((count,), config["pad_token_id"])])}
    if "token_types" in example:
        padded["token_types"] = torch.cat([example["token_types"], torch.zeros(count, dtype=torch.long)])
    found = model(padded, torch.arange(size + count) < size)
    for key, value in results.items():
        of_tokens = value.shape[0] == size
        other = found[key][:, :size, :size] if value.dim() == 3 else found[key][:size] if of_tokens else found[key]
        close(other, value)
