#include "style/colors.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace headlight {

namespace {

struct RoleRow {
    ColorRole role;
    QRgb light;
    QRgb dark;
};

constexpr std::array<RoleRow, colorRoleCount> roleRows{{
    {ColorRole::Window, 0xfff4f5f7, 0xff1d2025},         {ColorRole::Surface, 0xffffffff, 0xff16181c},
    {ColorRole::Raised, 0xffe9ecf0, 0xff2a2e35},         {ColorRole::Border, 0xffc6ccd4, 0xff434a54},
    {ColorRole::Outline, 0xffaab1ba, 0xff5f6873},        {ColorRole::Grid, 0xffe2e5ea, 0xff2c3138},
    {ColorRole::Text, 0xff1a1e24, 0xffe6e9ed},           {ColorRole::MutedText, 0xff55606c, 0xffa4adb8},
    {ColorRole::DisabledText, 0xff626b76, 0xff9098a3},   {ColorRole::Accent, 0xff1d5cb8, 0xff7cb2ff},
    {ColorRole::OnAccent, 0xffffffff, 0xff0b1d38},       {ColorRole::Selection, 0xffcfe1fa, 0xff264a7c},
    {ColorRole::SelectionText, 0xff0e2c5a, 0xffeaf2ff},  {ColorRole::FocusRing, 0xff2b74d8, 0xff8fbdff},
    {ColorRole::Crosshair, 0xff3a4450, 0xffd5dae0},      {ColorRole::Masked, 0xfff0f1f3, 0xff24272c},
    {ColorRole::MaskedHatch, 0xffd3d7dc, 0xff3c4148},    {ColorRole::Altered, 0xff8f4600, 0xffffb65c},
    {ColorRole::AlteredSurface, 0xfffff0dc, 0xff3a2a14}, {ColorRole::Error, 0xffa81e17, 0xffff9d94},
    {ColorRole::ErrorSurface, 0xfffde9e7, 0xff43211e},   {ColorRole::Success, 0xff17643a, 0xff7ad6a2},
    {ColorRole::SuccessSurface, 0xffe2f4e9, 0xff173624},
}};

struct SeriesRow {
    QRgb light;
    QRgb dark;
};

// Neighbours differ in lightness as well as in hue, so that they stay apart when one kind of cone is missing:
// found by a search that pushed the closest pairs apart, as seen with all cones and without each kind.
constexpr std::array<SeriesRow, seriesColorCount> seriesRows{{
    {0xff4067f0, 0xff6aa5fc}, // blue
    {0xffd1822f, 0xfffca003}, // orange
    {0xff046f56, 0xff5ad07f}, // green
    {0xffcb098b, 0xffff60c5}, // magenta
    {0xff512801, 0xff8e600d}, // brown
    {0xff1872a6, 0xff48e5fe}, // cyan
    {0xff9e320b, 0xffd7665e}, // red
    {0xff3c00ba, 0xff9d64fb}, // violet
    {0xff8f7304, 0xfff6f326}, // olive
    {0xff8a93c0, 0xfff3fff9}, // slate
    {0xff001750, 0xff5064b0}, // navy
    {0xffee6886, 0xffffb8c6}, // pink
}};

/// Of each value of a channel: every word that is painted on a colour asks for three.
std::array<double, 256> linearLight() {
    std::array<double, 256> light{};
    for (size_t i = 0; i < light.size(); ++i) {
        const double value = double(i) / 255;
        light[i] = value <= 0.04045 ? value / 12.92 : std::pow((value + 0.055) / 1.055, 2.4);
    }
    return light;
}

double relativeLuminance(const QColor& color) {
    static const std::array<double, 256> light = linearLight();
    const auto of = [](int value) { return light[static_cast<size_t>(value)]; };
    return 0.2126 * of(color.red()) + 0.7152 * of(color.green()) + 0.0722 * of(color.blue());
}

} // namespace

QColor color(ColorRole role, Theme theme) {
    const RoleRow& row = roleRows[static_cast<size_t>(role)];
    Q_ASSERT(row.role == role);
    return QColor::fromRgb(theme == Theme::Dark ? row.dark : row.light);
}

Theme themeOf(const QPalette& palette) {
    const double window = relativeLuminance(palette.color(QPalette::Active, QPalette::Window));
    const double text = relativeLuminance(palette.color(QPalette::Active, QPalette::WindowText));
    return window < text ? Theme::Dark : Theme::Light;
}

QPalette paletteOf(Theme theme) {
    struct PaletteRow {
        QPalette::ColorRole target;
        ColorRole source;
    };
    static constexpr std::array<PaletteRow, 20> rows{{
        {QPalette::Window, ColorRole::Window},
        {QPalette::WindowText, ColorRole::Text},
        {QPalette::Base, ColorRole::Surface},
        {QPalette::AlternateBase, ColorRole::Window},
        {QPalette::Text, ColorRole::Text},
        {QPalette::Button, ColorRole::Raised},
        {QPalette::ButtonText, ColorRole::Text},
        {QPalette::BrightText, ColorRole::Error},
        {QPalette::ToolTipBase, ColorRole::Raised},
        {QPalette::ToolTipText, ColorRole::Text},
        {QPalette::PlaceholderText, ColorRole::MutedText},
        {QPalette::Highlight, ColorRole::Selection},
        {QPalette::HighlightedText, ColorRole::SelectionText},
        {QPalette::Link, ColorRole::Accent},
        {QPalette::LinkVisited, ColorRole::Accent},
        {QPalette::Light, ColorRole::Surface},
        {QPalette::Midlight, ColorRole::Raised},
        {QPalette::Mid, ColorRole::Border},
        {QPalette::Dark, ColorRole::Border},
        {QPalette::Shadow, ColorRole::Border},
    }};
    QPalette palette;
    for (const PaletteRow& row : rows)
        palette.setColor(QPalette::All, row.target, color(row.source, theme));
    for (const auto role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText})
        palette.setColor(QPalette::Disabled, role, color(ColorRole::DisabledText, theme));
    palette.setColor(QPalette::Disabled, QPalette::Base, color(ColorRole::Window, theme));
    return palette;
}

QString styleSheetOf(Theme theme) {
    const auto name = [theme](ColorRole role) { return color(role, theme).name(); };
    return QStringLiteral("QToolTip { color: %1; background: %2; border: 1px solid %3; padding: 0.25em; }"
                          "QSplitter::handle, QMainWindow::separator { background: %4; }"
                          "QSplitter::handle:hover, QMainWindow::separator:hover { background: %5; }"
                          "QLineEdit:focus, QPlainTextEdit:focus, QTextEdit:focus, QAbstractItemView:focus"
                          " { border: 1px solid %5; }"
                          "QLineEdit:focus { padding: 2px 0px; }" // as high as without the focus
                          "QAbstractSpinBox QLineEdit:focus, QComboBox QLineEdit:focus { padding: 0px; }")
        .arg(name(ColorRole::Text), name(ColorRole::Raised), name(ColorRole::Border), name(ColorRole::Grid),
             name(ColorRole::FocusRing));
}

SeriesStyle seriesStyle(int index, Theme theme) {
    Q_ASSERT(index >= 0);
    const SeriesRow& row = seriesRows[static_cast<size_t>(index) % seriesRows.size()];
    SeriesStyle style{QColor::fromRgb(theme == Theme::Dark ? row.dark : row.light), {}};
    const int round = index / seriesColorCount;
    if (round > 0)
        style.dashes = {6.0, 2.0};
    for (int dot = 0; dot < round; ++dot)
        style.dashes << 1.5 << 2.0;
    return style;
}

QColor seriesTint(int index, Theme theme) {
    QColor tint = seriesStyle(index, theme).color;
    tint.setAlphaF(theme == Theme::Dark ? 0.25f : 0.22f); // the lightest series leave light words readable
    return tint;
}

double contrastRatio(const QColor& a, const QColor& b) {
    const double first = relativeLuminance(a);
    const double second = relativeLuminance(b);
    return (std::max(first, second) + 0.05) / (std::min(first, second) + 0.05);
}

QColor readableOn(const QColor& background) {
    // (l + 0.05) / 0.05, black's contrast, against 1.05 / (l + 0.05), white's.
    const double light = relativeLuminance(background) + 0.05;
    return light * light >= 0.05 * 1.05 ? Qt::black : Qt::white;
}

} // namespace headlight
