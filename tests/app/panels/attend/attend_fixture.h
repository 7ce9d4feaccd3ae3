#pragma once

#include "app/panels/panel_fixture.h"
#include "app/sample_model.h"
#include "engine/models/formats.h"
#include "matrix/heat_map.h"
#include "panels/attend_panel.h"

namespace headlight {

/// The Attend view in a window of its own, about one model and its example.
class AttendFixture : protected PanelFixture<AttendPanel> {
protected:
    void settle() { QTRY_VERIFY_WITH_TIMEOUT(m_panel->isComplete(), patience); }
    void show(const QString& example, const std::shared_ptr<OpenModel>& model) {
        m_session->setExample(example);
        m_session->addModel(model);
        m_session->setHead(model->heads().front().address);
        settle();
    }
    /// A published model of tests/golden.
    void showGolden(const QString& folder, const QString& example) {
        const QString path = QStringLiteral(HEADLIGHT_SOURCE_DIR "/tests/golden/") + folder;
        show(example, std::make_shared<OpenModel>(folder, "", folder, openModel(path.toStdString())));
    }
    /// One of two layers, which reads two texts as one sequence.
    void showPublished(const QString& example) { showGolden("bert/classifier", example); }
    const MatrixView& view() { return find<HeatMap>("map")->view(); }
};

} // namespace headlight
