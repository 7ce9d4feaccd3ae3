#include "core/config.h"

#include "message_of.h"

#include <QtTest>

using namespace headlight;

namespace {

struct Sample {
    int heads = 2;
    double keep = 0.5;
    bool gate = true;
    std::string form = "fused";
    std::string mask = "fw";
};

const Fields<Sample>& fields() {
    static const auto table = Fields<Sample>()
                                  .integer("heads", &Sample::heads, 1, 64, "number of heads")
                                  .number("keep", &Sample::keep, 0, 1, "keep probability")
                                  .flag("gate", &Sample::gate, "fusion gate")
                                  .choice("form", &Sample::form, {"fused", "reference"}, "how it is computed")
                                  .text("mask", &Sample::mask, "mask", [](const std::string& text) {
                                      if (text.empty())
                                          throw Error("expected a mask");
                                  });
    return table;
}

} // namespace

class ConfigTest : public QObject {
    Q_OBJECT
private slots:
    void readsBackWhatWasSet() {
        ConfigOf<Sample> config(fields());
        config.set("heads", "8");
        config.set("keep", "0.65");
        config.set("gate", "off");
        QCOMPARE(config.value.heads, 8);
        QCOMPARE(config.value.keep, 0.65);
        QCOMPARE(config.value.gate, false);
        QCOMPARE(config.get("keep"), std::string("0.65"));
    }

    void defaultsComeFromTheStruct() {
        const auto rows = fields().rows();
        QCOMPARE(rows.size(), std::size_t(5));
        QCOMPARE(rows[0].defaultValue, std::string("2"));
        QCOMPARE(rows[3].range(), std::string("fused | reference"));
    }

    void badValuesNameTheRangeAndChangeNothing() {
        ConfigOf<Sample> config(fields());
        QVERIFY(messageOf([&] { config.set("heads", "65"); }).contains("1 … 64"));
        QVERIFY(messageOf([&] { config.set("heads", "2x"); }).contains("\"2x\""));
        QCOMPARE(messageOf([&] { config.set("heads", "4.5"); }),
                 QString("heads: expected a whole number, 1 … 64, got \"4.5\"."));
        QCOMPARE(messageOf([&] { config.set("heads", "99999999999"); }),
                 QString("heads: expected 1 … 64, got \"99999999999\"."));
        QVERIFY(messageOf([&] { config.set("keep", "nan"); }).contains("0 … 1"));
        QVERIFY(messageOf([&] { config.set("form", "fusd"); }).contains("Did you mean \"fused\"?"));
        QVERIFY(messageOf([&] { config.set("mask", ""); }).startsWith("mask: expected a mask"));
        QVERIFY(messageOf([&] { config.set("head", "2"); }).contains("Did you mean \"heads\"?"));
        QCOMPARE(config.value.heads, 2);
        QCOMPARE(config.value.form, std::string("fused"));
    }

    void jsonRoundTripIsTyped() {
        ConfigOf<Sample> config(fields());
        config.set("heads", "4");
        const auto document = config.toJson();
        QVERIFY(document["heads"].is_number_integer());
        QVERIFY(document["gate"].is_boolean());
        ConfigOf<Sample> other(fields());
        other.fromJson(document, "config.json");
        QCOMPARE(other.value.heads, 4);
    }

    void badJsonIsNotHalfApplied() {
        ConfigOf<Sample> config(fields());
        const auto document = nlohmann::ordered_json::parse(R"({"heads": 4, "keeep": 0.1})");
        const QString message = messageOf([&] { config.fromJson(document, "config.json"); });
        QVERIFY2(message.startsWith("config.json: unknown option \"keeep\""), qPrintable(message));
        QCOMPARE(config.value.heads, 2);
    }
};

QTEST_GUILESS_MAIN(ConfigTest)
#include "config_test.moc"
