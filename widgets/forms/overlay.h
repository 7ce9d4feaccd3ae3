#pragma once

#include <QObject>

class QWidget;

namespace headlight {

/// Keeps a widget over a part of another one, which it neither moves nor resizes: what the pointer is on stays there.
class Overlay : public QObject {
    Q_OBJECT

public:
    enum class Place {
        LowerRight, ///< in the corner, a part of the width, as high as it needs
        Line,       ///< over the whole of it, and further down where it needs more
        Corner,     ///< lower right, too, but narrow: for a few words
        Whole,      ///< over all of it
    };
    /// Both have one parent from then on.
    Overlay(QWidget* over, QWidget* under, Place place);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void arrange();

    QWidget* m_over;
    QWidget* m_under;
    Place m_place;
};

} // namespace headlight
