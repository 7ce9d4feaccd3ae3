#include "engine/core/error.h"
#include "engine/core/files.h"
#include "engine/store/kept_words.h"

#include <QDir>
#include <QTemporaryDir>
#include <QtTest>
#include <cmath>

namespace headlight {

/// What a run's folder keeps about the words of its corpus.
class KeptWordsTest : public QObject {
    Q_OBJECT

private slots:
    void init() { m_folder = std::make_unique<QTemporaryDir>(); }

    void readsWhatItWrote() {
        const WordsPlan plan{"label=2", "test", {{"good", "bad"}, 1, 2}};
        WordWeights weights;
        weights.classes = 2;
        weights.texts = 5;
        weights.cut = 1;
        weights.weights = {{"good", {{1, 2, 2.5}, {3}}}, {"tea", {{}, {1, 1.5}}}};
        weights.weightsByText = weights.weights;
        const WordReport report = wordReport({{"1", "2"}, true, {}}, weights, plan.question);
        QCOMPARE(report.words.size(), std::size_t(1)); // it has no "bad"
        QVERIFY(!keptWords(folder(), plan));
        keepWords(folder(), plan, report);
        const auto kept = keptWords(folder(), plan);
        QVERIFY(kept);
        QVERIFY(kept->labels == report.labels && kept->isOrdered && kept->texts == 5 && kept->cut == 1);
        const WordShift &good = kept->words.front(), &made = report.words.front();
        QCOMPARE(good.word, std::string("good"));
        QCOMPARE(good.times, std::size_t(4));
        QCOMPARE(good.trend.p, made.trend.p);
        QCOMPARE(good.any.statistic, made.any.statistic);
        QCOMPARE(good.classes[0].highQuartile, made.classes[0].highQuartile);
        QCOMPARE(kept->top[0][0].word, std::string("good"));
        QCOMPARE(kept->top[1][0].word, std::string("tea"));
        WordsPlan other = plan;
        other.question.top = 2;
        QVERIFY(!keptWords(folder(), other));
    }

    void aClassWithoutTheWordHasNoNumbers() {
        const WordsPlan plan{"", "test", {{"tea"}, 1, 1}};
        WordWeights weights;
        weights.classes = 2;
        weights.weights = {{"tea", {{}, {1}}}};
        weights.weightsByText = weights.weights;
        keepWords(folder(), plan, wordReport({{"a", "b"}, false, {}}, weights, plan.question));
        const auto kept = keptWords(folder(), plan);
        QVERIFY(kept && std::isnan(kept->words[0].classes[0].median));
        QCOMPARE(kept->words[0].classes[1].median, 1.0);
    }

    void whatIsDamagedIsMadeAnew() {
        const WordsPlan plan{"label=2", "test", {{"good"}, 1, 1}};
        WordWeights weights;
        weights.classes = 1;
        weights.weights = {{"good", {{1, 2}}}};
        weights.weightsByText = weights.weights;
        keepWords(folder(), plan, wordReport({{"a"}, false, {}}, weights, plan.question));
        const QString file = QDir(m_folder->path()).filePath(QDir(m_folder->path()).entryList(QDir::Files).first());
        const std::string whole = readFile(file.toStdString());
        for (const auto& [from, to] : std::vector<std::pair<std::string, std::string>>{
                 {"\"good\",0", "7,0"}, {"[\"a\"]", "[\"a\",\"b\"]"}, {"\"texts\":0", "\"texts\":-1"}, {"}", ""}}) {
            std::string damaged = whole;
            const std::size_t place = damaged.rfind(from);
            QVERIFY2(place != std::string::npos, (whole + from).c_str());
            writeFile(file.toStdString(), damaged.replace(place, from.size(), to));
            QVERIFY2(!keptWords(folder(), plan), damaged.c_str());
        }
        writeFile(file.toStdString(), whole);
        QVERIFY(keptWords(folder(), plan));
    }

    void theCorpusIsThatOfTheRun() {
        RunRecord run;
        run.datasetSpec = "/data/imdb_sample?label=1&text=4";
        QCOMPARE(corpusOf(run, {"label=2", "test", {}}), std::string("/data/imdb_sample?label=2"));
        QCOMPARE(corpusOf(run, {"", "test", {}}), std::string("/data/imdb_sample"));
    }

private:
    std::filesystem::path folder() const { return m_folder->path().toStdString(); }
    std::unique_ptr<QTemporaryDir> m_folder;
};

} // namespace headlight

QTEST_APPLESS_MAIN(headlight::KeptWordsTest)
#include "kept_words_test.moc"
