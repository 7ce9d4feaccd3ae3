#include "cli/mask_mark.h"

#include <QtTest>

using namespace headlight;

/// Under an expression that is refused, carets below what is wrong.
class MaskMarkTest : public QObject {
    Q_OBJECT

private slots:
    void caretsStandBelow_data() {
        QTest::addColumn<QByteArray>("expression");
        QTest::addColumn<int>("position");
        QTest::addColumn<int>("length");
        QTest::addColumn<QByteArray>("carets");
        QTest::newRow("inside") << QByteArray("fw+up+bw") << 3 << 2 << QByteArray("     ^^");
        QTest::newRow("behind the end") << QByteArray("fw+") << 3 << 0 << QByteArray("     ^");
        QTest::newRow("no longer than the text") << QByteArray("fw+up") << 3 << 9 << QByteArray("     ^^");
        QTest::newRow("letters of several bytes") << QByteArray("é+up") << 3 << 2 << QByteArray("    ^^");
        QTest::newRow("nothing was typed") << QByteArray() << 0 << 0 << QByteArray("  ^");
    }

    void caretsStandBelow() {
        QFETCH(QByteArray, expression);
        QFETCH(int, position);
        QFETCH(int, length);
        QFETCH(QByteArray, carets);
        const MaskError error("wrong", std::size_t(position), std::size_t(length));
        QCOMPARE(QByteArray::fromStdString(marked(error, expression.toStdString())),
                 "mask: wrong\n  " + expression + "\n" + carets);
    }

    void ofALongExpressionAPieceIsShown() {
        const std::string expression = std::string(150, 'a') + "?" + std::string(150, 'b');
        const QList<QByteArray> lines =
            QByteArray::fromStdString(marked(MaskError("wrong", 150, 1), expression)).split('\n');
        QCOMPARE(lines.size(), 3);
        QVERIFY(lines[1].size() < 120 && lines[1].startsWith("  …"));
        const QString shown = QString::fromUtf8(lines[1]), carets = QString::fromUtf8(lines[2]);
        QCOMPARE(carets.count('^'), 1);
        QCOMPARE(shown.indexOf('?'), carets.indexOf('^'));
    }
};

QTEST_GUILESS_MAIN(MaskMarkTest)
#include "mask_mark_test.moc"
