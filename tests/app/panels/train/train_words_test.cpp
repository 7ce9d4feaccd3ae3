#include "app/panels/train/train_fixture.h"
#include "engine/encoders/registry.h"
#include "forms/option_form.h"

#include <QComboBox>
#include <QRegularExpression>
#include <QtTest>

using namespace headlight;

/// What stands in the form of a training is for people; tooltips have what files call it.
class TrainWordsTest : public QObject, TrainFixture {
    Q_OBJECT
private slots:
    void init() {
        begin();
        open();
    }
    void cleanup() { end(); }

    void valuesAreLabelsWithTheirIdentifiersInTooltips() {
        for (const EncoderRow& encoder : encoderRows()) {
            pick("train.encoder", QString::fromStdString(encoder.id));
            for (const QComboBox* box : find<OptionForm>("train.options")->findChildren<QComboBox*>())
                for (int k = 0; k < box->count(); ++k) {
                    const QString id = box->itemData(k).toString(), help = box->itemData(k, Qt::ToolTipRole).toString();
                    QVERIFY2(box->itemText(k) != id && help.endsWith(id), qPrintable(box->objectName() + ' ' + id));
                }
        }
    }

    void noTextOrTooltipOfTheFormHasAnIdentifierAmongItsWords() {
        static const QRegularExpression code("W\\^|[a-z]{2}_[a-z]|[a-z](?<!word)2[a-z]");
        for (const EncoderRow& encoder : encoderRows()) {
            pick("train.encoder", QString::fromStdString(encoder.id));
            for (const QLabel* label : m_panel->findChildren<QLabel*>()) {
                QVERIFY2(!label->text().contains(code), qPrintable(label->text()));
                const QString help = label->toolTip().simplified().section("In files and on the command line:", 0, 0);
                QVERIFY2(!help.contains(code), qPrintable(help));
            }
        }
    }

    void presetsAreCalledByTheirLabels() {
        const auto* preset = find<QComboBox>("train.preset");
        const int srl = preset->findData("srl");
        QCOMPARE(preset->itemText(srl), QString("Role labelling code"));
        QVERIFY(preset->itemData(srl, Qt::ToolTipRole).toString().simplified().contains("command line: preset=srl"));
    }

    void aChoiceIsFoundByItsLabelsAndItsIdentifiers() {
        find<OptionForm>("train.options")->setUnfolded(true);
        const auto* combine = find<QComboBox>("option.combine");
        QCOMPARE(combine->currentText(), QString("Output layer"));
        QVERIFY2(combine->toolTip().contains("combine=output"), qPrintable(combine->toolTip()));
        auto* search = find<QLineEdit>("option.search");
        for (const char* word : {"output layer", "fusion gates", "combine", "joined by", "gate"}) {
            search->setText(word);
            QVERIFY2(combine->isVisible(), word);
        }
        search->setText("source2token");
        QVERIFY(find<QComboBox>("option.pooling")->isVisible() && !combine->isVisible());
    }

    void whyAnOptionDoesNothingIsSaidInPeoplesWords() {
        auto* combine = find<QComboBox>("option.combine");
        combine->setCurrentIndex(combine->findData("gate"));
        const QString help = find<QWidget>("option.output_activation")->toolTip().simplified();
        QVERIFY2(help.contains("“Heads joined by” is Fusion gates"), qPrintable(help));
    }
};

QTEST_MAIN(TrainWordsTest)
#include "train_words_test.moc"
