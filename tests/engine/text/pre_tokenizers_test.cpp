#include "text/pipeline/pre_tokenizers.h"

#include "message_of.h"
#include "text/pipeline/gguf_cuts.h"
#include "text/pipeline/regular_expression.h"

#include <QElapsedTimer>
#include <QtTest>

using namespace headlight;

namespace {

QString cutBy(const PreTokenizer& preTokenizer, const std::string& text, std::vector<PieceRange> ranges = {}) {
    Pieces pieces;
    pieces.text = spannedCodePoints(text);
    pieces.ranges = ranges.empty() ? std::vector<PieceRange>{{0, pieces.text.text.size()}} : ranges;
    pieces.most = 10 * text.size() + 100;
    preTokenizer.cut(pieces);
    QStringList all;
    for (const PieceRange& range : pieces.ranges)
        all += QString::fromStdString(
            toUtf8(std::u32string_view(pieces.text.text).substr(range.begin, range.end - range.begin)));
    return all.join('|');
}

std::unique_ptr<PreTokenizer> preTokenizerOf(const QString& json) {
    const auto document = nlohmann::ordered_json::parse(json.toStdString());
    return readPreTokenizer(JsonEntry(document, "tokenizer.json"));
}

const char* const llama3 =
    R"((?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n]*|)"
    R"(\s*[\r\n]+|\s+(?!\S)|\s+)";
const char* const qwen2 = R"((?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}| ?[^\s\p{L}\p{N}]+[\r\n]*|)"
                          R"(\s*[\r\n]+|\s+(?!\S)|\s+)";

QString splitBy(const char* expression) {
    const nlohmann::ordered_json json = {
        {"type", "Split"}, {"pattern", {{"Regex", expression}}}, {"behavior", "Isolated"}};
    return QString::fromStdString(json.dump());
}

} // namespace

class PreTokenizersTest : public QObject {
    Q_OBJECT

private slots:
    void textIsCut_data() {
        QTest::addColumn<QString>("json");
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("expected");
        const auto row = [](const QString& json, const char* text, const char* expected) {
            QTest::addRow("%s %s", qPrintable(json), text) << json << QString(text) << QString(expected);
        };
        const auto split = [](const char* behavior, const char* others = "") {
            return QString(R"({"type": "Split", "pattern": {"String": "-"}, "behavior": "%1"%2})")
                .arg(behavior, others);
        };
        row(split("Removed"), "the-final--countdown", "the|final|countdown");
        row(split("Isolated"), "the-final--countdown", "the|-|final|-|-|countdown");
        row(split("MergedWithPrevious"), "the-final--countdown", "the-|final-|-|countdown");
        row(split("MergedWithNext"), "the-final--countdown", "the|-final|-|-countdown");
        row(split("Contiguous"), "the-final--countdown", "the|-|final|--|countdown");
        row(split("Removed", R"(, "invert": true)"), "a-b--", "-|-|-");
        row(split("Contiguous", R"(, "invert": true)"), "a-b--", "a|-|b|--");
        row(splitBy(R"((?=(?:\d{3})+(?!\d)))"), "1234567", "1|234|567"); // matches that are empty
        row(R"({"type": "BertPreTokenizer"})", " Don't\tgo—中$ ", "Don|'|t|go|—|中|$");
        row(R"({"type": "Whitespace"})", "Hey  friend!!, a_b 3.5", "Hey|friend|!!,|a_b|3|.|5");
        row(R"({"type": "WhitespaceSplit"})", " a\u00A0b, c ", "a|b,|c");
        row(R"({"type": "Punctuation"})", "a!!b$«", "a|!|!|b|$|«");
        row(R"({"type": "Punctuation", "behavior": "Contiguous"})", "a!!b", "a|!!|b");
        row(R"({"type": "Digits"})", "a12b½", "a|12|b|½");
        row(R"({"type": "Digits", "individual_digits": true})", "a12", "a|1|2");
        row(R"({"type": "CharDelimiterSplit", "delimiter": "-"})", "-a-b--c", "a|b|c");
        row(R"({"type": "UnicodeScripts"})", "どこで生れ。Yes ok", "どこで生れ|。|Yes ok");
        row(R"({"type": "ByteLevel"})", "Hello my", "ĠHello|Ġmy");
        row(R"({"type": "ByteLevel", "add_prefix_space": false})", "Hello's  é\n", "Hello|'s|Ġ|ĠÃ©|Ċ");
        row(R"({"type": "ByteLevel", "use_regex": false, "add_prefix_space": false})", "a b", "aĠb");
        row(R"({"type": "Metaspace", "replacement": "▁", "add_prefix_space": true})", "Hey my  a", "▁Hey|▁my|▁|▁a");
        row(R"({"type": "Metaspace", "replacement": "▁", "add_prefix_space": false})", "Hey my", "Hey|▁my");
        row(R"({"type": "Metaspace", "prepend_scheme": "first", "split": false})", "Hey my", "▁Hey▁my");
        row(R"({"type": "Metaspace", "prepend_scheme": "never"})", " Hey", "▁Hey");
        row(R"({"type": "Sequence", "pretokenizers": [{"type": "WhitespaceSplit"},
                {"type": "Metaspace", "add_prefix_space": true}]})",
            " Hey  my ", "▁Hey|▁my");
        row(R"({"type": "Sequence", "pretokenizers": [{"type": "WhitespaceSplit"},
                {"type": "Metaspace", "prepend_scheme": "first"}]})",
            "Hey my", "▁Hey|my");
        row(R"({"type": "Sequence", "pretokenizers": [{"type": "Digits"}, {"type": "ByteLevel", "add_prefix_space": false}]})",
            "a 12", "a|Ġ|12");
    }
    void textIsCut() {
        QFETCH(QString, json);
        QFETCH(QString, text);
        QFETCH(QString, expected);
        QCOMPARE(cutBy(*preTokenizerOf(json), text.toStdString()), expected);
    }

    /// The expressions of widely used models, at the places where engines of expressions differ: white space of all
    /// kinds, what lies beyond U+FFFF, case, line ends.
    void expressionsAreReadAsPublished_data() {
        QTest::addColumn<QString>("json");
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("expected");
        const auto row = [](const QString& json, const char* text, const char* expected) {
            QTest::addRow("%s %s", qPrintable(json.left(60)), text) << json << QString(text) << QString(expected);
        };
        const QString gpt2 = splitBy(R"('s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+)");
        row(gpt2, "I'm 3½ 😀😀 DON'T", "I|'m| 3½| 😀😀| DON|'|T");
        row(gpt2, "a   b\n\n c\u00A0d\u0085e\u200Bf", "a|  | b|\n\n| c|\u00A0|d|\u0085|e|\u200B|f");
        row(gpt2, "𝒜𝒷 中文 ", "𝒜𝒷| 中文| ");
        row(splitBy(llama3), "DON'T 1234567 a\r\n\n b  \n!?\n", "DON|'T| |123|456|7| a|\r\n\n| b|  \n|!?\n");
        row(splitBy(llama3), "\tx (y) “z”", "\tx| (|y|)| “|z|”");
        row(splitBy(qwen2), "v1.25 it'S", "v|1|.|2|5| it|'S");
        row(splitBy(R"([^\r\n\p{L}\p{N}]?+\p{L}+|\p{N}| ?[^\s\p{L}\p{N}]++[\r\n]*)"), "a b!c", "a| b|!c");
        row(splitBy(R"(.)"), "a\u2028\r\nb", "a|\u2028|\r|\n|b"); // all but a line feed
        row(splitBy(R"(^b$)"), "a\nb\nc", "a\n|b|\nc");
        row(splitBy(R"([[:alpha:]]+)"), "ab1é", "ab|1|é");
    }
    void expressionsAreReadAsPublished() { textIsCut(); }

    void cutsOfGgufFilesAreThose() {
        const auto cut = [](const char* name, const char* text) {
            return cutBy(*ggufCut(name, "f.gguf").preTokenizer, text);
        };
        QCOMPARE(cut("gpt-2", "Hi 123"), QString("Hi|Ġ123"));
        QCOMPARE(cut("llama-bpe", "Hi 1234"), QString("Hi|Ġ|123|4"));
        QCOMPARE(cut("qwen2", "Hi12"), QString("Hi|1|2"));
        QCOMPARE(cut("starcoder", "Hi 12"), QString("Hi|Ġ|1|2"));
        QCOMPARE(cut("falcon", "a 1234"), QString("a|Ġ|123|4"));
        QCOMPARE(cut("gpt-4o", "HelloWorld"), QString("Hello|World"));
        QCOMPARE(cut("", "a 12!"), QString("a|Ġ|12|!"));
        QVERIFY(ggufCut("llama-bpe", "f").ignoresMerges && ggufCut("llama-bpe", "f").addsBos);
        QCOMPARE(
            messageOf([&] { cut("none\x07", "x"); }),
            QString("f.gguf: \"none?\" is no way to cut texts that Headlight knows, such as gpt-2, llama-bpe or qwen2; "
                    "give the model's tokenizer.json if there is one"));
    }

    void whatTakesTooLongEnds_data() {
        QTest::addColumn<QString>("expression");
        QTest::addColumn<QString>("text");
        QTest::newRow("powers") << "(a+)+$" << QString(40, 'a') + "b";
        QTest::newRow("alternatives") << "(a|a|aa)+$" << QString(60, 'a') + "b";
        QTest::newRow("squares") << R"(\s+x)" << QString(300000, ' ');
        QTest::newRow("any") << ".*.*.*x" << QString(20000, 'a');
        QTest::newRow("memory") << "(?:a|b)+" << QString(5000000, 'a');
        QTest::newRow("references") << R"((a*)(a*)(a*)\1\2\3c)" << QString(3000, 'a');
    }
    void whatTakesTooLongEnds() {
        QFETCH(QString, expression);
        QFETCH(QString, text);
        QElapsedTimer timer;
        timer.start();
        const QString said =
            messageOf([&] { cutBy(*preTokenizerOf(splitBy(qPrintable(expression))), text.toStdString()); });
        QCOMPARE(said,
                 QString("tokenizer.json: \"pattern\": \"Regex\": the regular expression takes too long, or too much "
                         "memory, for this text; is the file damaged?"));
        QVERIFY2(timer.elapsed() < 20000, qPrintable(QString::number(timer.elapsed())));
    }

    void longTextsAreCut() {
        const std::string letters(10'000'000, 'a'), spaces(1'000'000, ' ');
        const auto gpt2 = byteLevelPreTokenizer(false, true);
        QCOMPARE(cutBy(*gpt2, letters).size(), qsizetype(letters.size()));
        QCOMPARE(cutBy(*gpt2, spaces + "x").count('|'), 1);
    }

    void whatIsWrongIsNamed_data() {
        QTest::addColumn<QString>("json");
        QTest::addColumn<QString>("message");
        const auto row = [](const char* json, const char* message) {
            QTest::newRow(message) << QString(json) << QString("tokenizer.json") + message;
        };
        row(R"({"type": "X"})",
            ": the type \"X\" is not supported; Headlight reads BertPreTokenizer, ByteLevel, Metaspace, "
            "Whitespace, WhitespaceSplit, Split, Punctuation, Digits, CharDelimiterSplit, "
            "UnicodeScripts and Sequence");
        row(R"({"type": "Split", "pattern": {"String": "a"}})", ": \"behavior\" is missing");
        row(R"({"type": "Split", "pattern": 7, "behavior": "Removed"})", ": \"pattern\": expected a text");
        row(R"({"type": "Split", "pattern": "a", "behavior": "Kept"})",
            ": \"behavior\": expected Removed, Isolated, MergedWithPrevious, MergedWithNext or Contiguous, got "
            "\"Kept\"");
        row(R"({"type": "Metaspace", "replacement": "ab"})", ": \"replacement\": expected one character");
        row(R"({"type": "Metaspace", "prepend_scheme": "last"})",
            ": \"prepend_scheme\": expected always, first or never");
        row(R"({"type": "CharDelimiterSplit", "delimiter": ""})", ": \"delimiter\": expected one character");
        row(R"({"type": "ByteLevel", "use_regex": 1})", ": \"use_regex\": expected true or false");
    }
    void whatIsWrongIsNamed() {
        QFETCH(QString, json);
        QFETCH(QString, message);
        QCOMPARE(messageOf([&] { preTokenizerOf(json); }), message);
    }

    void aLongExpressionIsRefused() {
        QVERIFY(messageOf([] { RegularExpression(std::string(10001, 'a'), "x"); }).contains("more than 10000 bytes"));
    }
};

QTEST_GUILESS_MAIN(PreTokenizersTest)
#include "pre_tokenizers_test.moc"
