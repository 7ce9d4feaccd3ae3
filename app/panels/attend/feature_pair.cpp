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

/// The sum of a row's sizes, in the mean of the rows of which anything is seen.
static double meanOfRows(const MatrixView& view) {
    double sum = 0;
    int seeing = 0;
    for (int row = 0; row < view.rows; ++row) {
        bool sees = false;
        for (int column = 0; column < view.columns; ++column)
            if (!view.isMasked(row, column)) {
                sees = true;
                sum += std::abs(double(view.value(row, column)));
            }
        seeing += sees;
    }
    return sum / std::max(1, seeing);
}

FeaturePair::FeaturePair(const FeaturesModel& features, const AttendModel& model, QWidget* parent)
    : QDialog(parent), m_features(features), m_model(model) {
    setObjectName("feature-pair");
    setWindowTitle(tr("Two compared: weights")); // whatever stage the large map shows
    const auto map = [](const char* name, const QString& title) {
        auto* made = new HeatMap;
        made->setObjectName(name);
        made->setAccessibleName(title);
        made->setFocusPolicy(Qt::NoFocus); // the arrows are those of the pair
        return made;
    };
    m_maps[0] = map("feature-first", tr("Map of the first one"));
    m_maps[1] = map("feature-second", tr("Map of the second one"));
    m_difference = map("feature-difference", tr("Difference of the two"));
    m_note = new QLabel;
    m_note->setObjectName("feature-difference-note");
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

void FeaturePair::compare(const FeatureChoice& first, const FeatureChoice& second) {
    m_address = m_features.map()->address;
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
    if (!all || !isThere(m_first) || !isThere(m_second))
        return hide(); // another head's
    const auto viewOfChoice = [this](const FeatureChoice& choice) {
        MatrixView view = viewOf(m_features.mapOf(choice), *m_model.recording(), m_look);
        view.title = tr("%1, weights").arg(featuresName(choice));
        return view;
    };
    const MatrixView first = viewOfChoice(m_first), second = viewOfChoice(m_second);
    MatrixView difference = first;
    double largest = 0;
    for (qsizetype cell = 0; cell < difference.values.size(); ++cell) {
        difference.values[cell] -= second.values[cell];
        largest = std::max(largest, std::abs(double(difference.values[cell])));
    }
    difference.title = tr("%1 − %2, weights").arg(featuresName(m_first), featuresName(m_second));
    difference.valueName = tr("difference");
    difference.colorMap = ColorMapId::Diverging;
    difference.rowsAreShares = false;
    difference.range = {largest > 0 ? -largest : -1, largest > 0 ? largest : 1, RangeChoice::Map};
    m_maps[0]->setView(first);
    m_maps[1]->setView(second);
    m_difference->setView(difference);
    const QString share = QStringLiteral("%L1").arg(50 * meanOfRows(difference), 0, 'f', 1);
    m_note->setText((hasQueries(all->address.part)
                         ? tr("%1: each query gives other tokens %2 % of its weight in the mean.")
                         : tr("%1: other tokens get %2 % of the weight."))
                        .arg(headName(all->address, *m_model.recording()), share) +
                    u' ' + tr("Left and right go on with the second one, up and down with the first; Esc leaves."));
}

bool FeaturePair::isThere(const FeatureChoice& choice) const {
    const AttentionMap& all = *m_features.map();
    const std::vector<Index> features = m_features.featuresOf(choice);
    const bool isOfHead = choice.kind == FeatureChoice::Kind::One || all.address == m_address; // clusters are of a head
    return isOfHead &&
           std::all_of(features.begin(), features.end(), [&all](Index feature) { return feature < all.features; });
}

/// In the order of display, around its ends: of a feature another one, of a cluster's mean that of another.
FeatureChoice FeaturePair::neighbourOf(const FeatureChoice& choice, int by) const {
    std::vector<FeatureChoice> all;
    if (choice.kind == FeatureChoice::Kind::Group)
        for (const std::vector<Index>& cluster : m_features.clusters())
            all.push_back({FeatureChoice::Kind::Group, 0, cluster});
    else
        for (const Index feature : m_features.ordered())
            all.push_back({FeatureChoice::Kind::One, feature});
    const auto at = std::find(all.begin(), all.end(), choice) - all.begin();
    const auto count = std::ptrdiff_t(all.size());
    return all[std::size_t((at + by + count) % count)];
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
