#include "panels/attend/features_pane.h"

#include "forms/flow_layout.h"
#include "matrix/heat_map.h"
#include "matrix/histogram_view.h"
#include "matrix/map_grid.h"
#include "panels/attend/effect_cell.h"
#include "panels/attend/feature_pair.h"
#include "panels/attend/feature_rows.h"
#include "panels/attend/feature_strips.h"
#include "panels/attend/feature_switches.h"
#include "panels/attend/features_figure.h"
#include "panels/attend/stage_buttons.h"
#include "session/settings.h"
#include "viewmodels/map_names.h"
#include "views/map_overview.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QSignalBlocker>
#include <QSpinBox>
#include <QStackedLayout>
#include <QStandardItemModel>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>
#include <utility>

namespace headlight {

namespace {

struct OrderRow {
    FeatureOrder order;
    const char* title;
};
constexpr OrderRow orderRows[] = {
    {FeatureOrder::Clusters, QT_TRANSLATE_NOOP("headlight::FeaturesPane", "Alike together")},
    {FeatureOrder::Disagreement, QT_TRANSLATE_NOOP("headlight::FeaturesPane", "Furthest from the mean")},
    {FeatureOrder::Entropy, QT_TRANSLATE_NOOP("headlight::FeaturesPane", "Sharpest")},
    {FeatureOrder::Effect, QT_TRANSLATE_NOOP("headlight::FeaturesPane", "By effect on the answer")},
    {FeatureOrder::Number, QT_TRANSLATE_NOOP("headlight::FeaturesPane", "By number")},
};

// Heights of the pane in lines of text: from which on it has a histogram, and a high one.
constexpr int leastLines = 15, roomyLines = 24;
constexpr int lowCellLines = 5;

const QString allSetting = QStringLiteral("features-all");

} // namespace

FeaturesPane::FeaturesPane(Session& session, AttendModel& model, Jobs& jobs, QWidget* parent)
    : QWidget(parent), m_session(session), m_model(model), m_features(new FeaturesModel(model, jobs, this)) {
    m_features->setWatched(false);
    m_grid = new MapGrid;
    m_grid->setObjectName("feature-maps");
    m_grid->setAccessibleName(tr("Maps of the features"));
    m_strips = new FeatureStrips;
    m_empty = new QLabel;
    m_empty->setWordWrap(true);
    m_empty->setAlignment(Qt::AlignCenter);
    m_empty->setObjectName("features-none");
    m_empty->setContentsMargins(QMargins() + fontMetrics().height());
    m_stack = new QStackedLayout;
    for (QWidget* page :
         {static_cast<QWidget*>(m_grid), static_cast<QWidget*>(m_strips), static_cast<QWidget*>(m_empty)})
        m_stack->addWidget(page);
    m_chosen = new QLabel;
    m_chosen->setObjectName("feature-chosen");
    m_chosen->setWordWrap(true);
    m_chosen->setContentsMargins(6, 0, 6, 0);
    m_cell = new HistogramView;
    m_cell->setObjectName("feature-cell");
    m_cell->setAccessibleName(tr("The features' weights in the pair that is pointed at"));
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 4, 0, 0);
    column->addLayout(makeOrder());
    column->addLayout(m_stack, 1);
    auto* below = new QHBoxLayout;
    below->setContentsMargins(0, 0, 6, 0);
    below->addWidget(m_chosen, 1);
    below->addWidget(m_all, 0, Qt::AlignBottom); // where it stays when the words beside it wrap
    column->addLayout(below);
    m_switches = new FeatureSwitches(session, model, *m_features);
    column->addWidget(m_switches);
    column->addWidget(m_cell);

    addFeaturesFigures(m_grid, m_strips->map(), session, model, *m_features);
    m_pair = new FeaturePair(*m_features, model, this);
    m_grid->setWhatsThis(tr("Click a map to see that feature large; Shift+click another one to see both side by side "
                            "with their difference."));
    connect(m_grid, &MapGrid::currentChanged, this, &FeaturesPane::choose);
    connect(m_grid, &MapGrid::compared, this, &FeaturesPane::compareWith);
    connect(m_strips->map(), &HeatMap::pinsChanged, this, [this](const MapPins& pins) {
        if (pins.rows.size() > 1) // with Shift
            compareWith(pins.rows.last());
        else if (!pins.rows.isEmpty())
            choose(pins.rows.last());
        refreshFocus();
    });
    connect(m_features, &FeaturesModel::changed, this, &FeaturesPane::refresh);
    connect(&session, &Session::focusChanged, this, &FeaturesPane::refreshFocus);
    connect(&session, &Session::interventionChanged, this, &FeaturesPane::refreshMaps);
    connect(&session, &Session::marksChanged, this, &FeaturesPane::refreshCell);
    refresh();
}

QLayout* FeaturesPane::makeOrder() {
    m_order = new QComboBox;
    m_order->setObjectName("feature-order");
    m_order->setAccessibleName(tr("Order of the features"));
    for (const OrderRow& row : orderRows)
        m_order->addItem(tr(row.title), int(row.order));
    m_clusters = new QSpinBox;
    m_clusters->setObjectName("feature-clusters");
    m_clusters->setAccessibleName(tr("Number of clusters"));
    m_clusters->setToolTip(tr("Clusters of features that attend alike (average linkage of their maps). Automatic: the "
                              "number with the largest silhouette, how much nearer features are to their own cluster "
                              "than to the next one."));
    m_clusters->setSpecialValueText(tr("automatic"));
    m_all = new QToolButton;
    m_all->setObjectName("features-all");
    m_all->setText(tr("All"));
    m_all->setAccessibleName(tr("All at once"));
    m_all->setCheckable(true);
    m_all->setStyleSheet(chosenStyle);
    m_all->setChecked(m_session.settings().flag(allSetting));
    m_grid->setDense(m_all->isChecked());
    auto* row = new FlowLayout;
    row->setContentsMargins(6, 0, 6, 0);
    row->addWidget(m_order);
    row->addWidget(m_clusters);
    connect(m_all, &QToolButton::toggled, this, [this](bool on) {
        m_session.settings().set(allSetting, on);
        m_grid->setDense(on);
    });
    connect(m_order, &QComboBox::activated, this,
            [this](int index) { m_features->setOrder(FeatureOrder(m_order->itemData(index).toInt())); });
    connect(m_clusters, &QSpinBox::valueChanged, this, [this](int count) { m_features->setWantedClusters(count); });
    return row;
}

/// The maps alone: what is below them goes where there is little room.
QSize FeaturesPane::minimumSizeHint() const {
    return m_grid->minimumSizeHint();
}

void FeaturesPane::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    refreshCell();
}

void FeaturesPane::setWatched(bool watched) {
    m_watched = watched;
    m_features->setWatched(watched);
    refreshMaps();
}

void FeaturesPane::setLook(const MapLook& look) {
    m_look = look;
    m_pair->setLook(look);
    refreshMaps();
}

bool FeaturesPane::areStrips() const {
    return m_features->map() && m_features->map()->queries == 1;
}

void FeaturesPane::refreshOrder() {
    const AttentionMap* map = m_features->map();
    {
        const QSignalBlocker blocker(m_clusters);
        m_clusters->setMaximum(map ? int(std::min<Index>(map->features, 99)) : 0);
        m_clusters->setValue(m_features->wantedClusters());
        m_clusters->setSpecialValueText(map ? tr("automatic: %1").arg(m_features->clusters().size()) : tr("automatic"));
    }
    m_order->setCurrentIndex(m_order->findData(int(m_features->order())));
    const int byEffect = m_order->findData(int(FeatureOrder::Effect));
    const QString why = m_features->whyNoEffects();
    qobject_cast<QStandardItemModel*>(m_order->model())->item(byEffect)->setEnabled(why.isEmpty());
    m_order->setItemData(byEffect, why, Qt::ToolTipRole);
    const QString orders =
        tr("Features that attend alike in lines, each led by its mean; or all features, those first "
           "that are furthest from the mean of all, that look at the fewest tokens, or without which the "
           "answer changes most, which takes a pass for each.");
    m_order->setToolTip(why.isEmpty() ? orders : orders + u'\n' + why);
    m_clusters->setEnabled(m_features->order() == FeatureOrder::Clusters);
    m_all->setEnabled(map && !areStrips());
    m_all->setToolTip(areStrips() ? tr("Each feature is a row of one map here: all of them are seen already.")
                                  : tr("Makes the maps so small that all are seen at once, also in a figure. Point at "
                                       "one to read which it is; click it to see it large."));
}

void FeaturesPane::refresh() {
    const AttentionMap* map = m_features->map();
    refreshOrder();
    m_items.clear();
    if (map && m_features->order() == FeatureOrder::Clusters) {
        for (const std::vector<Index>& group : m_features->clusters())
            m_items.push_back({{FeatureChoice::Kind::Group, 0, group}, 0});
        for (std::size_t cluster = 0; cluster < m_features->clusters().size(); ++cluster)
            for (const Index feature : m_features->clusters()[cluster])
                m_items.push_back({{FeatureChoice::Kind::One, feature}, int(cluster) + 1});
    } else if (map) {
        for (const Index feature : m_features->ordered())
            m_items.push_back({{FeatureChoice::Kind::One, feature}, 0});
    }
    m_empty->setText(m_features->message());
    m_stack->setCurrentWidget(!map ? m_empty : areStrips() ? static_cast<QWidget*>(m_strips) : m_grid);
    refreshMaps();
}

void FeaturesPane::refreshMaps() {
    if (!m_watched)
        return;
    if (areStrips()) {
        if (m_features->isCurrent()) // else its columns are the tokens of a former text
            refreshStrips();
    } else {
        QList<MapThumbnail> thumbnails;
        std::optional<ThumbnailTokens> tokens; // for a figure
        if (m_features->isCurrent())
            tokens.emplace(*m_model.recording());
        for (const Item& item : m_items) {
            thumbnails << thumbnailOf(item);
            if (tokens)
                tokens->name(thumbnails.last(), *m_features->map());
        }
        MapGrid::Scroll scroll = m_grid->scroll(); // stays, also where they have another order
        m_grid->setThumbnails(thumbnails);
        refreshEffects();
        refreshFocus();
        const AttentionMap* map = m_features->map();
        const auto shown = map ? std::optional(std::pair(map->address, m_features->order())) : std::nullopt;
        if (shown && shown != m_orderedOf && (!m_orderedOf || shown->first != m_orderedOf->first || !scroll.hasCurrent))
            scroll = {0, scroll.hasCurrent}; // what is shown anew begins with the first of its order
        m_grid->restore(scroll);
        if (map && !m_features->areEffectsPending())
            m_orderedOf = shown;
        return;
    }
    refreshFocus();
}

QString FeaturesPane::labelOf(const Item& item) {
    const FeatureChoice& choice = item.choice;
    if (choice.kind == FeatureChoice::Kind::One)
        return QString::number(choice.feature);
    return choice.group.size() == 1 ? featuresName(choice) : tr("mean of %1").arg(choice.group.size());
}

MapThumbnail FeaturesPane::thumbnailOf(const Item& item) const {
    const AttentionMap map = m_features->mapOf(item.choice);
    MapThumbnail thumbnail = headlight::thumbnailOf(map, {}, {}, m_look);
    const std::vector<Index> features = m_features->featuresOf(item.choice);
    const bool isCluster = item.choice.kind == FeatureChoice::Kind::Group;
    thumbnail.layer = item.line;
    thumbnail.head = 0; // they stay in their order
    thumbnail.line = isCluster ? tr("all") : QString::number(item.line);
    thumbnail.label = labelOf(item);
    thumbnail.spoken = isCluster ? tr("cluster of %1").arg(featuresName(item.choice)) : featuresName(item.choice);
    thumbnail.toolTip = titleOfMap(map);
    if (!isCluster) {
        const FeatureProfile& profile = m_features->profiles()[std::size_t(item.choice.feature)];
        thumbnail.toolTip +=
            '\n' +
            tr("entropy %1 · from the mean %2").arg(profile.entropy, 0, 'f', 3).arg(profile.disagreement, 0, 'f', 3);
    }
    const std::optional<double> factor = m_switches->factorOf(features);
    thumbnail.off = factor == 0.0;
    thumbnail.altered = factor != 1.0 && !thumbnail.off;
    return thumbnail;
}

void FeaturesPane::refreshStrips() {
    QList<MatrixView> rows;
    QStringList labels, names;
    for (const Item& item : m_items) {
        rows << viewOf(m_features->mapOf(item.choice), *m_model.recording(), m_look);
        const bool isCluster = item.choice.kind == FeatureChoice::Kind::Group;
        const int number = int(rows.size());
        labels << labelOf(item);
        names << (isCluster ? tr("cluster %1, %2").arg(number).arg(featuresName(item.choice))
                            : featuresName(item.choice));
    }
    const std::pair order(m_features->map()->address, m_features->order());
    if (std::exchange(m_stripsOf, order) != order)
        m_strips->scrollToTop();
    m_strips->setRows(stackedRows(rows, tr("feature"), labels), names);
}

/// Below the maps while they are ordered by them.
void FeaturesPane::refreshEffects() {
    std::vector<Index> shown;
    for (const Item& item : m_items)
        shown.push_back(item.choice.feature);
    const bool wanted = m_features->order() == FeatureOrder::Effect && !m_features->decision().isEmpty() &&
                        (m_features->areEffectsPending() || !m_features->effects().empty());
    m_grid->setNotes(wanted ? effectNotesOf(*m_features, shown) : QList<ThumbnailNote>(),
                     tr("Below each map: change of the %1 without the feature.").arg(m_features->decision()));
}

void FeaturesPane::compareWith(int item) {
    const FeatureChoice& chosen = m_session.focus().features;
    if (chosen.kind == FeatureChoice::Kind::One || chosen.kind == FeatureChoice::Kind::Group)
        m_pair->compare(chosen, m_items[std::size_t(item)].choice);
    else // there is nothing to compare it with
        choose(item);
}

void FeaturesPane::leavePair() {
    m_pair->hide();
}

void FeaturesPane::choose(int item) {
    if (item >= 0 && item < int(m_items.size()))
        m_session.setFeatures(m_items[std::size_t(item)].choice);
}

void FeaturesPane::refreshFocus() {
    const FeatureChoice& choice = m_session.focus().features;
    int current = -1;
    for (std::size_t k = 0; k < m_items.size() && current < 0; ++k)
        if (m_items[k].choice == choice)
            current = int(k);
    m_grid->setCurrent(current);
    const MapPins pins{current < 0 ? QList<int>() : QList<int>{current}, {}};
    if (areStrips() && m_strips->map()->pins() != pins) {
        m_strips->map()->setPins(pins);
        m_strips->map()->showCell({current, -1});
    }
    m_switches->refresh();
    m_chosen->setText(noteText());
    m_chosen->setVisible(!m_chosen->text().isEmpty());
    refreshCell();
}

QString FeaturesPane::noteText() const {
    const FeatureChoice& choice = m_session.focus().features;
    if (m_features->count() > 0 &&
        (choice.kind == FeatureChoice::Kind::One || choice.kind == FeatureChoice::Kind::Group))
        return tr("Chosen: %1").arg(m_switches->nameOf(m_features->featuresOf(choice)));
    const HeadEntry* head = m_model.focusedHead();
    if (!m_features->map())
        return {};
    if (head && head->changeable)
        return areStrips() ? tr("Click a row to see it large and change it.")
                           : tr("Click a map to see it large and change it.");
    return areStrips() ? tr("Click a row to see it. It can't be changed.")
                       : tr("Click a map to see it. It can't be changed.");
}

void FeaturesPane::refreshCell() {
    const AttentionMap* map = m_features->map();
    const Marks& marks = m_session.marks();
    const auto first = [](int hovered, const std::set<int>& pinned) {
        return hovered >= 0 || pinned.empty() ? hovered : *pinned.begin();
    };
    const Index query = map && map->queries == 1 ? 0 : first(marks.hoveredQuery, marks.pinnedQueries),
                key = first(marks.hoveredKey, marks.pinnedKeys);
    const Index row = map ? query - map->firstQuery : -1, column = map ? key - map->firstKey : -1;
    const bool isPointedAt = row >= 0 && column >= 0 && row < map->queries && column < map->keys;
    // A low pane has a low one, for which maps give room once: what the pointer is on stays where it is. Rows need all
    // of a low pane.
    const int line = fontMetrics().height();
    const bool isLow = height() < roomyLines * line;
    m_cell->setFixedHeight(isLow ? lowCellLines * line : m_cell->sizeHint().height());
    m_cell->setVisible(map && height() >= leastLines * line && (!isLow || !areStrips()));
    if (!map)
        return;
    if (!isPointedAt || !map->isVisible(row, column))
        return m_cell->setValues({}, {},
                                 areStrips() ? tr("Point at a token to see each feature's weight.")
                                             : tr("Point at a pair to see each feature's weight."));
    QList<float> values;
    for (Index feature = 0; feature < map->features; ++feature)
        values << map->at(row, column, feature);
    QList<int> marked;
    const FeatureChoice& choice = m_session.focus().features;
    if (choice.kind == FeatureChoice::Kind::One || choice.kind == FeatureChoice::Kind::Group)
        for (const Index feature : m_features->featuresOf(choice))
            marked << int(feature);
    const QStringList& tokens = m_model.tokens();
    m_cell->setValues(
        values, marked,
        map->queries == 1
            ? tr("Weight of “%1” by feature").arg(tokens.value(int(key)))
            : tr("Weight of “%1” → “%2” by feature").arg(tokens.value(int(query)), tokens.value(int(key))));
}

} // namespace headlight
