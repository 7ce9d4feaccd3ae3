#include "panels/attend/feature_pair.h"

#include "matrix/heat_map.h"
#include "viewmodels/map_names.h"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>

namespace headlight {

FeaturePair::FeaturePair(const FeaturesModel& features, const AttendModel& model, QWidget* parent)
    : QDialog(parent), m_features(features), m_model(model) {
    setObjectName("feature-pair");
    setWindowTitle(tr("Two features: weights")); // whatever stage the large map shows
    const auto map = [](const char* name, const QString& title) {
        auto* made = new HeatMap;
        made->setObjectName(name);
        made->setAccessibleName(title);
        made->setFocusPolicy(Qt::NoFocus); // the arrows are those of the pair
        return made;
    };
    m_maps[0] = map("feature-first", tr("Map of the first feature"));
    m_maps[1] = map("feature-second", tr("Map of the second feature"));
    m_difference = map("feature-difference", tr("Difference of the two features"));
    m_note = new QLabel;
    m_note->setWordWrap(true);
    auto* row = new QHBoxLayout;
    for (HeatMap* each : {m_maps[0], m_maps[1], m_difference})
        row->addWidget(each, 1);
    auto* column = new QVBoxLayout(this);
    column->addLayout(row, 1);
    column->addWidget(m_note);
    const int em = fontMetrics().height();
    resize(72 * em, 30 * em);
    connect(&features, &FeaturesModel::changed, this, &FeaturePair::refresh);
}

void FeaturePair::compare(Index first, Index second) {
    m_first = first;
    m_second = second;
    show();
    refresh();
    raise();
    activateWindow();
}

void FeaturePair::setLook(const MapLook& look) {
    m_look = look;
    refresh();
}

void FeaturePair::refresh() {
    if (isHidden() || !m_features.isCurrent()) // then others are to come
        return;
    const AttentionMap* all = m_features.map();
    if (!all || std::max(m_first, m_second) >= all->features)
        return hide(); // another head's
    const auto viewOfFeature = [this](Index feature) {
        MatrixView view = viewOf(m_features.mapOf({FeatureChoice::Kind::One, feature}), *m_model.recording(), m_look);
        view.title = tr("feature %1, weights").arg(feature);
        return view;
    };
    const MatrixView first = viewOfFeature(m_first), second = viewOfFeature(m_second);
    MatrixView difference = first;
    double largest = 0, sum = 0;
    for (qsizetype cell = 0; cell < difference.values.size(); ++cell) {
        difference.values[cell] -= second.values[cell];
        largest = std::max(largest, std::abs(double(difference.values[cell])));
        sum += std::abs(double(difference.values[cell]));
    }
    difference.title = tr("feature %1 − feature %2, weights").arg(m_first).arg(m_second);
    difference.valueName = tr("difference");
    difference.colorMap = ColorMapId::Diverging;
    difference.rowsAreShares = false;
    difference.range = {largest > 0 ? -largest : -1, largest > 0 ? largest : 1, RangeChoice::Map};
    m_maps[0]->setView(first);
    m_maps[1]->setView(second);
    m_difference->setView(difference);
    m_note->setText(
        tr("%1: each query gives other tokens %L2 % of its weight in the mean. Left and right go on with the "
           "second feature, up and down with the first; Esc leaves.")
            .arg(headName(all->address))
            .arg(50 * sum / double(std::max<Index>(1, all->queries)), 0, 'f', 1));
}

/// In the order of display, around its ends.
Index FeaturePair::neighbourOf(Index feature, int by) const {
    const std::vector<Index> order = m_features.ordered();
    const auto at = std::find(order.begin(), order.end(), feature) - order.begin();
    const auto count = std::ptrdiff_t(order.size());
    return order[std::size_t((at + by + count) % count)];
}

void FeaturePair::keyPressEvent(QKeyEvent* event) {
    if (!m_features.map())
        return QDialog::keyPressEvent(event);
    switch (event->key()) {
    case Qt::Key_Left:
        return compare(m_first, neighbourOf(m_second, -1));
    case Qt::Key_Right:
        return compare(m_first, neighbourOf(m_second, 1));
    case Qt::Key_Up:
        return compare(neighbourOf(m_first, -1), m_second);
    case Qt::Key_Down:
        return compare(neighbourOf(m_first, 1), m_second);
    default:
        QDialog::keyPressEvent(event);
    }
}

} // namespace headlight
