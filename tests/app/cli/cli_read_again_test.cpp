#include "app/cli/cli_runner.h"

namespace headlight {

/// attend of a classifier whose decoder reads the text again.
class CliReadAgainTest : public QObject {
    Q_OBJECT

    const QString m_model = QStringLiteral(HEADLIGHT_SOURCE_DIR "/tests/golden/published/bart-classifier");
    Cli m_cli;

private slots:
    void isNoTranslation() {
        const CliResult table = m_cli.run({"attend", m_model, "5 9 7"});
        QCOMPARE(table.code, 0);
        QVERIFY2(table.out.contains("\nText\n") && table.out.contains("\nText, shifted\n"), table.out.constData());
        QVERIFY(!table.out.contains("Translation"));
        const QJsonObject document = m_cli.run({"attend", m_model, "5 9 7", "--json"}).object();
        QVERIFY(!document.contains("translation") && !document.contains("second"));
        QCOMPARE(document["shifted"].toObject()["tokens"].toArray().size(), document["tokens"].toArray().size());
    }

    /// The document opens as a file of maps, and says the same.
    void itsDocumentOpensAgain() {
        QCOMPARE(m_cli.run({"attend", m_model, "5 9 7", "--out", "maps.json"}).code, 0);
        const QJsonObject again = m_cli.run({"attend", "maps.json", "--json"}).object();
        QVERIFY(again["shifted"].toObject()["maps"].toArray().size() > 0);
    }
};

} // namespace headlight

QTEST_GUILESS_MAIN(headlight::CliReadAgainTest)
#include "cli_read_again_test.moc"
