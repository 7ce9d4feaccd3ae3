#pragma once

#include <QWidget>

class QDoubleSpinBox;
class QLabel;
class QPushButton;
class QSpinBox;

namespace headlight {

class TextWriting;

/// Lets a model go on with the typed text: a button that writes and stops, and how the tokens are chosen. Hidden where
/// the model can't.
class WritingBar : public QWidget {
    Q_OBJECT
public:
    explicit WritingBar(TextWriting& writing, QWidget* parent = nullptr);

private:
    void addChoices();
    void refresh();
    void startOrStop();

    TextWriting& m_writing;
    QPushButton* m_write;
    QSpinBox* m_tokens;
    QDoubleSpinBox* m_temperature;
    QSpinBox* m_top;
    QLabel* m_remark; ///< why it went no further, else what can be done
};

} // namespace headlight
