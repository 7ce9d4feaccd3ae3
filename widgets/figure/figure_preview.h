#pragma once

#include "figure/export.h"

#include <QTimer>
#include <QWidget>

namespace headlight {

/// A figure as it will be, made smaller to fit. It is drawn a moment after the last change, so that typing a number
/// does not wait for it.
class FigurePreview : public QWidget {
    Q_OBJECT
public:
    explicit FigurePreview(QWidget* parent = nullptr);

    /// `picture` is asked when it is time.
    void setSource(std::function<Picture()> picture);
    void refreshSoon();
    /// Is read where there is no picture.
    void setEmptyText(const QString& text) { m_emptyText = text; }
    /// What is drawn now; without size where there is nothing.
    const Picture& picture() const { return m_picture; }
    const QImage& image() const { return m_image; }

    QSize sizeHint() const override;

signals:
    void refreshed();

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void refresh();
    void draw();

    std::function<Picture()> m_source;
    Picture m_picture;
    QImage m_image;
    QString m_emptyText;
    QTimer m_timer;
};

} // namespace headlight
