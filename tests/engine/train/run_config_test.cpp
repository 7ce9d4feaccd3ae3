#include "train/run_config.h"

#include <QSet>
#include <QtTest>

using namespace headlight;

class RunConfigTest : public QObject {
    Q_OBJECT
private slots:
    void optionNamesAreDifferent() {
        for (const EncoderRow& row : encoderRows()) {
            QSet<QString> names;
            for (const OptionRow& option : RunConfig::forEncoder(row.id).rows()) {
                QVERIFY2(!names.contains(QString::fromStdString(option.name)), option.name.c_str());
                QVERIFY2(!option.help.empty(), option.name.c_str());
                names.insert(QString::fromStdString(option.name));
            }
        }
    }

    void recipesAndPresetsApplyToEveryEncoder() {
        for (const EncoderRow& row : encoderRows()) {
            for (const Preset& preset : row.presets)
                RunConfig::forEncoder(row.id).set("preset", preset.id);
            for (const Recipe& recipe : recipes()) {
                RunConfig config = RunConfig::forEncoder(row.id);
                applyRecipe(config, recipe.id);
            }
        }
        RunConfig config = RunConfig::forEncoder("mtsa");
        applyRecipe(config, "cr");
        QCOMPARE(config.get("heads"), std::string("2"));
        QCOMPARE(config.get("attention_keep"), std::string("0.81"));
        QCOMPARE(config.get("keep"), std::string("0.475"));
        QCOMPARE(config.train.folds, 10);
        config.set("preset", "paper"); // of the recipe's preset nothing stays
        QCOMPARE(config.get("heads"), std::string("8"));
        QCOMPARE(config.get("combine"), std::string("output"));
    }

    void jsonRoundTrip() {
        RunConfig config = RunConfig::forEncoder("disa");
        config.data = "trec";
        config.probes = {"What is this ?"};
        config.set("features", "50");
        config.set("epochs", "3");
        const RunConfig copy = RunConfig::fromJson(config.toJson(), "run.json");
        QVERIFY(copy.toJson() == config.toJson());
    }

    void badDocumentsAreNamed() {
        const auto message = [](const char* text) {
            try {
                RunConfig::fromJson(nlohmann::ordered_json::parse(text), "run.json");
            } catch (const Error& error) {
                return QString::fromUtf8(error.what());
            }
            return QString();
        };
        QVERIFY(message(R"({"encoder": "mtsx"})").contains("Did you mean \"mtsa\"?"));
        QVERIFY(message(R"({"encoder": "mtsa", "trian": {}})").contains("Did you mean \"train\"?"));
        QVERIFY(message(R"({"encoder": "mtsa", "train": {"epochs": 0}})").contains("1 … 1000000"));
        QVERIFY(message(R"({"encoder": "mtsa", "data": 3})").startsWith("run.json: "));
        QVERIFY(message("[]").startsWith("run.json: "));
    }
};

QTEST_GUILESS_MAIN(RunConfigTest)
#include "run_config_test.moc"
