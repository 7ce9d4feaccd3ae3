#include "panels/attend/features_pane.h"

#include "engine/results/head_scale.h"
#include "forms/flow_layout.h"
#include "matrix/heat_map.h"
#include "matrix/histogram_view.h"
#include "matrix/map_grid.h"
#include "panels/attend/effect_cell.h"
#include "panels/attend/feature_pair.h"
#include "panels/attend/feature_rows.h"
#include "panels/attend/features_figure.h"
#include "panels/undo_actions.h"
#include "viewmodels/map_names.h"
#include "views/map_overview.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QLabel>
#include <QPushButton>
#include <QSignalBlocker>
#include <QSpinBox>
#include <QStackedLayout>
#include <QVBoxLayout>
#include <algorithm>

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

} // namespace

FeaturesPane::FeaturesPane(Session& session, AttendModel& model, Jobs& jobs, QWidget* parent)
    : QWidget(parent), m_session(session), m_model(model), m_features(new FeaturesModel(model, jobs, this)) {
    m_features->setWatched(false);
    m_grid = new MapGrid;
    m_grid->setObjectName("feature-maps");
    m_grid->setAccessibleName(tr("Maps of the features"));
    m_strips = new HeatMap;
    m_strips->setObjectName("feature-strips");
    m_strips->setAccessibleName(tr("Weights of the features"));
    m_empty = new QLabel;
    m_empty->setWordWrap(true);
    m_empty->setAlignment(Qt::AlignCenter);
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
    column->addWidget(m_chosen);
    column->addLayout(makeSwitches());
    column->addWidget(m_cell);

    addFeaturesFigures(m_grid, m_strips, session, model, *m_features);
    m_pair = new FeaturePair(*m_features, model, this);
    m_grid->setWhatsThis(tr("Click a map to see that feature large; Shift+click another one to see both side by side "
                            "with their difference."));
    connect(m_grid, &MapGrid::currentChanged, this, &FeaturesPane::choose);
    connect(m_grid, &MapGrid::compared, this, &FeaturesPane::compareWith);
    connect(m_strips, &HeatMap::pinsChanged, this, [this](const MapPins& pins) {
        if (!pins.rows.isEmpty())
            choose(pins.rows.last());
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
    m_order->setToolTip(
        tr("Features that attend alike in lines, each led by its mean; or all features, those first "
           "that are furthest from the mean of all, that look at the fewest tokens, or without which the "
           "answer changes most, which takes a pass for each."));
    for (const OrderRow& row : orderRows)
        m_order->addItem(tr(row.title), int(row.order));
    m_clusters = new QSpinBox;
    m_clusters->setObjectName("feature-clusters");
    m_clusters->setAccessibleName(tr("Number of clusters"));
    m_clusters->setToolTip(tr("Clusters of features that attend alike (average linkage of their maps). Automatic: the "
                              "number with the largest silhouette, how much nearer features are to their own cluster "
                              "than to the next one."));
    m_clusters->setSpecialValueText(tr("automatic"));
    auto* row = new FlowLayout;
    row->setContentsMargins(6, 0, 6, 0);
    row->addWidget(m_order);
    row->addWidget(m_clusters);
    connect(m_order, &QComboBox::activated, this,
            [this](int index) { m_features->setOrder(FeatureOrder(m_order->itemData(index).toInt())); });
    connect(m_clusters, &QSpinBox::valueChanged, this, [this](int count) { m_features->setWantedClusters(count); });
    return row;
}

QLayout* FeaturesPane::makeSwitches() {
    const auto button = [](const char* name, const QString& text, const QString& toolTip) {
        auto* made = new QPushButton(text);
        made->setObjectName(name);
        made->setToolTip(toolTip);
        return made;
    };
    m_on = new QCheckBox(tr("on"));
    m_on->setObjectName("feature-on");
    m_on->setAccessibleName(tr("The chosen features are on"));
    m_on->setToolTip(tr("Switch the chosen features off, or on again"));
    m_alone = button("feature-alone", tr("Alone"), tr("Switch all other features of this head off"));
    m_trained = button("feature-trained", tr("As trained"), tr("Take back what is changed in this head's features"));
    m_scale = new QDoubleSpinBox;
    m_scale->setObjectName("feature-scale");
    m_scale->setAccessibleName(tr("Scale of the chosen features"));
    m_scale->setToolTip(tr("Factor on the chosen features of this head's output"));
    m_scale->setRange(-mostHeadScale, mostHeadScale);
    m_scale->setKeyboardTracking(false);
    m_scale->setSingleStep(0.1);
    addUndoKeys(
        m_scale, [this] { m_session.undo(); }, [this] { m_session.redo(); });
    auto* row = new FlowLayout;
    row->setContentsMargins(6, 0, 6, 0);
    for (QWidget* widget : {static_cast<QWidget*>(m_on), static_cast<QWidget*>(m_alone), static_cast<QWidget*>(m_scale),
                            static_cast<QWidget*>(m_trained)})
        row->addWidget(widget);
    const auto chosen = [this] { return m_features->featuresOf(m_session.focus().features); };
    connect(m_on, &QCheckBox::clicked, this, [this, chosen](bool on) {
        scale(chosen(), on ? 1 : 0, (on ? tr("%1 on") : tr("%1 off")).arg(nameOf(chosen())));
    });
    connect(m_alone, &QPushButton::clicked, this, &FeaturesPane::keepAlone);
    connect(m_scale, &QDoubleSpinBox::valueChanged, this,
            [this, chosen](double factor) { scale(chosen(), factor, tr("scale of %1").arg(nameOf(chosen())), true); });
    connect(m_trained, &QPushButton::clicked, this, [this] {
        scale(m_features->featuresOf(meanOfFeatures), 1,
              tr("features of %1 as trained").arg(headName(m_session.focus().address)));
    });
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

void FeaturesPane::refresh() {
    const AttentionMap* map = m_features->map();
    {
        const QSignalBlocker blocker(m_clusters);
        m_clusters->setMaximum(map ? int(std::min<Index>(map->features, 99)) : 0);
        m_clusters->setValue(m_features->wantedClusters());
        m_clusters->setSpecialValueText(map ? tr("automatic: %1").arg(m_features->clusters().size()) : tr("automatic"));
    }
    m_order->setCurrentIndex(m_order->findData(int(m_features->order())));
    m_clusters->setEnabled(m_features->order() == FeatureOrder::Clusters);
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
            m_strips->setView(stripsOf());
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
        if (map && map->address != m_orderedOf) // those of another head begin with the first of their order
            scroll = {0, scroll.hasCurrent};
        m_grid->restore(scroll);
        if (map && !m_features->areEffectsPending())
            m_orderedOf = map->address;
        return;
    }
    refreshFocus();
}

MapThumbnail FeaturesPane::thumbnailOf(const Item& item) const {
    const AttentionMap map = m_features->mapOf(item.choice);
    MapThumbnail thumbnail = headlight::thumbnailOf(map, {}, {}, m_look);
    const std::vector<Index> features = m_features->featuresOf(item.choice);
    const bool isCluster = item.choice.kind == FeatureChoice::Kind::Group;
    thumbnail.layer = item.line;
    thumbnail.head = 0; // they stay in their order
    thumbnail.line = isCluster ? tr("all") : QString::number(item.line);
    thumbnail.label = isCluster ? tr("mean of %1").arg(features.size()) : QString::number(item.choice.feature);
    thumbnail.toolTip = titleOfMap(map);
    if (!isCluster) {
        const FeatureProfile& profile = m_features->profiles()[std::size_t(item.choice.feature)];
        thumbnail.toolTip +=
            '\n' +
            tr("entropy %1 · from the mean %2").arg(profile.entropy, 0, 'f', 3).arg(profile.disagreement, 0, 'f', 3);
    }
    const std::optional<double> factor = factorOf(features);
    thumbnail.off = factor == 0.0;
    thumbnail.altered = factor != 1.0 && !thumbnail.off;
    return thumbnail;
}

MatrixView FeaturesPane::stripsOf() const {
    QList<MatrixView> rows;
    QStringList labels;
    for (const Item& item : m_items) {
        rows << viewOf(m_features->mapOf(item.choice), *m_model.recording(), m_look);
        labels << (item.choice.kind == FeatureChoice::Kind::Group ? tr("mean:%1").arg(item.choice.group.size())
                                                                  : QString::number(item.choice.feature));
    }
    return stackedRows(rows, tr("feature"), labels);
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
    const FeatureChoice& other = m_items[std::size_t(item)].choice;
    if (chosen.kind == FeatureChoice::Kind::One && other.kind == FeatureChoice::Kind::One)
        m_pair->compare(chosen.feature, other.feature);
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
    if (areStrips())
        m_strips->setPins({current < 0 ? QList<int>() : QList<int>{current}, {}});
    const HeadEntry* head = m_model.focusedHead();
    const bool isSome = choice.kind == FeatureChoice::Kind::One || choice.kind == FeatureChoice::Kind::Group;
    const std::vector<Index> features = m_features->featuresOf(choice);
    const bool can = m_features->map() && head && head->changeable && isSome;
    for (QWidget* widget :
         {static_cast<QWidget*>(m_on), static_cast<QWidget*>(m_alone), static_cast<QWidget*>(m_scale)})
        widget->setEnabled(can);
    m_trained->setEnabled(head && !m_session.headChange(head->address).features.empty());
    const std::optional<double> factor = factorOf(features);
    const QSignalBlocker on(m_on), scale(m_scale);
    m_on->setChecked(factor != 0.0);
    m_scale->setValue(factor.value_or(1));
    m_chosen->setVisible(m_features->map());
    m_chosen->setText(isSome ? tr("Chosen: %1").arg(nameOf(features))
                             : tr("Click a map to see that feature large and to change it."));
    refreshCell();
}

void FeaturesPane::refreshCell() {
    const AttentionMap* map = m_features->map();
    const Marks& marks = m_session.marks();
    const auto first = [](int hovered, const std::set<int>& pinned) {
        return hovered >= 0 || pinned.empty() ? hovered : *pinned.begin();
    };
    const Index query = map && map->queries == 1 ? 0 : first(marks.hoveredQuery, marks.pinnedQueries),
                key = first(marks.hoveredKey, marks.pinnedKeys);
    constexpr int leastHeight = 24; // in lines of text
    m_cell->setVisible(map && height() >= leastHeight * fontMetrics().height());
    if (!map)
        return;
    const Index row = query - map->firstQuery, column = key - map->firstKey;
    if (row < 0 || column < 0 || row >= map->queries || column >= map->keys || !map->isVisible(row, column))
        return m_cell->setValues({}, {}, tr("Point at a pair to see each feature's weight."));
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

std::optional<double> FeaturesPane::factorOf(const std::vector<Index>& features) const {
    const std::map<Index, double> factors = m_session.headChange(m_session.focus().address).features;
    std::optional<double> common;
    for (const Index feature : features) {
        const auto found = factors.find(feature);
        const double factor = found == factors.end() ? 1 : found->second;
        if (common && *common != factor)
            return std::nullopt;
        common = factor;
    }
    return common;
}

QString FeaturesPane::nameOf(const std::vector<Index>& features) const {
    const AttentionMap* map = m_features->map();
    const QString head = headName(m_session.focus().address);
    if (features.size() == 1)
        return tr("feature %1 of %2").arg(features.front()).arg(head);
    return tr("%1 of %2 features of %3").arg(features.size()).arg(map ? map->features : 0).arg(head);
}

void FeaturesPane::scale(const std::vector<Index>& features, double factor, const QString& title, bool dragged) {
    const MapAddress head = m_session.focus().address;
    HeadChange change = m_session.headChange(head);
    for (const Index feature : features)
        if (factor == 1)
            change.features.erase(feature);
        else
            change.features[feature] = factor;
    if (change != m_session.headChange(head))
        m_session.setHeadChange(head, change, title,
                                dragged ? QStringLiteral("features %1").arg(QString::fromStdString(head.text()))
                                        : QString());
}

void FeaturesPane::keepAlone() {
    const std::vector<Index> chosen = m_features->featuresOf(m_session.focus().features);
    const MapAddress head = m_session.focus().address;
    HeadChange change = m_session.headChange(head);
    for (Index feature = 0; feature < m_features->map()->features; ++feature)
        if (!std::binary_search(chosen.begin(), chosen.end(), feature))
            change.features[feature] = 0;
        else if (change.features.contains(feature) && change.features[feature] == 0)
            change.features.erase(feature);
    if (change != m_session.headChange(head))
        m_session.setHeadChange(head, change, tr("%1 alone").arg(nameOf(chosen)));
}

} // namespace headlight
