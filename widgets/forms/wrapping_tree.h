#pragma once

#include <QTreeWidget>

namespace headlight {

/// A table of few columns whose texts are broken into lines rather than cut, in the columns that stretch: its rows are
/// as high as they need.
class WrappingTree : public QTreeWidget {
    Q_OBJECT
public:
    explicit WrappingTree(QWidget* parent = nullptr);

    /// Of the header and the first so many rows, at the present width.
    int heightOf(int rows) const;
    /// What stands there while there is no row, below a faint picture of rows where there is room for both.
    void setEmptyText(const QString& text);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    QString m_emptyText;
};

} // namespace headlight
