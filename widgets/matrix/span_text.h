#pragma once

#include <QWidget>

#include "matrix/span_text_painter.h"
#include "matrix/spoken_widget.h"

namespace headlight {

/// A text with labelled spans. The pointer or the left and right keys choose a word; what is said of it is the tooltip
/// and what a screen reader hears.
class SpanText : public QWidget, public SpokenWidget {
    Q_OBJECT
public:
    explicit SpanText(QWidget* parent = nullptr);

    /// `notes` says of each word what is known: "dog: I-NP 0.98, B-NP 0.01".
    void setText(const QStringList& words, const QList<TextSpan>& spans, const QList<bool>& changed,
                 const QStringList& notes);
    /// Chosen from outside; −1: none.
    void setHover(int word);
    const SpanTextPainter& painter() const { return m_painter; }

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;
    int heightForWidth(int width) const override;
    QString spokenValue() const override;

signals:
    void hovered(int word); ///< −1: none
    void activated(int word);

protected:
    void paintEvent(QPaintEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void point(int word);

    SpanTextPainter m_painter;
    QStringList m_notes;
};

} // namespace headlight
