#pragma once

#include <QWidget>

#include "matrix/follow_look.h"
#include "matrix/spoken_widget.h"
#include "matrix/told_size.h"

namespace headlight {

/// Items of which one is current: the pointer chooses it, or two of the arrow keys. What is said of it is the tooltip
/// and what a screen reader hears.
class ItemView : public QWidget, public SpokenWidget {
    Q_OBJECT
public:
    /// Chosen from outside; −1: none. Emits nothing.
    void setHover(int index);

    bool hasHeightForWidth() const override { return true; }

signals:
    void hovered(int index);   ///< −1: none
    void activated(int index); ///< by a click or Enter

protected:
    /// The keys that go back and on.
    struct Keys {
        Qt::Key back, on;
    };
    ItemView(const QString& name, const QString& accessibleName, const Keys& keys, QWidget* parent);

    virtual int count() const = 0;
    virtual int current() const = 0; ///< −1: none
    virtual void setCurrent(int index) = 0;
    virtual int indexAt(const QPointF& point) const = 0; ///< −1: none
    virtual void draw(QPainter& painter) const = 0;      ///< on every pixel
    virtual void activate(int index, Qt::KeyboardModifiers) { emit activated(index); }
    /// There is something else to show.
    void showItems();

    void paintEvent(QPaintEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;

private:
    void point(int index);

    Keys m_keys;
    ToldSize m_told;
    bool m_byKeys = false; ///< the current one is so by a key, not by the pointer
};

/// The same with what paints the items, and marks the one that is hovered.
template <class Painter>
class PaintedItems : public ItemView {
public:
    const Painter& painter() const { return m_painter; }

    QSize sizeHint() const override { return m_painter.naturalSize().toSize(); }
    int heightForWidth(int width) const override { return int(m_painter.heightFor(width)); }

protected:
    PaintedItems(const QString& name, const QString& accessibleName, const Keys& keys, QWidget* parent)
        : ItemView(name, accessibleName, keys, parent) {
        m_painter.setFont(font());
        m_painter.setTheme(themeOf(palette()));
    }

    int count() const override { return m_painter.count(); }
    int current() const override { return m_painter.hover(); }
    void setCurrent(int index) override { m_painter.setHover(index); }
    int indexAt(const QPointF& point) const override { return m_painter.indexAt(rect(), point); }
    void draw(QPainter& painter) const override { m_painter.paint(painter, rect()); }
    void changeEvent(QEvent* event) override {
        if (!followLook(*this, *event, m_painter))
            return ItemView::changeEvent(event);
        updateGeometry();
        update();
    }

    Painter m_painter;
};

} // namespace headlight
