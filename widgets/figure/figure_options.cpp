#include "figure/figure_options.h"

#include <array>

namespace headlight {

namespace {

struct PartRow {
    const char* key;
    FigurePart part;
};
constexpr std::array partRows{PartRow{"title", FigurePart::Title},   PartRow{"labels", FigurePart::Labels},
                              PartRow{"values", FigurePart::Values}, PartRow{"color-bar", FigurePart::ColorBar},
                              PartRow{"legend", FigurePart::Legend}, PartRow{"marks", FigurePart::Marks}};

template <class Number, class Read>
void take(const QString& text, Number& number, const FigureRange<Number>& range, Read read) {
    bool isNumber = false;
    if (const Number typed = read(text, &isNumber); isNumber && typed >= range.low && typed <= range.high)
        number = typed;
}

} // namespace

std::span<const FigureWidth> figureWidthPresets() {
    static constexpr std::array presets{FigureWidth{QT_TRANSLATE_NOOP("Figure", "One column"), 85},
                                        FigureWidth{QT_TRANSLATE_NOOP("Figure", "One and a half columns"), 120},
                                        FigureWidth{QT_TRANSLATE_NOOP("Figure", "Two columns"), 180}};
    return presets;
}

QStringList textsOf(const FigureOptions& options) {
    const auto line = [](const char* key, const QString& value) { return QLatin1String(key) + u'=' + value; };
    QStringList texts{line("width", QString::number(options.widthMm)),
                      line("height", QString::number(options.heightMm)),
                      line("font", options.font),
                      line("font-size", QString::number(options.fontPoints)),
                      line("digits", QString::number(options.digits)),
                      line("theme", options.theme ? QStringLiteral("light") : QStringLiteral("screen")),
                      line("transparent", QString::number(int(options.transparent))),
                      line("dpi", QString::number(options.dpi))};
    for (const PartRow& row : partRows)
        texts << line(row.key, QString::number(int(options.has(row.part))));
    return texts;
}

FigureOptions figureOptionsFrom(const QStringList& texts) {
    FigureOptions options;
    const auto real = [](const QString& text, bool* isNumber) { return text.toDouble(isNumber); };
    const auto whole = [](const QString& text, bool* isNumber) { return text.toInt(isNumber); };
    for (const QString& text : texts) {
        const QString key = text.section(u'=', 0, 0), value = text.section(u'=', 1);
        if (key == QLatin1String("width"))
            take(value, options.widthMm, figureWidths, real);
        else if (key == QLatin1String("height"))
            take(value, options.heightMm, figureHeights, real);
        else if (key == QLatin1String("font"))
            options.font = value;
        else if (key == QLatin1String("font-size"))
            take(value, options.fontPoints, figureFontSizes, real);
        else if (key == QLatin1String("digits"))
            take(value, options.digits, figureDigits, whole);
        else if (key == QLatin1String("dpi"))
            take(value, options.dpi, figureDpis, whole);
        else if (key == QLatin1String("theme") && value == QLatin1String("screen"))
            options.theme.reset();
        else if (key == QLatin1String("transparent"))
            options.transparent = value == QLatin1String("1");
        for (const PartRow& row : partRows)
            if (key == QLatin1String(row.key))
                options.parts.setFlag(row.part, value == QLatin1String("1"));
    }
    return options;
}

} // namespace headlight
