#include <QImage>
#include <QProcess>
#include <QTemporaryDir>
#include <QtTest>

/// What `cmake --install` puts at its place.
class InstallTest : public QObject {
    Q_OBJECT

    static bool runs(const QString& program, const QStringList& arguments) {
        QProcess process;
        process.setProcessChannelMode(QProcess::MergedChannels);
        process.start(program, arguments);
        const bool ended = process.waitForFinished(60000) && process.exitStatus() == QProcess::NormalExit;
        if (!ended || process.exitCode() != 0)
            qWarning().noquote() << program << arguments << process.readAll();
        return ended && process.exitCode() == 0;
    }

    QTemporaryDir m_prefix;

private slots:
    void initTestCase() {
        QVERIFY(runs("cmake", {"--install", HEADLIGHT_BINARY_DIR "/..", "--prefix", m_prefix.path()}));
    }

    void everythingIsThere_data() {
        QTest::addColumn<QString>("file");
        for (const char* file : {"bin/headlight", "bin/headlight-cli", "share/headlight/models/trec/model.safetensors",
                                 "share/headlight/models/sst2/config.json", "share/applications/headlight.desktop",
                                 "share/icons/hicolor/scalable/apps/headlight.svg", "share/doc/headlight/LICENSE",
                                 "share/doc/headlight/README.md"})
            QTest::newRow(file) << file;
    }
    void everythingIsThere() {
        QFETCH(QString, file);
        QVERIFY2(QFileInfo(m_prefix.filePath(file)).size() > 0, qPrintable(file));
    }

    void theProgramsRunFromThere() {
        const QString models = m_prefix.filePath("share/headlight/models");
        QVERIFY(runs(m_prefix.filePath("bin/headlight-cli"), {"attend", models + "/trec", "who wrote the book"}));
        const QString picture = m_prefix.filePath("window.png");
        QVERIFY(runs(m_prefix.filePath("bin/headlight"), {"--screenshot", picture}));
        QVERIFY(!QImage(picture).isNull());
    }

    /// The first start opens a bundled model: the one that was installed, not the sources'.
    void theWindowOpensTheInstalledModels() {
        QTemporaryDir empty;
        QVERIFY(QDir(m_prefix.filePath("share/headlight/models")).removeRecursively());
        QVERIFY(QDir().mkpath(m_prefix.filePath("share/headlight/models")));
        const QString with = m_prefix.filePath("window.png"), without = m_prefix.filePath("empty.png");
        QVERIFY(runs(m_prefix.filePath("bin/headlight"), {"--screenshot", without}));
        QVERIFY(QImage(with) != QImage(without));
    }
};

QTEST_GUILESS_MAIN(InstallTest)
#include "install_test.moc"
