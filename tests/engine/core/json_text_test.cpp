#include "core/json_text.h"

#include "message_of.h"

#include <QTest>

using namespace headlight;

/// Where a file stops being JSON is told in our words, with line and column.
class JsonTextTest : public QObject {
    Q_OBJECT
private slots:
    void readsADocument() { QCOMPARE(parseJson("{\"a\": [1, 2]}", "f")["a"][1].get<int>(), 2); }

    void onlyAWholeNumberOfTheRangeIsOne() {
        const auto whole = [](const char* text) { return wholeNumberOf(parseJson(text, "f"), -2, 7); };
        QCOMPARE(whole("7"), std::optional<std::int64_t>(7));
        QCOMPARE(whole("-2"), std::optional<std::int64_t>(-2));
        for (const char* text : {"8", "-3", "1.0", "1e0", "4294967298", "18446744073709551615", "1e300", "true", "null",
                                 "\"1\"", "[1]", "{}"})
            QVERIFY2(!whole(text), text);
    }

    void aDocumentSteersNoTerminal() {
        const nlohmann::ordered_json document = {{"a\u202e", "x\u009b\u2028\x7f\x1b\n é 😀"}, {"bad", "\xff"}};
        const std::string text = jsonText(document);
        QCOMPARE(QString::fromStdString(text),
                 QString::fromUtf8("{\"a\\u202e\":\"x\\u009b\\u2028\\u007f\\u001b\\n é 😀\",\"bad\":\"\ufffd\"}"));
        QCOMPARE(parseJson(text, "f").begin().value().get<std::string>(), document.begin().value().get<std::string>());
        QCOMPARE(jsonText({{"a", 1}}, 2), std::string("{\n  \"a\": 1\n}"));
    }

    void entriesOfALongObjectAreTakenOut() {
        std::string taken;
        const auto parsed = [&](const std::string& text) {
            taken.clear();
            return parseJson(text, "f", {"m", "v"},
                             [&](const std::string& name, const nlohmann::ordered_json& value) {
                                 taken += name + "=" + value.dump() + " ";
                             })
                .dump();
        };
        QCOMPARE(
            parsed(R"({"v":{"x":0},"m":{"t":[{"v":1}],"v":{"a":1,"v":"b","a":null,"c":{"v":3},"d":[{"m":1}]},"w":2}})"),
            std::string(R"({"v":{"x":0},"m":{"t":[{"v":1}],"v":{},"w":2}})"));
        QCOMPARE(taken, std::string("a=1 v=\"b\" a=null c={} d=[] "));
        for (const char* kept : {R"([{"m":{"v":{"a":1}}}])", R"({"m":[{"v":{"a":1}}]})", R"({"m":{"v":[1,{"a":2}]}})",
                                 R"({"m":{"x":{"v":{"a":1}}}})", R"({"m":{"v":1},"v":{"a":1}})", "3"}) {
            QCOMPARE(parsed(kept), std::string(kept));
            QCOMPARE(taken, std::string());
        }
    }

    /// Many names of one object would take for ever.
    void manyNamesAreRefused() {
        std::string names;
        for (int i = 0; i < 30000; ++i)
            names += (i > 0 ? ",\"" : "\"") + std::to_string(i) + "\":0";
        int taken = 0;
        const auto parse = [&](const std::string& text) {
            return messageOf([&] {
                parseJson(text, "f", {"v"}, [&](const std::string&, const nlohmann::ordered_json&) { ++taken; });
            });
        };
        QCOMPARE(parse("{\"v\":{" + names + "}}"), QString());
        QCOMPARE(taken, 30000);
        QVERIFY(parse("{\"w\":{" + names + "}}").startsWith("f: more than 20000 names"));
        QVERIFY(parse("{" + names + "}").startsWith("f: more than 20000 names"));
        QVERIFY(parse("{\"v\":{\"a\":}}").startsWith("f, line 1, column 11: no valid JSON"));
    }

    void whatWouldTakeForEverIsRefused() {
        std::string names, values = "0";
        for (int i = 0; i < 30000; ++i)
            names += (i > 0 ? ",\"" : "\"") + std::to_string(i) + "\":0";
        for (int i = 0; i < 3000000; ++i)
            values += ",0";
        QVERIFY(messageOf([&] { parseJson("{" + names + "}", "f"); }).startsWith("f: more than 20000 names"));
        QVERIFY(messageOf([&] { parseJson("[" + values + "]", "f"); }).startsWith("f: more than 2000000 values"));
        QVERIFY(!jsonFrom("{" + names + "}"));
        const std::string behind("{\"a\": 1}\0rubbish", 16);
        QVERIFY(messageOf([&] { parseJson(behind, "f"); }).contains("f, line 1, column 9: no valid JSON: a byte 0"));
    }

    /// A tokenizer has half a million merges, each a list of two, and tens of thousands of added tokens. Whoever looks
    /// through the list again for each of them is not done today.
    void aLongListIsReadInTheTimeOfItsValues() {
        std::string pairs, objects;
        for (int i = 0; i < 600000; ++i)
            pairs += i > 0 ? R"(,["a","b"])" : R"(["a","b"])";
        for (int i = 0; i < 300000; ++i)
            objects += i > 0 ? R"(,{"a":{}})" : R"({"a":{}})";
        QCOMPARE(parseJson("[" + pairs + "]", "f").size(), std::size_t(600000));
        const nlohmann::ordered_json list = parseJson("[" + objects + "]", "f");
        QCOMPARE(list.size(), std::size_t(300000));
        QCOMPARE(list.back().dump(), std::string(R"({"a":{}})"));
    }

    /// Whoever minds asks refuseRepeatedNames().
    void ofANameThatIsThereTwiceTheLastValueIsKept() {
        QCOMPARE(parseJson(R"({"a":[1],"b":2,"a":{"c":3}})", "f").dump(), std::string(R"({"a":{"c":3},"b":2})"));
    }

    void bracketsInTextsAreNone() {
        const std::string text = "[\"" + std::string(500, '[') + "\\\"" + std::string(500, '{') + "\"]";
        QCOMPARE(parseJson(text, "f")[0].get<std::string>().size(), std::size_t(1001));
    }

    void tellsThePlace_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QString>("says");
        QTest::newRow("empty") << QByteArray("") << "f.json, line 1, column 1: no valid JSON: it ends in the middle";
        QTest::newRow("cut off") << QByteArray("{\n\"a\": 1,\n") << "f.json, line 3, column 1: no valid JSON: it ends";
        QTest::newRow("colon") << QByteArray("[\"a\": 1]") << "f.json, line 1, column 5: no valid JSON: look at";
        QTest::newRow("after umlauts") << QByteArray("[1,\n\"\xc3\xa4\xc3\xb6\":]")
                                       << "f.json, line 2, column 5: no valid JSON: look at";
        QTest::newRow("line break") << QByteArray("[\"a\n\"]") << "f.json, line 1, column 4: no valid JSON: look at";
        QTest::newRow("quotation mark") << QByteArray("[\xe2\x80\x9c")
                                        << "f.json, line 1, column 2: no valid JSON: this";
        QTest::newRow("Latin-1") << QByteArray("[\"caf\xe9/x\"]")
                                 << "f.json, line 1, column 7: no valid JSON: this character can't stand there";
        QTest::newRow("line break after an umlaut")
            << QByteArray("[\"\xc3\xa4\n\"]") << "f.json, line 1, column 4: no valid JSON: look at";
        QTest::newRow("binary") << QByteArray("\x9c\x80") << "f.json, line 1, column 1: no valid JSON: this";
        QTest::newRow("deep") << QByteArray("[\"[\\\"\",\n") + QByteArray(100, '[') + QByteArray(3000000, '{')
                              << "f.json, line 2, column 100: more than 100 brackets within each other";
        QTest::newRow("large") << QByteArray("[1e999]") << "f.json: no valid JSON: a number in it is too large";
    }

    void tellsThePlace() {
        QFETCH(QByteArray, text);
        QFETCH(QString, says);
        const QString message = messageOf([&] { parseJson(text.toStdString(), "f.json"); });
        QVERIFY2(message.startsWith(says), qPrintable(message));
    }
};

QTEST_GUILESS_MAIN(JsonTextTest)
#include "json_text_test.moc"
