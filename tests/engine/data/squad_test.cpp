#include "data/squad.h"

#include "core/files.h"
#include "engine/data/squad_files.h"
#include "message_of.h"

#include <QtTest>
#include <filesystem>

using namespace headlight;

using Json = nlohmann::ordered_json;
using Notes = std::vector<std::string>;

namespace {

SelectionData read(const std::string& text) {
    return readSquad({"dev.json", text});
}

/// A document with one question, which `change` changes.
template <class Change>
std::string changed(const Change& change) {
    Json document = squadDocument({{"Rain", "It rained. We stayed.", {{"q7", "Who stayed?", {{"We", 11}}}}}});
    change(document);
    return document.dump();
}

Json& paragraphOf(Json& document) {
    return document["data"][0]["paragraphs"][0];
}

Json& questionOf(Json& document) {
    return paragraphOf(document)["qas"][0];
}

Json& answerOf(Json& document) {
    return questionOf(document)["answers"][0];
}

std::string sharedFile(const std::string& name) {
    return std::string(HEADLIGHT_SOURCE_DIR) + "/../shared/data/squad/" + name;
}

} // namespace

class SquadTest : public QObject {
    Q_OBJECT

private slots:
    void passagesAndQuestions() {
        const SelectionData data = squadData({
            {"Rain", "It rained. We stayed.", {{"a", "Who stayed?", {{"We", 11}}}, {"b", "What fell?", {{"rain", 3}}}}},
            {"Sun", "It shone.", {{"c", "What shone?", {{"It", 0}}}}},
        });
        QCOMPARE(data.passages.size(), std::size_t(2));
        QCOMPARE(data.passages[1].title, std::string("Sun"));
        QCOMPARE(data.passages[0].sentences, (std::vector<ByteSpan>{{0, 10}, {11, 21}}));
        QCOMPARE(data.questions.size(), std::size_t(3));
        QCOMPARE(data.questions[0].id, std::string("a"));
        QCOMPARE(data.questions[0].label, 1);
        QCOMPARE(data.questions[1].label, 0);
        QCOMPARE(data.questions[2].passage, 1);
        QCOMPARE(data.questions[2].text, std::string("What shone?"));
        QVERIFY(leftOutNotes(data, "small.json").empty());
        QCOMPARE(data.acrossSentences, 0);
    }

    /// The first sentence whose end lies behind the answer's first character.
    void theAnswersBeginningIsTheLabel_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("answer");
        QTest::addColumn<int>("start"); // in code points
        QTest::addColumn<int>("label");
        QTest::newRow("a sentence's first character") << "It rained. We stayed."
                                                      << "W" << 11 << 1;
        QTest::newRow("a sentence's last character") << "It rained. We stayed."
                                                     << "." << 9 << 0;
        QTest::newRow("the passage's last character") << "It rained. We stayed."
                                                      << "." << 20 << 1;
        QTest::newRow("white space in front") << "It rained. We stayed."
                                              << " We" << 10 << 1;
        QTest::newRow("umlauts in front") << "Ä Ö Ü äöü. Öl floß."
                                          << "Öl" << 11 << 1;
        QTest::newRow("emoji in front") << "😀😀😀😀. We 🎉 stayed."
                                        << "stayed" << 11 << 1;
        QTest::newRow("an emoji") << "So 👩‍🚀 flew. Ja."
                                  << "👩‍🚀" << 3 << 0;
        QTest::newRow("combining marks in front") << "Cafe\u0301 re\u0301sume\u0301. Ja."
                                                  << "Ja" << 16 << 1;
        QTest::newRow("an abbreviation in front") << "It was approx. ten. We stayed."
                                                  << "ten" << 15 << 0;
        QTest::newRow("over two sentences") << "It rained. We stayed. All day."
                                            << "rained. We" << 3 << 0;
    }
    void theAnswersBeginningIsTheLabel() {
        QFETCH(QString, text);
        QFETCH(QString, answer);
        QFETCH(int, start);
        QFETCH(int, label);
        const SelectionData data =
            squadData({{"T", text.toStdString(), {{"q", "What?", {{answer.toStdString(), start}}}}}});
        QCOMPARE(data.questions[0].label, label);
        QCOMPARE(data.questions[0].accepted, (std::vector<int>{label}));
        QCOMPARE(data.acrossSentences, answer.contains(". ") ? 1 : 0);
    }

    /// The first answer is what is trained; any is right.
    void answersInSeveralSentences() {
        const SelectionData data =
            squadData({{"T", "A ran. B sat. A won.", {{"q", "Who?", {{"A", 14}, {"A", 0}, {"A won", 14}}}}}});
        const SelectionQuestion& question = data.questions[0];
        QCOMPARE(question.label, 2);
        QCOMPARE(question.accepted, (std::vector<int>{0, 2}));
    }

    /// The order of names is free, further ones are passed over, and a byte order mark and many lines are no matter.
    void theFormIsReadAsItComes() {
        const std::string text =
            "\xEF\xBB\xBF{\n \"license\": {\"data\": [1]}, \"data\": [\n {\"paragraphs\": [{\"qas\": "
            "[{\"x\": [[{}]], \"is_impossible\": false, \"answers\": [{\"answer_start\": 0, \"text\": "
            "\"\\u00c4\", \"answer_end\": 1}], \"id\": \"1\", \"question\": \"?\"}], \"context\": "
            "\"Ä.\"}], \"title\": \"T\"}]\n}\n";
        const SelectionData data = read(text);
        QCOMPARE(data.questions.size(), std::size_t(1));
        QCOMPARE(data.passages[0].title, std::string("T"));
        QVERIFY(looksLikeSquad({"dev.json", text.substr(3)}));
        QVERIFY(!looksLikeSquad({"a.json", "{\"data\": [1, 2]}"}));
        QVERIFY(!looksLikeSquad({"a.csv", "text,\"data\",\"paragraphs\"\n"}));
        QVERIFY(!looksLikeSquad({"empty", ""}));
    }

    void whatIsLeftOutIsCounted() {
        const SquadQuestion good{"q", "Who?", {{"It", 0}}};
        Json document = squadDocument(
            {{"T", "It rained.", {good, {"none", "Who?", {}}, {"blank", " ", {{"It", 0}}}, good, good, good}},
             {"E", " \n", {{"of nothing", "Who?", {}}}}});
        Json& questions = paragraphOf(document)["qas"];
        questions[3]["is_impossible"] = true; // whatever answers it has
        questions[4]["is_impossible"] = true;
        questions[4]["answers"] = Json::array();
        questions[5]["is_impossible"] = true;
        questions[5].erase("answers");
        const SelectionData data = read(document.dump());
        QCOMPARE(data.questions.size(), std::size_t(1));
        QCOMPARE(data.passages.size(), std::size_t(1));
        QCOMPARE(data.leftOut.impossible, 3);
        QCOMPARE(leftOutNotes(data, "some/dev.json"),
                 (Notes{"dev.json: 3 of 7 questions have no answer in the passage (is_impossible, SQuAD 2.0) and are "
                        "left out",
                        "dev.json: 2 of 7 questions have an empty list of answers and are left out",
                        "dev.json: 1 of 7 questions has no text and is left out",
                        "dev.json: 1 passage has no text and is left out"}));
    }

    void badFilesAreRefused_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QString>("message");
        const auto row = [](const char* name, const std::string& text, const char* message) {
            QTest::newRow(name) << QByteArray::fromStdString(text) << message;
        };
        row("no JSON", "title,text\n",
            "dev.json, line 1, column 2: no valid JSON: look at the commas, quotes and "
            "brackets there");
        row("nothing", "", "dev.json, line 1, column 1: no valid JSON: it ends in the middle; is the file complete?");
        row("cut off", "{\"data\": [\n{\"title\": \"T\"",
            "dev.json, line 2, column 14: no valid JSON: it ends in the "
            "middle; is the file complete?");
        row("no UTF-8", "{\"data\":\n \"\xFC\"}", "dev.json, line 2, column 3: not UTF-8 (byte 11 of the file)");
        row("half of a pair", "{\"data\": \"\\ud83d\"}",
            "dev.json, line 1, column 17: no valid JSON: look at the commas, quotes and brackets there");
        row("a byte 0", std::string("{\"data\":\0 []}", 13),
            "dev.json, line 1, column 9: no valid JSON: a byte 0 "
            "stands there");
        row("a list", "[{\"data\": [{}]}]", "dev.json: expected an object with \"data\"");
        row("no data", "{\"version\": \"1.1\"}", "dev.json: \"data\" is missing");
        row("data is an object", "{\"data\": {\"a\": {}}}", "dev.json: \"data\": expected a list");
        row("data is a text", "{\"data\": \"a\"}", "dev.json: \"data\": expected a list");
        row("no article", "{\"data\": []}", "dev.json: \"data\": no article is in it");
        row("an article is a list", "{\"data\": [[]]}", "dev.json: \"data\", entry 1: expected an object");
        row("an article is a number", "{\"data\": [1]}", "dev.json: \"data\", entry 1: expected an object");
        row("too large a number", "{\"data\": [1e999]}", "dev.json: no valid JSON: a number in it is too large");
        row("no title", "{\"data\": [{\"paragraphs\": []}]}", "dev.json: \"data\", entry 1: \"title\" is missing");
        row("no question", "{\"data\": [{\"title\": \"T\", \"paragraphs\": []}]}",
            "dev.json: no question with an answer is in it");
        row("paragraphs are an object", "{\"data\": [{\"title\": \"T\", \"paragraphs\": {\"a\": 1}}]}",
            "dev.json: \"data\", entry 1: \"paragraphs\": expected a list");
        row("nested deeply", "{\"data\": [{\"x\": " + std::string(200000, '['),
            "dev.json: has more than 32 brackets within each other; this is no file of the form of SQuAD");
        std::string names = "{\"data\": [{";
        for (int k = 0; k < 1100; ++k)
            names += "\"" + std::to_string(k) + "\": 0, ";
        row("many names", names,
            "dev.json: has more than 1,000 names in an object; this is no file of the form of "
            "SQuAD");
        std::string values = "{\"data\": [{\"title\": [0";
        for (int k = 0; k < 2000000; ++k)
            values += ",0";
        row("many values", values,
            "dev.json: has more than 2,000,000 values in an article; this is no file of the "
            "form of SQuAD");
    }
    void badFilesAreRefused() {
        QFETCH(QByteArray, text);
        QFETCH(QString, message);
        QCOMPARE(messageOf([&] { read(text.toStdString()); }), message);
    }

    /// One of the two would be read, and nobody told of the other.
    void namesThatAreThereTwiceAreRefused_data() {
        QTest::addColumn<QByteArray>("from");
        QTest::addColumn<QByteArray>("to");
        QTest::addColumn<QString>("name");
        QTest::newRow("questions") << QByteArray("\"qas\":") << QByteArray("\"qas\":[],\n\"qas\":") << "qas";
        QTest::newRow("answers") << QByteArray("\"answers\":") << QByteArray("\"answers\":[],\n\"answers\":")
                                 << "answers";
        QTest::newRow("starts") << QByteArray("\"answer_start\":")
                                << QByteArray("\"answer_start\":1,\n\"answer_start\":") << "answer_start";
        QTest::newRow("written in two ways")
            << QByteArray("\"qas\":") << QByteArray("\"q\\u0061s\":[],\n\"qas\":") << "qas";
        QTest::newRow("data") << QByteArray("\"data\":") << QByteArray("\"data\":[],\n\"data\":") << "data";
    }
    void namesThatAreThereTwiceAreRefused() {
        QFETCH(QByteArray, from);
        QFETCH(QByteArray, to);
        QFETCH(QString, name);
        QByteArray text = QByteArray::fromStdString(changed([](Json&) {}));
        QCOMPARE(text.count(from), 1);
        text.replace(from, to);
        QCOMPARE(messageOf([&] { read(text.toStdString()); }),
                 "dev.json, line 2, column 1: \"" + name +
                     "\" is in this object twice, and only one of them would be read: take one away");
    }

    /// The same name in other objects, and as a value, is none that is there twice.
    void otherObjectsMayHaveTheName() {
        const std::string text = changed([](Json& d) {
            questionOf(d)["question"] = "\"id\": \\ {\"id\"";
            questionOf(d)["more"] = {{"id", "id"}, {"question", {"id", "id"}}};
        });
        QCOMPARE(read(text).questions.size(), std::size_t(1));
    }

    void questionsOfOneIdAreCounted() {
        const std::vector<SquadQuestion> questions = {
            {"q7", "Who stayed?", {{"We", 11}}}, {"q8", "What fell?", {{"It", 0}}}, {"q7", "Who?", {{"We", 11}}}};
        const SelectionData data = squadData({{"Rain", "It rained. We stayed.", questions}});
        QCOMPARE(data.questions.size(), std::size_t(3));
        QCOMPARE(
            readingNotes(data, "small.json"),
            (Notes{"small.json: 1 of 3 questions has the id of a question before, the first is q7; all are read"}));
    }

    void badEntriesAreRefused_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QString>("message");
        const QString place = "dev.json: \"data\", entry 1: \"paragraphs\", entry 1: ";
        const auto row = [](const char* name, const std::string& text, const QString& message) {
            QTest::newRow(name) << QByteArray::fromStdString(text) << message;
        };
        row("no context", changed([](Json& d) { paragraphOf(d).erase("context"); }), place + "\"context\" is missing");
        row("context is a number", changed([](Json& d) { paragraphOf(d)["context"] = 1; }),
            place + "\"context\": expected a text");
        row("long context", changed([](Json& d) { paragraphOf(d)["context"] = std::string(2000000, 'a'); }),
            place + "\"context\": the passage has 2,000,000 bytes; a passage may have 1 MiB");
        row("no questions", changed([](Json& d) { paragraphOf(d).erase("qas"); }), place + "\"qas\" is missing");
        row("a question is a text", changed([](Json& d) { questionOf(d) = "Who?"; }),
            place + "\"qas\", entry 1: expected an object with \"id\"");
        row("no id", changed([](Json& d) { questionOf(d).erase("id"); }),
            place + "\"qas\", entry 1: \"id\" is missing");
        row("no answers", changed([](Json& d) { questionOf(d).erase("answers"); }),
            place + "\"qas\", entry 1: \"answers\" is missing");
        row("answers are an object", changed([](Json& d) { questionOf(d)["answers"] = Json::object(); }),
            place + "\"qas\", entry 1: \"answers\": expected a list");
        row("start is a text", changed([](Json& d) { answerOf(d)["answer_start"] = "11"; }),
            place + "\"qas\", entry 1: \"answers\", entry 1: \"answer_start\": expected a whole number from "
                    "-2147483647 to 2147483647");
        row("start is a fraction", changed([](Json& d) { answerOf(d)["answer_start"] = 11.5; }),
            place + "\"qas\", entry 1: \"answers\", entry 1: \"answer_start\": expected a whole number from "
                    "-2147483647 to 2147483647");
        row("impossible is a text", changed([](Json& d) { questionOf(d)["is_impossible"] = "no"; }),
            place + "\"qas\", entry 1: \"is_impossible\": expected true or false");

        const QString answer = "dev.json: question q7, answer 1: ";
        const auto starting = [](int start) {
            return changed([start](Json& d) { answerOf(d)["answer_start"] = start; });
        };
        row("behind the passage", starting(20),
            answer + "\"We\" at answer_start 20 is outside its passage, which has "
                     "21 characters");
        row("far behind", starting(2147483647),
            answer + "\"We\" at answer_start 2147483647 is outside its passage, "
                     "which has 21 characters");
        row("in front of it", starting(-1),
            answer + "\"We\" at answer_start -1 is outside its passage, which has 21 "
                     "characters");
        row("elsewhere", starting(12),
            answer + "expected \"We\" at answer_start 12, and the passage has \"e \" there; "
                     "answer_start counts Unicode characters from 0, not bytes");
        row("empty", changed([](Json& d) { answerOf(d)["text"] = ""; }), answer + "it is empty");
        row("long", changed([](Json& d) { answerOf(d)["text"] = "We" + std::string(3000000, '!'); }),
            answer + "\"We" + QString(38, '!') +
                "…\" at answer_start 11 is outside its passage, which has 21 "
                "characters");
        row("of an empty passage", changed([](Json& d) { paragraphOf(d)["context"] = ""; }),
            answer + "\"We\" at answer_start 11 is outside its passage, which has 0 characters");
        row("only impossible ones", changed([](Json& d) { questionOf(d)["is_impossible"] = true; }),
            "dev.json: no question with an answer is in it; dev.json: 1 of 1 questions has no answer in the passage "
            "(is_impossible, SQuAD 2.0) and is left out");
        row("an id that breaks the line", changed([](Json& d) {
                questionOf(d)["id"] = "a\nb";
                answerOf(d)["text"] = " ";
            }),
            "dev.json: question a?b, answer 1: it is empty");
    }
    void badEntriesAreRefused() {
        QFETCH(QByteArray, text);
        QFETCH(QString, message);
        QCOMPARE(messageOf([&] { read(text.toStdString()); }), message);
    }

    void allOfTheDevFileIsRead() {
        const std::string path = sharedFile("dev-v1.1.json");
        if (!std::filesystem::exists(path))
            QSKIP("../shared/data/squad is absent");
        const SourceFile file{path, readFile(path)};
        QVERIFY(looksLikeSquad(file));
        const SelectionData data = readSquad(file);
        QCOMPARE(data.passages.size(), std::size_t(2067));
        QCOMPARE(data.questions.size(), std::size_t(10570));
        QVERIFY(leftOutNotes(data, path).empty());
        const auto severalSentences = std::count_if(data.questions.begin(), data.questions.end(),
                                                    [](const auto& question) { return question.accepted.size() > 1; });
        // Other releases of ICU may cut a sentence elsewhere.
        QVERIFY2(severalSentences > 800 && severalSentences < 860, qPrintable(QString::number(severalSentences)));
        QVERIFY2(data.acrossSentences < 120, qPrintable(QString::number(data.acrossSentences)));
        for (const SelectionQuestion& question : data.questions)
            QVERIFY(std::binary_search(question.accepted.begin(), question.accepted.end(), question.label));
    }

    void germanPassagesAreRead() {
        const std::string path = sharedFile("xquad.de.json");
        if (!std::filesystem::exists(path))
            QSKIP("../shared/data/squad is absent");
        QCOMPARE(readSquad({path, readFile(path)}).questions.size(), std::size_t(1190));
    }
};

QTEST_GUILESS_MAIN(SquadTest)
#include "squad_test.moc"
