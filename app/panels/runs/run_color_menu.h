#pragma once

#include <QMenu>

namespace headlight {

/// The colours that a run may be given: those of the palette, which colour-blind readers can tell apart, any other, or
/// again that of its number.
class RunColorMenu : public QMenu {
    Q_OBJECT

public:
    explicit RunColorMenu(QWidget* parent = nullptr);

    /// Says whose colour it is, and marks what they have now: as in Session::runColors, empty for their own.
    void setRuns(const QString& whose, const QString& color);

signals:
    void chosen(const QString& color); ///< likewise

private:
    void fill();
    void askOther();

    QString m_whose, m_current;
};

} // namespace headlight
