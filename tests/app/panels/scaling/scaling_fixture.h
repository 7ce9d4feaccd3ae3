#pragma once

#include "app/panels/panel_fixture.h"
#include "panels/scaling_panel.h"
#include "plots/curve_plot.h"

#include <QLineEdit>
#include <QPushButton>
#include <QSpinBox>

namespace headlight {

/// The lab in a window of its own, with sweeps that take a moment.
class ScalingFixture : protected PanelFixture<ScalingPanel> {
protected:
    void fill(const QString& models, const QString& lengths) {
        find<QLineEdit>("scaling.models")->setText(models);
        find<QLineEdit>("scaling.lengths")->setText(lengths);
        find<QSpinBox>("scaling.batch")->setValue(2);
        find<QSpinBox>("scaling.features")->setValue(8);
        find<QSpinBox>("scaling.repetitions")->setValue(1);
    }
    void click(const QString& name) { QTest::mouseClick(find<QPushButton>(name), Qt::LeftButton); }
    /// Of the curves of time.
    QStringList names() { return find<CurvePlot>("scaling.time")->legendNames(); }
    std::filesystem::path path() const { return m_session->storePath().toStdString(); }
};

} // namespace headlight
