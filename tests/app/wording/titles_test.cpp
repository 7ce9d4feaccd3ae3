#include "engine/core/config.h"
#include "wording/corpus_title.h"
#include "wording/option_title.h"
#include "wording/option_words.h"
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
        QCOMPARE(modelTitle("mtsa", "preset=srl:combine=gate"),
                 QString("MTSA, role labelling code preset, heads joined by fusion gates"));
    }

    void valuesArePeoplesWords() {
        QCOMPARE(optionValueTitle("pooling", "source2token"), QString("Feature-wise"));
        QCOMPARE(optionValueTitle("crf", "true"), QString("on"));
        QCOMPARE(optionValueTitle("masks", "fw, bw"), QString("fw, bw"));
        QCOMPARE(optionValueTitle("patience", "0"), QString("never"));
        QCOMPARE(optionValueTitle("patience", "10"), QString("10"));
        QCOMPARE(optionValueTitle("seed", "0"), QString("0"));
        QCOMPARE(optionValueTitle("vectors", ""), QString()); // an older run may lack it
        QCOMPARE(optionValueTitle("pooling", "of the future"), QString("of the future"));
        QCOMPARE(optionValueTitle("unknown", "x"), QString("x"));
        QCOMPARE(presetTitle("mtsa", "nmt"), QString("Translation code"));
        QCOMPARE(presetTitle("mtsa", "unknown"), QString("unknown"));
    }

    void explanationsNameOptionsAndValuesAsTheFormDoes() {
        QCOMPARE(inPeoplesWords("dropout in one place (output_keep 0.6)"),
                 QString("dropout in one place (“Last layer keep probability” 0.6)"));
        QCOMPARE(inPeoplesWords("linear (hidden_activation=none), folds=10"),
                 QString("linear (“Hidden layer activation: None”), “Cross-validation folds: 10”"));
        QCOMPARE(inPeoplesWords("GloVe's (vectors=FILE)"), QString("GloVe's (“Word vector file”)"));
        QCOMPARE(inPeoplesWords("rel-pos: a distance; as rel-pos"),
                 QString("Relative vectors: a distance; as relative vectors"));
        QCOMPARE(inPeoplesWords("own_word, mean and two-sided, ag_news?dev=0.1"),
                 QString("own_word, mean and two-sided, ag_news?dev=0.1"));
        OptionRow row;
        row.choices = {"fused", "tpw"};
        row.choiceLabels = {"Fused", "Position weights"};
        QCOMPARE(inPeoplesWords("fused: fast; tpw: slow, a fused one", row),
                 QString("Fused: fast; Position weights: slow, a fused one"));
        QCOMPARE(inPeoplesWords("fusion \"tpw\" needs more", row), QString("fusion “Position weights” needs more"));
    }

    void aTitleWithinALineIsWrittenSmall() {
        QCOMPARE(inSentence("Random seed"), QString("random seed"));
        QCOMPARE(inSentence("GRU features per direction"), QString("GRU features per direction"));
        QCOMPARE(inSentence("L2 penalty"), QString("L2 penalty"));
        QCOMPARE(inSentence("ReLU"), QString("ReLU"));
        QCOMPARE(inSentence("Bi-GRU states"), QString("Bi-GRU states"));
        QCOMPARE(inSentence("A head's features"), QString("a head's features"));
        QCOMPARE(inSentence(""), QString());
    }

    void aCorpusHasItsOwnName() {
        QCOMPARE(corpusTitle("trec"), QString("TREC"));
        QCOMPARE(corpusTitle("trec?dev=0.1"), QString("TREC (dev 0.1)"));
        QCOMPARE(corpusTitle("diagnostic:first?train=600&train_on_dev=true"),
                 QString("First token (train 600, train on dev)"));
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
