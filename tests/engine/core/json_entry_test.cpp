#include "core/json_entry.h"

#include "message_of.h"

#include <QTest>

using namespace headlight;

/// An entry that is not as expected says where it stands.
class JsonEntryTest : public QObject {
    Q_OBJECT
    const nlohmann::ordered_json m_document = nlohmann::ordered_json::parse(
        R"({"a": {"text": "x", "yes": true, "seven": 7, "none": null}, "list": [1, "b"]})");
    const JsonEntry m_root{m_document, "f.json"};

private slots:
    void whatIsThereIsRead() {
        const JsonEntry a = m_root.at("a");
        QCOMPARE(a.where(), std::string("f.json: \"a\""));
        QVERIFY(a.isObject() && !a.at("text").isObject());
        QVERIFY(a.has("text") && !a.has("none") && !a.has("b") && !m_root.at("list").has("a"));
        QCOMPARE(a.text("text", "y"), std::string("x"));
        QCOMPARE(a.text("none", "y"), std::string("y"));
        QCOMPARE(a.flag("yes", false), true);
        QCOMPARE(a.flag("b", true), true);
        QCOMPARE(a.whole("seven", 0, 7, 1), 7);
        QCOMPARE(a.whole("b", 0, 7, 1), 1);
        QCOMPARE(m_root.at("list").all()[1].text(), std::string("b"));
        QCOMPARE(a.all().size(), std::size_t(4));
    }

    void whatIsOtherwiseIsNamed() {
        const JsonEntry a = m_root.at("a");
        QCOMPARE(messageOf([&] { a.at("b"); }), QString("f.json: \"a\": \"b\" is missing"));
        QCOMPARE(messageOf([&] { a.at("text").at("b"); }),
                 QString("f.json: \"a\": \"text\": expected an object with \"b\""));
        QCOMPARE(messageOf([&] { a.at("yes").text(); }), QString("f.json: \"a\": \"yes\": expected a text"));
        QCOMPARE(messageOf([&] { a.flag("seven", true); }),
                 QString("f.json: \"a\": \"seven\": expected true or false"));
        QCOMPARE(messageOf([&] { a.whole("seven", 0, 6, 1); }),
                 QString("f.json: \"a\": \"seven\": expected a whole number from 0 to 6"));
        QCOMPARE(messageOf([&] { a.at("text").all(); }), QString("f.json: \"a\": \"text\": expected a list"));
        QCOMPARE(messageOf([&] { m_root.at("list").all()[1].flag(); }),
                 QString("f.json: \"list\", entry 2: expected true or false"));
    }
};

QTEST_GUILESS_MAIN(JsonEntryTest)
#include "json_entry_test.moc"
