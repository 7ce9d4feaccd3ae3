#include "text/pipeline/normalizers.h"

#include "message_of.h"
#include "text/pipeline/charsmap.h"
#include "text/pipeline/unicode_forms.h"

#include <QtTest>
#include <random>
#include <unicode/normalizer2.h>
#include <unicode/unistr.h>

using namespace headlight;

namespace {

std::unique_ptr<Normalizer> normalizerOf(const QString& json) {
    const auto document = nlohmann::ordered_json::parse(json.toStdString());
    return readNormalizer(JsonEntry(document, "tokenizer.json"));
}

/// Characters, and behind each run of those that stand for the same bytes these bytes.
QString shownText(const SpannedText& text) {
    QString all;
    for (std::size_t i = 0; i < text.text.size(); ++i) {
        all += QString::fromStdString(toUtf8({&text.text[i], 1}));
        if (i + 1 == text.text.size() || !(text.spans[i + 1] == text.spans[i]))
            all += QString("[%1-%2]").arg(text.spans[i].begin).arg(text.spans[i].end);
    }
    return all;
}

void verifyOrder(const SpannedText& text) {
    QCOMPARE(text.spans.size(), text.text.size());
    for (std::size_t i = 0; i < text.spans.size(); ++i) {
        QVERIFY(text.spans[i].begin <= text.spans[i].end);
        QVERIFY(i == 0 ||
                (text.spans[i].begin >= text.spans[i - 1].begin && text.spans[i].end >= text.spans[i - 1].end));
    }
}

/// A charsmap that maps a to bc, é to e, and CR (also of CR LF) to a space: units of the trie by hand.
std::string smallCharsmap() {
    std::vector<std::uint32_t> trie(512, 0);
    const auto unit = [](std::uint32_t label, std::uint32_t offset, bool ends) {
        return label | (ends ? 0x100u : 0u) | offset << 10;
    };
    trie[0] = unit(0, 256, false); // children of the root: 256 ^ label
    trie[256 ^ 'a'] = unit('a', (256 ^ 'a') ^ 10, true);
    trie[10] = 0x80000000u | 0;
    trie[256 ^ '\r'] = unit('\r', (256u ^ '\r') ^ 11u, true);
    trie[11] = 0x80000000u | 3;
    trie[256 ^ 0xC3] = unit(0xC3, (256 ^ 0xC3) ^ 0x100u, false);
    trie[0x100 ^ 0xA9] = unit(0xA9, (0x100u ^ 0xA9u) ^ 12u, true);
    trie[12] = 0x80000000u | 5;
    std::string bytes;
    const auto add = [&](std::uint32_t number) {
        for (int k = 0; k < 4; ++k)
            bytes.push_back(char(number >> 8 * k & 0xFF));
    };
    add(std::uint32_t(4 * trie.size()));
    for (const std::uint32_t one : trie)
        add(one);
    return bytes + std::string("bc\0 \0e\0", 7);
}

} // namespace

class NormalizersTest : public QObject {
    Q_OBJECT

private slots:
    void charactersKeepTheirBytes_data() {
        QTest::addColumn<QString>("json");
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("expected");
        const auto row = [](const char* json, const char* text, const char* expected) {
            QTest::addRow("%s %s", json, text) << QString(json) << QString(text) << QString(expected);
        };
        row(R"({"type": "NFC"})", "e\u0301x", "é[0-3]x[3-4]");
        row(R"({"type": "NFC"})", "a\u0301\u0323", "ạ[0-5]\u0301[1-5]"); // the mark between two others
        row(R"({"type": "NFC"})", "\u1112\u1161\u11AB", "한[0-9]");
        row(R"({"type": "NFD"})", "é한", "e\u0301[0-2]\u1112\u1161\u11AB[2-5]");
        row(R"({"type": "NFD"})", "a\u0301\u0323", "a[0-1]\u0323\u0301[1-5]");
        row(R"({"type": "NFKC"})", "ﬁｘ①½", "fi[0-3]x[3-6]1[6-9]1\u20442[9-11]");
        row(R"({"type": "NFKD"})", "é\u00A0", "e\u0301[0-2] [2-4]");
        row(R"({"type": "Lowercase"})", "ÀİΣ", "à[0-2]i\u0307[2-4]σ[4-6]");
        row(R"({"type": "Strip"})", " \u00A0a b\n", "a[3-4] [4-5]b[5-6]");
        row(R"({"type": "Strip", "strip_left": false})", " a ", " [0-1]a[1-2]");
        row(R"({"type": "StripAccents"})", "e\u0301é", "e[0-1]é[3-5]");
        row(R"({"type": "Replace", "pattern": {"String": " "}, "content": "▁"})", "a b", "a[0-1]▁[1-2]b[2-3]");
        row(R"({"type": "Replace", "pattern": {"Regex": "\\s+"}, "content": "--"})", "a \n b", "a[0-1]--[1-4]b[4-5]");
        row(R"({"type": "Replace", "pattern": {"Regex": " {2,}"}, "content": ""})", "a   b", "a[0-1]b[4-5]");
        row(R"({"type": "Replace", "pattern": {"Regex": "^"}, "content": ">"})", "ab", ">[0-0]a[0-1]b[1-2]");
        row(R"({"type": "Prepend", "prepend": "▁"})", "é", "▁[0-0]é[0-2]");
        row(R"({"type": "Prepend", "prepend": "▁"})", "", "");
        row(R"({"type": "Nmt"})", "a\tb\u0007c\u200Bd\uFEFF", "a[0-1] [1-2]b[2-3]c[4-5] [5-8]d[8-9] [9-12]");
        row(R"({"type": "ByteLevel"})", "a é", "a[0-1]Ġ[1-2]Ã©[2-4]");
        row(R"({"type": "BertNormalizer"})", "É\u200D中", "e[0-2] 中 [5-8]");
        row(R"({"type": "BertNormalizer", "lowercase": false, "handle_chinese_chars": false})", "É中", "É[0-2]中[2-5]");
        row(R"({"type": "Sequence", "normalizers": [{"type": "NFKD"}, {"type": "StripAccents"}, {"type": "Lowercase"}]})",
            "ﬁÉ", "fi[0-3]e[3-5]");
    }
    void charactersKeepTheirBytes() {
        QFETCH(QString, json);
        QFETCH(QString, text);
        QFETCH(QString, expected);
        const SpannedText changed = normalizerOf(json)->apply(spannedCodePoints(text.toStdString()), 1000);
        QCOMPARE(shownText(changed), expected);
        verifyOrder(changed);
    }

    /// Our own algorithm, which knows bytes, against the library's.
    void formsAreUnicodes() {
        UErrorCode status = U_ZERO_ERROR;
        const icu::Normalizer2* const forms[] = {
            icu::Normalizer2::getNFDInstance(status), icu::Normalizer2::getNFCInstance(status),
            icu::Normalizer2::getNFKDInstance(status), icu::Normalizer2::getNFKCInstance(status)};
        const std::u32string letters =
            U"aeo\u00E9\u1EAD\u0301\u0323\u0300\u0345\u0327\u1100\u1161\u11A8\uAC00\uAC01\uFB01"
            U"\uFF21\u0F73\u0F71\u302E\u09C7\u09BE\u0958\u2126\u1E9B\U0001D15E\U000110AB\u3042\u3099";
        std::mt19937 random(7);
        for (int trial = 0; trial < 20000; ++trial) {
            std::u32string text;
            for (int k = int(random() % 9); k-- > 0;)
                text += random() % 20 == 0 ? char32_t(random() % 0x3000 + 0x80) : letters[random() % letters.size()];
            for (int form = 0; form < 4; ++form) {
                const SpannedText ours = inForm(spannedCodePoints(toUtf8(text)), {form >= 2, form % 2 == 1});
                const icu::UnicodeString theirs = forms[form]->normalize(
                    icu::UnicodeString::fromUTF32(reinterpret_cast<const UChar32*>(text.data()), int32_t(text.size())),
                    status);
                std::string expected;
                theirs.toUTF8String(expected);
                QCOMPARE(toUtf8(ours.text), expected);
                verifyOrder(ours);
            }
        }
    }

    void aCharsmapIsFollowed() {
        const auto normalizer = charsmapNormalizer(Charsmap(smallCharsmap(), "map"));
        const auto shownOf = [&](const std::string& text) {
            return shownText(normalizer->apply(spannedCodePoints(text), 1000));
        };
        QCOMPARE(shownOf("xa\rb"), QString("x[0-1]bc[1-2] [2-3]b[3-4]"));
        QCOMPARE(shownOf("\r\na"), QString(" [0-2]bc[2-3]")); // one cluster, of which the first entry stands for all
        QCOMPARE(shownOf("é"), QString("e[0-2]"));
        QCOMPARE(shownOf("a\u0301"), QString("bc[0-3]")); // as published tokenizers do
        QCOMPARE(shownOf("a\u0301\u0301\u0301"), QString("bc[0-1]\u0301[1-3]\u0301[3-5]\u0301[5-7]"));
        QCOMPARE(shownOf("😀\u200D中"), QString("😀[0-4]\u200D[4-7]中[7-10]"));
        QCOMPARE(shownOf(""), QString());
    }

    void aDamagedCharsmapNeverLeavesItself() {
        QCOMPARE(
            messageOf([] { Charsmap("abc", "map"); }),
            QString("map: it is no table of characters: it has 3 bytes, and says that 0 of them are a trie; is the "
                    "file complete?"));
        QVERIFY(messageOf([] { Charsmap(std::string("\xFF\xFF\xFF\x7F", 4) + "abcd", "map"); }).contains("2147483647"));
        QVERIFY(messageOf([] { Charsmap(std::string("\x03\0\0\0abcd", 8), "map"); }).contains("is no table"));
        std::mt19937 random(3);
        for (int trial = 0; trial < 20000; ++trial) {
            std::string bytes = smallCharsmap();
            for (int k = 0; k < 40; ++k)
                bytes[4 + random() % (bytes.size() - 4)] = char(random());
            const Charsmap map(bytes, "map");
            for (const char* text : {"a", "\r\n", "é", "xyz", "中"})
                if (const auto found = map.of(text))
                    QVERIFY(found->size() < bytes.size());
        }
    }

    void whatGrowsTooFarIsRefused() {
        const auto normalizer = normalizerOf(R"({"type": "Sequence", "normalizers": [
            {"type": "Replace", "pattern": {"String": "a"}, "content": "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"},
            {"type": "Replace", "pattern": {"String": "a"}, "content": "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"}]})");
        QCOMPARE(
            messageOf([&] { normalizer->apply(spannedCodePoints("aaaa"), 1152); }),
            QString(
                "the tokenizer's rules make more than 1152 characters of this text; is its tokenizer.json damaged?"));
    }

    void whatIsWrongIsNamed_data() {
        QTest::addColumn<QString>("json");
        QTest::addColumn<QString>("message");
        const auto row = [](const QString& json, const char* message) {
            QTest::newRow(message) << json << QString("tokenizer.json") + message;
        };
        row("{}", ": \"type\" is missing");
        row(R"({"type": "Sequence"})", ": \"normalizers\" is missing");
        row(R"({"type": "Sequence", "normalizers": [{"type": "X"}]})",
            ": \"normalizers\", entry 1: the type \"X\" is not supported; Headlight reads BertNormalizer, NFC, NFD, "
            "NFKC, "
            "NFKD, Lowercase, Strip, StripAccents, Replace, Prepend, Precompiled, Nmt, ByteLevel and Sequence");
        row(R"({"type": "Replace", "content": ""})", ": \"pattern\" is missing");
        row(R"({"type": "Replace", "pattern": {"String": ""}, "content": ""})",
            ": \"pattern\": the text to look for is empty");
        row("{\"type\": \"Replace\", \"pattern\": {\"Regex\": \"(a\"}, \"content\": \"\"}",
            ": \"pattern\": \"Regex\": \"(a\" is no regular expression that Headlight reads");
        row(R"({"type": "Prepend"})", ": \"prepend\" is missing");
        row(R"({"type": "Precompiled", "precompiled_charsmap": "a*"})",
            ": \"precompiled_charsmap\": expected bytes as Base64");
        row(R"({"type": "Precompiled", "precompiled_charsmap": "AAAA"})",
            ": \"precompiled_charsmap\": it is no table of characters: it has 3 bytes, and says that 0 of them are a "
            "trie; is the file complete?");
        QString many = "{\"type\": \"Sequence\", \"normalizers\": [";
        for (int k = 0; k < 100; ++k)
            many += R"({"type": "NFC"},)";
        row(many + "{\"type\": \"NFC\"}]}", ": more than 100 parts; no published tokenizer has as many");
    }
    void whatIsWrongIsNamed() {
        QFETCH(QString, json);
        QFETCH(QString, message);
        QCOMPARE(messageOf([&] { normalizerOf(json); }), message);
    }

    void marksInARowTakeNoSquaredTime() {
        std::string marks = "a";
        for (int k = 0; k < 500000; ++k)
            marks += k % 2 == 0 ? "\u0301" : "\u0323";
        const SpannedText text = spannedCodePoints(marks);
        for (const bool composed : {false, true})
            QCOMPARE(inForm(text, {false, composed}).text.size(), composed ? 500000u : 500001u);
    }
};

QTEST_GUILESS_MAIN(NormalizersTest)
#include "normalizers_test.moc"
