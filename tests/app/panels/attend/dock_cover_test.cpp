#include "app/panels/panel_fixture.h"
#include "app/sample_model.h"
#include "forms/empty_state.h"
#include "panels/attend/head_list.h"
#include "panels/attend_panel.h"

#include <QDockWidget>

using namespace headlight;

/// What the docks say while there is no answer to show.
class DockCoverTest : public QObject, PanelFixture<AttendPanel> {
    Q_OBJECT

    int covered() {
        int count = 0;
        for (const QDockWidget* dock : m_panel->findChildren<QDockWidget*>())
            for (const EmptyState* cover : dock->findChildren<EmptyState*>(Qt::FindDirectChildrenOnly))
                if (!cover->isHidden() && !cover->accessibleName().isEmpty() &&
                    cover->geometry() == dock->widget()->geometry() && !dock->widget()->isEnabled())
                    ++count;
        return count;
    }

private slots:
    void init() {
        begin();
        open();
    }
    void cleanup() { end(); }

    void eachSaysWhatWouldBeThereUntilThereIsAnAnswer() {
        const auto docks = int(m_panel->findChildren<QDockWidget*>().size());
        QTRY_COMPARE(covered(), docks);
        m_session->addModel(sampleModel());
        m_session->setSentence("who wrote the quiet book");
        QTRY_COMPARE(covered(), 0);
        QVERIFY(find<HeadList>("head-list")->isEnabled());
        m_session->setSentence("");
        QTRY_COMPARE(covered(), docks);
    }
};

QTEST_MAIN(DockCoverTest)
#include "dock_cover_test.moc"
