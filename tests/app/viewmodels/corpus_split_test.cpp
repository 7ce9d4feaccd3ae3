#include "viewmodels/corpus_split.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QtTest>

using namespace headlight;

class CorpusSplitTest : public QObject {
    Q_OBJECT

    static CorpusSplit::Kind kindOf(const QString& spec, const QStringList& parts) {
        CorpusPreview preview;
        preview.spec = spec;
        for (const QString& part : parts)
            preview.parts.append(CorpusPreview::Part{.name = part, .perLabel = {}});
        return splitOf(preview).kind;
    }

private slots:
    void whatIsMissingCanBeChosen() {
        using Kind = CorpusSplit::Kind;
        QCOMPARE(kindOf("cr", {"train"}), Kind::HoldOut);
        QCOMPARE(kindOf("trec", {"train", "test"}), Kind::HoldOut);
        QCOMPARE(kindOf("trec?dev=0.1", {"train", "dev", "test"}), Kind::HoldOut); // it can be taken back
        QCOMPARE(kindOf("sst", {"train", "dev", "test"}), Kind::None);
        QCOMPARE(kindOf("snli", {"dev", "test"}), Kind::TrainOnDev);
        QCOMPARE(kindOf("snli?train_on_dev=true", {"train", "test"}), Kind::TrainOnDev);
        QCOMPARE(kindOf("diagnostic:first?dev=0", {"train", "test"}), Kind::None);
    }

    void aTestFileAloneCanBeTrainedOn() {
        const QTemporaryDir folder;
        QFile file(folder.filePath("test.csv"));
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write("1,good\n2,bad\n") > 0);
        file.close();
        const QString spec = folder.path() + "?format=csv";
        QCOMPARE(kindOf(spec, {"test"}), CorpusSplit::Kind::TrainOnTest);
        QCOMPARE(testFileSpec(spec), folder.filePath("test.csv") + "?format=csv&dev=0.1");
        QCOMPARE(kindOf("nowhere", {"test"}), CorpusSplit::Kind::None);
    }

    void anOptionTakesThePlaceOfTheOneThatIsThere() {
        QCOMPARE(withCorpusOption("cr", "dev", "0.1"), QString("cr?dev=0.1"));
        QCOMPARE(withCorpusOption("cr?dev=0.1&seed=3", "dev", "0.2"), QString("cr?seed=3&dev=0.2"));
        QCOMPARE(withCorpusOption("cr?dev=0.1", "dev", {}), QString("cr"));
        QCOMPARE(withCorpusOption("cr?dev", "dev", "0.1"), QString("cr?dev=0.1")); // no specification yet
    }
};

QTEST_GUILESS_MAIN(CorpusSplitTest)
#include "corpus_split_test.moc"
