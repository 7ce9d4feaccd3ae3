#pragma once

#include "forms/faint_picture.h"

#include <QWidget>

class QLabel;
class QPushButton;

namespace headlight {

/// What an empty view shows: a faint picture of what would be there, one sentence, and one button that starts the next
/// thing.
class EmptyState : public QWidget {
    Q_OBJECT

public:
    explicit EmptyState(const QString& sentence, const QString& button = {}, QWidget* parent = nullptr);

    void setText(const QString& sentence, const QString& button = {}); ///< no button without a title

    void setButtonEnabled(bool enabled); ///< one that cannot be pressed keeps its place

    void setPicture(FaintPicture picture);

signals:
    void clicked();

private:
    class Drawing;
    Drawing* m_drawing;
    QLabel* m_sentence;
    QPushButton* m_button;
};

} // namespace headlight
