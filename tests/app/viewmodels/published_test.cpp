#include "viewmodels/published.h"

#include <QtTest>

using namespace headlight;

namespace {

const PublishedFigure* find(const QString& model, const QString& corpus) {
    for (const PublishedFigure& figure : publishedFigures())
        if (figure.model == model && figure.corpus == corpus)
            return &figure;
    return nullptr;
}

} // namespace

class PublishedTest : public QObject {
    Q_OBJECT
private slots:
    void figuresAreThoseOfThePapers() {
        const PublishedFigure* mtsa = find("MTSA", "TREC");
        QVERIFY(mtsa);
        QCOMPARE(mtsa->value("accuracy"), 0.953);
        QVERIFY(!mtsa->has("parameters") && std::isnan(mtsa->value("parameters")));
        const PublishedFigure* mpsan = find("MPSAN", "SST-5");
        QVERIFY(mpsan);
        QCOMPARE(mpsan->value("parameters"), 1.1e6);
        QCOMPARE(mpsan->value("time per epoch"), 359.0);
        QVERIFY(mpsan->source.contains("best of ten"));
        QVERIFY(!find("MTSA", "SST-2"));
        const PublishedFigure* biblosa = find("Bi-BloSA", "SNLI");
        QVERIFY(biblosa);
        QCOMPARE(biblosa->encoder, QStringLiteral("biblosa"));
        QCOMPARE(biblosa->value("inference"), 3.2);
        QCOMPARE(biblosa->value("memory"), 1.6e9);
        QVERIFY(!find("Distance-based SAN", "SNLI")->has("inference"));
        QCOMPARE(find("DiSAN", "SICK")->value("pearson"), 0.8695);
        QCOMPARE(find("Bi-GRU", "SNLI")->value("accuracy") == 0.849, true); // in every digit, as it is exported
    }

    void everyFigureHasACorpusAndIsAShare() {
        for (const PublishedFigure& figure : publishedFigures()) {
            QVERIFY(publishedCorpora().contains(figure.corpus));
            const double share = figure.value(figure.corpus == "SICK" ? "pearson" : "accuracy");
            QVERIFY(share > 0.3 && share < 1);
            QVERIFY(!figure.source.isEmpty());
        }
    }

    void aCorpusIsKnownByItsPath_data() {
        QTest::addColumn<QString>("data");
        QTest::addColumn<QString>("corpus");
        QTest::newRow("folder") << "some/where/trec"
                                << "TREC";
        QTest::newRow("slash") << "trec/"
                               << "TREC";
        QTest::newRow("file") << "data/subj/subj.all"
                              << "SUBJ";
        QTest::newRow("options") << "cr?dev=0.1"
                                 << "CR";
        QTest::newRow("trees") << "sst/trees"
                               << "SST-2";
        QTest::newRow("fine trees") << "sst/trees?labels=fine&phrases=false"
                                    << "SST-5";
        QTest::newRow("fine files") << "x/stsa.fine.train"
                                    << "SST-5";
        QTest::newRow("pairs") << "data/snli"
                               << "SNLI";
        QTest::newRow("scores") << "SICK/"
                                << "SICK";
        QTest::newRow("diagnostic") << "diagnostic:brackets?length=3"
                                    << "";
        QTest::newRow("other") << "my/tables/reviews.csv"
                               << "";
    }
    void aCorpusIsKnownByItsPath() {
        QFETCH(QString, data);
        QFETCH(QString, corpus);
        QCOMPARE(publishedCorpusOf(data), corpus);
        QCOMPARE(publishedOf({data}).isEmpty(), corpus.isEmpty());
    }
};

QTEST_GUILESS_MAIN(PublishedTest)
#include "published_test.moc"
