#include "panels/attend/differing_words.h"

#include <QtTest>

using namespace headlight;

/// Texts that are alike are cut where they are.
class DifferingWordsTest : public QObject {
    Q_OBJECT
    static bool never(const QString&) { return false; }

private slots:
    void whatAllShareIsLeftOut() {
        const QStringList texts = {"the small old cat sits on a green chair now",
                                   "the small old cat lay on a green chair now"};
        QCOMPARE(differingWords(texts, never), (QStringList{"the … cat sits on … now", "the … cat lay on … now"}));
        QCOMPARE(differingWords(texts, [](const QString& text) { return text.size() < 100; }), texts);
        QCOMPARE(differingWords(texts, [](const QString& text) { return text.size() < 38; })[1],
                 QString("the … cat lay on a green chair now"));
    }

    /// Some differ at their ends, others in between: each is told from those above it.
    void eachIsToldFromThoseAbove() {
        const auto fits = [](const QString& text) { return text.size() <= 36; };
        const QStringList texts = {"ein mann mit einem orangefarbenen hut starrt auf etwas .",
                                   "ein mann mit einem orangefarbenen hut starrt etwas an .",
                                   "ein mann mit einer orangefarbenen mütze starrt auf etwas .",
                                   "ein mann mit einer orangefarbenen mütze starrt etwas an .", "ein mann starrt"};
        const QStringList shown = differingWords(texts, fits);
        QCOMPARE(shown, (QStringList{"ein … hut starrt auf etwas .", "ein … hut starrt etwas an .",
                                     "ein mann mit einer orangefarbenen mütze starrt … .",
                                     "ein … mütze starrt etwas an .", "ein mann starrt"}));
    }

    /// Shortened by the one above it, the last would look like the second.
    void noTwoLookTheSame() {
        const QStringList texts = {"ein mann mit einem orangefarbenen hut starrt auf etwas an .",
                                   "ein mann mit einem orangefarbenen hut starrt auf etwas .",
                                   "ein mann mit orangefarbenem hut starrt auf etwas an .",
                                   "ein mann mit orangefarbenem hut starrt auf etwas ."};
        QStringList shown = differingWords(texts, [](const QString& text) { return text.size() <= 36; });
        QVERIFY2(shown[3].contains("orangefarbenem") && shown[3].endsWith(u'.'), qPrintable(shown.join('/')));
        QCOMPARE(shown.removeDuplicates(), 0);
    }

    void littleThatIsSharedStays() {
        const QStringList texts = {"the small cat sits", "the small dog sits"};
        QCOMPARE(differingWords(texts, never), texts);
        QCOMPARE(differingWords({"alone for ever and ever"}, never), QStringList{"alone for ever and ever"});
        QCOMPARE(differingWords({}, never), QStringList());
    }

    /// One that goes on where the other ends, and two that are the same.
    void nothingIsLostWhereOneIsShorter() {
        QCOMPARE(differingWords({"a b c d e f", "a b c d e"}, never), (QStringList{"a … d e f", "a … d e"}));
        const QStringList same = differingWords({"a b c d e f", "a b c d e f"}, never);
        QVERIFY(same[0] == same[1] && same[0].endsWith("f"));
    }
};

QTEST_GUILESS_MAIN(DifferingWordsTest)
#include "differing_words_test.moc"
