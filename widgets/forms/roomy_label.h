#pragma once

#include <QLabel>

namespace headlight {

/// A text that wraps, with the room of the longest of several at its width: whichever of them it says, what stands
/// below keeps its place.
class RoomyLabel : public QLabel {
    Q_OBJECT

public:
    explicit RoomyLabel(QWidget* parent = nullptr);

    void setTexts(const QStringList& texts); ///< that it may say

protected:
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void keepRoom();

    QStringList m_texts;
};

} // namespace headlight
