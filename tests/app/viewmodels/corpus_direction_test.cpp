#include "viewmodels/corpus_direction.h"

#include "engine/data/corpus.h"
#include "viewmodels/train_preview.h"

#include <QTemporaryDir>
#include <QtTest>

using namespace headlight;

/// From what into what a corpus is translated, and the other way round.
class CorpusDirectionTest : public QObject {
    Q_OBJECT
    const QString m_samples = QStringLiteral(HEADLIGHT_SOURCE_DIR "/datasets/samples/");

    static CorpusPreview preview(const QString& spec) { return previewOf(openCorpus(spec.toStdString())); }

private slots:
    void aFolderSaysIt() {
        const CorpusPreview first = preview(m_samples + "translations");
        QVERIFY2(first.summary().startsWith("translation, German → English · "), qPrintable(first.summary()));
        QCOMPARE(first.turnedText, QString("English → German"));
        QVERIFY2(first.turned.endsWith("translations?from=en&to=de"), qPrintable(first.turned));
        const CorpusPreview turned = preview(first.turned);
        QVERIFY2(turned.summary().startsWith("translation, English → German · "), qPrintable(turned.summary()));
        QCOMPARE(CorpusDirection::of(turned.turned)->text(), QString("German → English"));
    }

    void aFileAloneIsTheOtherOne() {
        const auto direction = CorpusDirection::of(m_samples + "translations/train.en?limit=2");
        QCOMPARE(direction->text(), QString("English → German"));
        const QString turned = direction->turned();
        QVERIFY2(turned.endsWith("train.de?limit=2&to=en"), qPrintable(turned));
        QCOMPARE(preview(turned).samples.size(), 2);
    }

    void aTableSaysItByItsHeadings() {
        const QTemporaryDir folder;
        QFile file(folder.filePath("both.tsv"));
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write("target\tsource\nHaus\thouse\nBaum\ttree\n") > 0);
        file.close();
        const CorpusPreview first = preview(file.fileName());
        QVERIFY2(first.summary().startsWith("translation, source → target"), qPrintable(first.summary()));
        QVERIFY(first.samples[0].text.startsWith("house"));
        QVERIFY(preview(first.turned).samples[0].text.startsWith("Haus"));
    }

    /// Also where the file is called as one of two is.
    void aNamedFormatSaysIt() {
        const QTemporaryDir folder;
        for (const char* language : {"en", "de"}) {
            QFile file(folder.filePath(QString("table.") + language));
            QVERIFY(file.open(QIODevice::WriteOnly) && file.write("nl\tfr\nhuis\tmaison\nboom\tarbre\n") > 0);
        }
        const QString files = folder.filePath("table.en"), table = files + "?format=translation_table";
        QCOMPARE(CorpusDirection::of(files)->text(), QString("English → German"));
        QCOMPARE(CorpusDirection::of(table)->text(), QString("Dutch → French"));
        QVERIFY(preview(table).samples[0].text.startsWith("huis"));
        QVERIFY(preview(CorpusDirection::of(table)->turned()).samples[0].text.startsWith("maison"));
    }

    void othersHaveNone() {
        QVERIFY(!CorpusDirection::of(m_samples + "split"));
        QVERIFY(!CorpusDirection::of(m_samples + "nowhere"));
        QVERIFY(preview(m_samples + "split").turned.isEmpty());
    }

    /// Not every number of labels is one of what people count.
    void rolesAndSentencesAreCountedAsSuch() {
        Corpus corpus;
        Example example;
        example.texts = {{"she", "gave", "it"}};
        example.tags = {1, 4, 3};
        corpus.kind = CorpusKind::Propositions;
        corpus.labels = {"O", "B-A0", "I-A0", "B-A1", "B-V"};
        corpus.train = {example};
        QVERIFY2(previewOf(corpus).summary().contains(" · 2 roles · "), qPrintable(previewOf(corpus).summary()));
        corpus.kind = CorpusKind::Selections;
        corpus.labels = {"1", "2", "3"};
        corpus.train.front() = {};
        corpus.train.front().texts = {{"who"}, {"she"}, {"he"}};
        QVERIFY2(previewOf(corpus).summary().contains("passages of up to 3 sentences"),
                 qPrintable(previewOf(corpus).summary()));
    }
};

QTEST_GUILESS_MAIN(CorpusDirectionTest)
#include "corpus_direction_test.moc"
