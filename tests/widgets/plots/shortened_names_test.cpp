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

private:
    static QFontMetricsF metrics() { return QFontMetricsF(QFont()); }
    static double room(int letters) { return letters * metrics().averageCharWidth(); }
};

QTEST_MAIN(ShortenedNamesTest)
#include "shortened_names_test.moc"
