"""What must hold of the published decoders whatever their numbers, and the same computed in other ways."""

import math

import torch
from torch import nn

from published import (bart, decoder_parts, gemma, gemma2, gemma3, gpt2, gpt_neox, llama, marian, mingpt, mistral,
                       phi, qwen2, qwen3, slow_decoder, slow_neox, t5, transformer_lens)

ROTARY = (llama, mistral, qwen2, qwen3, gemma, gemma2, gemma3)


def close(a, b, limit=1e-10):
    difference = (a - b).abs().max().item()
    assert difference < limit, difference


def without_scaling(architecture, model):
    """T5 does not scale scores, so its queries are drawn smaller."""
    if architecture is t5:
        for name, parameter in model.named_parameters():
            if name.endswith(".q.weight"):
                parameter.copy_((parameter / 2).float())
    return model


def check(architecture, model, case, example, found, run):
    check_maps(found)
    check_matters(architecture, model, case, example, found, run)
    check_single(architecture, model, case, example, found, run)
    one_way = hasattr(architecture, "run") and case.config.get("attention_dir") != "bidirectional"
    if "decoder_ids" in example or one_way:
        check_cached(architecture, model, case.config, example, found)
    if architecture in ROTARY + (gpt_neox,):
        slow = slow_neox if architecture is gpt_neox else slow_decoder
        tensors = {name: value.numpy() for name, value in model.state_dict().items()}
        close(torch.from_numpy(slow.logits(tensors, case.config, example["ids"])), found["logits"])
        check_moved(architecture, model, case.config, example, found)
    if architecture is phi:
        tensors = {name: value.numpy() for name, value in model.state_dict().items()}
        slow = slow_neox.logits(*phi.as_neox(tensors, case.config), example["ids"])
        close(torch.from_numpy(slow + tensors["lm_head.bias"]), found["logits"])
        check_moved(architecture, model, case.config, example, found)
    if architecture in ROTARY:
        check_reach(architecture, model, case.config, example, found, run)
    if architecture in (bart, marian):
        check_layers(model, case.config, found)
    if architecture is t5:
        check_scores(model, case.config, found)


def check_maps(found):
    for name, value in found.items():
        if "attentions" in name:
            close(value.sum(-1), torch.ones(value.shape[:-1]))


def tells(found):
    """Whether no map is about even or a choice of one key: it would tell little."""
    for name, value in found.items():
        if "attentions" in name:
            keys = (value > 0).sum(-1)
            entropy = -(value * value.clamp(min=1e-300).log()).sum(-1)[keys > 1] / keys[keys > 1].log()
            if not 0.1 < entropy.mean() < 0.9:
                return False
    return True


def refilled(architecture, config, weights):
    """A model by another config with the same weights, as far as it has such."""
    model = architecture.build(config).double()
    words = next(value for name, value in weights.items() if value.dim() == 2 and "lm_head" not in name)
    with torch.no_grad():
        for name, parameter in model.named_parameters():
            source = weights.get(name, words)
            parameter.copy_(source[tuple(slice(size) for size in parameter.shape)])
    return model


def check_matters(architecture, model, case, example, found, run):
    """With another value of an entry of the config, the same weights give something else."""
    if len(example["ids"]) < 9:
        return
    for entry, value in case.matters.items():
        config = {**case.config, entry: value}
        logits = run(architecture, refilled(architecture, config, model.state_dict()), config, example)["logits"]
        assert (logits - found["logits"]).abs().max() > 3e-4, (case.name, entry)


def check_single(architecture, model, case, example, found, run):
    """Single precision stays close, so that it can be compared with these values."""
    single = run(architecture, refilled(architecture, case.config, model.state_dict()).float(), case.config, example)
    for name, value in found.items():
        close(single[name].double(), value, 2e-5 * max(1, value.abs().max().item()))


def check_cached(architecture, model, config, example, found):
    """Token by token with a cache gives what one pass gives."""
    cache, results, rows = {}, {}, []
    with torch.no_grad():
        ids = example.get("decoder_ids", example["ids"])
        memory, step = (), getattr(architecture, "run", None)
        if "decoder_ids" in example:
            memory = (architecture.encode(model, config, torch.tensor(example["ids"]), {}),)
            step = architecture.decode
        for place, one in enumerate(ids):
            rows.append(step(model, config, torch.tensor([one]), *memory, results, cache=cache, first=place))
    close(torch.cat(rows), found["logits"])


def check_moved(architecture, model, config, example, found):
    """Only distances count: the text somewhere later gives the same."""
    with torch.no_grad():
        close(architecture.run(model, config, torch.tensor(example["ids"]), {}, first=1003), found["logits"], 1e-9)


def check_reach(architecture, model, config, example, found, run):
    """Of windows of all layers, the first token reaches as many tokens as they add up to, and no more."""
    windows = architecture.options(config).windows
    if None in windows:
        return
    changed = {**example, "ids": [example["ids"][0] - 1] + example["ids"][1:]}
    difference = (run(architecture, model, config, changed)["logits"] - found["logits"]).abs().amax(1)
    reach = sum(window - 1 for window in windows)
    assert (difference[reach + 1:] == 0).all()
    assert (difference[:reach + 1] > 1e-9).all()


def fill(theirs, ours):
    """nn.MultiheadAttention with the numbers of Bart's names."""
    with torch.no_grad():
        theirs.in_proj_weight.copy_(torch.cat([ours.q_proj.weight, ours.k_proj.weight, ours.v_proj.weight]))
        theirs.in_proj_bias.copy_(torch.cat([ours.q_proj.bias, ours.k_proj.bias, ours.v_proj.bias]))
    theirs.out_proj.load_state_dict(ours.out_proj.state_dict())


def unseen(count):
    return torch.ones(count, count).triu(1).bool()


def check_layers(model, config, found):
    """torch's own layers with the norms behind."""
    function = {"swish": nn.functional.silu, "gelu": nn.functional.gelu}[config["activation_function"]]
    memory = found[f"encoder_hidden_states.{config['encoder_layers']}"]
    for side, kind in (("encoder", nn.TransformerEncoderLayer), ("decoder", nn.TransformerDecoderLayer)):
        for number, ours in enumerate(getattr(model.model, side).layers):
            theirs = kind(config["d_model"], config[f"{side}_attention_heads"], config[f"{side}_ffn_dim"], dropout=0,
                          activation=function, batch_first=True).double()
            pairs = [(theirs.linear1, ours.fc1), (theirs.linear2, ours.fc2), (theirs.norm1, ours.self_attn_layer_norm)]
            fill(theirs.self_attn, ours.self_attn)
            x = found[f"{side}_hidden_states.{number}"]
            if side == "decoder":
                fill(theirs.multihead_attn, ours.encoder_attn)
                pairs += [(theirs.norm2, ours.encoder_attn_layer_norm), (theirs.norm3, ours.final_layer_norm)]
            else:
                pairs.append((theirs.norm2, ours.final_layer_norm))
            for to, source in pairs:
                to.load_state_dict(source.state_dict())
            with torch.no_grad():
                more = {"memory": memory[None], "tgt_mask": unseen(len(x))} if side == "decoder" else {}
                y = theirs(x[None], **more)[0]
            close(y, found[f"{side}_hidden_states.{number + 1}"])


def check_scores(model, config, found):
    """torch's attention, whose scores are scaled, with queries as much larger and the bias as its mask."""
    for side, count in (("encoder", config["num_layers"]), ("decoder", config["num_decoder_layers"])):
        table = getattr(model, side).block[0].layer[0].SelfAttention.relative_attention_bias.weight
        for number in range(count):
            layer = getattr(model, side).block[number].layer[0]
            own, x = layer.SelfAttention, layer.layer_norm(found[f"{side}_hidden_states.{number}"])
            mask = [[[float(table[exact_bucket(key - query, config, side == "encoder"), head])
                      if side == "encoder" or key <= query else -math.inf for key in range(len(x))]
                     for query in range(len(x))] for head in range(config["num_heads"])]
            query, key, value = ((x @ matrix.weight.T).reshape(len(x), -1, config["d_kv"]).transpose(0, 1)
                                 for matrix in (own.q, own.k, own.v))
            _, weights = nn.functional._scaled_dot_product_attention(
                query * config["d_kv"] ** 0.5, key, value, torch.tensor(mask, dtype=torch.float64), 0.0, True, False)
            close(weights, found[f"{side}_attentions.{number}"])


def exact_bucket(distance, config, both_ways):
    """By integers: bucket `exact + i` begins at the first size with (size / exact)^steps >= (reach / exact)^i."""
    count = config["relative_attention_num_buckets"] // (2 if both_ways else 1)
    size = abs(distance) if both_ways else max(0, -distance)
    exact, reach = count // 2, config["relative_attention_max_distance"]
    steps, found = count - exact, size
    if size >= exact:
        found = exact + max(i for i in range(steps) if size ** steps * exact ** i >= reach ** i * exact ** steps)
    return found + (count if both_ways and distance > 0 else 0)


def check_parts():
    random = torch.Generator().manual_seed(1)
    query, key = torch.randn(2, 1, 1, 8, generator=random, dtype=torch.float64)
    radians = decoder_parts.frequencies(6, 100.0)
    scores = [decoder_parts.rotate(query, radians, a) @ decoder_parts.rotate(key, radians, b).transpose(1, 2)
              for a, b in ((9, 4), (25, 20), (9, 5))]
    close(scores[0], scores[1])
    assert (scores[0] - scores[2]).abs() > 1e-3
    # the published buckets of distances, both ways and of earlier keys only
    for both_ways in (True, False):
        for config in ({"relative_attention_num_buckets": 32, "relative_attention_max_distance": 128},
                       t5.CONFIG):
            distances = torch.arange(-300, 301)
            expected = [exact_bucket(distance, config, both_ways) for distance in distances.tolist()]
            assert t5.bucket(distances, config, both_ways).tolist() == expected, (config, both_ways)
    # Llama 3's scaling: quick pairs stay, slow ones are slowed down by the whole factor, some are between
    plain, scaled = (decoder_parts.frequencies(8, 5000.0, scaling) for scaling in (None, llama.LONGER))
    ratio = plain / scaled
    assert ratio[0] == 1 and 1 < ratio[1] < 8 and ratio[2:].sub(8).abs().max() < 1e-9, ratio


def check_twins():
    """GPT-2's numbers under other publishers' names give the same, and so they do with norms folded into matrices."""
    case = gpt2.CASES[0]
    model = decoder_parts.draw(gpt2.build(case.config), case.name, inputs_first=True)
    ids, width, count = torch.tensor([3, 9, 40, 9, 1]), case.config["n_embd"], case.config["n_head"]
    with torch.no_grad():
        expected = gpt2.run(model, case.config, ids, {})
        weights = model.state_dict()
        config = {"block_size": 16, "n_embd": width, "n_head": count, "n_layer": 2, "vocab_size": 48}
        twin = mingpt.build(config).double()
        turned = ("c_attn.weight", "c_proj.weight", "c_fc.weight")
        twin.load_state_dict({**{name: value.T if name.endswith(turned) else value for name, value in weights.items()},
                              "lm_head.weight": weights["transformer.wte.weight"]})
        close(mingpt.run(twin, config, ids, {}), expected)
        for fold in (False, True):
            config = {**transformer_lens.CONFIG, "d_head": width // count, "d_mlp": 4 * width, "d_model": width,
                      "attn_scale": (width // count) ** 0.5, "n_heads": count,
                      "normalization_type": "LNPre" if fold else "LN"}
            twin = transformer_lens.build(config).double()
            twin.load_state_dict(lens_names(weights, count, fold))
            close(transformer_lens.run(twin, config, ids, {}), expected)


def lens_names(weights, count, fold):
    """GPT-2's weights by TransformerLens's names."""
    body = {name[len("transformer."):]: value for name, value in weights.items()}
    width = body["ln_f.weight"].shape[0]
    result = {"embed.W_E": body["wte.weight"], "pos_embed.W_pos": body["wpe.weight"]}

    def after(norm, matrix, bias, ours):
        if not fold:
            result.update({f"{ours}.w": body[f"{norm}.weight"], f"{ours}.b": body[f"{norm}.bias"]})
            return matrix, bias
        return body[f"{norm}.weight"][:, None] * matrix, bias + body[f"{norm}.bias"] @ matrix

    for layer in range(2):
        old, new = f"h.{layer}", f"blocks.{layer}"

        def of(name):
            return body[f"{old}.{name}.weight"], body[f"{old}.{name}.bias"]

        matrix, bias = after(f"{old}.ln_1", *of("attn.c_attn"), f"{new}.ln1")
        for word, one, added in zip("QKV", matrix.chunk(3, 1), bias.chunk(3)):
            result[f"{new}.attn.W_{word}"] = one.reshape(width, count, -1).transpose(0, 1)
            result[f"{new}.attn.b_{word}"] = added.reshape(count, -1)
        matrix, result[f"{new}.attn.b_O"] = of("attn.c_proj")
        result[f"{new}.attn.W_O"] = matrix.reshape(count, -1, width)
        result[f"{new}.mlp.W_in"], result[f"{new}.mlp.b_in"] = after(f"{old}.ln_2", *of("mlp.c_fc"), f"{new}.ln2")
        result[f"{new}.mlp.W_out"], result[f"{new}.mlp.b_out"] = of("mlp.c_proj")
    matrix, bias = after("ln_f", body["wte.weight"].T, torch.zeros(len(body["wte.weight"])).double(), "ln_final")
    return {**result, "unembed.W_U": matrix, "unembed.b_U": bias}
