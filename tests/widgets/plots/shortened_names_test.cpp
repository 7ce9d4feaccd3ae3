#include "plots/shortened_names.h"

#include <QTest>

using namespace headlight;

class ShortenedNamesTest : public QObject {
    Q_OBJECT
private slots:
    void whatHasRoomStays() {
        const QStringList names{"TREC", "CR"};
        QCOMPARE(shortenedNames(names, metrics(), 1000), names);
        QCOMPARE(shortenedNames({}, metrics(), 10), QStringList());
    }

    void aLongNameIsCutInTheMiddle() {
        const QStringList cut = shortenedNames({"abcdefghijklmnopqrstuvwxyz"}, metrics(), room(10));
        QVERIFY2(cut[0].startsWith('a') && cut[0].endsWith('z'), qPrintable(cut[0]));
    }

    void differentNamesStayDifferent() {
        const QStringList names{"diagnostic:first?length=6&train=200&dev=40",
                                "diagnostic:back?length=6&train=200&dev=40"};
        const QStringList cut = shortenedNames(names, metrics(), room(14));
        QVERIFY2(cut[0].startsWith(QString::fromUtf8("…first")) && cut[1].startsWith(QString::fromUtf8("…back")),
                 qPrintable(cut.join('|')));
        for (const QString& name : cut)
            QVERIFY(metrics().horizontalAdvance(name) <= room(14));
    }

    /// One that begins otherwise is no reason to lose what the others differ in.
    void whatDiffersIsKeptAmongOtherNames() {
        const QStringList names{"mtsa on the first token, seed 1, heads 4, dropout 0.1",
                                "mtsa on the first token, seed 2, heads 4, dropout 0.1", "published"};
        const QStringList cut = shortenedNames(names, metrics(), room(16));
        QVERIFY2(cut[0] != cut[1] && cut[2] == names[2], qPrintable(cut.join('|')));
    }

private:
    static QFontMetricsF metrics() { return QFontMetricsF(QFont()); }
    static double room(int letters) { return letters * metrics().averageCharWidth(); }
};

QTEST_MAIN(ShortenedNamesTest)
#include "shortened_names_test.moc"
