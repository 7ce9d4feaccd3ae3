#pragma once

#include <QWidget>

class QLabel;
class QPushButton;

namespace headlight {

/// What an empty view shows: one sentence, and one button that starts the next thing.
class EmptyState : public QWidget {
    Q_OBJECT

public:
    explicit EmptyState(const QString& sentence, const QString& button = {}, QWidget* parent = nullptr);

    void setText(const QString& sentence, const QString& button = {}); ///< no button without a title

signals:
    void clicked();

private:
    QLabel* m_sentence;
    QPushButton* m_button;
};

} // namespace headlight
