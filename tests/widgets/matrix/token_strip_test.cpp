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

QTEST_MAIN(TokenStripTest)
#include "token_strip_test.moc"
