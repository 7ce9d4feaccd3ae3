#pragma once

#include <QLabel>

namespace headlight {

/// A text that wraps and has room for a few lines, always the same: what stands around it keeps its place whatever it
/// says. A layout may give it more, which is used, too. What is longer ends in "…", and the tooltip has the whole.
/// Fewer lines stand at the lower end, or where the alignment says so at the upper one.
class FewLinesLabel : public QLabel {
    Q_OBJECT

public:
    explicit FewLinesLabel(int lines, QWidget* parent = nullptr);

    QStringList shownLines() const; ///< as they are painted

    bool hasHeightForWidth() const override { return false; }
    int heightForWidth(int width) const override;
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    bool event(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    int m_lines;
};

} // namespace headlight
