#pragma once

#include <QWidget>

class QSlider;
class QSpinBox;

namespace headlight {

/// How many tokens the sentence has for which masks are drawn: by a slider or as a number.
class LengthField : public QWidget {
    Q_OBJECT
public:
    static constexpr int shortest = 2, longest = 64;

    explicit LengthField(int length, QWidget* parent = nullptr);

signals:
    void changed(int length);

private:
    void setLength(int length);

    QSlider* m_slider;
    QSpinBox* m_box;
};

} // namespace headlight
