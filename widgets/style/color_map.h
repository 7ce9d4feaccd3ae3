#pragma once

#include <QColor>
#include <QString>
#include <array>
#include <span>

#include "style/colors.h"

namespace headlight {

enum class ColorMapId {
    Blues,     ///< background to one hue, so that zero is the background of the theme
    Viridis,   ///< dark blue, green, yellow
    Cividis,   ///< dark blue, grey, yellow: the same for nearly all readers
    Grey,      ///< background to the colour of text
    Diverging, ///< blue, background, orange: for signed values, zero in the middle
};

struct ColorMapRow {
    ColorMapId id;
    const char* key;   ///< in settings and files
    const char* title; ///< on screen
};
std::span<const ColorMapRow> colorMapRows();

/// A colour for each value of a range, as a table of 256 entries. Lightness is monotone over the table; for Diverging
/// over each half.
class ColorMap {
public:
    explicit ColorMap(ColorMapId id = ColorMapId::Blues, Theme theme = Theme::Light);

    ColorMapId id() const { return m_id; }
    Theme theme() const { return m_theme; }
    /// unit: 0 is the low end of the range, 1 the high end; clamped. A NaN has the colour of masked cells.
    QRgb at(double unit) const;
    const std::array<QRgb, 256>& table() const { return *m_table; }
    QRgb masked() const { return m_masked; }
    QRgb maskedHatch() const { return m_hatch; }

private:
    ColorMapId m_id;
    Theme m_theme;
    QRgb m_masked;
    QRgb m_hatch;
    const std::array<QRgb, 256>* m_table;
};

/// Perceived lightness 0…1 (OKLab).
double perceivedLightness(QRgb color);

} // namespace headlight
