"""What the recurrent encoders share: both directions, and torch's own layers with our parameters."""

import torch
from torch.nn.utils.rnn import pack_padded_sequence, pad_packed_sequence

DIRECTIONS = {"forward": "", "backward": "_reverse"}


def own(p, prefix):
    """The parameters below a path, without it."""
    return {name[len(prefix):]: value for name, value in p.items() if name.startswith(prefix)}


def written_out(cell, p, prefix, x, valid, features):
    """x [..., n, d] -> [..., n, 2 * features]. cell(parameters, x_t, state) -> (output, state), from zero states; the
    backward direction runs over the reversed sequence."""
    if x.dim() == 3:
        rows = []
        for sequence, seen in zip(x, valid):
            found = written_out(cell, p, prefix, sequence[seen], None, features)
            rows.append(torch.cat([found, found.new_zeros(len(sequence) - len(found), 2 * features)]))
        return torch.stack(rows)
    outputs = []
    for direction in DIRECTIONS:
        parameters, state, found = own(p, f"{prefix}{direction}."), None, []
        tokens = x.unbind(0) if direction == "forward" else x.flip(0).unbind(0)
        for token in tokens:
            if state is None:
                state = (token.new_zeros(features), token.new_zeros(features))
            output, state = cell(parameters, token, state)
            found.append(output)
        found = torch.stack(found)
        outputs.append(found if direction == "forward" else found.flip(0))
    return torch.cat(outputs, dim=-1)


def torch_layer(kind, weights, x, valid, features):
    """kind: torch.nn.LSTM or torch.nn.GRU. weights(direction) -> its weight_ih, weight_hh and, with biases, bias_ih and
    bias_hh in torch's order of gates. Padding is kept out by packing."""
    state = {}
    for direction, suffix in DIRECTIONS.items():
        state.update({f"{name}_l0{suffix}": value for name, value in weights(direction).items()})
    layer = kind(x.shape[-1], features, batch_first=True, bidirectional=True, bias="bias_ih_l0" in state,
                 dtype=x.dtype)
    # The list that forward hands to the kernel; functional_call does not reach it.
    layer._flat_weights = [state[name] for name in layer._flat_weights_names]
    if valid is None:
        return layer(x[None])[0][0]
    packed = pack_padded_sequence(x, valid.sum(dim=-1), batch_first=True, enforce_sorted=False)
    output = layer(packed)[0]
    return pad_packed_sequence(output, batch_first=True, total_length=x.shape[-2])[0]
