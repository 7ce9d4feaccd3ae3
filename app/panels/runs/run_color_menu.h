#pragma once

#include <QMenu>

namespace headlight {

/// The colours that a run may be given: those of the palette, which colour-blind readers can tell apart, any other, or
/// again that of its number.
class RunColorMenu : public QMenu {
    Q_OBJECT

public:
    explicit RunColorMenu(QWidget* parent = nullptr);

    /// Marks what the run has now: as in Session::runColors, empty for its own.
    void setCurrent(const QString& color);

signals:
    void chosen(const QString& color); ///< likewise

private:
    void fill();
    void askOther();

    QString m_current;
};

} // namespace headlight
