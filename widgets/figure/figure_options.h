#pragma once

#include "style/colors.h"

#include <QColor>
#include <QFlags>
#include <QString>
#include <QStringList>
#include <optional>
#include <span>

namespace headlight {

/// What a figure is made of beside what it is about.
enum class FigurePart {
    Title = 1,
    Labels = 2,   ///< of axes and tokens
    Values = 4,   ///< in the cells of a map
    ColorBar = 8, ///< of maps
    Legend = 16,  ///< of plots, and of what is marked at small maps
    Marks = 32,   ///< frames of what is chosen or pinned on the screen
};
Q_DECLARE_FLAGS(FigureParts, FigurePart)
Q_DECLARE_OPERATORS_FOR_FLAGS(FigureParts)

/// How what is shown is drawn as a figure: for a paper, so sizes are those on it. The same in the window and on the
/// command line.
struct FigureOptions {
    double widthMm = 85;
    double heightMm = 0; ///< 0: as high as what is shown needs
    QString font = {};   ///< family; empty: that of the program
    double fontPoints = 8;
    FigureParts parts = FigurePart::Title | FigurePart::Labels | FigurePart::ColorBar | FigurePart::Legend;
    int digits = 2;                            ///< of the values in cells, behind the point
    std::optional<Theme> theme = Theme::Light; ///< none: as on the screen
    bool transparent = false;
    int dpi = 300; ///< of a PNG

    bool has(FigurePart part) const { return parts.testFlag(part); }
    bool operator==(const FigureOptions&) const = default;
};

/// What the numbers may be.
template <class Number>
struct FigureRange {
    Number low, high;
};
inline constexpr FigureRange<double> figureWidths{20, 1000};  ///< mm
inline constexpr FigureRange<double> figureHeights{10, 1000}; ///< mm
inline constexpr FigureRange<double> figureFontSizes{3, 72};  ///< points
inline constexpr FigureRange<int> figureDigits{0, 6};
inline constexpr FigureRange<int> figureDpis{72, 1200};

/// Widths that journals ask for.
struct FigureWidth {
    const char* title;
    double mm;
};
std::span<const FigureWidth> figureWidthPresets();

/// "width=85" and the like, for a file of settings.
QStringList textsOf(const FigureOptions& options);
/// The way back; what is missing or no such value is as without a choice.
FigureOptions figureOptionsFrom(const QStringList& texts);

/// What of the options a painter draws by; on the screen everything but values.
struct FigureStyle {
    FigureParts parts =
        FigurePart::Title | FigurePart::Labels | FigurePart::ColorBar | FigurePart::Legend | FigurePart::Marks;
    int digits = 2;
    QColor ground = {};    ///< behind everything; invalid: as on the screen
    bool isFigure = false; ///< for readers, who chose nothing

    bool has(FigurePart part) const { return parts.testFlag(part); }
    QColor groundOr(ColorRole role, Theme theme) const { return ground.isValid() ? ground : color(role, theme); }
};

} // namespace headlight
