#include "app/panels/train/train_fixture.h"
#include "viewmodels/corpus_split.h"

#include <QCheckBox>
#include <QDir>
#include <QFile>
#include <QSpinBox>
#include <QtTest>

using namespace headlight;

/// What a corpus lacks is asked for below its name.
class SplitChooserTest : public QObject, TrainFixture {
    Q_OBJECT
private slots:
    void init() {
        begin();
        open();
    }
    void cleanup() { end(); }

    void aTestSetAloneIsTrainedOnByAClick() {
        const QString corpus = folderWith("test.txt");
        typeData(corpus);
        auto* button = find<QPushButton>("train.ontest");
        QTRY_VERIFY_WITH_TIMEOUT(button->isVisible(), patience);
        QVERIFY(!start()->isEnabled());
        QVERIFY2(summary().contains("by the button below") && !summary().contains('?'), qPrintable(summary()));
        QTest::mouseClick(button, Qt::LeftButton);
        QCOMPARE(data(), testFileSpec(corpus));
        QVERIFY2(data().contains("test.txt") && data().contains("dev=0.1"), qPrintable(data()));
        QTRY_VERIFY_WITH_TIMEOUT(start()->isEnabled(), patience);
        QVERIFY(!button->isVisible());
    }

    void aDevSetAloneIsTrainedOnWithATick() {
        typeData(folderWith("dev.txt"));
        auto* tick = find<QCheckBox>("train.ondev");
        QTRY_VERIFY_WITH_TIMEOUT(tick->isVisible(), patience);
        QVERIFY(!start()->isEnabled());
        QVERIFY2(summary().contains("by the tick below") && !summary().contains('?'), qPrintable(summary()));
        QTest::mouseClick(tick, Qt::LeftButton, {}, QPoint(8, tick->height() / 2));
        QVERIFY2(data().endsWith("?train_on_dev=true"), qPrintable(data()));
        QTRY_VERIFY_WITH_TIMEOUT(start()->isEnabled(), patience);
    }

    void aShareOfTheTrainingSetIsHeldOut() {
        typeData(folderWith("train.txt"));
        auto* share = find<QSpinBox>("train.holdout");
        QTRY_VERIFY_WITH_TIMEOUT(share->isVisible(), patience);
        share->setValue(20);
        QVERIFY2(data().endsWith("?dev=0.2"), qPrintable(data()));
        share->setValue(0);
        QVERIFY2(!data().contains('?'), qPrintable(data()));
    }

private:
    QString summary() { return find<QLabel>("train.summary")->text(); }
    QString data() { return find<QLineEdit>("train.data.text")->text(); }

    /// A corpus of that file alone.
    QString folderWith(const QString& name) {
        const QString folder = m_folder->filePath("corpus");
        QFile file(folder + '/' + name);
        if (!QDir().mkpath(folder) || !file.open(QIODevice::WriteOnly))
            return {};
        for (int k = 0; k < 20; ++k)
            file.write("good\ta fine day\nbad\tit rained again\n");
        return folder;
    }
};

QTEST_MAIN(SplitChooserTest)
#include "split_chooser_test.moc"
