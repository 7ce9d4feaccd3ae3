#include "window/presentation.h"

#include "panels/registry.h"
#include "style/appearance.h"

#include <QLayout>
#include <QStackedWidget>
#include <QTimer>
#include <QWidget>

namespace headlight {

Presentation::Presentation(QWidget& window, Appearance& appearance, const QList<QWidget*>& frame, QStackedWidget& views)
    : QObject(&window), m_window(window), m_appearance(appearance), m_frame(frame), m_views(views) {}

void Presentation::toggle() {
    m_isOn = !m_isOn;
    const QSize now = m_window.size(), size = now == m_grownTo ? m_grownFrom : now;
    m_grownTo = {};
    const auto presentAll = [this] {
        for (int page = 0; page < m_views.count(); ++page)
            static_cast<Panel*>(m_views.widget(page))->present(m_isOn);
    };
    if (m_isOn) // they keep how they are before anything grows
        presentAll();
    m_appearance.setEnlargement(m_isOn ? Panel::enlargedBy : 1);
    for (QWidget* part : m_frame)
        part->setVisible(!m_isOn);
    m_window.layout()->activate();
    emit changed();
    if (!m_isOn) // they have the room again that they had
        presentAll();
    m_window.resize(size);
    if (!m_isOn) { // a form may still need more, until its letters have their size again
        constexpr int settledInMs = 100;
        QTimer::singleShot(settledInMs, &m_window, [this, size] {
            if (!m_isOn)
                m_window.resize(size);
        });
    }
    if (QWidget* view = m_views.currentWidget())
        view->setFocus(Qt::OtherFocusReason);
}

void Presentation::keepSize(QSize before) {
    if (!m_isOn || m_window.size() == before)
        return;
    m_grownFrom = before;
    m_grownTo = m_window.size();
}

void Presentation::presentView() {
    if (auto* panel = static_cast<Panel*>(m_views.currentWidget()))
        panel->present(m_isOn);
}

} // namespace headlight
