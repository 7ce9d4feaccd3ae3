#pragma once

#include <QAbstractScrollArea>
#include <optional>

#include "matrix/map_grid_painter.h"
#include "matrix/spoken_widget.h"
#include "matrix/told_size.h"

namespace headlight {

/// The overview of all maps. A click or the arrow keys choose one (left and right along heads, up and down to the next
/// line), Enter or a double click opens it. Ctrl+click and Ctrl+Space are for choosing several.
class MapGrid : public QAbstractScrollArea, public SpokenWidget {
    Q_OBJECT
public:
    explicit MapGrid(QWidget* parent = nullptr);

    /// Throw std::invalid_argument when a view doesn't fit its own shape; nothing is changed then.
    void setThumbnails(const QList<MapThumbnail>& thumbnails);
    void setThumbnail(int index, const MapThumbnail& thumbnail);
    /// One for each thumbnail, or none at all.
    void setNotes(const QList<ThumbnailNote>& notes, const QString& meaning = {});
    /// Whether a click on a note means something of its own.
    void setNotesClickable(bool clickable) { m_notesClickable = clickable; }
    /// The note below a thumbnail, in the viewport; empty where there is none.
    QRectF noteRect(int index) const;
    /// Indices in the order of display, each at most once; empty: a line per layer.
    void setOrder(const QList<int>& order);
    /// All at once, as small as that needs, and without words.
    void setDense(bool dense);
    int current() const { return m_painter.current(); }
    void setChosen(const QList<int>& chosen);
    /// How far it is scrolled, and where the current map is seen: none where it is not.
    struct Scroll {
        int value = 0;
        bool hasCurrent = false;
        std::optional<double> top = {};
    };
    Scroll scroll() const;
    /// So that the current map is where it was, whatever its place in the order now; else as far as it was.
    void restore(const Scroll& before);
    const MapGridPainter& painter() const { return m_painter; }
    /// The rectangle of a thumbnail in the viewport.
    QRectF thumbnailRect(int index) const;
    /// The one that the context menu is of: under the pointer when it was opened, else the current one.
    int underMenu() const { return m_underMenu >= 0 ? m_underMenu : current(); }

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;
    QString spokenValue() const override;

public slots:
    void setCurrent(int index); ///< −1: none; emits nothing
    void choose(int index);     ///< as a click does

signals:
    void currentChanged(int index); ///< chosen by the user
    void toggled(int index);        ///< Ctrl+click, for choosing several
    void activated(int index);
    void noteClicked(int index); ///< of the current one, which it may have become by that
    void compared(int index);    ///< with the current one: clicked with shift
    void hovered(int index);     ///< −1: none

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void scrollContentsBy(int dx, int dy) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    void changeEvent(QEvent* event) override;
    bool viewportEvent(QEvent* event) override;

private:
    QRectF content() const; ///< the whole grid in viewport coordinates
    void point(int index);
    void showCurrent();
    QString toolTipOf(int index) const;
    bool isOnNote(int index, const QPointF& place) const;
    void relayout();

    MapGridPainter m_painter;
    ToldSize m_told;
    bool m_notesClickable = false;
    bool m_isDense = false;
    int m_underMenu = -1; ///< of the last right click; −1: the menu was opened by a key
};

} // namespace headlight
