#include "wording/short_paths.h"

#include <QtTest>

using namespace headlight;

/// Messages with paths that would fill a window.
class ShortPathsTest : public QObject {
    Q_OBJECT

private slots:
    void whatFitsStays() {
        for (const char* text : {"", "models was not opened: /data/models/config.json: no such file or folder",
                                 "a / b, and/or “c”", "loss 0.1/0.2"})
            QCOMPARE(withShortPaths(text), QString(text));
    }

    void theMiddleOfALongPathIsLeftOut() {
        const QString deep = "/data/" + QString("deep folder/").repeated(50) + "models/trec";
        const QString sentence = "trec was not opened: %1/config.json: no such file. See %1. Open another (Ctrl+O).";
        const QString text = withShortPaths(sentence.arg(deep));
        QVERIFY2(text.startsWith("trec was not opened: /data/deep folder/"), qPrintable(text));
        QVERIFY2(text.contains("folder/models/trec/config.json: no such file. See /data/deep"), qPrintable(text));
        QVERIFY2(text.endsWith("deep folder/models/trec. Open another (Ctrl+O)."), qPrintable(text));
        QVERIFY2(text.count(u'…') == 2 && text.size() < 240, qPrintable(text));
        QVERIFY(withShortPaths(QString("in %1 have changed").arg(deep)).endsWith("models/trec have changed"));
    }

    void aLongNameIsShortenedToo() {
        const QString text = withShortPaths(QString(255, 'n') + " was not opened");
        QVERIFY2(text.startsWith("nnn") && text.endsWith("nnn was not opened"), qPrintable(text));
        QVERIFY(text.contains(u'…') && text.size() < 120);
    }
};

QTEST_GUILESS_MAIN(ShortPathsTest)
#include "short_paths_test.moc"
