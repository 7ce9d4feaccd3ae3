#include "core/config.h"

#include "message_of.h"

#include <QtTest>
#include <optional>

using namespace headlight;

namespace {

enum class Form { Fused, Reference };
enum class Cells { Columns, Tabs };

struct Sample {
    int heads = 2;
    double keep = 0.5;
    bool gate = true;
    Form form = Form::Fused;
    std::string mask = "fw";
    std::string optimizer = "adam";
    std::optional<Cells> layout;
};

const Fields<Sample>& fields() {
    static const auto table =
        Fields<Sample>()
            .integer("heads", "Heads", &Sample::heads, 1, 64, "number of heads")
            .number("keep", "Keep", &Sample::keep, 0, 1, "keep probability")
            .flag("gate", "Gate", &Sample::gate, "fusion gate")
            .choice("form", "Form", &Sample::form,
                    {{Form::Fused, "fused", "Fused"}, {Form::Reference, "reference", "As defined"}},
                    "how it is computed")
            .text("mask", "Mask", &Sample::mask, "mask",
                  [](const std::string& text) {
                      if (text.empty())
                          throw Error("expected a mask");
                  })
            .choice("optimizer", "Optimizer", &Sample::optimizer, {{"adam", "Adam"}, {"sgd", "SGD"}},
                    "a row of a registry")
            .choice("layout", "Layout", &Sample::layout,
                    {{std::nullopt, "auto", "Automatic"},
                     {Cells::Columns, "columns", "White space"},
                     {Cells::Tabs, "tabs", "Tabs"}},
                    "how it is written");
    return table;
}

/// Options of which one has another default.
struct Other : Sample {
    Other() { form = Form::Reference; }
};

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
        QCOMPARE(rows.size(), std::size_t(7));
        QCOMPARE(rows[0].defaultValue, std::string("2"));
        QCOMPARE(rows[3].range(), std::string("fused | reference"));
        QCOMPARE(rows[3].defaultValue, std::string("fused"));
        QCOMPARE(rows[6].defaultValue, std::string("auto"));
    }

    void aChoiceIsAnEnumThatIsReadAndWrittenAsItsWord() {
        ConfigOf<Sample> config(fields());
        config.set("form", "reference");
        QVERIFY(config.value.form == Form::Reference);
        QCOMPARE(config.get("form"), std::string("reference"));
        QCOMPARE(config.toJson()["form"].get<std::string>(), std::string("reference"));
        QCOMPARE(messageOf([&] { config.set("form", "Fused"); }),
                 QString("form: expected fused | reference, got \"Fused\". Did you mean \"fused\"?"));
        QCOMPARE(messageOf([&] { config.set("form", ""); }), QString("form: expected fused | reference, got \"\"."));
        QVERIFY(config.value.form == Form::Reference);
    }

    void aChoiceOfARegistryIsItsId() {
        ConfigOf<Sample> config(fields());
        config.set("optimizer", "sgd");
        QCOMPARE(config.value.optimizer, std::string("sgd"));
        QCOMPARE(messageOf([&] { config.set("optimizer", "sdg"); }),
                 QString("optimizer: expected adam | sgd, got \"sdg\". Did you mean \"sgd\"?"));
    }

    void aChoiceMayBeLeftOpen() {
        ConfigOf<Sample> config(fields());
        config.set("layout", "tabs");
        QVERIFY(config.value.layout == Cells::Tabs);
        config.set("layout", "auto");
        QVERIFY(!config.value.layout);
    }

    void aStructHasTheChoicesOfItsBase() {
        const auto table =
            Fields<Other>().choice("form", "Form", &Other::form,
                                   {{Form::Fused, "fused", "Fused"}, {Form::Reference, "reference", "As defined"}}, "");
        QCOMPARE(table.rows().front().defaultValue, std::string("reference"));
    }

    void aTableOfWordsIsReadBothWays() {
        const ChoiceNames<Cells> names = {{Cells::Columns, "columns", "White space"}, {Cells::Tabs, "tabs", "Tabs"}};
        QVERIFY(choiceOf(names, "tabs") == Cells::Tabs);
        QCOMPARE(choiceText(names, Cells::Columns), std::string("columns"));
        QVERIFY_THROWS_EXCEPTION(std::invalid_argument, choiceOf(names, "tab"));
        const ChoiceNames<Cells> one = onlyChoices(names, {Cells::Tabs});
        QCOMPARE(one.size(), std::size_t(1));
        QVERIFY_THROWS_EXCEPTION(std::invalid_argument, choiceText(one, Cells::Columns));
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
        QVERIFY(config.value.form == Form::Fused);
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
