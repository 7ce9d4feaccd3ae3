#pragma once

#include <QFont>
#include <QList>
#include <QRectF>
#include <QStringList>

#include "figure/figure_options.h"
#include "matrix/color_bar.h"
#include "matrix/matrix_view.h"

class QPainter;

namespace headlight {

/// A value per token: what source-to-token attention gives each token, or one feature over all tokens.
struct TokenStripView {
    QStringList tokens;
    QList<float> values;  ///< one per token
    QList<quint8> masked; ///< one per token, or empty
    QString title;
    QString valueName = QStringLiteral("weight");
    ValueRange range;
    ColorMapId colorMap = ColorMapId::Blues;
    bool rowsAreShares = true; ///< as in a MatrixView, whose only row this is
    bool seesBehind = false;
    /// As they are written, one per token; empty: with four significant digits.
    QStringList numbers = {};
    QString widestNumber = {};      ///< that each box has room for, so that other numbers move none
    QStringList shorterTitles = {}; ///< for where one line has less room, each shorter than the one before
};

/// Tokens as boxes filled with the colour of their value, the number below the token, wrapped like words of a text. Of
/// many tokens a text: its words on the colour of their value, whose number is read by pointing; what the colours mean
/// stands above it, where it is seen without scrolling. Where there is little room few tokens are such a text, too,
/// below a title of one line.
class TokenStripPainter {
public:
    TokenStripPainter();

    /// Throws std::invalid_argument when the lists have different lengths; the old view stays.
    void setView(const TokenStripView& view);
    const TokenStripView& view() const { return m_view; }
    int count() const { return int(m_view.tokens.size()); }
    void setTheme(Theme theme) { m_theme = theme; }
    Theme theme() const { return m_theme; }
    void setFont(const QFont& font);
    const QFont& font() const { return m_font; }
    /// What is drawn. Each box has its value on the screen and in figures alike.
    void setStyle(const FigureStyle& style);
    /// Without the numbers, and of what the colours mean only the range, behind the title. A figure has them all.
    void setCompact(bool compact);
    bool isCompact() const { return m_compact && !m_style.isFigure; }
    static constexpr FigureParts figureParts = FigurePart::ColorBar | FigurePart::Marks;
    void setHover(int index) { m_hover = index; }
    int hover() const { return m_hover; }
    void setPins(const QList<int>& pins) { m_pins = pins; }
    const QList<int>& pins() const { return m_pins; }

    bool isLong() const { return count() > mostBoxes; }
    bool isText() const { return isLong() || isCompact(); }
    static constexpr int mostBoxes = 64;

    /// Everything on as few lines as are comfortable to read.
    QSizeF naturalSize() const;
    double heightFor(double width) const;
    void paint(QPainter& painter, const QRectF& rect) const;

    QRectF boxRect(const QRectF& rect, int index) const;
    int indexAt(const QRectF& rect, const QPointF& point) const; ///< −1: none
    /// The number in a box, "masked", or "–" where there is none.
    QString valueText(int index) const;
    /// Of a compact strip: what is too long for the width loses its middle, never its range.
    QString titleLine(double width) const;
    /// "token 3 “quiet” weight 0.08317042"
    QString readOut(int index) const;

private:
    struct Flow {
        QList<QRectF> boxes; ///< relative to the top left corner
        double height = 0.0;
        double legendTop = 0.0;
        double widest = 0.0;
    };
    const Flow& flowFor(double width) const;
    void label(); ///< the tokens, as boxes or as a text
    QSizeF pad() const;
    ColorBar colorBar() const;
    double legendHeight(double width) const;
    bool marks() const { return m_style.has(FigurePart::Marks); }
    double titleHeight(double width) const;
    double wordsWidth(int index) const;
    double boxWidth(int index, double most) const;
    double boxHeight() const;
    void paintTitle(QPainter& painter, const QRectF& room) const;
    void paintBox(QPainter& painter, const QRectF& box, int index, const ColorMap& map) const;
    QRectF insideOf(const QRectF& box) const;
    void paintWord(QPainter& painter, const QRectF& box, int index, const ColorMap& map) const;
    void paintNumber(QPainter& painter, const QRectF& box, int index, const ColorMap& map) const;
    void paintBoxes(QPainter& painter, const QRectF& rect) const;
    QColor fillOf(int index, const ColorMap& map) const;

    TokenStripView m_view;
    MatrixView m_row; ///< the same as a map of one row: ranges and masked tokens follow the same rules
    QStringList m_labels;
    QList<float> m_units, m_behind;
    ColorUse m_use;
    Theme m_theme = Theme::Light;
    QFont m_font;
    FigureStyle m_style;
    bool m_compact = false;
    int m_hover = -1;
    QList<int> m_pins;
    mutable QList<double> m_wordsWidths; ///< measured once, for every width asks for them; empty: not yet
    mutable Flow m_flow;
    mutable double m_flowWidth = -1.0;
};

} // namespace headlight
