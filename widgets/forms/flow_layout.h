#pragma once

#include <QLayout>
#include <QList>

namespace headlight {

/// Controls side by side, and on further lines where the width ends: nothing is clipped in a narrow panel. Widgets
/// whose size policy has a horizontal stretch share what their line has left.
class FlowLayout : public QLayout {
    Q_OBJECT

public:
    explicit FlowLayout(QWidget* parent = nullptr) : QLayout(parent) {}
    ~FlowLayout() override;

    void addItem(QLayoutItem* item) override { m_items.append(item); }
    int count() const override { return int(m_items.size()); }
    QLayoutItem* itemAt(int index) const override { return m_items.value(index); }
    QLayoutItem* takeAt(int index) override;
    Qt::Orientations expandingDirections() const override { return {}; }
    bool hasHeightForWidth() const override { return true; }
    int heightForWidth(int width) const override { return place(QRect(0, 0, width, 0), false); }
    void setGeometry(const QRect& rectangle) override;
    QSize sizeHint() const override { return minimumSize(); }
    QSize minimumSize() const override;

private:
    int place(const QRect& rectangle, bool apply) const; ///< the height it takes
    int gap() const;

    QList<QLayoutItem*> m_items;
};

} // namespace headlight
