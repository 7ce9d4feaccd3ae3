#include "matrix/color_bar.h"

#include <QFontInfo>
#include <QFontMetricsF>
#include <QObject>
#include <QPainter>
#include <cmath>

#include "matrix/painting.h"
#include "matrix/text_widths.h"

namespace headlight {

namespace {

constexpr double barEm = 8.0;
constexpr double barHeightEm = 0.75;
constexpr double gapEm = 0.5;

double swatchWidth(double em) {
    return em * 1.4;
}

void paintMaskedSwatch(QPainter& painter, const QRectF& rect, Theme theme) {
    painter.fillRect(rect, color(ColorRole::Masked, theme));
    drawHatch(painter, rect, color(ColorRole::MaskedHatch, theme), rect.topLeft());
    painter.setPen(QPen(color(ColorRole::Border, theme), hairline(painter)));
    painter.drawRect(rect);
}

} // namespace

QString ColorBar::lowText() const {
    const bool isRow = range.choice == RangeChoice::Row, isLog = range.scale == ColorScale::Logarithmic;
    const QString low = !isRow ? shortText(range.low) : isLog ? QObject::tr("maximum/1000") : QStringLiteral("0");
    return use.below ? QStringLiteral("≤ ") + low : low;
}

QString ColorBar::highText() const {
    if (range.choice == RangeChoice::Row)
        return QObject::tr("row maximum");
    return use.beyond ? QStringLiteral("≥ ") + shortText(range.high) : shortText(range.high);
}

QString ColorBar::words() const {
    const QString others = wordsOfColors();
    return others.isEmpty() ? valueName : valueName + QStringLiteral(", ") + others;
}

QString ColorBar::shorterWords() const {
    const QString others = wordsOfColors();
    return others.isEmpty() || isFigure ? words() : others; // a figure may have no title
}

QString ColorBar::wordsOfColors() const {
    ValueRange said = range;
    if (isFigure && range.choice == RangeChoice::Automatic && !range.isRelative())
        said.choice = RangeChoice::Unit;
    QStringList words{rangeWords(said)};
    if (use.evenRows)
        words << QObject::tr("even rows fainter");
    words.removeAll(QString());
    return words.join(QStringLiteral(", "));
}

QString ColorBar::shortWords() const {
    const QString ends = lowText() + QStringLiteral("…") + highText(), scale = scaleWords(range.scale);
    return scale.isEmpty() ? ends : ends + QStringLiteral(", ") + scale;
}

QString ColorBar::maskedWords() const {
    return seesBehind ? QObject::tr("hidden by the mask") : QObject::tr("not visible");
}

QList<std::pair<CellHatch, QString>> ColorBar::samples() const {
    QList<std::pair<CellHatch, QString>> samples;
    if (hasMasked)
        samples.append({CellHatch::None, maskedWords()});
    for (const CellHatch hatch : hatches)
        samples.append({hatch, hatchWords(hatch)});
    return samples;
}

static QList<int> linesOf(const QList<double>& words, double width) {
    QList<int> lines;
    double used = 0.0;
    for (const double word : words) {
        if (lines.isEmpty() || used + word > width) {
            lines << 0;
            used = 0.0;
        }
        ++lines.last();
        used += word;
    }
    return lines;
}

bool ColorBarWidths::isShort(double width) const {
    return linesOf(shorter, width).size() < linesOf(meaning, width).size();
}

QList<int> ColorBarWidths::wordsOfLines(double width) const {
    return linesOf(isShort(width) ? shorter : meaning, width);
}

int ColorBarWidths::linesIn(double width) const {
    return all <= width ? 1 : 1 + int(wordsOfLines(width).size()) + (cells > 0.0 && !areCellsBeside(width));
}

ColorBarWidths ColorBar::widths(const QFont& font) const {
    const TextWidths widths(font);
    const double em = QFontInfo(font).pixelSize();
    const double meaning = widths.of(words());
    double cells = 0.0;
    for (const auto& [hatch, words] : samples())
        cells += widths.of(words) + swatchWidth(em) + 4 * gapEm * em;
    const double bar = widths.of(lowText()) + widths.of(highText()) + (barEm + 4 * gapEm) * em;
    ColorBarWidths all{std::ceil(bar + meaning + cells) + 2, std::ceil(bar + cells) + 2, cells};
    for (const QString& word : words().split(QLatin1Char(' ')))
        all.meaning << widths.of(word + QLatin1Char(' '));
    for (const QString& word : shorterWords().split(QLatin1Char(' ')))
        all.shorter << widths.of(word + QLatin1Char(' '));
    return all;
}

void ColorBar::paint(QPainter& painter, const QRectF& rect, const QFont& font, Theme theme) const {
    const QFontMetricsF metrics(font);
    const double em = QFontInfo(font).pixelSize();
    const double line = std::ceil(metrics.height());
    const double gap = gapEm * em;
    painter.save();
    painter.setFont(font);
    painter.setBrush(Qt::NoBrush);
    QPointF pen = rect.topLeft();
    const auto write = [&](const QString& text, ColorRole role) {
        const double room = rect.right() - pen.x();
        const QString fitting = metrics.elidedText(text, Qt::ElideRight, room + 1);
        const double width = std::ceil(metrics.horizontalAdvance(fitting));
        painter.setPen(color(role, theme));
        painter.drawText(QRectF(pen.x(), pen.y(), width + 1, line), Qt::AlignLeft | Qt::AlignVCenter, fitting);
        pen.rx() += width + gap;
    };
    write(lowText(), ColorRole::Text);
    const double highWidth = metrics.horizontalAdvance(highText());
    const double barWidth = std::max(em, std::min(barEm * em, rect.right() - pen.x() - gap - highWidth));
    const QRectF bar(pen.x(), pen.y() + (line - barHeightEm * em) / 2, barWidth, barHeightEm * em);
    QLinearGradient gradient(bar.topLeft(), bar.topRight());
    const ColorMap map(colorMap, theme);
    for (int i = 0; i <= 32; ++i)
        gradient.setColorAt(i / 32.0, QColor::fromRgb(map.at(i / 32.0)));
    painter.fillRect(bar, gradient);
    painter.setPen(QPen(color(ColorRole::Border, theme), hairline(painter)));
    painter.drawRect(bar);
    pen.rx() += barWidth + gap;
    write(highText(), ColorRole::Text);
    const auto writeSamples = [&] {
        for (const auto& [hatch, words] : samples()) {
            const double left = pen.x() > rect.left() ? pen.x() + gap : pen.x();
            const QRectF swatch(left, pen.y() + (line - barHeightEm * em) / 2, swatchWidth(em), barHeightEm * em);
            if (hatch == CellHatch::None)
                paintMaskedSwatch(painter, swatch, theme);
            else
                paintHatch(painter, swatch, hatch, theme);
            pen.setX(left + swatchWidth(em) + gap);
            write(words, ColorRole::MutedText);
        }
    };
    const ColorBarWidths widths = this->widths(font);
    if (widths.all <= rect.width()) {
        pen.rx() += gap;
        write(words(), ColorRole::MutedText);
        writeSamples();
        painter.restore();
        return;
    }
    const bool areCellsBeside = widths.areCellsBeside(rect.width());
    if (areCellsBeside)
        writeSamples();
    const QStringList words = (widths.isShort(rect.width()) ? shorterWords() : this->words()).split(QLatin1Char(' '));
    int written = 0;
    for (const int count : widths.wordsOfLines(rect.width())) {
        pen = {rect.left(), pen.y() + line};
        write(words.mid(written, count).join(QLatin1Char(' ')), ColorRole::MutedText);
        written += count;
    }
    if (!areCellsBeside) {
        pen = {rect.left(), pen.y() + line};
        writeSamples();
    }
    painter.restore();
}

} // namespace headlight
