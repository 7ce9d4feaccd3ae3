#include <QProcess>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QtTest>

/// Qt's lupdate, where it is installed (qt6-l10n-tools): a translation needs every text of the window from it.
class StringsTest : public QObject {
    Q_OBJECT
private slots:
    void everyTextOfTheWindowCanBeExtracted() {
        const QString program = QStandardPaths::findExecutable("lupdate", {"/usr/lib/qt6/bin"});
        if (program.isEmpty())
            QSKIP("lupdate is not installed");
        const QTemporaryDir folder;
        QProcess lupdate;
        lupdate.setWorkingDirectory(HEADLIGHT_SOURCE_DIR);
        lupdate.setProcessChannelMode(QProcess::MergedChannels);
        lupdate.start(program, {"-extensions", "cpp,h", "app", "widgets", "-ts", folder.filePath("strings.ts")});
        QVERIFY(lupdate.waitForFinished(60000));
        const QByteArray said = lupdate.readAll();
        QVERIFY2(lupdate.exitCode() == 0, said);
        QVERIFY2(!said.contains(HEADLIGHT_SOURCE_DIR), said); // a complaint names its file
        static const QRegularExpression found("Found (\\d+) source text");
        QVERIFY2(found.match(said).captured(1).toInt() > 900, said);
    }
};

QTEST_APPLESS_MAIN(StringsTest)
#include "strings_test.moc"
