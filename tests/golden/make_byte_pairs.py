#!/usr/bin/env python3
"""Writes byte_pairs.json: counts of words, the merges that byte-pair encoding learns of them, and the pieces of words,
by the rules of subword-nmt 0.3 in their plainest form: all pairs are counted anew before each merge.

    make_byte_pairs.py           write byte_pairs.json
    make_byte_pairs.py --check   compare with the file; writes nothing
"""

import collections
import json
import pathlib
import sys

FILE = pathlib.Path(__file__).parent / "byte_pairs.json"
END, MARK = "</w>", "@@"

ENGLISH = """
two young men are standing outside near many bushes .
the older woman doesn't see the younger man's dog , and the dog doesn't see her .
a man in a red shirt is standing on a ladder ; he 's cleaning the windows of house no. 112 .
girls are playing with 3 balls , boys with 13 , and the smallest child plays alone .
the mountaineer 's mountain lies 2,112 metres above the sea , above 12 houses .
people are walking , talking and looking at the oldest bookshop in the town .
"""
GERMAN = """
zwei junge männer stehen draußen in der nähe vieler büsche .
die ältere frau sieht den hund des jüngeren mannes nicht , und der hund sieht sie nicht .
ein mann im roten hemd steht auf einer leiter und putzt die fenster von haus nr. 112 .
mädchen spielen mit 3 bällen , jungen mit 13 , und das kleinste kind spielt für sich .
der berg der bergsteigerin liegt 2.112 meter über dem meer , über 12 häusern .
größere straßen führen über die brücke zur fußgängerzone ; wie geht's ? 's geht gut .
"""
RUNS = "a aa aaa aaaa aaaaa aaaaaa aaaaaaa ba baa baaa baaaa aab aaab aaaab abab ababab bababa abba baab aabaab"
MIXED = "ÄÖ Äö äö €20 €200 200 € … „so“ “so” 𝔸𝔹 𝔸𝔹𝔸𝔹 \uffee\uffee \uffee𝔸 日本 日本語 本日 é e\u0301 \\ \\d \\1 (a.b)* ^a$"
LETTERS = "abc"


def counts_of(*texts):
    return collections.Counter(word for text in texts for word in text.split())


def drawn(words, longest):
    """Words of three letters: many pairs are equally frequent, and many overlap themselves. Numbers are the upper
    31 bits of a linear congruential generator."""
    state = 1
    counts = collections.Counter()
    for _ in range(words):
        word = ""
        for draw in range(longest):
            state = (state * 6364136223846793005 + 1442695040888963407) % 2**64
            number = state >> 33
            if draw > 0 and number % 5 == 0:
                break
            word += LETTERS[number // 5 % len(LETTERS)]
        counts[word] += 1
    return counts


def characters(word):
    return list(word[:-1]) + [word[-1] + END]


def joined(symbols, pair):
    """The pair as one symbol wherever it is, from left to right."""
    result = []
    for symbol in symbols:
        if result and not isinstance(result[-1], tuple) and (result[-1], symbol) == pair:
            result[-1] = (pair,)  # as a tuple it is not taken as the left side of the same pair again
        else:
            result.append(symbol)
    return [pair[0] + pair[1] if isinstance(symbol, tuple) else symbol for symbol in result]


def learn(counts, merges, minimum):
    words = {word: characters(word) for word in counts}
    learned = []
    while len(learned) < merges:
        pairs = collections.Counter()
        for word, symbols in words.items():
            for pair in zip(symbols, symbols[1:]):
                pairs[pair] += counts[word]
        if not pairs:
            break
        best = max(pairs, key=lambda pair: (pairs[pair], pair))
        if pairs[best] < minimum:
            break
        learned.append(best)
        words = {word: joined(symbols, best) for word, symbols in words.items()}
    return learned


def segment(word, merges):
    symbols = characters(word)
    while True:
        pairs = set(zip(symbols, symbols[1:]))
        possible = [pair for pair in merges if pair in pairs]
        if not possible:
            break
        symbols = joined(symbols, possible[0])
    assert symbols[-1].endswith(END)
    symbols[-1] = symbols[-1][:-len(END)]
    assert "".join(symbols) == word
    return [symbol + MARK for symbol in symbols[:-1]] + [symbols[-1]]


# name, counts, merges at most, minimum count, words that are cut beside the counted ones
NEW = "older jünger mountains straßenhäuser bergmann's 1122 2,13 über-über x X ß @@ a@@b <w> zzz"
CASES = [
    ("english", counts_of(ENGLISH), 60, 2, NEW),
    ("german", counts_of(GERMAN), 60, 2, NEW),
    ("joint", counts_of(ENGLISH, GERMAN), 150, 2, NEW),
    ("joint-to-the-end", counts_of(ENGLISH, GERMAN), 1000, 2, NEW),
    ("joint-minimum-5", counts_of(ENGLISH, GERMAN), 1000, 5, NEW),
    ("joint-every-pair", counts_of(ENGLISH, GERMAN), 5000, 1, NEW),
    ("runs", counts_of(RUNS), 100, 1, "aaaaaaaa aaaaaaaaaaaaaaaaaaaaa bbbb abaabaaab"),
    ("runs-more-often", counts_of(RUNS, RUNS, "aaa " * 7), 100, 2, "aaaaaaaa aaaaaaaaaaaaaaaaaaaaa bbbb abaabaaab"),
    ("mixed", counts_of(MIXED), 100, 1, "€2000 𝔸𝔸𝔹 本語 e\u0301e\u0301 \\\\d"),
    ("drawn-short", drawn(300, 6), 200, 2, "abcabcabc cccccccc bacbacbac"),
    ("drawn-long", drawn(400, 24), 2000, 2, "abcabcabc cccccccc bacbacbac"),
    ("characters-only", counts_of("a b c ä ß 1"), 10, 1, "abc ä1"),
    ("each-once", counts_of("abc def"), 10, 2, "abc"),
    ("no-merges", counts_of(ENGLISH), 0, 2, "older jünger"),
    ("nothing", counts_of(""), 10, 2, "older jünger"),
]

# name, merges, words: files that no learning made
FOREIGN = [
    ("longer-before-shorter", ["ab ab", "a b", "ab c</w>", "b c</w>"], "ababab abab ababc abc bc ababababababc"),
    ("takes-what-comes-next", ["ab a", "a b", "aba b</w>"], "abab abaab aaab ababab abababab"),
    ("never-at-the-end", ["l o", "lo w", "e r", "low er"], "lower low lowering owl"),
    ("only-at-the-end", ["e r</w>", "w er</w>"], "lower er we wer were"),
    ("two-ways-to-one-symbol", ["a b", "b c", "ab c", "a bc", "abc d</w>"], "abcd abc xabcd bcd"),
    ("mark-inside", ["a <", "< /w>", "a </w>", "</w> b"], "a</w> a</w>b a< ab"),
    ("not-reachable", ["xy z", "Ġt he", "q </w>"], "xyz the q"),
]


def case(name, counts, merges, words):
    return {"name": name, "merges": [list(pair) for pair in merges],
            "pieces": {word: segment(word, merges) for word in [*counts, *words.split()]}}


def check_rules():
    """Examples that were worked out by hand."""
    assert joined(list("xxxxx"), ("x", "x")) == ["xx", "xx", "x"]
    assert joined(list("abab"), ("a", "b")) == ["ab", "ab"]
    counts = {"low": 5, "lower": 2, "newest": 6, "widest": 3}
    assert learn(counts, 4, 2) == [("s", "t</w>"), ("e", "st</w>"), ("l", "o"), ("w", "est</w>")]
    assert segment("lowest", [("s", "t</w>"), ("e", "st</w>"), ("l", "o")]) == ["lo@@", "w@@", "est"]


def main():
    check_rules()
    learned = []
    for name, counts, most, minimum, words in CASES:
        merges = learn(counts, most, minimum)
        assert len(set(merges)) == len(merges), name
        learned.append({"counts": dict(counts), "most": most, "minimum": minimum, **case(name, counts, merges, words)})
    foreign = [case(name, [], [tuple(line.split()) for line in lines], words) for name, lines, words in FOREIGN]
    parts = [f' "{key}": [\n' + ",\n".join("  " + json.dumps(row, ensure_ascii=False) for row in rows) + "\n ]"
             for key, rows in (("learned", learned), ("foreign", foreign))]
    text = "{\n" + ",\n".join(parts) + "\n}\n"
    if "--check" in sys.argv:
        if FILE.read_text(encoding="utf-8") != text:
            sys.exit(f"{FILE.name} is not what is computed")
        print(f"{FILE.name} is what is computed")
    else:
        FILE.write_text(text, encoding="utf-8")


main()
