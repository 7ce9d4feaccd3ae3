#include "fuzz/scratch.h"
#include "fuzz/targets.h"
#include "message_of.h"

#include <QtTest>

using namespace headlight;

class SeedsTest : public QObject {
    Q_OBJECT

private slots:
    void aReaderTakesItsSeedsOrRefusesThemInWords_data() {
        QTest::addColumn<QString>("target");
        QTest::addColumn<QString>("path");
        for (const fuzz::Target& target : fuzz::targets()) {
            const QString folder = HEADLIGHT_SOURCE_DIR "/tests/fuzz/seeds/" + QString::fromStdString(target.name);
            QVERIFY2(!QDir(folder).isEmpty(QDir::Files), qPrintable(folder + " has no seed"));
            for (const QFileInfo& seed : QDir(folder).entryInfoList(QDir::Files))
                QTest::addRow("%s %s", target.name.c_str(), qPrintable(seed.fileName()))
                    << QString::fromStdString(target.name) << seed.filePath();
        }
    }
    void aReaderTakesItsSeedsOrRefusesThemInWords() {
        QFETCH(QString, target);
        QFETCH(QString, path);
        for (const fuzz::Target& one : fuzz::targets())
            if (one.name == target.toStdString())
                fuzz::check(one, fuzz::contentOf(path.toStdString()));
    }

    /// A seed that is refused leads the fuzzer nowhere; those named bad_* are refused on purpose.
    void goodSeedsAreAccepted_data() { aReaderTakesItsSeedsOrRefusesThemInWords_data(); }
    void goodSeedsAreAccepted() {
        QFETCH(QString, target);
        QFETCH(QString, path);
        if (QFileInfo(path).fileName().startsWith("bad_"))
            return;
        for (const fuzz::Target& one : fuzz::targets())
            if (one.name == target.toStdString())
                QCOMPARE(messageOf([&] { one.read(fuzz::contentOf(path.toStdString())); }), QString());
    }
};

QTEST_GUILESS_MAIN(SeedsTest)
#include "seeds_test.moc"
