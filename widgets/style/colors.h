#pragma once

#include <QColor>
#include <QList>
#include <QPalette>

namespace headlight {

enum class Theme { Light, Dark };

/// What a colour means. Everything the program draws takes its colours from this one table.
enum class ColorRole {
    Window,         ///< behind panels and forms
    Surface,        ///< behind maps, plots, tables, text fields
    Raised,         ///< buttons, cards, read-outs beside the pointer
    Border,         ///< outline of surfaces
    Outline,        ///< of fields, check boxes and other controls
    Grid,           ///< lines inside a plot
    Text,           ///< words and numbers
    MutedText,      ///< axis titles, units, hints
    DisabledText,   ///< controls that can't be used now
    Accent,         ///< what is active: pins, current items, links, filled bars
    OnAccent,       ///< words on Accent
    Selection,      ///< behind selected words and rows
    SelectionText,  ///< words on Selection
    FocusRing,      ///< around what the keyboard drives
    Crosshair,      ///< row and column under the pointer
    Masked,         ///< a cell that a query can't see
    MaskedHatch,    ///< the lines across it
    Altered,        ///< something differs from the trained model; warnings
    AlteredSurface, ///< behind words in Altered
    Error,          ///< what went wrong
    ErrorSurface,   ///< behind words in Error
    Success,        ///< what went right
    SuccessSurface, ///< behind words in Success
};
inline constexpr int colorRoleCount = static_cast<int>(ColorRole::SuccessSurface) + 1;

QColor color(ColorRole role, Theme theme);

/// The theme a palette belongs to: dark when its window is darker than its text.
Theme themeOf(const QPalette& palette);
/// Every role of QPalette in every colour group.
QPalette paletteOf(Theme theme);
/// The little that a palette can't say: focus ring, tooltips, tabs, splitters.
QString styleSheetOf(Theme theme);

/// How one run, head or series is drawn. Index 0…11 have colours of their own that stay apart for colour-blind readers
/// on both themes; later ones repeat the colours in dashes with a dot after each, and one more dot for every further
/// dozen.
struct SeriesStyle {
    QColor color;
    QList<qreal> dashes; ///< for QPen::setDashPattern, in units of the pen width; empty: a solid line
};
inline constexpr int seriesColorCount = 12;
SeriesStyle seriesStyle(int index, Theme theme);
/// Of a series, see-through, behind words in ColorRole::Text.
QColor seriesTint(int index, Theme theme);

/// WCAG contrast ratio, 1…21.
double contrastRatio(const QColor& a, const QColor& b);
/// Black or white, whichever reads better on the background: always at least 4.5.
QColor readableOn(const QColor& background);

} // namespace headlight
