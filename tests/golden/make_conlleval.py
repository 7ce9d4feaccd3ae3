#!/usr/bin/env python3
"""Writes conlleval.json: sentences of gold and predicted tags, and what CoNLL's evaluation of spans makes of them, by the
rules that its program applies to two neighbouring tokens. Large random sets are not in the file: how they are drawn is,
with the counts, the report and a hash of the spans.

    make_conlleval.py           write conlleval.json
    make_conlleval.py --check   compare with the file; writes nothing
"""

import collections
import json
import pathlib
import sys

FILE = pathlib.Path(__file__).parent / "conlleval.json"
CONLL2000 = pathlib.Path(__file__).parents[2].parent / "shared" / "data" / "conll2000"
OUTSIDE = ("O", "")

# Pairs of letters, of the token before and of this one, between which a span ends, or begins, whatever the labels are.
ENDS = {a + b for a, b in ("BB", "BS", "BO", "IB", "IS", "IO")} | {a + b for a in "ES" for b in "BIOES"}
BEGINS = {a + b for a in "BIOES" for b in "BS"} | {a + b for a in "EOS" for b in "EI"}

# name, [(gold, predicted)]; a predicted tag "?" is one that is missing
CASES = [
    ("all-right", [("B-NP I-NP O B-VP", "B-NP I-NP O B-VP"), ("O B-NP", "O B-NP")]),
    ("inside-behind-outside", [("O B-X I-X O", "O I-X I-X O"), ("O I-X I-X", "O B-X I-X")]),
    ("inside-at-the-beginning", [("I-X I-X O", "B-X I-X O"), ("B-X I-X", "I-X I-X")]),
    ("begin-behind-begin", [("B-X B-X B-X", "B-X I-X I-X"), ("B-X I-X I-X", "B-X B-X B-X"), ("B-X B-X", "B-X B-X")]),
    ("label-changes-inside", [("B-X I-Y I-Y", "B-X B-Y I-Y"), ("B-X I-X I-Y", "B-X I-X I-X"), ("I-X I-Y", "I-X I-Y")]),
    ("begin-changes-label", [("B-X B-Y", "B-X I-Y"), ("B-X I-X B-Y I-X", "B-X I-X B-Y B-X")]),
    ("at-sentence-ends", [("O B-X I-X", "O B-X I-X"), ("I-X I-X O", "I-X I-X O"), ("B-X", "I-X"), ("I-X", "O")]),
    ("too-long-and-too-short", [("B-X I-X I-X O", "B-X I-X O O"), ("B-X I-X O O", "B-X I-X I-X O"),
                                ("O B-X I-X", "B-X I-X I-X"), ("B-X I-X I-X", "O B-X I-X")]),
    ("right-place-wrong-label", [("B-X I-X O", "B-Y I-Y O"), ("B-X O", "B-X-Y O")]),
    ("nothing-found", [("B-X I-X O", "O O O")]),
    ("nothing-to-find", [("O O O", "O B-X I-X")]),
    ("nothing-at-all", [("O O", "O O")]),
    ("no-token", []),
    ("label-only-found", [("B-X O", "B-X B-Z")]),
    ("missing-predictions", [("B-X I-X O O", "B-X I-X ? ?"), ("B-X I-X I-X", "B-X I-X ?"), ("O B-X", "? ?")]),
    ("no-labels", [("B I O B", "B I O B"), ("O I I", "O B I"), ("B B", "B I")]),
    ("labels-with-hyphens", [("B-C-ARG1 I-C-ARG1 O", "B-C-ARG1 I-C-ARG1 O"), ("B-C-ARG1", "B-ARG1")]),
    ("bioes", [("B-X I-X E-X S-Y", "B-X I-X E-X S-Y"), ("S-X S-X O", "S-X O S-X"), ("B-X E-X", "B-X I-X")]),
    ("bioes-broken", [("E-X E-X", "S-X S-X"), ("B-X I-X O E-X", "B-X E-X O S-X"), ("S-X I-X E-X", "S-X B-X E-X"),
                      ("B-X S-X E-X I-X", "B-X E-Y E-X I-X"), ("I-X E-Y", "S-X S-Y")]),
]

# name, tags, share (percent) of predicted tags that are the gold ones, whether predictions are cut off, seed
BIO = ["O", "B-NP", "I-NP", "B-VP", "I-VP", "B-PP", "I-PP"]
RANDOM = [
    ("random", BIO, 0, False, 1),
    ("half-right", BIO, 50, False, 2),
    ("nearly-right", BIO, 95, False, 3),
    ("one-label", ["O", "B-X", "I-X"], 80, False, 4),
    ("no-begin", ["O", "I-X", "I-Y"], 80, False, 5),
    ("cut-off", BIO, 90, True, 6),
    ("bioes", ["O"] + [p + "-" + x for x in ("NP", "VP") for p in "BIES"], 90, False, 7),
]
SENTENCES, LONGEST = 1000, 12


def parts(tag):
    if tag is None:
        return OUTSIDE
    letter, _, label = tag.partition("-")
    return letter, label


def ends(before, now):
    return before[0] + now[0] in ENDS or (before[0] != "O" and before[1] != now[1])


def begins(before, now):
    return before[0] + now[0] in BEGINS or (now[0] != "O" and before[1] != now[1])


def evaluate(sentences):
    """Token by token, a span being right as long as both sides agree, as the program does it."""
    tokens = right_tokens = 0
    gold_of, found_of, right_of = (collections.Counter() for _ in range(3))
    for gold, predicted in sentences:
        tokens += len(gold)
        right_tokens += sum(a == b for a, b in zip(gold, predicted))
        agree = False  # inside of a span that both sides have begun together
        before = (OUTSIDE, OUTSIDE)
        for now in [(parts(a), parts(b)) for a, b in zip(gold, predicted)] + [(OUTSIDE, OUTSIDE)]:
            end = [ends(before[side], now[side]) for side in (0, 1)]
            begin = [begins(before[side], now[side]) for side in (0, 1)]
            if agree and all(end) and before[0][1] == before[1][1]:
                right_of[before[0][1]] += 1
                agree = False
            elif agree and (any(end) or now[0][1] != now[1][1]):
                agree = False
            if all(begin) and now[0][1] == now[1][1]:
                agree = True
            if begin[0]:
                gold_of[now[0][1]] += 1
            if begin[1]:
                found_of[now[1][1]] += 1
            before = now
    return tokens, right_tokens, gold_of, found_of, right_of


def spans(tags):
    """A token's boundaries first, spans between them afterwards."""
    pairs = [parts(tag) for tag in tags]
    starts = [k for k in range(len(pairs)) if begins(pairs[k - 1] if k else OUTSIDE, pairs[k])]
    result = []
    for start in starts:
        end = start + 1
        while end < len(pairs) and not ends(pairs[end - 1], pairs[end]):
            end += 1
        result.append((start, end, pairs[start][1]))
    return result


def figures(gold, found, right):
    precision = 100 * right / found if found else 0
    recall = 100 * right / gold if gold else 0
    f1 = 2 * precision * recall / (precision + recall) if precision + recall else 0
    return precision, recall, f1


LINE = "precision: %6.2f%%; recall: %6.2f%%; FB1: %6.2f"


def judged(sentences):
    tokens, right_tokens, gold_of, found_of, right_of = evaluate(sentences)
    gold, found, right = (sum(c.values()) for c in (gold_of, found_of, right_of))
    accuracy = 100 * right_tokens / tokens if tokens else 0
    report = f"processed {tokens} tokens with {gold} phrases; found: {found} phrases; correct: {right}.\n"
    report += "accuracy: %6.2f%%; " % accuracy + LINE % figures(gold, found, right) + "\n"
    labels = {}
    for label in sorted(set(gold_of) | set(found_of)):
        counts = gold_of[label], found_of[label], right_of[label]
        report += "%17s: " % label + LINE % figures(*counts) + f"  {found_of[label]}\n"
        labels[label] = list(counts) + [x / 100 for x in figures(*counts)]
    return {"tokens": tokens, "correct_tokens": right_tokens, "accuracy": accuracy / 100,
            "overall": [gold, found, right] + [x / 100 for x in figures(gold, found, right)],
            "labels": labels, "report": report}


def random_sentences(tags, share, cut, seed):
    """Numbers are the upper 31 bits of a linear congruential generator, taken modulo what they choose from."""
    state = seed

    def draw(count):
        nonlocal state
        state = (state * 6364136223846793005 + 1442695040888963407) % 2**64
        return (state >> 33) % count

    for _ in range(SENTENCES):
        gold, predicted = [], []
        for _ in range(1 + draw(LONGEST)):
            gold.append(tags[draw(len(tags))])
            predicted.append(gold[-1] if draw(100) < share else tags[draw(len(tags))])
        kept = draw(len(gold) + 1) if cut else len(gold)
        yield gold, predicted[:kept] + [None] * (len(gold) - kept)


def hash_of(sentences):
    """64-bit FNV-1a over a line "number begin end label" for each gold span."""
    value = 0xCBF29CE484222325
    for number, (gold, _) in enumerate(sentences):
        for begin, end, label in spans(gold):
            for byte in f"{number} {begin} {end} {label}\n".encode():
                value = (value ^ byte) * 0x100000001B3 % 2**64
    return f"{value:016x}"


def check_rules():
    """Both ways to count must agree, and the published baseline of CoNLL-2000 come out, where its data are."""
    for name, tags, share, cut, seed in RANDOM:
        sentences = list(random_sentences(tags, share, cut, seed))
        _, _, gold, found, right = evaluate(sentences)
        ours = [(set(spans(g)), set(spans(p))) for g, p in sentences]
        assert sum(gold.values()) == sum(len(g) for g, _ in ours), name
        assert sum(found.values()) == sum(len(p) for _, p in ours), name
        assert sum(right.values()) == sum(len(g & p) for g, p in ours), name
    if not CONLL2000.exists():
        return
    counts = collections.defaultdict(collections.Counter)
    rows = {part: [[line.split() for line in block.splitlines()]
                   for block in (CONLL2000 / f"{part}.txt").read_text().split("\n\n") if block.strip()]
            for part in ("train", "test")}
    for sentence in rows["train"]:
        for _, pos, tag in sentence:
            counts[pos][tag] += 1
    report = judged([([row[2] for row in sentence], [counts[row[1]].most_common(1)[0][0] for row in sentence])
                     for sentence in rows["test"]])["report"]
    assert "accuracy:  77.29%; precision:  72.58%; recall:  82.14%; FB1:  77.07\n" in report, report


def main():
    check_rules()
    cases = []
    for name, pairs in CASES:
        sentences = [([*gold.split()], [None if tag == "?" else tag for tag in predicted.split()])
                     for gold, predicted in pairs]
        assert all(len(gold) == len(predicted) for gold, predicted in sentences), name
        cases.append({"name": name, "gold": [gold for gold, _ in pairs],
                      "predicted": [predicted.replace("?", "").strip() for _, predicted in pairs],
                      "spans": [[list(span) for span in spans(gold)] for gold, _ in sentences], **judged(sentences)})
    sets = []
    for name, tags, share, cut, seed in RANDOM:
        sentences = list(random_sentences(tags, share, cut, seed))
        sets.append({"name": name, "tags": tags, "share": share, "cut": cut, "seed": seed, "sentences": SENTENCES,
                     "longest": LONGEST, "hash": hash_of(sentences), **judged(sentences)})
    text = json.dumps({"cases": cases, "random": sets}, indent=1) + "\n"
    if "--check" in sys.argv:
        if FILE.read_text() != text:
            sys.exit(f"{FILE.name} is not what is computed")
        print(f"{FILE.name} is what is computed")
    else:
        FILE.write_text(text)


main()
