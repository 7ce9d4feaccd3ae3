#include "matrix/span_text.h"

#include <QPainter>
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
        painter.setLines({{words, spans}});
        for (const TextSpan& bad : {TextSpan{4, 6, "X", 0}, TextSpan{2, 2, "X", 0}, TextSpan{-1, 1, "X", 0}}) {
            QVERIFY_THROWS_EXCEPTION(std::invalid_argument, painter.setLines({{words, {bad}}}));
            QVERIFY_THROWS_EXCEPTION(std::invalid_argument, painter.setLines({{words, {}, QList{bad}}}));
        }
        QVERIFY_THROWS_EXCEPTION(std::invalid_argument, painter.setLines({{words, {{1, 3, "X", 0}, {2, 4, "Y", 1}}}}));
        QCOMPARE(painter.line(0).spans.size(), 2); // what was refused changed nothing
    }

    /// Each word has a place of its own that the pointer finds, and a narrow text is higher.
    void wordsWrap() {
        SpanTextPainter painter;
        painter.setLines({{words, spans}});
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
        painter.setLines({{words, spans}});
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

    /// Each line has its own places; the words are counted through, and the bar stands at the chosen line.
    void linesStandBelowEachOther() {
        SpanTextPainter painter;
        painter.setLines({{words, spans}});
        const double one = painter.heightFor(600);
        SpanLine chosen{words, {}};
        chosen.isChosen = true;
        painter.setLines({{words, spans}, chosen, {{"Ada"}, {}, QList<TextSpan>{{0, 1, "PER", 0}}}});
        QVERIFY(painter.heightFor(600) > 2 * one);
        QCOMPARE(painter.count(), 11);
        const QRectF rect(0, 0, 600, painter.heightFor(600));
        double bottom = 0;
        for (int index = 0; index < painter.count(); ++index) {
            const SpanTextPainter::Place place = painter.placeOf(index);
            QCOMPARE(place.line, index < 5 ? 0 : index < 10 ? 1 : 2);
            QCOMPARE(painter.indexOf(place), index);
            const QRectF word = painter.wordRect(rect, index);
            QCOMPARE(painter.indexAt(rect, word.center()), index);
            if (place.word == 0)
                QVERIFY(word.top() >= bottom);
            bottom = std::max(bottom, word.bottom());
        }
        QImage image(rect.size().toSize(), QImage::Format_RGB32);
        QPainter target(&image);
        painter.paint(target, rect);
        target.end();
        const auto atLeft = [&](int index) {
            return image.pixelColor(1, int(painter.wordRect(rect, index).center().y()));
        };
        QCOMPARE(atLeft(5), color(ColorRole::Accent, Theme::Light));
        QVERIFY(atLeft(0) != atLeft(5) && atLeft(10) == atLeft(0));
    }

    /// The right labels are a row of their own below the others, where they are known.
    void rightLabelsStandBelow() {
        SpanTextPainter without, with;
        without.setLines({{words, spans}});
        with.setLines({{words, spans, QList<TextSpan>{{2, 3, "V", 1}}}});
        QVERIFY(with.heightFor(600) > without.heightFor(600) + 5);
        const QRectF rect(0, 0, 600, with.heightFor(600));
        QImage image(rect.size().toSize(), QImage::Format_RGB32);
        QPainter target(&image);
        with.paint(target, rect);
        target.end();
        const QColor ground = image.pixelColor(1, 1);
        const auto isDrawnBelow = [&](int index) {
            const QRectF word = with.wordRect(rect, index);
            for (int y = int(word.bottom()) + 1; y < image.height(); ++y)
                for (int x = int(word.left()); x < int(word.right()); ++x)
                    if (image.pixelColor(x, y) != ground)
                        return true;
            return false;
        };
        QVERIFY(isDrawnBelow(2) && !isDrawnBelow(3) && isDrawnBelow(4));
    }

    /// A span that is broken over lines has its label below its widest piece, and one that is longer than what is above
    /// it goes beyond that where nothing else stands.
    void aLabelStandsWhereItHasRoom() {
        SpanTextPainter painter;
        const QStringList text = {"Ada", "to", "buyalong", "house", "now"};
        painter.setLines({{text, {{1, 4, "ARGUMENT", 0}}}});
        double width = 60;
        const auto top = [&](int word) {
            return painter.wordRect(QRectF(0, 0, width, painter.heightFor(width)), word).top();
        };
        while (top(1) != top(0)) // "Ada to", "buyalong house"
            ++width;
        QVERIFY(top(2) > top(1));
        while (top(3) != top(2))
            ++width;
        QVERIFY(top(2) > top(1) && top(1) == top(0));
        const QRectF rect(0, 0, width, painter.heightFor(width));
        const auto drawnBelow = [&](int word) { // the first and the last column below its line that are not ground
            QImage image(rect.size().toSize(), QImage::Format_RGB32);
            QPainter target(&image);
            painter.paint(target, rect);
            target.end();
            const double bottom = painter.wordRect(rect, word).bottom();
            std::pair<int, int> columns{image.width(), -1};
            for (int y = int(bottom) + 3; y < int(bottom) + 10; ++y)
                for (int x = 0; x < image.width(); ++x)
                    if (image.pixelColor(x, y) != image.pixelColor(0, 0))
                        columns = {std::min(columns.first, x), std::max(columns.second, x)};
            return columns;
        };
        QVERIFY(drawnBelow(1).second < 0);
        const auto [first, last] = drawnBelow(2);
        QVERIFY(first >= int(painter.wordRect(rect, 2).left()) - 2 &&
                last <= int(painter.wordRect(rect, 3).right()) + 2);

        painter.setLines({{text, {{0, 2, "A-LONG-ARGUMENT", 0}}}});
        const auto [begin, end] = drawnBelow(0);
        QVERIFY2(end > int(painter.wordRect(rect, 1).right()) + 5, qPrintable(QString::number(end)));
        QVERIFY(begin >= 0);
    }

    /// Its letters are bold, so that it may be wider, and no other word is.
    void theSubjectStandsOut() {
        SpanTextPainter plain, bold;
        SpanLine line{words};
        plain.setLines({line});
        line.subject = 2;
        bold.setLines({line});
        const QRectF rect(0, 0, 600, plain.heightFor(600));
        const auto drawn = [&](const SpanTextPainter& painter, int word) {
            QImage image(rect.size().toSize(), QImage::Format_RGB32);
            QPainter target(&image);
            painter.paint(target, rect);
            target.end();
            return image.copy(painter.wordRect(rect, word).toRect());
        };
        QCOMPARE(drawn(bold, 1), drawn(plain, 1));
        QVERIFY(drawn(bold, 2) != drawn(plain, 2));
    }

    /// The first word is at the right, the pointer finds each where it is drawn, and labels stand below their words.
    void aTextFromTheRightIsLaidOutSo() {
        SpanTextPainter painter;
        const QStringList text = {QStringLiteral("\u2068הספר\u2069"), QStringLiteral("\u2068נכתב\u2069"), "1910", "."};
        painter.setLines({{text, {{0, 1, "ARG1", 0}}}});
        const QRectF rect(10, 0, 400, painter.heightFor(400));
        for (int word = 0; word < text.size(); ++word) {
            const QRectF place = painter.wordRect(rect, word);
            QVERIFY(rect.contains(place));
            QCOMPARE(painter.indexAt(rect, place.center()), word);
            if (word > 0)
                QVERIFY(place.right() < painter.wordRect(rect, word - 1).left());
        }
        QImage image(rect.adjusted(-10, 0, 10, 0).size().toSize(), QImage::Format_RGB32);
        image.fill(Qt::white);
        QPainter target(&image);
        painter.paint(target, rect);
        target.end();
        const auto corner = [&](int word) {
            return image.pixelColor((painter.wordRect(rect, word).topLeft() + QPointF(1, 2)).toPoint());
        };
        QVERIFY(corner(0) != corner(2)); // the ground of its span
        painter.setLines({{{"written", QStringLiteral("הספר")}}});
        QVERIFY(painter.wordRect(rect, 0).right() < painter.wordRect(rect, 1).left());
    }

    void pointerAndKeysChooseAWord() {
        SpanText text;
        text.setLines({{words, spans}}, {"first", "second", "third", "fourth", "fifth"});
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
        text.setLines({{{"Ada"}}}, {"alone"});
        QCOMPARE(text.painter().hover(), -1); // the word is gone
    }
};

QTEST_MAIN(SpanTextTest)
#include "span_text_test.moc"
