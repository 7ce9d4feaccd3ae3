"""The modules with the numbers of real models, against what is known of these from elsewhere. Prints how far they are
from it."""

import base64
import json
import struct

import numpy
import torch

import tensors_file
from published import gpt2, llama, mingpt, opennmt, transformer_lens
from published.decoder_parts import rotate


def read(path):
    return json.loads(path.read_text())


def numbers(data, shape, at=0):
    values = numpy.frombuffer(data, "<f4", int(numpy.prod(shape)), at)
    return torch.from_numpy(values.reshape(shape).copy()).double()


def load(path):
    return {name: torch.from_numpy(value.copy()).double() for name, value in tensors_file.read(path).items()}


def filled(architecture, config, tensors):
    model = architecture.build(config).double()
    missing, unexpected = model.load_state_dict(tensors, strict=False)
    assert not missing, missing
    return model, unexpected


def compare(what, ours, theirs, limit):
    difference = (ours - torch.as_tensor(theirs).reshape(ours.shape)).abs().max().item()
    print(f"{what}: {difference:.2g}")
    assert difference < limit, (what, difference)


def maps(results, name="attentions"):
    count = sum(key.startswith(name) for key in results)
    return torch.stack([results[f"{name}.{layer}"] for layer in range(count)])


def check_stories(folder):
    golden, config = read(folder / "golden.json"), read(folder / "derived_hf/config.json")
    model, unexpected = filled(llama, config, load(folder / "derived_hf/model.safetensors"))
    assert not unexpected, unexpected
    for prompt in golden["prompts"]:
        results = {}
        logits = llama.run(model, config, torch.tensor(prompt["tokens"]), results)
        if "logits" in prompt:
            compare("stories260K logits", logits, prompt["logits"], 2e-5)
        compare("stories260K attention", maps(results), prompt["attention"], 1e-6)
    expected, cache = golden["greedy_from_bos"]["tokens"], {}
    ids = expected[:1]
    while len(ids) < len(expected):
        ids.append(int(llama.run(model, config, torch.tensor(ids[-1:]), {}, cache, len(ids) - 1)[0].argmax()))
    assert ids == expected
    check_interleaved(folder, config, model)


def check_interleaved(folder, config, model):
    """llama2.c's file, whose pairs of rotated features lie side by side: the rows of queries and keys, taken evens
    first in each head, are Hugging Face's."""
    data = (folder / "stories260K.bin").read_bytes()
    width, inner, layers, count, keys, words, places = struct.unpack("<7i", data[:28])
    assert (width, layers, count, keys, abs(words)) == tuple(config[name] for name in (
        "hidden_size", "num_hidden_layers", "num_attention_heads", "num_key_value_heads", "vocab_size"))
    own, at = width // count, 28
    shapes = [("embed", (abs(words), width)), ("rms_att", (layers, width)), ("wq", (layers, count * own, width)),
              ("wk", (layers, keys * own, width)), ("wv", (layers, keys * own, width)),
              ("wo", (layers, width, count * own)), ("rms_ffn", (layers, width)), ("w1", (layers, inner, width)),
              ("w2", (layers, width, inner)), ("w3", (layers, inner, width)), ("rms_final", (width,)),
              ("cos", (places, own // 2)), ("sin", (places, own // 2))]
    tensors = {}
    for name, shape in shapes:
        size = int(numpy.prod(shape))
        tensors[name] = numbers(data, shape, at)
        at += 4 * size
    assert at == len(data) and words > 0  # a negative number of words: the scores' matrix is not tied, and follows

    def evens_first(matrix):
        return matrix.reshape(-1, own // 2, 2, width).transpose(1, 2).reshape(matrix.shape)

    for layer, theirs in enumerate(model.model.layers):
        for name, ours in (("q", evens_first(tensors["wq"][layer])), ("k", evens_first(tensors["wk"][layer])),
                           ("v", tensors["wv"][layer]), ("o", tensors["wo"][layer])):
            assert getattr(theirs.self_attn, name + "_proj").weight.equal(ours), name
        for name, ours in (("gate", "w1"), ("down", "w2"), ("up", "w3")):
            assert getattr(theirs.mlp, name + "_proj").weight.equal(tensors[ours][layer]), name
    # the rotation itself: pairs side by side, as llama2.c has them, and halves
    x = torch.from_numpy(numpy.random.RandomState(2).standard_normal((1, 5, own)))
    angles = torch.arange(5)[:, None] * llama.options(config).radians[0]
    pairs = torch.view_as_complex(x.reshape(1, 5, own // 2, 2)) * torch.polar(torch.ones_like(angles), angles)
    halves = rotate(torch.cat([x[..., 0::2], x[..., 1::2]], -1), llama.options(config).radians[0], 0)
    compare("llama2.c rotation", torch.cat([pairs.real, pairs.imag], -1), halves, 1e-12)


def check_translator(folder):
    config = read(folder / "derived/config.json")
    tensors = load(folder / "derived/model.safetensors")
    source, target = config["source_vocab"], config["target_vocab"]
    for case in read(folder / "golden.json")["cases"]:
        results, ids = {}, torch.tensor([source.index(one) for one in case["source"]])
        memory = opennmt.run_side(tensors, "encoder", config, ids, results)
        written = [target.index("<s>")]
        while written[-1] != target.index("</s>"):
            logits = opennmt.decode(tensors, config, torch.tensor(written), memory, results)
            written.append(int(logits[-1].argmax()))
        assert [target[one] for one in written[1:-1]] == case["greedy"]
        chosen = logits.log_softmax(1)[range(len(logits)), written[1:]]
        compare("aren log-probabilities", chosen, case["token_logprobs"], 1e-6)
        for ours, theirs in (("encoder_attentions", "encoder_attention"), ("cross_attentions", "cross_attention"),
                             ("decoder_attentions", "decoder_self_attention")):
            compare(f"aren {theirs}", maps(results, ours), case[theirs], 1e-6)


def check_sorter(folder):
    config = read(folder / "derived/config.json")
    model, unexpected = filled(mingpt, config, load(folder / "derived/model.safetensors"))
    assert all(name.endswith("attn.bias") for name in unexpected), unexpected
    partials = read(folder / "gpt-nano-sort-t0-partials.json")

    def of(name):
        return numbers(base64.b64decode(partials[name]["data"]), partials[name]["shape"])

    for number, ids in enumerate(of("idx").long()):
        results = {}
        logits = mingpt.run(model, config, ids, results)
        compare("gpt-nano logits", logits, of("lm_head")[number], 1e-5)
        compare("gpt-nano attention", results["attentions.0"], of("attSm")[number], 1e-6)
        for layer in range(3):
            ours = results["last_layer"] if layer == 2 else results[f"hidden_states.{layer + 1}"]
            compare(f"gpt-nano block {layer}", ours, of(f"block{layer}")[number], 1e-5)
        compare("gpt-nano final norm", results["hidden_states.3"], of("ln_f")[number], 1e-5)


def check_brackets(folder):
    config = read(folder / "derived/config.json")
    config = {**transformer_lens.CONFIG, "attn_scale": config["d_head"] ** 0.5, **config}
    tensors = torch.load(folder / "brackets_model_state_dict.pt", map_location="cpu")
    tensors = {name: value.double() for name, value in tensors.items()}
    model, unexpected = filled(transformer_lens, config, tensors)
    assert all(name.endswith((".mask", ".IGNORE")) for name in unexpected), unexpected
    names, right = config["tokens"], 0
    examples = sorted(read(folder / "brackets_data.json")[:1000], key=lambda one: -len(one[0]))
    for text, balanced in examples:
        ids = torch.tensor([names["[start]"]] + [names[one] for one in text] + [names["[end]"]])
        logits = transformer_lens.run(model, config, ids, {})
        right += bool(logits[0].argmax()) == balanced
    padded = torch.cat([ids, torch.full((config["n_ctx"] - len(ids),), names["[pad]"])])
    hidden = padded == names["[pad]"]
    assert hidden.sum() > 30
    padded_logits = transformer_lens.run(model, config, padded, {}, hidden_keys=hidden)
    compare("brackets with padding", padded_logits[0], logits[0], 1e-10)
    print(f"brackets: {right} of {len(examples)} right")
    assert right == len(examples)


def check_random_gpt2(folder):
    config, golden = read(folder / "config.json"), read(folder / "golden.json")
    model, unexpected = filled(gpt2, config, load(folder / "model.safetensors"))
    assert not unexpected, unexpected
    results = {}
    logits = gpt2.run(model, config, torch.tensor(golden["input_ids"]), results)
    compare("random GPT-2 logits", logits, golden["logits"], 1e-6)
    compare("random GPT-2 attention", maps(results), golden["attention"], 1e-6)


def check(folder):
    with torch.no_grad():
        check_stories(folder / "stories260K")
        check_translator(folder / "aren_transliteration")
        check_sorter(folder / "gpt_nano_sort")
        check_brackets(folder / "brackets_classifier")
        check_random_gpt2(folder / "random_tiny_gpt2_hf")
