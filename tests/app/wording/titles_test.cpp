#include "wording/corpus_title.h"
#include "wording/option_title.h"
#include "wording/run_title.h"

#include <QtTest>

using namespace headlight;

/// What people call what the program knows by identifiers.
class TitlesTest : public QObject {
    Q_OBJECT

private slots:
    void optionsAreNamedAsInTheirForm() {
        QCOMPARE(modelTitle("mtsa", ""), QString("MTSA"));
        QCOMPARE(modelTitle("disa", "features=128"), QString("DiSA, features per direction 128"));
        QCOMPARE(modelTitle("unknown", "some=1"), QString("unknown, some 1"));
    }

    void aTitleWithinALineIsWrittenSmall() {
        QCOMPARE(inSentence("Random seed"), QString("random seed"));
        QCOMPARE(inSentence("GRU features per direction"), QString("GRU features per direction"));
        QCOMPARE(inSentence("L2 penalty"), QString("L2 penalty"));
        QCOMPARE(inSentence(""), QString());
    }

    void aCorpusHasItsOwnName() {
        QCOMPARE(corpusTitle("trec"), QString("TREC"));
        QCOMPARE(corpusTitle("trec?dev=0.1"), QString("TREC?dev=0.1"));
        QCOMPARE(corpusTitle("diagnostic:first"), QString("First token"));
        QCOMPARE(corpusTitle("mine"), QString("mine"));
        QCOMPARE(shortDataName("data/trec/?dev=0.1"), QString("trec"));
    }

    void aTaskMayBeTypedByItsTitle() {
        for (const QString spec : {"diagnostic:first", "diagnostic:brackets?length=32&seed=7"}) {
            QVERIFY(!diagnosticTitle(spec).contains("diagnostic"));
            QCOMPARE(diagnosticSpec(diagnosticTitle(spec)), spec);
            QCOMPARE(diagnosticSpec(spec), spec);
        }
        QCOMPARE(diagnosticSpec("first token"), QString("diagnostic:first"));
        QCOMPARE(diagnosticTitle("trec"), QString("trec")); // a folder
        QCOMPARE(diagnosticSpec("/data/trec?dev=0.1"), QString("/data/trec?dev=0.1"));
    }

    void aRunIsCalledByWhatItIsOf() {
        QCOMPARE(runTitle("mtsa", "trec", 2, {}), QString("MTSA on TREC, seed 2"));
        QCOMPARE(runTitle("mtsa", "diagnostic:first", 2, "fold 3"), QString("MTSA on First token, seed 2, fold 3"));
    }
};

QTEST_GUILESS_MAIN(TitlesTest)
#include "titles_test.moc"
