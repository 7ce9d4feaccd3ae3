#include "app/cli/cli_runner.h"

#include <QtTest>
#include <cmath>

using namespace headlight;

/// headlight-cli attend --vectors, on published models without tokenizers: ids are typed.
class CliVectorsTest : public QObject {
    Q_OBJECT
    Cli m_cli;

    CliResult attend(const char* folder, const QStringList& more) const {
        const QString path = QStringLiteral(HEADLIGHT_SOURCE_DIR "/tests/golden/published/") + folder;
        return m_cli.run(QStringList{"attend", path, "5 9 7"} + more);
    }
    static double at(const QJsonObject& document, const char* name, qsizetype place) {
        return document[name].toArray()[place].toDouble();
    }

private slots:
    void queriesTimesKeysAreTheProducts() {
        const QStringList head = {"--head", "1.2", "--json", "--vectors"};
        const QJsonObject queries = attend("llama", head + QStringList{"query"}).object(),
                          keys = attend("llama", head + QStringList{"key"}).object(),
                          values = attend("llama", head + QStringList{"value"}).object();
        const CliResult result = attend("llama", head + QStringList{"product", "--query", "2"});
        QVERIFY2(result.code == 0, result.err);
        const QJsonObject products = result.object();
        QCOMPARE(products["shape"].toArray(), QJsonArray({3, 4}));
        QCOMPARE(values["shape"].toArray(), QJsonArray({3, 4}));
        QCOMPARE(keys["shared_by"].toArray(), QJsonArray({"1.2", "1.3"}));
        QCOMPARE(keys["planes"].toArray()[1].toObject()["features"].toArray(), QJsonArray({1, 3}));
        for (int key = 0; key < 3; ++key) {
            double sum = 0;
            for (int feature = 0; feature < 4; ++feature) {
                const double product = at(queries, "values", 2 * 4 + feature) * at(keys, "values", key * 4 + feature);
                QVERIFY(std::abs(at(products, "values", key * 4 + feature) - product) < 1e-5);
                sum += product;
            }
            QVERIFY(std::abs(at(products, "dot", key) - sum) < 1e-5);
            QVERIFY(std::abs(at(products, "score", key) - products["scale"].toDouble() * sum) < 1e-5);
        }
        QVERIFY(std::abs(at(products, "weight", 0) + at(products, "weight", 1) + at(products, "weight", 2) - 1) < 1e-5);
    }

    void aTableHasARowForEachTokenAndWhatItComesTo() {
        const CliResult result =
            attend("t5", {"--head", "0.1", "--vectors", "product", "--query", "1", "--out", "products.csv"});
        QVERIFY2(result.code == 0, result.err);
        QFile file(m_cli.path("products.csv"));
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QStringList lines = QString::fromUtf8(file.readAll()).split('\n', Qt::SkipEmptyParts);
        QVERIFY(lines.size() >= 4);
        QCOMPARE(lines[0].trimmed(), QStringLiteral("token,0,1,2,3,4,dot,bias,score,weight"));
        const QStringList row = lines[2].trimmed().split(',');
        QVERIFY(std::abs(row[6].toDouble() + row[7].toDouble() - row[8].toDouble()) < 1e-5); // its factor is 1
    }

    void whatIsMissingOrWrongIsSaid() {
        const auto message = [&](const QStringList& more, int code) {
            const CliResult result = attend("gpt2", more);
            return result.code == code ? QString::fromUtf8(result.err) : QString::number(result.code);
        };
        QVERIFY(message({"--vectors", "key", "--json"}, 1).contains("--vectors is of one head"));
        QVERIFY(message({"--head", "0.0", "--vectors", "key"}, 2).contains("FILE.csv"));
        QVERIFY(message({"--head", "0.0", "--vectors", "product", "--json"}, 2).contains("--query N"));
        QVERIFY(message({"--head", "0.0", "--query", "1", "--json"}, 2).contains("--vectors product"));
        QVERIFY(message({"--head", "0.0", "--vectors", "product", "--query", "3", "--json"}, 1).contains("--query"));
        QVERIFY(message({"--head", "0.0", "--vectors", "key", "--stage", "score", "--json"}, 2).contains("--stage"));
        QVERIFY(message({"--head", "0.0", "--vectors", "key", "--pieces", "words", "--json"}, 2).contains("--pieces"));
        QVERIFY(
            message({"--head", "0.0", "--vectors", "key", "--specials", "hidden", "--json"}, 2).contains("--specials"));
        const CliResult none = m_cli.run({"attend", QStringLiteral(HEADLIGHT_SOURCE_DIR "/resources/models/trec"),
                                          "Who is it ?", "--head", "0.0", "--vectors", "key", "--json"});
        QCOMPARE(none.code, 1);
        QVERIFY2(none.err.contains("no products of a query with a key"), none.err);
    }
};

QTEST_GUILESS_MAIN(CliVectorsTest)
#include "cli_vectors_test.moc"
