#include "matrix/token_strip.h"
#include "style/appearance.h"

#include <QSignalSpy>
#include <QTest>

using namespace headlight;

class TokenStripTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { m_appearance = std::make_unique<Appearance>(ThemeChoice::Light); }

    void stripWrapsAndPins();
    void stripShowsMaskedTokens();
    void stripRefusesWrongLengths();
    void ofManyTokensItIsATextOnColouredGround();
    void whereThereIsLittleRoomItIsWordsAlone();

private:
    std::unique_ptr<Appearance> m_appearance;
};

void TokenStripTest::stripWrapsAndPins() {
    TokenStripView view;
    for (int i = 0; i < 30; ++i) {
        view.tokens << QStringLiteral("token%1").arg(i);
        view.values << static_cast<float>(i) / 29.0f;
    }
    TokenStrip strip;
    strip.setView(view);
    QVERIFY(strip.heightForWidth(250) > strip.heightForWidth(1200));
    strip.resize(300, strip.heightForWidth(300));
    const QRectF area = strip.rect();
    for (int i = 0; i < 30; ++i) {
        QVERIFY(area.contains(strip.painter().boxRect(area, i)));
        for (int j = 0; j < i; ++j)
            QVERIFY(!strip.painter().boxRect(area, i).intersects(strip.painter().boxRect(area, j)));
    }
    const QImage image = strip.grab().toImage();
    const QPoint inside = strip.painter().boxRect(area, 29).bottomLeft().toPoint() + QPoint(5, -3);
    QCOMPARE(image.pixel(inside), ColorMap(ColorMapId::Blues, Theme::Light).at(1.0));

    QSignalSpy pins(&strip, &TokenStrip::pinsChanged);
    const auto click = [&](int index, Qt::KeyboardModifiers modifiers) {
        QTest::mouseClick(&strip, Qt::LeftButton, modifiers, strip.painter().boxRect(area, index).center().toPoint());
    };
    click(3, {});
    click(7, Qt::ShiftModifier);
    QCOMPARE(strip.painter().pins(), QList<int>({3, 7}));
    QTest::keyClick(&strip, Qt::Key_Escape);
    QVERIFY(strip.painter().pins().isEmpty());
    QCOMPARE(pins.count(), 3);

    QSignalSpy hovered(&strip, &TokenStrip::hovered);
    QTest::keyClick(&strip, Qt::Key_Right);
    QTest::keyClick(&strip, Qt::Key_Right);
    QCOMPARE(hovered.last(), QList<QVariant>{QVariant(1)});
    QCOMPARE(strip.toolTip(), QStringLiteral("token 1 “token1” weight 0.03448276"));
}

void TokenStripTest::stripShowsMaskedTokens() {
    TokenStripView view;
    view.tokens = {"a", ""};
    view.values = {0.4f, 0.2f};
    view.masked = {0, 1};
    TokenStripPainter painter;
    painter.setView(view);
    QCOMPARE(painter.valueText(0), QStringLiteral("0.4000"));
    QCOMPARE(painter.valueText(1), QStringLiteral("masked"));
    QVERIFY(painter.readOut(1).endsWith("not visible"));
    TokenStrip empty;
    empty.setView({});
    empty.resize(100, 60);
    empty.grab();
    QVERIFY(empty.heightForWidth(1) >= 0);
}

void TokenStripTest::stripRefusesWrongLengths() {
    TokenStripView view;
    view.tokens = {"a", "b"};
    view.values = {0.4f};
    TokenStrip strip;
    QVERIFY_THROWS_EXCEPTION(std::invalid_argument, strip.setView(view));
}

void TokenStripTest::whereThereIsLittleRoomItIsWordsAlone() {
    TokenStripView view;
    view.tokens = {"where", "is", "paris"};
    view.values = {0.125f, 0.25f, 0.625f};
    view.title = QStringLiteral("a title of so many words that it would take more than one line");
    TokenStrip strip;
    strip.setView(view);
    const int whole = strip.heightForWidth(200), compact = strip.heightFor(200, true);
    QVERIFY2(2 * compact < whole, qPrintable(QString::number(compact)));
    QCOMPARE(strip.heightFor(200, false), whole);
    strip.setCompact(true);
    QCOMPARE(strip.heightForWidth(200), compact);
    strip.setHover(1);
    QCOMPARE(strip.toolTip(), QStringLiteral("token 1 “is” weight 0.25")); // the number is still read by pointing
    for (const double width : {120.0, 200.0, 3000.0})                      // what its colours mean is said at any width
        QVERIFY2(strip.painter().titleLine(width).endsWith(" · 0…1"), qPrintable(strip.painter().titleLine(width)));
    QVERIFY(strip.painter().titleLine(3000).startsWith(view.title));
    QVERIFY(strip.painter().titleLine(200).startsWith("a "));
    TokenStripView shortened = view;
    shortened.shorterTitles = {"pooling of all the features", "pooling"};
    TokenStrip other;
    other.setCompact(true);
    other.setView(shortened);
    QVERIFY(other.painter().titleLine(3000).startsWith(view.title));
    QCOMPARE(other.painter().titleLine(300), QString("pooling of all the features · 0…1"));
    QCOMPARE(other.painter().titleLine(130), QString("pooling · 0…1"));
    TokenStripView effects = view;
    effects.values = {-1.9f, 0.25f, 0.625f};
    effects.colorMap = ColorMapId::Diverging;
    effects.range = {-1.9, 1.9, RangeChoice::Map};
    TokenStripPainter signedStrip;
    signedStrip.setCompact(true);
    signedStrip.setView(effects);
    QVERIFY2(signedStrip.titleLine(200).endsWith(" · −1.9…1.9"), qPrintable(signedStrip.titleLine(200)));
    effects.range = {-1.0, 1.0, RangeChoice::Fixed, ColorScale::SquareRoot};
    signedStrip.setView(effects);
    QVERIFY2(signedStrip.titleLine(400).endsWith(" · ≤ −1…1, square root"), qPrintable(signedStrip.titleLine(400)));
    TokenStripPainter figure = strip.painter();
    FigureStyle style;
    style.isFigure = true;
    figure.setStyle(style);
    QVERIFY(!figure.isText() && figure.heightFor(200) > 2 * compact); // a file has everything
    strip.setCompact(false);
    QCOMPARE(strip.heightForWidth(200), whole);
}

void TokenStripTest::ofManyTokensItIsATextOnColouredGround() {
    TokenStripView view;
    for (int i = 0; i < 600; ++i) {
        view.tokens << (i % 2 == 0 ? QStringLiteral("word") : QStringLiteral(","));
        view.values << static_cast<float>(i) / 599.0f;
    }
    TokenStrip strip;
    strip.setView(view);
    QVERIFY(strip.painter().isText());
    const int height = strip.heightForWidth(700);
    QVERIFY2(height < 900, qPrintable(QString::number(height))); // 600 words are less than a page
    strip.resize(700, height);
    const QRectF area = strip.rect();
    const auto box = [&](int index) { return strip.painter().boxRect(area, index); };
    for (int i = 0; i < 600; ++i) {
        QVERIFY(area.contains(box(i)));
        QVERIFY(i == 0 || !box(i).intersects(box(i - 1)));
    }
    QVERIFY(box(0).top() > 2 * QFontMetrics(strip.font()).height() * 0.8); // below what the colours mean
    QVERIFY(box(1).width() < box(0).width()); // a comma takes no more than it is wide: no number is below it
    strip.show();
    QVERIFY(QTest::qWaitForWindowExposed(&strip));
    const QImage image = strip.grab().toImage();
    const ColorMap map(ColorMapId::Blues, Theme::Light);
    for (const int index : {0, 300, 598})
        QCOMPARE(image.pixel(box(index).bottomLeft().toPoint() + QPoint(3, -3)), map.at(double(view.values[index])));
    QSignalSpy hovered(&strip, &TokenStrip::hovered), pins(&strip, &TokenStrip::pinsChanged);
    QTest::mouseMove(&strip, box(599).center().toPoint());
    QTRY_COMPARE(hovered.count(), 1);
    QCOMPARE(hovered.first(), QList<QVariant>{QVariant(599)});
    QCOMPARE(strip.toolTip(), QStringLiteral("token 599 “,” weight 1"));
    strip.setHover(299);
    QCOMPARE(strip.toolTip(), QStringLiteral("token 299 “,” weight 0.49916527")); // all digits
    QTest::mouseClick(&strip, Qt::LeftButton, {}, box(42).center().toPoint());
    QCOMPARE(strip.painter().pins(), QList<int>{42});
    QVERIFY(strip.grab().toImage() != image);
    view.tokens.resize(TokenStripPainter::mostBoxes);
    view.values.resize(TokenStripPainter::mostBoxes);
    strip.setView(view);
    QVERIFY(!strip.painter().isText());
}

QTEST_MAIN(TokenStripTest)
#include "token_strip_test.moc"
