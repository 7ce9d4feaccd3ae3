#include "data/corpus_kinds.h"
#include "data/formats.h"
#include "data/statistics.h"
#include "tasks/task.h"

#include <QtTest>
#include <set>

using namespace headlight;

using Labels = CorpusKindRow::Labels;

/// The table of what is asked of a kind of example.
class CorpusKindsTest : public QObject {
    Q_OBJECT
private slots:
    void everyKindHasOneRow() {
        std::set<CorpusKind> kinds;
        for (const CorpusKindRow& row : corpusKinds()) {
            QVERIFY(kinds.insert(row.kind).second);
            QCOMPARE(&corpusKindRow(row.kind), &row);
            QCOMPARE(corpusKindRow(row.scored).texts, row.texts);
            QVERIFY(row.scored == row.kind || corpusKindRow(row.scored).labels == Labels::LevelsOfScores);
            QCOMPARE(row.labelWord.empty(), row.labels == Labels::None);
        }
        for (const CorpusFormat& format : corpusFormats())
            QVERIFY(kinds.count(format.kind));
    }

    void tasksReadWhatTheirKindHas() {
        std::set<CorpusKind> kinds;
        for (const auto& task : taskRows()) {
            const CorpusKindRow& kind = corpusKindRow(task->examples());
            QCOMPARE(task->texts(), kind.texts);
            kinds.insert(kind.kind);
        }
        QCOMPARE(kinds.size(), corpusKinds().size()); // each has a task
    }

    void samplesAreOfTheirKind_data() {
        QTest::addColumn<int>("kind");
        QTest::newRow("split") << int(CorpusKind::Sentences);
        QTest::newRow("pairs") << int(CorpusKind::Pairs);
        QTest::newRow("scored_pairs") << int(CorpusKind::ScoredPairs);
        QTest::newRow("scored_pairs?label=entailment_judgment") << int(CorpusKind::Pairs);
        QTest::newRow("tags") << int(CorpusKind::TaggedSentences);
        QTest::newRow("propbank") << int(CorpusKind::Propositions);
        QTest::newRow("conll2005") << int(CorpusKind::Propositions);
        QTest::newRow("squad") << int(CorpusKind::Selections);
        QTest::newRow("translations") << int(CorpusKind::Translations);
    }

    void samplesAreOfTheirKind() {
        QFETCH(int, kind);
        const Corpus corpus =
            openCorpus(std::string(HEADLIGHT_SOURCE_DIR "/datasets/samples/") + QTest::currentDataTag());
        QCOMPARE(int(corpus.kind), kind);
        const CorpusKindRow& row = corpusKindRow(corpus.kind);
        std::int64_t labels = 0;
        for (const Example& example : corpus.train) {
            if (row.labels == Labels::PlacesOfTexts)
                QVERIFY(int(example.texts.size()) >= row.texts);
            else
                QCOMPARE(int(example.texts.size()), row.texts);
            const auto own = exampleLabels(example, corpus.kind);
            QCOMPARE(own.size(), row.labels == Labels::OfTokens ? example.texts.front().size()
                                 : row.labels == Labels::None   ? 0
                                                                : 1);
            labels += std::int64_t(own.size());
        }
        std::int64_t counted = 0;
        for (const std::int64_t count : statisticsOf(corpus, corpus.train).perLabel)
            counted += count;
        QCOMPARE(counted, labels);
    }

    /// Tags beside a label are another matter: what counts is the kind.
    void theKindDecidesWhatIsALabel() {
        Example example;
        example.texts = {{"a", "b"}};
        example.label = 1;
        example.tags = {2, 0, 2};
        Corpus corpus;
        corpus.labels = {"x", "y", "z"};
        corpus.train = {example};
        QCOMPARE(statisticsOf(corpus, corpus.train).perLabel, (std::vector<std::int64_t>{0, 1, 0}));
        corpus.kind = CorpusKind::TaggedSentences;
        QCOMPARE(statisticsOf(corpus, corpus.train).perLabel, (std::vector<std::int64_t>{1, 0, 2}));
    }
};

QTEST_GUILESS_MAIN(CorpusKindsTest)
#include "corpus_kinds_test.moc"
