#pragma once

#include <QFont>
#include <QList>
#include <QRectF>
#include <QString>
#include <QStringList>
#include <optional>

#include "style/colors.h"

class QPainter;

namespace headlight {

/// Words of a text that have a label together.
struct TextSpan {
    int begin = 0, end = 0; ///< words begin … end − 1
    QString label;
    int color = 0; ///< as SeriesStyle: one for each label
};

/// Words in order with their spans.
struct SpanLine {
    QStringList words;
    QList<TextSpan> spans = {};
    std::optional<QList<TextSpan>> right = {}; ///< as they should be; none: it is not known
    QList<bool> changed = {};                  ///< words that a change gave another label
    bool isChosen = false;                     ///< of several lines the one that other views are about
    int subject = -1;                          ///< the word that the labels are about, in bold letters; −1: none
};

/// One text that wraps, with labelled spans: a coloured ground behind their words and the label below them, and below
/// that the right ones. A word whose label was another before a change is framed. A text that begins from right to left
/// is laid out so.
class SpanLinePainter {
public:
    SpanLinePainter();

    /// std::invalid_argument where spans are not in order, one within another, or beyond the words.
    void setLine(const SpanLine& line);
    const SpanLine& line() const { return m_line; }
    int count() const { return int(m_line.words.size()); }
    void setTheme(Theme theme) { m_theme = theme; }
    void setFont(const QFont& font);
    /// −1: none.
    void setHover(int word) { m_hover = word; }

    double heightFor(double width) const;
    /// On a ground that is there already. `marksHover`: as the pointer wants it.
    void paint(QPainter& painter, const QRectF& rect, bool marksHover) const;

    QRectF wordRect(const QRectF& rect, int word) const;
    int wordAt(const QRectF& rect, const QPointF& point) const; ///< −1: none

private:
    /// Where each word stands, from the top left corner, as if all texts were written from left to right.
    QList<QRectF> layOut(double width) const;
    /// Where such a place is in fact.
    QRectF turned(const QRectF& place, double width) const;
    QFont fontOf(int word) const;
    double wordHeight() const;
    double labelHeight() const; ///< of one row of labels
    double labelsHeight() const;
    double blank() const;
    QFont labelFont() const;
    QList<QRectF> piecesOf(const QList<QRectF>& places, const TextSpan& span) const;
    QRectF labelBox(const QList<QRectF>& places, const QList<TextSpan>& spans, qsizetype number, double width) const;
    void paintSpans(QPainter& painter, const QList<QRectF>& places, double width, bool areRight) const;

    SpanLine m_line;
    bool m_fromRight = false;
    Theme m_theme = Theme::Light;
    QFont m_font;
    int m_hover = -1;
};

} // namespace headlight
