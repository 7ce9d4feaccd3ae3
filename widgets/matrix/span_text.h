#pragma once

#include "matrix/item_view.h"
#include "matrix/span_text_painter.h"

namespace headlight {

/// Texts with labelled spans, whose items are their words.
class SpanText : public PaintedItems<SpanTextPainter> {
    Q_OBJECT
public:
    explicit SpanText(QWidget* parent = nullptr);

    /// `notes` says of each word, of all lines counted through, what is known: "dog: I-NP 0.98, B-NP 0.01".
    void setLines(const QList<SpanLine>& lines, const QStringList& notes);

    QSize minimumSizeHint() const override;
    QString spokenValue() const override;

private:
    QStringList m_notes;
};

} // namespace headlight
