#!/usr/bin/env python3
"""Writes bleu.json: texts as sacreBLEU's tokenizers cut them, and BLEU and chrF of small corpora by its rules, written down
here a second time from regular expressions and counters. Large random sets are not in the file: how they are drawn is,
with the scores and a hash of the words. sacreBLEU itself is not needed.

    make_bleu.py           write bleu.json
    make_bleu.py --check   compare with the file; writes nothing
"""

import collections
import json
import math
import pathlib
import re
import sys
import unicodedata

FILE = pathlib.Path(__file__).parent / "bleu.json"

TEXTS = [
    "",
    "   \t ",
    "Hello, world!",
    "It cost 1,000.5 euros, i.e. 3.5% more than in 2019.",
    "In 1999, 20,000 people came.5 years later: 7.",
    "The year was 1984.",
    "1984. was a long year , .5 of it over",
    "a..b ...c d... 1..2 1,,2 ,, .. ,.,.",
    "Wait... what?! No--way; really - well-known e-mails, pages 3-5, -7 and 8-",
    "3-5-7--9 10-year-old COVID-19-related",
    "“Quotes” and „Anführungszeichen“ and »Guillemets« and ‘single’ ones’",
    "\"It's\", he said: 'don't (ever) do that'.",
    "Ärger über Öl: 5°C, 20 €, 3½ m², §7 – und das — wohl – 10–12 Uhr…",
    "Der Zug fährt um 7:30 Uhr von Gleis 9¾; Preis: 12,50€/Person.",
    "&quot;Fish &amp; chips&quot; &lt;b&gt;1 &lt; 2&lt;/b&gt; &amp;lt; &amp;amp;quot; &apos;x&apos; AT&T",
    "<skipped>gone <ski<skipped>pped> and <skipped>, too",
    "a divi-\nded word\nand the next line-\n",
    "line\r\nfeed\x0bvertical\x1cfile\x1dgroup\x1erecord\x1funit\x85next\u2028line\u2029paragraph",
    "no\u00a0break\u202fnarrow\u3000ideographic\u200bzero\u2009thin",
    "Smile 😀! 👍🏽 👩‍👩‍👧 flag 🇩🇪, ok✓ → done",
    "x+y=z, a*b/c^2 ~ 50% @home #tag $5 £6 ¥7 [a] {b} (c) <d> |e| `f` \\g _h_",
    "1²,3 x²,y ①.② Ⅷ.Ⅸ ٣٫٤ ४,५ 五.六",
    "日本語、テスト。中文，也是！「引用」",
    "Πρόκειται για ΜΕΓΆΛΟΣ ΟΔΌΣ· τι;",
    "İstanbul ISPARTA STRASSE Straße ẞ ǅ",
    "e\u0301t\u00e9 na\u0308ive co\u00f6perate",
    "O'Neill's ’tis rock'n'roll '90s",
    "http://example.org/a?b=c&d=e#f user@example.org",
    ".start ,start -start 5.",
    "U.S.A. vs. U.K. p.m., No.5, v2.0.1-rc.1",
    "+49 (0)30 / 123-456 *",
]

# name, hypotheses, sets of references
CORPORA = [
    ("perfect", ["The cat sat on the mat.", "A dog, a bone & 3.5 trees!"],
     [["The cat sat on the mat.", "A dog, a bone & 3.5 trees!"]]),
    ("nothing-in-common", ["completely other words stand here"], [["Das ist ein ganz anderer Satz."]]),
    ("all-empty", ["", ""], [["Ein Satz.", "Noch ein Satz."]]),
    ("one-empty", ["", "Zwei Hunde laufen über die Wiese."],
     [["Ein Mann schläft.", "Zwei Hunde laufen über eine Wiese."]]),
    ("only-white-space", [" \t", "Zwei Hunde laufen über die Wiese."],
     [["Ein Mann schläft.", "Zwei Hunde laufen über eine Wiese."]]),
    ("longer", ["The small old dog is running very fast across the wide green field today, isn't it?"],
     [["The dog is running across the field."]]),
    ("shorter", ["The dog runs."], [["The old dog runs quickly over the wide field."]]),
    ("no-four-in-a-row", ["a man in a blue shirt is on a ladder"],
     [["the man in the blue shirt stands on one ladder"]]),
    ("one-word-matches", ["word alpha beta gamma delta"], [["a word is enough here"]]),
    ("three-words", ["one two three"], [["one two three"]]),
    ("one-word", ["one"], [["one"]]),
    ("repeated-words", ["the the the the the the the"],
     [["the cat is on the mat and the dog too"]]),
    ("numbers", ["It cost 1,000.5 euros in 2019.", "Between 3-5 and 10–12 people"],
     [["It cost 1.000,5 euros in 2019.", "Between 3 - 5 and 10 – 12 people"]]),
    ("quotes", ["„Komm her“, sagte er – und ging.", "He said: \"No, it's 5 o'clock...\""],
     [["\"Komm her\", sagte er - und ging.", "He said, “No, it’s 5 o’clock…”"]]),
    ("entities", ["&quot;Fish &amp; chips&quot; &lt;now&gt;"], [["\"Fish & chips\" <now> please"]]),
    ("emoji", ["Guten Morgen 😀👍🏽 alle zusammen!"], [["Guten Morgen 😀 👍🏽 alle zusammen!"]]),
    ("case", ["ZWEI HUNDE laufen über die Straße.", "ÄRGER Am Morgen Bringt Kummer"],
     [["Zwei Hunde laufen über die Straße.", "Ärger am Morgen bringt Kummer"]]),
    ("mixed", ["Ein Mann in einem blauen Hemd steht auf einer Leiter und putzt ein Fenster.",
               "Zwei Kinder spielen im Park, während ihre Eltern zuschauen.",
               "Eine Frau liest.", "Das Boot fährt!"],
     [["Ein Mann in blauem Hemd steht auf einer Leiter und putzt Fenster.",
       "Zwei Kinder spielen im Park und die Eltern schauen zu.",
       "Eine Frau liest ein Buch auf der Bank.", "Das Boot fährt!"]]),
    ("two-references", ["The dog runs over the field.", "It is not surprising at all.", "a b c d e f"],
     [["The dog is running over the field.", "No surprise.", "a b c d"],
      ["A dog runs over a big green field today.", "It is really not surprising.", "a b c d e f g h"]]),
    ("references-that-are-missing", ["The dog runs over the field.", "It is not surprising at all."],
     [["The dog is running over the field.", ""], ["", "It is really not surprising."]]),
]

# What sacreBLEU's own tests expect of it: hypotheses, sets of references, tokenizer, BLEU, tolerance
README = (["The dog bit the man.", "It wasn't surprising.", "The man had just bitten him."],
          [["The dog bit the man.", "It was not unexpected.", "The man bit him first."],
           ["The dog had bit the man.", "No one was surprised.", "The man had bitten the dog."]])
ROMANIAN = (["Producția de zahăr primă va fi exprimată în ceea ce privește zahărul alb;"],
            [["producţia de zahăr brut se exprimă în zahăr alb;"]])
PUBLISHED = [
    (*README, "13a", 48.530827, 1e-6),
    (*README, "none", 49.1919566, 1e-6),
    (*README, "intl", 43.91623493, 1e-6),
    (["", "", ""], README[1], "13a", 0.0, 1e-12),
    (*ROMANIAN, "13a", 8.493, 1e-3),
    (*ROMANIAN, "none", 7.347, 1e-3),
    (*ROMANIAN, "intl", 8.493, 1e-3),
    (["this is a cat"], [["okay thanks"]], "13a", 0.0, 1e-12),
]

TOKENIZERS = ("13a", "intl", "none")
# What random texts consist of: marks of all kinds, and what 13a replaces.
PIECES = ["a", "b", "Z", "ä", "7", "0", "²", "五", "e\u0301", "😀", " ", " ", "\u00a0", "\n", ".", ",", "-", "-",
          "'", "\"", "(", "/", "~", "%", "$", "€", "–", "“", "…", "、", "&", "&amp;", "&lt;", "<skipped>", ";", "_", "^"]
TEXT_SEED, TEXT_COUNT, LONGEST = 1, 2000, 24
WORDS = ["the", "dog", "Dog", "a", "man", "runs,", "3.5", "end.", "(so)", "well-known", "über", "“yes”", "!", "2,000"]
CORPUS_SEED, CORPUS_COUNT, LONGEST_SENTENCE, KEPT = 2, 500, 15, 70


def characters_of(*kinds):
    """A class of a regular expression: what the Unicode categories have that begin with these letters."""
    ranges = []
    for code in range(sys.maxunicode + 1):
        if unicodedata.category(chr(code))[0] in kinds:
            if ranges and ranges[-1][1] == code - 1:
                ranges[-1][1] = code
            else:
                ranges.append([code, code])
    return "".join(f"\\U{a:08x}-\\U{b:08x}" for a, b in ranges)


NUMBER, PUNCTUATION, SYMBOL = (characters_of(kind) for kind in "NPS")
RULES_13A = [(re.compile(expression), by) for expression, by in (
    (r"([ -&(-+:-@/\[-`{-~])", r" \1 "), (r"([^0-9])([.,])", r"\1 \2 "),
    (r"([.,])([^0-9])", r" \1 \2"), (r"([0-9])(-)", r"\1 \2 "))]
RULES_INTL = [(re.compile(expression), by) for expression, by in (
    (f"([^{NUMBER}])([{PUNCTUATION}])", r"\1 \2 "), (f"([{PUNCTUATION}])([^{NUMBER}])", r" \1 \2"),
    (f"([{SYMBOL}])", r" \1 "))]
REPLACED = (("<skipped>", ""), ("-\n", ""), ("\n", " "),
            ("&quot;", '"'), ("&amp;", "&"), ("&lt;", "<"), ("&gt;", ">"))


def words_of(text, tokenizer, lower):
    text = (text.lower() if lower else text).rstrip()
    rules = {"13a": RULES_13A, "intl": RULES_INTL, "none": []}[tokenizer]
    if tokenizer == "13a":
        for what, by in REPLACED:
            text = text.replace(what, by)
        text = f" {text} "
    for expression, by in rules:
        text = expression.sub(by, text)
    return text.split()


def ngrams(items, order):
    return collections.Counter(tuple(items[k:k + order]) for k in range(len(items) - order + 1))


def bleu(hypotheses, sets, tokenizer, lower):
    matched, total, length, wanted_length = [0] * 4, [0] * 4, 0, 0
    for hypothesis, *references in zip(hypotheses, *sets):
        words = words_of(hypothesis, tokenizer, lower)
        wanted = [words_of(reference, tokenizer, lower) for reference in references if reference]
        length += len(words)
        wanted_length += min((abs(len(one) - len(words)), len(one)) for one in wanted)[1]
        for n in range(4):
            union = collections.Counter()
            for one in wanted:
                union |= ngrams(one, n + 1)
            matched[n] += sum((ngrams(words, n + 1) & union).values())
            total[n] += max(0, len(words) - n)
    precisions, zeros = [0.0] * 4, 0
    for n in range(4):
        if any(matched) and total[n]:
            zeros += matched[n] == 0
            precisions[n] = 100 * (matched[n] or 0.5 ** zeros) / total[n]
    penalty = 1.0 if length >= wanted_length else math.exp(1 - wanted_length / length) if length else 0.0
    score = penalty * math.prod(precisions) ** 0.25
    return {"score": score, "precisions": precisions, "penalty": penalty, "matched": matched, "total": total,
            "lengths": [length, wanted_length]}


MARKS = "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~"


def chrf_words(text):
    for word in text.split():
        if len(word) > 1 and word[-1] in MARKS:
            yield from (word[:-1], word[-1])
        elif len(word) > 1 and word[0] in MARKS:
            yield from (word[0], word[1:])
        else:
            yield word


def f_score(rows):
    rows = [row for row in rows if row[0] and row[1]]
    if not any(row[2] for row in rows):
        return 0.0
    precision = sum(common / hypothesis for hypothesis, _, common in rows) / len(rows)
    recall = sum(common / reference for _, reference, common in rows) / len(rows)
    return 100 * 5 * precision * recall / (4 * precision + recall)


def chrf(hypotheses, sets, word_order, lower):
    def all_ngrams(text):
        text = text.lower() if lower else text
        letters, words = "".join(text.split()), list(chrf_words(text))
        return [ngrams(letters, n) for n in range(1, 7)] + [ngrams(words, n) for n in range(1, word_order + 1)]

    def row(hypothesis, reference):
        return [sum(hypothesis.values()) if reference else 0, sum(reference.values()),
                sum((hypothesis & reference).values())]

    rows = [[0, 0, 0] for _ in range(6 + word_order)]
    for hypothesis, *references in zip(hypotheses, *sets):
        of_hypothesis = all_ngrams(hypothesis)
        candidates = [[row(*pair) for pair in zip(of_hypothesis, all_ngrams(one))] for one in references if one]
        best = max(candidates, key=f_score)  # the first of equals
        rows = [[a + b for a, b in zip(*pair)] for pair in zip(rows, best)]
    return {"score": f_score(rows), "counts": rows}


def judged(hypotheses, sets):
    return {"bleu": [{"tokenizer": tokenizer, "lower": lower, **bleu(hypotheses, sets, tokenizer, lower)}
                     for tokenizer in TOKENIZERS for lower in (False, True)],
            "chrf": [{"words": words, "lower": lower, **chrf(hypotheses, sets, words, lower)}
                     for words in (0, 2) for lower in (False, True)]}


class Draw:
    """Numbers are the upper 31 bits of a linear congruential generator, taken modulo what they choose from."""

    def __init__(self, seed):
        self.state = seed

    def __call__(self, count):
        self.state = (self.state * 6364136223846793005 + 1442695040888963407) % 2**64
        return (self.state >> 33) % count


def random_texts():
    draw = Draw(TEXT_SEED)
    return ["".join(PIECES[draw(len(PIECES))] for _ in range(draw(LONGEST + 1))) for _ in range(TEXT_COUNT)]


def random_corpus():
    """A hypothesis has each of the reference's words, or another one, or none."""
    draw, hypotheses, references = Draw(CORPUS_SEED), [], []
    for _ in range(CORPUS_COUNT):
        reference = [WORDS[draw(len(WORDS))] for _ in range(1 + draw(LONGEST_SENTENCE))]
        hypothesis = [word if draw(100) < KEPT else WORDS[draw(len(WORDS))] for word in reference if draw(10) > 0]
        references.append(" ".join(reference))
        hypotheses.append(" ".join(hypothesis))
    return hypotheses, references


def hash_of(texts, tokenizer):
    """64-bit FNV-1a over a line of words for each text."""
    value = 0xCBF29CE484222325
    for text in texts:
        for byte in (" ".join(words_of(text, tokenizer, False)) + "\n").encode():
            value = (value ^ byte) * 0x100000001B3 % 2**64
    return f"{value:016x}"


def main():
    for hypotheses, sets, tokenizer, expected, tolerance in PUBLISHED:
        assert abs(bleu(hypotheses, sets, tokenizer, False)["score"] - expected) < tolerance, (hypotheses, tokenizer)
    texts, (hypotheses, references) = random_texts(), random_corpus()
    document = {
        "texts": [{"text": text, **{tokenizer: " ".join(words_of(text, tokenizer, False)) for tokenizer in TOKENIZERS},
                   "lower": " ".join(words_of(text, "none", True))} for text in TEXTS],
        "corpora": [{"name": name, "hypotheses": some, "references": sets, **judged(some, sets)}
                    for name, some, sets in CORPORA],
        "published": [{"hypotheses": some, "references": sets, "tokenizer": tokenizer, "bleu": expected,
                       "tolerance": tolerance} for some, sets, tokenizer, expected, tolerance in PUBLISHED],
        "random_texts": {"pieces": PIECES, "seed": TEXT_SEED, "count": TEXT_COUNT, "longest": LONGEST,
                         "hashes": {tokenizer: hash_of(texts, tokenizer) for tokenizer in TOKENIZERS}},
        "random_corpus": {"words": WORDS, "seed": CORPUS_SEED, "count": CORPUS_COUNT, "longest": LONGEST_SENTENCE,
                          "kept": KEPT, **judged(hypotheses, [references])}}
    text = json.dumps(document, indent=1) + "\n"
    if "--check" in sys.argv:
        if FILE.read_text() != text:
            sys.exit(f"{FILE.name} is not what is computed")
        print(f"{FILE.name} is what is computed")
    else:
        FILE.write_text(text)


if __name__ == "__main__":
    main()
