#pragma once

#include <QFont>
#include <QList>
#include <QRectF>
#include <QString>
#include <QStringList>

#include "figure/figure_options.h"
#include "style/colors.h"

class QPainter;

namespace headlight {

/// Words of a text that have a label together.
struct TextSpan {
    int begin = 0, end = 0; ///< words begin … end − 1
    QString label;
    int color = 0; ///< as SeriesStyle: one for each label
};

/// A text that wraps, with labelled spans: a coloured ground behind their words and the label below them. A word whose
/// label was another before a change is framed.
class SpanTextPainter {
public:
    SpanTextPainter();

    void setWords(const QStringList& words);
    const QStringList& words() const { return m_words; }
    int count() const { return int(m_words.size()); }
    /// In order, none within another. std::invalid_argument where they are not, or beyond the words.
    void setSpans(const QList<TextSpan>& spans);
    const QList<TextSpan>& spans() const { return m_spans; }
    /// Words that a change gave another label.
    void setChanged(const QList<bool>& changed) { m_changed = changed; }
    void setTheme(Theme theme) { m_theme = theme; }
    Theme theme() const { return m_theme; }
    void setFont(const QFont& font);
    const QFont& font() const { return m_font; }
    void setStyle(const FigureStyle& style) { m_style = style; }
    static constexpr FigureParts figureParts = {};
    void setHover(int word) { m_hover = word; }
    int hover() const { return m_hover; }

    QSizeF naturalSize() const;
    double heightFor(double width) const;
    void paint(QPainter& painter, const QRectF& rect) const;

    QRectF wordRect(const QRectF& rect, int word) const;
    int indexAt(const QRectF& rect, const QPointF& point) const; ///< −1: none

private:
    /// Where each word stands, from the top left corner.
    QList<QRectF> layOut(double width) const;
    double wordHeight() const;
    double labelHeight() const;
    double blank() const;
    QFont labelFont() const;
    void paintSpan(QPainter& painter, const QList<QRectF>& places, const TextSpan& span) const;

    QStringList m_words;
    QList<TextSpan> m_spans;
    QList<bool> m_changed;
    Theme m_theme = Theme::Light;
    QFont m_font;
    FigureStyle m_style;
    int m_hover = -1;
};

} // namespace headlight
