#include "style/colors.h"

#include "style/appearance.h"
#include "style/color_map.h"
#include "style/outlined_style.h"

#include <QPainter>
#include <QSignalSpy>
#include <QStyleOption>
#include <QTest>
#include <QWidget>
#include <array>
#include <cmath>
#include <vector>

using namespace headlight;

namespace {

constexpr std::array<Theme, 2> themes{Theme::Light, Theme::Dark};

using Linear = std::array<double, 3>;

Linear linearOf(const QColor& color) {
    const auto linear = [](double v) { return v <= 0.04045 ? v / 12.92 : std::pow((v + 0.055) / 1.055, 2.4); };
    return {linear(color.redF()), linear(color.greenF()), linear(color.blueF())};
}

Linear labOf(const Linear& c) {
    const double l = std::cbrt(0.4122214708 * c[0] + 0.5363325363 * c[1] + 0.0514459929 * c[2]);
    const double m = std::cbrt(0.2119034982 * c[0] + 0.6806995451 * c[1] + 0.1073969566 * c[2]);
    const double s = std::cbrt(0.0883024619 * c[0] + 0.2817188376 * c[1] + 0.6299787005 * c[2]);
    return {0.2104542553 * l + 0.7936177850 * m - 0.0040720468 * s,
            1.9779984951 * l - 2.4285922050 * m + 0.4505937099 * s,
            0.0259040371 * l + 0.7827717662 * m - 0.8086757660 * s};
}

// Machado, Oliveira and Fernandes (2009), severity 1.
Linear seenWithout(const QString& cone, const Linear& c) {
    using Matrix = std::array<Linear, 3>;
    static const Matrix green{
        {{0.367322, 0.860646, -0.227968}, {0.280085, 0.672501, 0.047413}, {-0.011820, 0.042940, 0.968881}}};
    static const Matrix red{
        {{0.152286, 1.052583, -0.204868}, {0.114503, 0.786281, 0.099216}, {-0.003882, -0.048116, 1.051998}}};
    if (cone.isEmpty())
        return c;
    Linear seen{};
    for (size_t i = 0; i < 3; ++i)
        for (size_t j = 0; j < 3; ++j)
            seen[i] += (cone == "green" ? green : red)[i][j] * c[j];
    for (double& value : seen)
        value = std::clamp(value, 0.0, 1.0);
    return seen;
}

double distance(const Linear& a, const Linear& b) {
    return std::hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
}

} // namespace

class ColorsTest : public QObject {
    Q_OBJECT

private slots:
    void textIsReadable_data();
    void textIsReadable();
    void wordsInTheColourOfATagAreReadable();
    void wordsInCellsOfEveryColourMapAreReadable();
    void paletteKeepsItsTheme();
    void paletteTextIsReadable();
    void seriesStayApart_data();
    void seriesStayApart();
    void seriesShowOnTheSurface();
    void laterSeriesDiffer();
    void readableOnAnyBackground();
    void appearanceChangesEveryWidget();
    void aCheckBoxWithTheFocusIsSeen();
    void fieldsAndButtonsWithTheFocusAreSeen();
    void aPartThatFloatsHasAFrame();
    void aChoiceWithoutRoomEndsInAnEllipsis();
};

void ColorsTest::textIsReadable_data() {
    QTest::addColumn<ColorRole>("text");
    QTest::addColumn<ColorRole>("background");
    const auto pair = [](const char* name, ColorRole text, ColorRole background) {
        QTest::newRow(name) << text << background;
    };
    for (const auto& [name, text] :
         std::initializer_list<std::pair<const char*, ColorRole>>{{"text", ColorRole::Text},
                                                                  {"muted", ColorRole::MutedText},
                                                                  {"disabled", ColorRole::DisabledText},
                                                                  {"accent", ColorRole::Accent},
                                                                  {"altered", ColorRole::Altered},
                                                                  {"error", ColorRole::Error},
                                                                  {"success", ColorRole::Success}}) {
        pair(qPrintable(QString("%1 on window").arg(name)), text, ColorRole::Window);
        pair(qPrintable(QString("%1 on surface").arg(name)), text, ColorRole::Surface);
        pair(qPrintable(QString("%1 on raised").arg(name)), text, ColorRole::Raised);
    }
    pair("text on selection", ColorRole::Text, ColorRole::Selection);
    pair("selection", ColorRole::SelectionText, ColorRole::Selection);
    pair("on accent", ColorRole::OnAccent, ColorRole::Accent);
    pair("altered bar", ColorRole::Altered, ColorRole::AlteredSurface);
    pair("text on altered bar", ColorRole::Text, ColorRole::AlteredSurface);
    pair("error bar", ColorRole::Error, ColorRole::ErrorSurface);
    pair("text on error bar", ColorRole::Text, ColorRole::ErrorSurface);
    pair("success bar", ColorRole::Success, ColorRole::SuccessSurface);
    pair("text on masked", ColorRole::MutedText, ColorRole::Masked);
}

void ColorsTest::textIsReadable() {
    QFETCH(ColorRole, text);
    QFETCH(ColorRole, background);
    for (const Theme theme : themes) {
        const double ratio = contrastRatio(color(text, theme), color(background, theme));
        QVERIFY2(ratio >= 4.5, qPrintable(QString("%1 in theme %2").arg(ratio).arg(static_cast<int>(theme))));
    }
}

static QColor blended(const QColor& over, const QColor& ground) {
    const auto mix = [a = over.alphaF()](float top, float bottom) { return top * a + bottom * (1 - a); };
    return QColor::fromRgbF(mix(over.redF(), ground.redF()), mix(over.greenF(), ground.greenF()),
                            mix(over.blueF(), ground.blueF()));
}

void ColorsTest::wordsInTheColourOfATagAreReadable() {
    for (const Theme theme : themes)
        for (const ColorRole ground : {ColorRole::Surface, ColorRole::Raised}) // as it is, and below the pointer
            for (int i = 0; i < seriesColorCount; ++i) {
                const QColor behind = blended(seriesTint(i, theme), color(ground, theme));
                const double ratio = contrastRatio(color(ColorRole::Text, theme), behind);
                QVERIFY2(ratio >= 4.5, qPrintable(QString("series %1: %2").arg(i).arg(ratio)));
            }
}

void ColorsTest::wordsInCellsOfEveryColourMapAreReadable() {
    for (const Theme theme : themes)
        for (const ColorMapRow& row : colorMapRows())
            for (const QRgb cell : ColorMap(row.id, theme).table())
                QVERIFY2(contrastRatio(readableOn(QColor(cell)), QColor(cell)) >= 4.5, row.key);
}

void ColorsTest::paletteKeepsItsTheme() {
    for (const Theme theme : themes)
        QCOMPARE(themeOf(paletteOf(theme)), theme);
}

void ColorsTest::paletteTextIsReadable() {
    using Pair = std::pair<QPalette::ColorRole, QPalette::ColorRole>;
    for (const Theme theme : themes) {
        const QPalette palette = paletteOf(theme);
        for (const auto& [text, ground] :
             {Pair{QPalette::WindowText, QPalette::Window}, Pair{QPalette::Text, QPalette::Base},
              Pair{QPalette::Text, QPalette::AlternateBase}, Pair{QPalette::ButtonText, QPalette::Button},
              Pair{QPalette::ToolTipText, QPalette::ToolTipBase}, Pair{QPalette::PlaceholderText, QPalette::Base},
              Pair{QPalette::HighlightedText, QPalette::Highlight}, Pair{QPalette::Link, QPalette::Window}})
            for (const auto group :
                 {QPalette::Active, QPalette::Inactive, QPalette::Disabled}) // disabled values inform
                QVERIFY2(contrastRatio(palette.color(group, text), palette.color(group, ground)) >= 4.5,
                         qPrintable(QString("%1 on %2 in group %3").arg(text).arg(ground).arg(group)));
    }
}

void ColorsTest::seriesStayApart_data() {
    QTest::addColumn<QString>("cone");
    QTest::addColumn<double>("least");
    QTest::newRow("all cones") << QString() << 0.12;
    QTest::newRow("no green cone") << QString("green") << 0.08;
    QTest::newRow("no red cone") << QString("red") << 0.08;
}

void ColorsTest::seriesStayApart() {
    QFETCH(QString, cone);
    QFETCH(double, least);
    for (const Theme theme : themes)
        for (int i = 0; i < seriesColorCount; ++i)
            for (int j = 0; j < i; ++j) {
                const auto seen = [&](int k) {
                    return labOf(seenWithout(cone, linearOf(seriesStyle(k, theme).color)));
                };
                const double apart = distance(seen(i), seen(j));
                QVERIFY2(apart >= least, qPrintable(QString("%1 and %2: %3").arg(i).arg(j).arg(apart)));
            }
}

void ColorsTest::seriesShowOnTheSurface() {
    for (const Theme theme : themes)
        for (int i = 0; i < 120; ++i)
            QVERIFY2(contrastRatio(seriesStyle(i, theme).color, color(ColorRole::Surface, theme)) >= 2.5,
                     qPrintable(QString::number(i)));
}

void ColorsTest::laterSeriesDiffer() {
    for (const Theme theme : themes)
        for (int i = 0; i < 120; ++i)
            for (int j = 0; j < i; ++j) {
                const SeriesStyle a = seriesStyle(i, theme);
                const SeriesStyle b = seriesStyle(j, theme);
                QVERIFY2(a.color != b.color || a.dashes != b.dashes, qPrintable(QString("%1 and %2").arg(i).arg(j)));
                QVERIFY(a.dashes.size() != 2); // dashes alone are what is published or predicted
            }
}

void ColorsTest::readableOnAnyBackground() {
    for (int grey = 0; grey < 256; ++grey)
        QVERIFY(contrastRatio(readableOn(QColor(grey, grey, grey)), QColor(grey, grey, grey)) >= 4.5);
}

namespace {

class PaletteListener : public QWidget {
public:
    int changes = 0;

protected:
    void changeEvent(QEvent* event) override {
        if (event->type() == QEvent::PaletteChange)
            ++changes;
        QWidget::changeEvent(event);
    }
};

} // namespace

void ColorsTest::appearanceChangesEveryWidget() {
    Appearance appearance(ThemeChoice::Light);
    QSignalSpy changed(&appearance, &Appearance::themeChanged);
    PaletteListener widget;
    widget.show();
    QCOMPARE(themeOf(widget.palette()), Theme::Light);

    appearance.setChoice(ThemeChoice::Dark);
    QCOMPARE(changed.count(), 1);
    QVERIFY(widget.changes > 0);
    QCOMPARE(themeOf(widget.palette()), Theme::Dark);
    QCOMPARE(widget.palette().color(QPalette::Window), color(ColorRole::Window, Theme::Dark));

    appearance.setChoice(ThemeChoice::Dark);
    QCOMPARE(changed.count(), 1);
    appearance.setChoice(ThemeChoice::Light);
    QCOMPARE(themeOf(widget.palette()), Theme::Light);
}

void ColorsTest::aCheckBoxWithTheFocusIsSeen() {
    for (const Theme theme : themes) {
        QStyleOptionButton option;
        option.palette = paletteOf(theme);
        option.rect = QRect(0, 0, 16, 16);
        option.state = QStyle::State_Enabled | QStyle::State_Off;
        const auto contrast = [&] {
            QImage image(16, 16, QImage::Format_RGB32);
            image.fill(color(ColorRole::Window, theme));
            QPainter painter(&image);
            OutlinedStyle().drawPrimitive(QStyle::PE_IndicatorCheckBox, &option, &painter, nullptr);
            return contrastRatio(image.pixelColor(0, 8), color(ColorRole::Window, theme));
        };
        const double without = contrast();
        option.state |= QStyle::State_HasFocus | QStyle::State_KeyboardFocusChange;
        QVERIFY2(contrast() >= without, qPrintable(QString::number(contrast())));
    }
}

/// Fusion's own outline is that of a selection, which is dark in the dark theme.
void ColorsTest::fieldsAndButtonsWithTheFocusAreSeen() {
    constexpr double wellSeen = 3; // WCAG 1.4.11
    for (const Theme theme : themes) {
        const auto outline = [&](QStyleOption& option, const auto& draw) {
            option.palette = paletteOf(theme);
            option.rect = QRect(0, 0, 80, 24);
            option.state = QStyle::State_Enabled | QStyle::State_HasFocus | QStyle::State_KeyboardFocusChange;
            QImage image(80, 24, QImage::Format_RGB32);
            image.fill(color(ColorRole::Window, theme));
            QPainter painter(&image);
            draw(&painter);
            return contrastRatio(image.pixelColor(40, 0), color(ColorRole::Window, theme));
        };
        const OutlinedStyle style;
        QStyleOptionButton button;
        const double ofButton = outline(button, [&](QPainter* painter) {
            style.drawPrimitive(QStyle::PE_PanelButtonCommand, &button, painter, nullptr);
        });
        QVERIFY2(ofButton >= wellSeen, qPrintable(QString::number(ofButton)));
        QStyleOptionSpinBox spin;
        spin.frame = true;
        spin.subControls = QStyle::SC_SpinBoxFrame;
        const double ofSpin = outline(
            spin, [&](QPainter* painter) { style.drawComplexControl(QStyle::CC_SpinBox, &spin, painter, nullptr); });
        QVERIFY2(ofSpin >= wellSeen, qPrintable(QString::number(ofSpin)));
    }
}

void ColorsTest::aPartThatFloatsHasAFrame() {
    for (const QStyle::PrimitiveElement element : {QStyle::PE_FrameDockWidget, QStyle::PE_FrameMenu})
        for (const Theme theme : themes) {
            QStyleOption option;
            option.palette = paletteOf(theme);
            option.rect = QRect(0, 0, 80, 60);
            QImage image(80, 60, QImage::Format_RGB32);
            image.fill(color(ColorRole::Window, theme));
            QPainter painter(&image);
            OutlinedStyle().drawPrimitive(element, &option, &painter, nullptr);
            QCOMPARE(image.pixelColor(0, 30), color(ColorRole::Outline, theme));
            QCOMPARE(image.pixelColor(40, 59), color(ColorRole::Outline, theme));
            QCOMPARE(image.pixelColor(40, 30), color(ColorRole::Window, theme));
        }
}

/// Nobody takes "layer 0 · head 0: Forward" for the whole of it.
void ColorsTest::aChoiceWithoutRoomEndsInAnEllipsis() {
    const OutlinedStyle style;
    QStyleOptionComboBox box;
    const auto drawn = [&](const QString& text) {
        box.palette = paletteOf(Theme::Light);
        box.rect = QRect(0, 0, 120, 24);
        box.state = QStyle::State_Enabled;
        box.currentText = text;
        QImage image(120, 24, QImage::Format_RGB32);
        image.fill(Qt::white);
        QPainter painter(&image);
        style.drawControl(QStyle::CE_ComboBoxLabel, &box, &painter, nullptr);
        return image;
    };
    const QString whole = "layer 0 · head 0: Forward (fw)";
    QVERIFY(drawn("layer 0") != drawn("layer 0…")); // what has room is as it was
    qsizetype kept = 0;
    while (kept < whole.size() && drawn(whole) != drawn(whole.left(kept) + u'…'))
        ++kept;
    const QRect room = style.subControlRect(QStyle::CC_ComboBox, &box, QStyle::SC_ComboBoxEditField, nullptr);
    QVERIFY(box.fontMetrics.horizontalAdvance(whole.left(kept) + u'…') <= room.width());
}

QTEST_MAIN(ColorsTest)
#include "colors_test.moc"
