#include "viewmodels/sentence_history.h"

#include <QtTest>

using namespace headlight;

class SentenceHistoryTest : public QObject {
    Q_OBJECT

private slots:
    void historyIsWalkedLikeAShell() {
        SentenceHistory history({"b", "a"});
        QCOMPARE(history.older("typing"), QString("b"));
        QCOMPARE(history.older("b"), QString("a"));
        QCOMPARE(history.older("a"), QString("a"));
        QCOMPARE(history.newer("a"), QString("b"));
        QCOMPARE(history.newer("b"), QString("typing"));
        history.add("a");
        QCOMPARE(history.sentences(), (QStringList{"a", "b"}));
        QCOMPARE(history.older("a"), QString("b"));
    }
};

QTEST_GUILESS_MAIN(SentenceHistoryTest)
#include "sentence_history_test.moc"
