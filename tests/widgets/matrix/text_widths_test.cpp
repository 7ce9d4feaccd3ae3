#include "matrix/text_widths.h"

#include <QFontMetricsF>
#include <QTest>

using namespace headlight;

/// What is known of a font is what Qt says of it, however often and in whatever order it is asked.
class TextWidthsTest : public QObject {
    Q_OBJECT

private slots:
    void textsAreAsWideAsQtSays() {
        QFont small, large;
        small.setPixelSize(11);
        large.setPixelSize(29);
        for (int round = 0; round < 2; ++round)
            for (const QFont& font : {small, large})
                for (const QString& text :
                     {QString(), QStringLiteral("AVATAR"), QStringLiteral("f(x) – ü – 漢字 – 🙂")})
                    QCOMPARE(TextWidths(font).of(text), QFontMetricsF(font).horizontalAdvance(text));
    }

    void numbersAreAsWideAsTheyAreDrawn() {
        QFont font;
        font.setPixelSize(13);
        for (const QString& number : {QStringLiteral("0.08317"), QStringLiteral("−1.25e-05"), QStringLiteral("masked")})
            QVERIFY(std::abs(TextWidths(font).ofNumber(number) - QFontMetricsF(font).horizontalAdvance(number)) < 0.5);
    }

    void fontsAndTextsMayBeMoreThanAreKept() {
        QFont first;
        first.setPixelSize(12);
        const TextWidths kept(first);
        const double wide = kept.of(QStringLiteral("kept"));
        for (int size = 1; size < 100; ++size) {
            QFont font;
            font.setPixelSize(size);
            QCOMPARE(TextWidths(font).of(QStringLiteral("many")),
                     QFontMetricsF(font).horizontalAdvance(QStringLiteral("many")));
        }
        for (int text = 0; text < 20'000; ++text)
            kept.of(QString::number(text));
        QCOMPARE(kept.of(QStringLiteral("kept")), wide);
    }

    void textsAreAsHighAsQtSays() {
        QFont font;
        font.setPixelSize(13);
        const QString text = QStringLiteral("Source to token of layer 0, the mean over its 漢字");
        for (const double width : {40.0, 150.0, 1000.0, 150.0})
            QCOMPARE(TextWidths(font).heightIn(width, text),
                     QFontMetricsF(font).boundingRect(QRectF(0, 0, width, 1e6), Qt::TextWordWrap, text).height());
    }

    void onlyWhatHasNoRoomIsCut() {
        QFont font;
        font.setPixelSize(13);
        const TextWidths widths(font);
        const QString text = QStringLiteral("considerable");
        QCOMPARE(widths.elided(text, Qt::ElideRight, widths.of(text)), text);
        const QString cut = widths.elided(text, Qt::ElideRight, widths.of(text) / 2);
        QVERIFY(cut.endsWith(QChar(0x2026)) && widths.of(cut) <= widths.of(text) / 2);
    }
};

QTEST_MAIN(TextWidthsTest)
#include "text_widths_test.moc"
