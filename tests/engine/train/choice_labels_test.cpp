#include "analysis/step_choices.h"
#include "data/corpus.h"
#include "encoders/registry.h"
#include "text/tokenizer.h"
#include "train/run_config.h"

#include <QRegularExpression>
#include <QSet>
#include <QtTest>
#include <map>

using namespace headlight;

/// What people read in place of the identifiers of values and presets. Whoever adds one gives it such a label.
class ChoiceLabelsTest : public QObject {
    Q_OBJECT

    /// Of all option tables, by the table's name.
    static std::map<std::string, std::vector<OptionRow>> tables() {
        std::map<std::string, std::vector<OptionRow>> all;
        for (const EncoderRow& row : encoderRows())
            all[row.id] = RunConfig::forEncoder(row.id).rows(); // with those of the sentence model and the training
        all["corpus"] = corpusFields().rows();
        all["tokenizer"] = tokenizerFields().rows();
        return all;
    }

    static constexpr int inAForm = 16, inAWideOne = 32; ///< letters

    static bool isForPeople(const std::string& label, const std::string& id, int longest) {
        const QString text = QString::fromStdString(label), word = QString::fromStdString(id);
        const bool isCoded = word.contains(QRegularExpression("[-_0-9]")) && word.size() > 2;
        static const QRegularExpression programmers("_|[A-Za-z][0-9]+[A-Za-z]|\\^");
        return !text.isEmpty() && text.size() <= longest && text != word && !text.front().isLower() &&
               !text.contains(programmers) && !(isCoded && text.contains(word, Qt::CaseInsensitive));
    }

private slots:
    void everyValueOfEveryChoiceHasALabelOfItsOwn() {
        int choices = 0;
        for (const auto& [table, rows] : tables())
            for (const OptionRow& option : rows) {
                QCOMPARE(option.choiceLabels.size(), option.choices.size());
                QSet<QString> labels;
                for (std::size_t i = 0; i < option.choices.size(); ++i) {
                    const std::string& id = option.choices[i];
                    const std::string& label = option.choiceLabels[i];
                    const std::string where = table + ", " + option.name + "=" + id + ": \"" + label + "\"";
                    QVERIFY2(isForPeople(label, id, table == "corpus" ? inAWideOne : inAForm), where.c_str());
                    QVERIFY2(!labels.contains(QString::fromStdString(label)), where.c_str());
                    QCOMPARE(option.labelOf(id), label);
                    labels.insert(QString::fromStdString(label));
                    ++choices;
                }
                QCOMPARE(option.labelOf("no such value"), std::string("no such value"));
            }
        QVERIFY(choices > 100);
    }

    void encodersThatShareAValueCallItTheSame() {
        std::map<std::string, std::string> known;
        for (const EncoderRow& row : encoderRows())
            for (const OptionRow& option : RunConfig::forEncoder(row.id).rows())
                for (std::size_t i = 0; i < option.choices.size(); ++i) {
                    const std::string value = option.name + "=" + option.choices[i];
                    const auto [place, isNew] = known.emplace(value, option.choiceLabels[i]);
                    QVERIFY2(place->second == option.choiceLabels[i], (row.id + ": " + value).c_str());
                }
    }

    void everyPresetHasALabelOfItsOwnAndSaysWhatItIs() {
        for (const EncoderRow& row : encoderRows()) {
            QSet<QString> labels;
            for (const Preset& preset : row.presets) {
                const std::string where = row.id + ", " + preset.id + ": \"" + preset.label + "\"";
                QVERIFY2(isForPeople(preset.label, preset.id, inAWideOne), where.c_str());
                QVERIFY2(!labels.contains(QString::fromStdString(preset.label)), where.c_str());
                QVERIFY2(!preset.help.empty() && preset.help.find("W^") == std::string::npos, where.c_str());
                labels.insert(QString::fromStdString(preset.label));
            }
        }
    }

    void headingsAndHelpAreWords() {
        static const QRegularExpression formulas("W\\^|[a-z]2[a-z]{3}");
        for (const auto& [table, rows] : tables())
            for (const OptionRow& option : rows) {
                QVERIFY2(!QString::fromStdString(option.group).contains(formulas), option.group.c_str());
                QVERIFY2(option.help.find("W^") == std::string::npos, option.help.c_str());
            }
    }

    void whatZeroStandsForHasAWord() {
        static const QRegularExpression said("(^|[^0-9.])0( or 1)?: ");
        int found = 0;
        for (const auto& [table, rows] : tables())
            for (const OptionRow& option : rows) {
                if (option.type != OptionRow::Type::Integer && option.type != OptionRow::Type::Number)
                    continue;
                const std::string where = table + ", " + option.name + ": " + option.help;
                QVERIFY2(QString::fromStdString(option.help).contains(said) == !option.zeroLabel.empty(),
                         where.c_str());
                QVERIFY2(option.zeroLabel.empty() || option.low == 0, where.c_str());
                if (option.zeroLabel.empty())
                    continue;
                QCOMPARE(option.labelOf("0"), option.zeroLabel);
                QCOMPARE(option.labelOf("10"), std::string("10"));
                ++found;
            }
        QVERIFY(found > 100);
    }

    void whatTheScalingLabMeasuresHasLabels() {
        for (const auto& name : stepModes())
            QVERIFY2(isForPeople(name.label, name.text, inAForm), name.text);
        for (const auto& name : sequencesNames())
            QVERIFY2(isForPeople(name.label, name.text, inAForm), name.text);
    }
};

QTEST_GUILESS_MAIN(ChoiceLabelsTest)
#include "choice_labels_test.moc"
