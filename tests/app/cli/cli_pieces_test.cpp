#include "app/cli/cli_runner.h"
#include "engine/core/npz.h"

#include <QImage>
#include <cmath>

namespace headlight {

/// --pieces and --specials: how tokens stand in maps.
class CliPiecesTest : public QObject {
    Q_OBJECT

private slots:
    void aWordIsOneRowAndOneColumn() {
        const QJsonObject raw = mapOf({}), words = mapOf({"--pieces", "words"});
        QVERIFY(!m_document.isEmpty());
        QCOMPARE(words["shape"].toArray(), (QJsonArray{6, 6}));
        QCOMPARE(m_document["tokens"].toArray(), (QJsonArray{"[CLS]", "the", "unknown", "dog", "sleeps", "[SEP]"}));
        QCOMPARE(m_document["pieces"].toString(), QString("words"));
        QVERIFY(!m_document.contains("specials"));
        // From [CLS] to "unknown": the sum of what goes to its two pieces.
        const QJsonArray own = raw["values"].toArray(), merged = words["values"].toArray();
        QVERIFY(std::abs(merged[2].toDouble() - own[2].toDouble() - own[3].toDouble()) < 1e-6);
        // From it to "the": the mean of its pieces.
        QVERIFY(std::abs(merged[2 * 6 + 1].toDouble() - (own[2 * 8 + 1].toDouble() + own[3 * 8 + 1].toDouble()) / 2) <
                1e-6);
    }

    void marksAreHiddenWithAndWithoutRenormalising() {
        const auto sumOfRow = [](const QJsonObject& map) {
            double sum = 0;
            for (int key = 0; key < 6; ++key)
                sum += map["values"].toArray()[key].toDouble();
            return sum;
        };
        const QJsonObject raw = mapOf({}), hidden = mapOf({"--specials", "hidden"});
        QCOMPARE(m_document["tokens"].toArray(), (QJsonArray{"the", "un", "##known", "dog", "sleep", "##s"}));
        QCOMPARE(m_document["specials"].toString(), QString("hidden"));
        QCOMPARE(hidden["values"].toArray()[1], raw["values"].toArray()[8 + 2]); // the → un
        QVERIFY(sumOfRow(hidden) < 0.99);
        QVERIFY(std::abs(sumOfRow(mapOf({"--specials", "renormalised"})) - 1) < 1e-5);
    }

    void prettyPiecesAreReadAndChangeNoNumber() {
        const QJsonObject raw = mapOf({"--stage", "score"}), pretty = mapOf({"--stage", "score", "--pieces", "pretty"});
        QCOMPARE(pretty, raw);
        QCOMPARE(m_document["tokens"].toArray(),
                 (QJsonArray{"[CLS]", "the", "un", "·known", "dog", "sleep", "·s", "[SEP]"}));
    }

    void everyFileSaysWhatWasDone() {
        const QStringList how = m_one + QStringList{"--pieces", "words", "--specials", "renormalised"};
        const CliResult table = m_cli.run(how);
        QVERIFY2(table.out.startsWith("pieces merged to words: ") &&
                     table.out.contains("\nspecial tokens hidden, the rest of each row renormalised to 1\n"),
                 table.out);
        QCOMPARE(m_cli.run(how + QStringList{"--out", "words.csv"}).code, 0);
        const QString csv = Cli::read(m_cli.path("words.csv"));
        QVERIFY2(csv.contains("words · special tokens hidden, renormalised") && csv.contains("\nunknown,"),
                 qPrintable(csv));
        QCOMPARE(m_cli.run(how + QStringList{"--out", "words.png"}).code, 0);
        const QImage picture(m_cli.path("words.png"));
        QVERIFY(picture.text("pieces").startsWith("pieces merged to words"));
        QVERIFY(picture.text("specials").contains("renormalised"));
        QVERIFY(picture.text("Title").endsWith("words · special tokens hidden, renormalised"));
        QCOMPARE(m_cli.run(how + QStringList{"--out", "words.npz"}).code, 0);
        const auto arrays = readNpz(m_cli.path("words.npz").toStdString());
        QCOMPARE(arrays.at("L0.H0.weight").shape, (std::vector<std::int64_t>{4, 4}));
        const QByteArray archive = Cli::read(m_cli.path("words.npz")); // readNpz() has the numbers only
        QVERIFY(archive.contains("pieces.npy") && archive.contains("specials.npy"));
        QVERIFY(!arrays.contains("L0.H0.score"));
        QCOMPARE(m_cli.run(how + QStringList{"--out", "words.html"}).code, 0);
    }

    void placesOfChangesAreThoseOfTheModel() {
        const CliResult result = m_cli.run(
            m_one + QStringList{"--pieces", "words", "--specials", "hidden", "--leave-out", "4", "--effects"});
        QVERIFY2(result.out.contains("“dog” left out"), result.out);
    }

    void scoresAreOfTheModelsTokens() {
        for (const QStringList& how : {QStringList{"--pieces", "words"}, QStringList{"--specials", "hidden"}}) {
            const CliResult result = m_cli.run(m_one + QStringList{"--stage", "score", "--json"} + how);
            QCOMPARE(result.code, 2);
            QVERIFY2(result.message().startsWith("headlight-cli: --stage score: scores are of all tokens"), result.err);
        }
    }

private:
    QJsonObject mapOf(const QStringList& more) {
        QStringList arguments = m_one + QStringList{"--json"} + more;
        if (!more.contains("--stage"))
            arguments << "--stage"
                      << "weight";
        m_document = m_cli.run(arguments).object();
        return m_document["maps"].toArray()[0].toObject();
    }

    Cli m_cli;
    QJsonObject m_document; ///< of the last map
    /// [CLS] the un ##known dog sleep ##s [SEP]
    const QStringList m_one = {
        "attend", HEADLIGHT_SOURCE_DIR "/tests/golden/bert/masked", "the unknown dog sleeps", "--layer", "0", "--head",
        "0"};
};

} // namespace headlight

QTEST_GUILESS_MAIN(headlight::CliPiecesTest)
#include "cli_pieces_test.moc"
