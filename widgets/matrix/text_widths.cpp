#include "matrix/text_widths.h"

#include <QCoreApplication>
#include <QFontMetricsF>
#include <QHash>
#include <algorithm>
#include <array>
#include <utility>
#include <vector>

namespace headlight {

struct TextWidths::Known {
    QHash<QString, double> texts;
    QHash<std::pair<QString, double>, double> heights; ///< of a text in a width
    std::array<double, 128> signs = {};                ///< of ASCII; 0: not yet
};

namespace {

using KnownOfFonts = std::vector<std::pair<QFont, std::shared_ptr<TextWidths::Known>>>;
constexpr std::size_t mostFonts = 32;   // a figure of each size would add its own
constexpr qsizetype mostTexts = 10'000; // of a font

KnownOfFonts& knownOfFonts() {
    static KnownOfFonts all;
    static const bool isCleared = [] { // a font must not outlive the application
        qAddPostRoutine([] { all.clear(); });
        return true;
    }();
    Q_UNUSED(isCleared);
    return all;
}

std::shared_ptr<TextWidths::Known> knownOf(const QFont& font) {
    KnownOfFonts& all = knownOfFonts();
    const auto known = std::find_if(all.begin(), all.end(), [&](const auto& entry) { return entry.first == font; });
    if (known != all.end())
        return known->second;
    if (all.size() == mostFonts)
        all.clear();
    return all.emplace_back(font, std::make_shared<TextWidths::Known>()).second;
}

} // namespace

TextWidths::TextWidths(const QFont& font) : m_font(font), m_known(knownOf(font)) {}

double TextWidths::of(const QString& text) const {
    QHash<QString, double>& texts = m_known->texts;
    if (const auto known = texts.constFind(text); known != texts.constEnd())
        return *known;
    if (texts.size() == mostTexts)
        texts.clear();
    return *texts.insert(text, QFontMetricsF(m_font).horizontalAdvance(text));
}

double TextWidths::ofNumber(const QString& number) const {
    double width = 0.0;
    for (const QChar sign : number) {
        if (sign.unicode() >= m_known->signs.size()) {
            width += of(sign);
            continue;
        }
        double& known = m_known->signs[sign.unicode()];
        if (known == 0.0)
            known = QFontMetricsF(m_font).horizontalAdvance(sign);
        width += known;
    }
    return width;
}

double TextWidths::heightIn(double width, const QString& text) const {
    auto& heights = m_known->heights;
    const std::pair<QString, double> asked(text, std::max(width, 1.0));
    if (const auto known = heights.constFind(asked); known != heights.constEnd())
        return *known;
    if (heights.size() == mostTexts)
        heights.clear();
    const QRectF room(0, 0, asked.second, 1e6);
    return *heights.insert(asked, QFontMetricsF(m_font).boundingRect(room, Qt::TextWordWrap, text).height());
}

QString TextWidths::elided(const QString& text, Qt::TextElideMode mode, double width) const {
    return of(text) <= width ? text : QFontMetricsF(m_font).elidedText(text, mode, width);
}

} // namespace headlight
