#pragma once

#include "jobs/job.h"
#include "session/session.h"
#include "session/settings.h"

#include <QAction>
#include <QComboBox>
#include <QTemporaryDir>
#include <QtTest>
#include <memory>

namespace headlight {

constexpr int patience = 60000; ///< ms: what a training takes under sanitizers on a busy machine

/// A panel in a window of its own, with settings, store and jobs that last for one test.
template <class PanelType>
class PanelFixture {
protected:
    void begin() {
        m_folder = std::make_unique<QTemporaryDir>();
        m_settings = std::make_unique<Settings>(m_folder->filePath("settings.conf"));
        m_session = std::make_unique<Session>(*m_settings);
        m_session->setStorePath(m_folder->filePath("runs.sqlite"));
        m_jobs = std::make_unique<Jobs>();
    }
    void open() {
        m_panel = std::make_unique<PanelType>(*m_session, *m_jobs);
        m_panel->resize(1300, 850);
        m_panel->show();
        QVERIFY(QTest::qWaitForWindowExposed(m_panel.get()));
        QTRY_VERIFY_WITH_TIMEOUT(m_panel->isComplete(), patience);
    }
    void end() {
        m_panel.reset();
        m_jobs.reset();
    }

    template <class Widget>
    Widget* find(const QString& name) {
        auto* widget = m_panel->template findChild<Widget*>(name);
        if (!widget)
            qFatal("no %s", qPrintable(name));
        return widget;
    }
    /// What the command palette would run.
    void runCommand(const QString& id) {
        for (QAction* command : m_panel->commands())
            if (command->objectName() == id)
                return command->trigger();
        QFAIL(qPrintable("no command " + id));
    }
    void pick(const QString& name, const QString& data) {
        auto* choice = find<QComboBox>(name);
        const int index = choice->findData(data);
        QVERIFY2(index >= 0, qPrintable(name + " has no " + data));
        choice->setCurrentIndex(index);
        emit choice->activated(index);
    }

    /// Where these stand once the layout has come to rest.
    QList<QRect> places(std::initializer_list<const char*> names) {
        const auto now = [&] {
            QTest::qWait(50); // what is asked for now takes its room in the next turns of the event loop
            QList<QRect> all;
            for (const char* name : names) {
                const auto* widget = find<QWidget>(name);
                all << QRect(widget->mapTo(m_panel.get(), QPoint()), widget->size());
            }
            return all;
        };
        QList<QRect> before = now();
        for (QList<QRect> after = now(); after != before; after = now())
            before = after;
        return before;
    }

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<Settings> m_settings;
    std::unique_ptr<Session> m_session;
    std::unique_ptr<Jobs> m_jobs;
    std::unique_ptr<PanelType> m_panel;
};

} // namespace headlight
