#include "matrix/span_text.h"

#include <QSignalSpy>
#include <QtTest>

using namespace headlight;

namespace {

const QStringList words = {"Ada", "Lovelace", "wrote", "to", "Babbage"};
const QList<TextSpan> spans = {{0, 2, "PER", 0}, {4, 5, "PER", 0}};

} // namespace

class SpanTextTest : public QObject {
    Q_OBJECT
private slots:
    void spansStandInOrderWithinTheWords() {
        SpanTextPainter painter;
        painter.setWords(words);
        painter.setSpans(spans);
        for (const TextSpan& bad : {TextSpan{4, 6, "X", 0}, TextSpan{2, 2, "X", 0}, TextSpan{-1, 1, "X", 0}})
            QVERIFY_THROWS_EXCEPTION(std::invalid_argument, painter.setSpans({bad}));
        QVERIFY_THROWS_EXCEPTION(std::invalid_argument, painter.setSpans({{1, 3, "X", 0}, {2, 4, "Y", 1}}));
        QCOMPARE(painter.spans().size(), 2); // what was refused changed nothing
    }

    /// Each word has a place of its own that the pointer finds, and a narrow text is higher.
    void wordsWrap() {
        SpanTextPainter painter;
        painter.setWords(words);
        painter.setSpans(spans);
        QVERIFY(painter.heightFor(90) > painter.heightFor(900));
        const QRectF rect(10, 20, 120, painter.heightFor(120));
        for (int word = 0; word < words.size(); ++word) {
            QVERIFY(rect.contains(painter.wordRect(rect, word)));
            QCOMPARE(painter.indexAt(rect, painter.wordRect(rect, word).center()), word);
        }
        QCOMPARE(painter.indexAt(rect, rect.topLeft()), -1);
    }

    /// The ground of a span is drawn behind its words and nowhere else.
    void aSpanIsColoured() {
        SpanTextPainter painter;
        painter.setWords(words);
        painter.setSpans(spans);
        const QRectF rect(0, 0, 600, painter.heightFor(600));
        QImage image(rect.size().toSize(), QImage::Format_RGB32);
        QPainter target(&image);
        painter.paint(target, rect);
        target.end();
        const auto corner = [&](int word) {
            return image.pixelColor((painter.wordRect(rect, word).topLeft() + QPointF(0, 2)).toPoint());
        };
        QVERIFY(corner(0) != image.pixelColor(1, 1));
        QCOMPARE(corner(2), image.pixelColor(1, 1));
    }

    void pointerAndKeysChooseAWord() {
        SpanText text;
        text.setText(words, spans, {}, {"first", "second", "third", "fourth", "fifth"});
        text.resize(600, text.heightForWidth(600));
        text.show();
        QSignalSpy hovered(&text, &SpanText::hovered), activated(&text, &SpanText::activated);
        const QPoint second = text.painter().wordRect(text.rect(), 1).center().toPoint();
        QTest::mouseMove(&text, second);
        QTRY_COMPARE(text.spokenValue(), QString("second"));
        QTest::mouseClick(&text, Qt::LeftButton, {}, second);
        QCOMPARE(activated.takeLast().at(0).toInt(), 1);
        QTest::keyClick(&text, Qt::Key_Right);
        QCOMPARE(hovered.takeLast().at(0).toInt(), 2);
        QTest::keyClick(&text, Qt::Key_Return);
        QCOMPARE(activated.takeLast().at(0).toInt(), 2);
        text.setText({"Ada"}, {}, {}, {"alone"});
        QCOMPARE(text.painter().hover(), -1); // the word is gone
    }
};

QTEST_MAIN(SpanTextTest)
#include "span_text_test.moc"
