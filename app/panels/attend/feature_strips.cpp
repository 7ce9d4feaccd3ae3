#include "panels/attend/feature_strips.h"

#include "matrix/heat_map.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QScrollBar>
#include <QSignalBlocker>
#include <algorithm>
#include <cmath>

namespace headlight {

FeatureStrips::FeatureStrips(QWidget* parent) : QWidget(parent) {
    m_map = new HeatMap;
    m_map->setObjectName("feature-strips");
    m_map->setAccessibleName(tr("Weights of the features"));
    m_map->setWhatsThis(tr("Click a row to see that feature large; Shift+click another one to see both side by side "
                           "with their difference. The wheel scrolls, with Ctrl it zooms."));
    m_map->setReadableRows(true);
    m_map->setNamedRows(true);
    m_map->installEventFilter(this);
    m_map->setReadOut([this](int row, int column) {
        MatrixView cell = m_map->view();
        cell.rowTitle.clear(); // the row's place says nothing of a feature
        return QStringLiteral("%1 → %2").arg(m_names.value(row), readOut(cell, row, column));
    });
    m_bar = new QScrollBar(Qt::Vertical);
    m_bar->setObjectName("feature-strips-scroll");
    m_bar->setAccessibleName(tr("Scroll the features"));
    m_bar->hide();
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(0);
    row->addWidget(m_map, 1);
    row->addWidget(m_bar);
    connect(m_map, &HeatMap::viewportChanged, this, &FeatureStrips::refreshBar);
    connect(m_bar, &QScrollBar::valueChanged, this, [this](int first) {
        MapViewport viewport = m_map->viewport();
        viewport.row = first;
        m_map->setViewport(viewport);
    });
}

void FeatureStrips::setRows(const MatrixView& view, const QStringList& names) {
    m_names = names;
    m_map->setView(view);
    refreshBar();
}

void FeatureStrips::scrollToTop() {
    m_map->setViewport({});
}

bool FeatureStrips::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::Resize)
        refreshBar();
    return QWidget::eventFilter(watched, event);
}

void FeatureStrips::refreshBar() {
    const HeatMapGeometry where = m_map->mapGeometry();
    const QRectF part = where.part();
    const int hidden = std::max(0, int(std::ceil(where.rows - part.height() - 1e-6)));
    const QSignalBlocker blocker(m_bar);
    m_bar->setRange(0, hidden);
    m_bar->setPageStep(std::max(1, int(part.height())));
    m_bar->setValue(qRound(where.viewport.row));
    m_bar->setVisible(hidden > 0);
}

} // namespace headlight
