#!/usr/bin/env python3
"""Small SentencePiece models, byte by byte, and what they make of some texts: sentence_piece/*.model and
sentence_piece.json beside this file; --check compares with the files and writes nothing; --seeds FOLDER writes seeds for
the fuzzer, too. Models and rules are written out here from the format's description; no library is asked."""

import json
import struct
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
NORMAL, UNKNOWN, CONTROL, USER, UNUSED, BYTE = 1, 2, 3, 4, 5, 6
UNIGRAM, BPE, WORD, CHAR = 1, 2, 3, 4
SPACE = "\u2581"


# --- the file --------------------------------------------------------------------------------------------------------

def varint(value):
    out = b""
    while value >= 0x80:
        out += bytes([value & 0x7F | 0x80])
        value >>= 7
    return out + bytes([value])


def whole(field, value):
    return varint(field << 3) + varint(int(value))


def chunk(field, content):
    return varint(field << 3 | 2) + varint(len(content)) + content


def double_array(rules):
    """Units of a double array for a table of byte strings, and the texts behind it."""
    tree, texts = {}, b""
    for key, text in rules.items():
        node = tree
        for byte in key.encode():
            node = node.setdefault(byte, {})
        node[None] = len(texts)
        texts += text.encode() + b"\0"
    free = 0x80000000  # no byte is its label
    units, used, bases = [free] * 256, {0}, set()

    def place(node, at, label):
        labels = [0 if byte is None else byte for byte in node]
        base = 1
        while base in bases or any((base ^ byte) in used for byte in labels):
            base += 1
        bases.add(base)
        while len(units) <= (base | 0xFF):
            units.extend([free] * 256)
        used.update(base ^ byte for byte in labels)
        units[at] = (at ^ base) << 10 | (None in node) << 8 | label
        for byte, child in node.items():
            if byte is None:
                units[base] = 0x80000000 | child
            else:
                place(child, base ^ byte, byte)

    place(tree, 0, 0)
    return units, texts


def characters_map(rules):
    units, texts = double_array(rules)
    return struct.pack("<I", 4 * len(units)) + struct.pack("<%dI" % len(units), *units) + texts


def file_of(model):
    out = b""
    for text, score, kind in model["pieces"]:
        piece = chunk(1, text.encode()) + varint(2 << 3 | 5) + struct.pack("<f", score)
        out += chunk(1, piece + (whole(3, kind) if kind != NORMAL else b""))
    out += chunk(2, whole(3, model["rule"]) + whole(24, model["suffix"]) + whole(35, model["bytes"]))
    table = characters_map(model["map"]) if model["map"] else b""
    out += chunk(3, (chunk(2, table) if table else b"") + whole(3, model["dummy"]) + whole(4, model["few"]) +
                 whole(5, 1))
    return out


# --- what it means ---------------------------------------------------------------------------------------------------

def first_rule(model, text, at):
    """What the characters at a place become, and how many they are."""
    user = [p for p, _, kind in model["pieces"] if kind == USER and text.startswith(p, at)]
    if user:
        longest = max(user, key=len)
        return longest, len(longest)
    keys = [key for key in model["map"] if text.startswith(key, at)]
    if keys:
        longest = max(keys, key=len)
        return model["map"][longest], len(longest)
    return text[at], 1


def normalized(model, text):
    """Characters, each with the characters that were typed for it and whether it is a space's mark."""
    parts, at = [], 0
    while at < len(text):
        become, count = first_rule(model, text, at)
        parts.append((become, at, at + count))
        at += count
    if model["few"]:
        while parts and parts[0][0] == " ":
            parts.pop(0)
    if not parts:
        return []
    out = []
    if model["dummy"] and not model["suffix"]:
        out.append((SPACE, parts[0][1], parts[0][1], True))
    behind_space = model["few"]
    for become, begin, end in parts:
        if behind_space:
            become = become.lstrip(" ")
        out += [(SPACE if c == " " else c, begin, end, c == " ") for c in become]
        if become:
            behind_space = model["few"] and become.endswith(" ")
    while model["few"] and out and out[-1][0] == SPACE:
        out.pop()
    if model["dummy"] and model["suffix"]:
        out.append((SPACE, len(text), len(text), True))
    return out


def unigram(model, text):
    """The best cut by the sum of scores, a character that no piece has costing ten more than the least likely one."""
    scores = {p: (s, i) for i, (p, s, kind) in enumerate(model["pieces"]) if kind == NORMAL}
    users = {p: i for i, (p, _, kind) in enumerate(model["pieces"]) if kind == USER}
    most = max(s for s, _ in scores.values())
    least = min(s for s, _ in scores.values()) - 10
    unknown = [i for i, (_, _, kind) in enumerate(model["pieces"]) if kind == UNKNOWN][0]
    best = [(0.0, None, None)] + [None] * len(text)
    for begin in range(len(text)):
        for end in range(begin + 1, len(text) + 1):
            piece = text[begin:end]
            if piece in users:
                score, index = len(piece.encode()) * most - 0.1, users[piece]
            elif piece in scores:
                score, index = scores[piece]
            elif end == begin + 1:
                score, index = least, unknown
            else:
                continue
            total = best[begin][0] + score
            if best[end] is None or total > best[end][0]:
                best[end] = (total, begin, index)
    found, at = [], len(text)
    while at > 0:
        found.append((best[at][2], best[at][1], at))
        at = best[at][1]
    return found[::-1]


def byte_pairs(model, text):
    """The best-scored pair of neighbours is joined, the leftmost of several, until none makes a piece."""
    index = {p: i for i, (p, _, kind) in enumerate(model["pieces"]) if kind in (NORMAL, USER, UNUSED)}
    unknown = [i for i, (_, _, kind) in enumerate(model["pieces"]) if kind == UNKNOWN][0]
    users = [p for p, _, kind in model["pieces"] if kind == USER]
    symbols, at = [], 0
    while at < len(text):
        user = max((p for p in users if text.startswith(p, at)), key=len, default="")
        end = at + max(len(user), 1)
        symbols.append((at, end, bool(user)))
        at = end
    while True:
        pairs = []
        for k in range(len(symbols) - 1):
            joined = text[symbols[k][0]:symbols[k + 1][1]]
            if joined in index and not symbols[k][2] and not symbols[k + 1][2]:
                pairs.append((-model["pieces"][index[joined]][1], k))
        if not pairs:
            break
        k = min(pairs)[1]
        symbols[k:k + 2] = [(symbols[k][0], symbols[k + 1][1], False)]
    return [(index.get(text[b:e], unknown), b, e) for b, e, _ in symbols]


def tokens(model, text):
    characters = normalized(model, text)
    plain = "".join(c for c, _, _, _ in characters)
    place = [len(text[:k].encode()) for k in range(len(text) + 1)]
    cut = unigram if model["rule"] == UNIGRAM else byte_pairs
    out, words, begins_word, behind_unknown = [], 0, True, False
    for index, begin, end in cut(model, plain):
        part = characters[begin:end]
        shown = list(part)
        while shown and shown[0][3]:
            shown.pop(0)
        while shown and shown[-1][3]:
            shown.pop()
        shown = shown or part
        first, last = place[shown[0][1]], place[shown[-1][2]]
        is_unknown = model["pieces"][index][2] == UNKNOWN
        piece = plain[begin:end]
        if is_unknown and behind_unknown and not model["bytes"]:
            out[-1][2] = last
            continue
        behind_unknown = is_unknown
        if begins_word or (not model["suffix"] and piece.startswith(SPACE)):
            words += 1
        begins_word = model["suffix"] and piece.endswith(SPACE)
        if is_unknown and model["bytes"]:
            for byte in piece.encode():
                name = "<0x%02X>" % byte
                number = [p for p, _, _ in model["pieces"]].index(name)
                out.append([number, first, last, words - 1, True])
        else:
            out.append([index, first, last, words - 1, not is_unknown])
    return out


# --- models and texts ------------------------------------------------------------------------------------------------

MARKS = [("<unk>", 0, UNKNOWN), ("<s>", 0, CONTROL), ("</s>", 0, CONTROL)]
RULES = {"\ufb01": "fi", "e\u0301": "\u00e9", "\uff21": "A", "\uff22": "B", "\u00a0": " ", "\u3000": " ", "\t": " ",
         "\n": " ", "\u2026": "...", "\u200b": "", "\u200d": "", "\u00bd": "1\u20442", "\u00a8": " \u0308",
         "\ufdfa": "\u0635\u0644\u0649 \u0627", "a\u0308": "\u00e4", "a": "a"}


def model(rule, pieces, bytes=False, suffix=False, dummy=True, few=True, table=None):
    return {"rule": rule, "pieces": MARKS + pieces, "bytes": bytes, "suffix": suffix, "dummy": dummy, "few": few,
            "map": table or {}}


def models():
    words = [SPACE, SPACE + "the", SPACE + "quiet", "ly", "est", SPACE + "un", "quiet", SPACE + "fin", "e", "fi", "f",
             "i", "n", SPACE + "caf", "\u00e9", "A", "B", ".", "...", "t", "h", "q", "u", SPACE + "\u05e9\u05dc",
             "\u05d5\u05dd", "s", "<", ">", "/", SPACE + "a", "a", "1", "2", "\u2044"]
    unigram_pieces = [(text, -float(2 + k * 5 % 13) - k / 64, NORMAL) for k, text in enumerate(words)]
    unigram_pieces += [("<sep>", 0, USER), ("\ufb01x", 0, USER)]
    merges = ["th", "qu", SPACE + "th", SPACE + "the", "qui", "et", "quiet", SPACE + "quiet", "ly", SPACE * 2, "\u05e9\u05dc",
              SPACE + "c", "af", SPACE + "caf", SPACE * 4]
    letters = [SPACE, "t", "h", "e", "q", "u", "i", "l", "y", "c", "a", "f", "\u00e9", "\u05e9", "\u05dc", "s", "<", ">", "/"]
    pairs = [("<0x%02X>" % byte, 0, BYTE) for byte in range(256)]
    pairs += [(text, -float(k), NORMAL) for k, text in enumerate(merges)]
    pairs += [(text, -float(100 + k), NORMAL) for k, text in enumerate(letters)] + [("<tool>", 0, USER)]
    behind = ["the" + SPACE, "quiet" + SPACE, "quiet", "ly" + SPACE, "ly", SPACE] + list("thequily")
    return {
        "unigram": model(UNIGRAM, unigram_pieces, table=RULES),
        "plain": model(UNIGRAM, unigram_pieces[:-2], dummy=False, few=False),
        "bytes": model(BPE, pairs, bytes=True, few=False),
        "suffix": model(UNIGRAM, [(text, -1.0 - k / 4, NORMAL) for k, text in enumerate(behind)], suffix=True),
    }


TEXTS = ["the quietly", "  the   quietest  ", "unquietly\tthe\nquiet", "caf\u00e9 cafe\u0301 fine \ufb01ne \ufb01xe", "\uff21\uff22.",
         "the\u2026 the\u00a0\u00a0quiet", "", "   ", "<s> </s> <unk> <sep> a<sep>the", "<tool>the <tool> s", "\u4e2d\u56fd the \u4e2d",
         "\u05e9\u05dc\u05d5\u05dd the", "\U0001f636\u200d\U0001f32b\ufe0f ok", "\u2581the \u2581", "a\u00a8e", "\u00bd\ufdfa the", "\u200bthe\u200b", "tha\u0308t",
         "the\u0000quiet", "quietthequiet", "<0x41> a", " ", "s s  s    s"]


def main():
    files = {}
    golden = {}
    for name, one in models().items():
        files["sentence_piece/%s.model" % name] = file_of(one)
        golden[name] = [{"text": text, "tokens": tokens(one, text)} for text in TEXTS]
    lines = []
    for name, cases in golden.items():
        rows = ",\n".join("  " + json.dumps(case, ensure_ascii=True) for case in cases)
        lines.append(' "%s": [\n%s]' % (name, rows))
    files["sentence_piece.json"] = ("{\n" + ",\n".join(lines) + "}\n").encode()
    if "--seeds" in sys.argv:
        folder = Path(sys.argv[sys.argv.index("--seeds") + 1])
        write_seeds(folder)
    different = [name for name, content in files.items()
                 if not (HERE / name).exists() or (HERE / name).read_bytes() != content]
    if "--check" in sys.argv:
        for name in different:
            print("differs:", name)
        sys.exit(1 if different else 0)
    (HERE / "sentence_piece").mkdir(exist_ok=True)
    for name, content in files.items():
        (HERE / name).write_bytes(content)


def write_seeds(folder):
    """As small as they can be: each has what another one has not."""
    few = [(SPACE + "ab", -1.0, NORMAL), ("a", -2.0, NORMAL), ("b", -3.0, NORMAL), (SPACE, -4.0, NORMAL)]
    user = [("ab", 0, USER), ("abc", 0, USER), ("ba", 0, UNUSED)]
    seeds = {
        "unigram": model(UNIGRAM, few),
        "map": model(UNIGRAM, few, table={"x": "ab", "xy": "", "\u00e9": "e"}),
        "user": model(UNIGRAM, few + user, dummy=False),
        "pairs": model(BPE, few + [("ab", -0.5, UNUSED), ("aba", -0.4, NORMAL)], few=False),
        "bytes": model(BPE, few + [("<0x%02X>" % byte, 0, BYTE) for byte in range(256)], bytes=True),
        "words": model(WORD, few, suffix=True),
        "characters": model(CHAR, few + user),
    }
    for name, one in seeds.items():
        (folder / "sentence_piece").mkdir(parents=True, exist_ok=True)
        (folder / "sentence_piece" / (name + ".model")).write_bytes(file_of(one))
    config = {"T5Tokenizer": "", "LlamaTokenizer": ', "legacy": false, "added_tokens_decoder": {"7": {"content": "<x>"}}',
              "XLMRobertaTokenizer": "", "CamembertTokenizer": "", "MBartTokenizer": ', "src_lang": "de_DE"'}
    (folder / "sentence_piece_folder").mkdir(parents=True, exist_ok=True)
    for name, more in config.items():
        text = b'=== tokenizer_config.json\n{"tokenizer_class": "%s"%s}\n' % (name.encode(), more.encode())
        text += b"=== tokenizer.model\n" + file_of(seeds["unigram"])
        (folder / "sentence_piece_folder" / (name + ".txt")).write_bytes(text)
    vocabulary = {"</s>": 0, "<unk>": 1, "a": 2, SPACE + "ab": 3, "<pad>": 4, ">>de<<": 5}
    text = b'=== tokenizer_config.json\n{"tokenizer_class": "MarianTokenizer"}\n=== vocab.json\n'
    text += json.dumps(vocabulary).encode() + b"\n=== source.spm\n" + file_of(seeds["unigram"])
    (folder / "sentence_piece_folder" / "MarianTokenizer.txt").write_bytes(text)


main()
