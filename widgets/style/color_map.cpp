#include "style/color_map.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>
#include <vector>

namespace headlight {

namespace {

struct Lab {
    double lightness;
    double a;
    double b;
};

double toLinear(double value) {
    return value <= 0.04045 ? value / 12.92 : std::pow((value + 0.055) / 1.055, 2.4);
}

int toByte(double linear) {
    const double value = std::clamp(linear, 0.0, 1.0);
    const double encoded = value <= 0.0031308 ? value * 12.92 : 1.055 * std::pow(value, 1.0 / 2.4) - 0.055;
    return static_cast<int>(std::lround(encoded * 255.0));
}

// Björn Ottosson's OKLab: equal steps look equal, so a straight line between two anchors has no dull middle.
Lab toLab(QRgb color) {
    const double r = toLinear(qRed(color) / 255.0);
    const double g = toLinear(qGreen(color) / 255.0);
    const double b = toLinear(qBlue(color) / 255.0);
    const double l = std::cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
    const double m = std::cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
    const double s = std::cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
    return {0.2104542553 * l + 0.7936177850 * m - 0.0040720468 * s,
            1.9779984951 * l - 2.4285922050 * m + 0.4505937099 * s,
            0.0259040371 * l + 0.7827717662 * m - 0.8086757660 * s};
}

QRgb fromLab(const Lab& lab) {
    const double l = std::pow(lab.lightness + 0.3963377774 * lab.a + 0.2158037573 * lab.b, 3.0);
    const double m = std::pow(lab.lightness - 0.1055613458 * lab.a - 0.0638541728 * lab.b, 3.0);
    const double s = std::pow(lab.lightness - 0.0894841775 * lab.a - 1.2914855480 * lab.b, 3.0);
    return qRgb(toByte(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
                toByte(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
                toByte(-0.0041960863 * l - 0.7034186147 * m + 1.7076147010 * s));
}

using Anchors = std::vector<QRgb>; // evenly spaced from the low end to the high end

Anchors anchorsOf(ColorMapId id, Theme theme) {
    const bool dark = theme == Theme::Dark;
    const QRgb ground = color(ColorRole::Surface, theme).rgb();
    switch (id) {
    case ColorMapId::Blues:
        return dark ? Anchors{ground, 0xff17355c, 0xff1f5a9e, 0xff3f8ad8, 0xff86bdf5, 0xffdcefff}
                    : Anchors{ground, 0xffd2e4f6, 0xff94c0e8, 0xff4a90d2, 0xff1d5fae, 0xff0a2f6b};
    case ColorMapId::Viridis:
        return {0xff440154, 0xff414487, 0xff2a788e, 0xff22a884, 0xff7ad151, 0xfffde725};
    case ColorMapId::Cividis:
        return {0xff00224e, 0xff31446b, 0xff666970, 0xff958f78, 0xffcaba6a, 0xfffee838};
    case ColorMapId::Grey:
        return {ground, dark ? 0xff7d8187 : 0xff85888d, dark ? 0xfff4f5f7 : 0xff15171a};
    case ColorMapId::Diverging:
        return dark ? Anchors{0xffa9d2ff, 0xff3f8ad8, 0xff1c4a82, ground, 0xff7a4210, 0xffd9812a, 0xffffd0a0}
                    : Anchors{0xff0a3a7d, 0xff3a80c8, 0xffa5cbec, ground, 0xfffac98f, 0xffde7f1b, 0xff8a4300};
    }
    return {};
}

using Table = std::array<QRgb, 256>;

Table makeTable(ColorMapId id, Theme theme) {
    std::vector<Lab> anchors;
    for (const QRgb anchor : anchorsOf(id, theme))
        anchors.push_back(toLab(anchor));
    const double segments = static_cast<double>(anchors.size() - 1);
    Table table{};
    for (size_t i = 0; i < table.size(); ++i) {
        const double position = segments * static_cast<double>(i) / 255.0;
        const size_t left = std::min(static_cast<size_t>(position), anchors.size() - 2);
        const double t = position - static_cast<double>(left);
        const Lab& from = anchors[left];
        const Lab& to = anchors[left + 1];
        table[i] = fromLab(
            {std::lerp(from.lightness, to.lightness, t), std::lerp(from.a, to.a, t), std::lerp(from.b, to.b, t)});
    }
    return table;
}

/// Made once for all maps: an overview draws a hundred images with one.
const Table& tableOf(ColorMapId id, Theme theme) {
    static const std::map<std::pair<ColorMapId, Theme>, Table> tables = [] {
        std::map<std::pair<ColorMapId, Theme>, Table> made;
        for (const ColorMapRow& row : colorMapRows())
            for (const Theme each : {Theme::Light, Theme::Dark})
                made.emplace(std::pair(row.id, each), makeTable(row.id, each));
        return made;
    }();
    return tables.at({id, theme});
}

} // namespace

std::span<const ColorMapRow> colorMapRows() {
    static constexpr std::array<ColorMapRow, 5> rows{{{ColorMapId::Blues, "blues", "Blues"},
                                                      {ColorMapId::Viridis, "viridis", "Viridis"},
                                                      {ColorMapId::Cividis, "cividis", "Cividis"},
                                                      {ColorMapId::Grey, "grey", "Grey"},
                                                      {ColorMapId::Diverging, "diverging", "Blue–white–orange"}}};
    return rows;
}

ColorMap::ColorMap(ColorMapId id, Theme theme)
    : m_id(id), m_theme(theme), m_masked(color(ColorRole::Masked, theme).rgb()),
      m_hatch(color(ColorRole::MaskedHatch, theme).rgb()), m_table(&tableOf(id, theme)) {}

QRgb ColorMap::at(double unit) const {
    if (std::isnan(unit))
        return m_masked;
    return (*m_table)[static_cast<size_t>(std::lrint(std::clamp(unit, 0.0, 1.0) * 255.0))];
}

double perceivedLightness(QRgb color) {
    return toLab(color).lightness;
}

} // namespace headlight
