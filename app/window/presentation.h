#pragma once

#include <QList>
#include <QObject>
#include <QSize>

class QStackedWidget;
class QWidget;

namespace headlight {

class Appearance;

/// Slides for a lecture: larger letters, the maps and plots as large as the window, and nothing else. What was before
/// comes back exactly.
class Presentation : public QObject {
    Q_OBJECT
public:
    /// `frame` is what the window has around its views, and hides.
    Presentation(QWidget& window, Appearance& appearance, const QList<QWidget*>& frame, QStackedWidget& views);

    bool isOn() const { return m_isOn; }
    void toggle();
    /// Brings the view that is shown to how all are now.
    void presentView();
    /// A view that is first seen in large letters may make the window grow: it has its size again at the end.
    void keepSize(QSize before);

signals:
    void changed();

private:
    QWidget& m_window;
    Appearance& m_appearance;
    QList<QWidget*> m_frame;
    QStackedWidget& m_views;
    bool m_isOn = false;
    QSize m_grownFrom, m_grownTo; ///< of the window, since it is on
};

} // namespace headlight
