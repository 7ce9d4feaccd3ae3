#include "panels/train/probe_view.h"

#include "engine/masks/mask.h"
#include "figure/figure_menu.h"
#include "forms/empty_state.h"
#include "matrix/heat_map.h"
#include "matrix/map_grid.h"
#include "viewmodels/map_names.h"
#include "wording/shown_text.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QSignalBlocker>
#include <QSlider>
#include <QSplitter>
#include <QStackedWidget>

namespace headlight {

namespace {

/// What the names of a stored map are made from. One that was stored without a label is called after its kind.
AttentionMap describedBy(const SnapshotMap& stored, std::size_t tokens) {
    AttentionMap map;
    map.address = stored.address;
    map.label =
        stored.label.empty() ? kindName(stored.address.part) + ' ' + std::to_string(stored.address.head) : stored.label;
    map.mask = stored.mask;
    map.mechanismFeatures = Index(stored.features);
    map.choice = meanOfFeatures;
    if (map.address.part == MapPart::Sensitivity && stored.shape.front() != std::int64_t(tokens))
        map.queryNames = {"sentence"}; // its encoder gives one vector for all tokens
    return map;
}

/// Of an axis: the tokens, or numbers when it is one of something else.
QStringList namesOf(int count, const std::vector<std::string>& tokens) {
    QStringList names;
    for (int k = 0; k < count; ++k)
        names.append(count == int(tokens.size()) ? shownText(tokens[std::size_t(k)]) : QString::number(k));
    return names;
}

} // namespace

MatrixView viewOf(const SnapshotMap& stored, const std::vector<std::string>& tokens, int epoch) {
    const AttentionMap map = describedBy(stored, tokens.size());
    MatrixView view;
    view.rows = hasQueries(map.address.part) ? int(stored.shape.front()) : 1;
    view.columns = int(stored.shape.back());
    view.values = QList<float>(stored.values.begin(), stored.values.end());
    view.title = QObject::tr("%1 · epoch %2").arg(titleOfMap(map)).arg(epoch);
    view.valueName = QString::fromStdString(valueNameOf(map));
    view.columnTitle = columnNameOf(map);
    view.columnLabels = namesOf(view.columns, tokens);
    view.rowTitle = hasQueries(map.address.part) ? rowNameOf(map) : QString();
    if (map.address.part == MapPart::Gate)
        view.rowLabels = QStringList{QObject::tr("gate")};
    else if (!hasQueries(map.address.part) || !map.queryNames.empty())
        view.rowLabels = QStringList{QObject::tr("sentence")};
    else
        view.rowLabels = namesOf(view.rows, tokens);
    if (map.address.part == MapPart::Sensitivity) {
        view.range = view.rangeFor(RangeChoice::Map);
        view.range.low = 0; // or what changes the result least would look as if it didn't matter
    }
    if (!hasQueries(map.address.part) || map.mask.empty())
        return view;
    const Mask mask = Mask::parse(map.mask);
    view.masked.resize(view.values.size());
    for (int query = 0; query < view.rows; ++query)
        for (int key = 0; key < view.columns; ++key)
            view.masked[query * view.columns + key] = !mask.visible(key, query);
    return view;
}

ProbeView::ProbeView(TrainProbes& probes, QWidget* parent)
    : QWidget(parent), m_probes(probes), m_sentence(new QComboBox), m_slider(new QSlider(Qt::Horizontal)),
      m_epoch(new QLabel), m_grid(new MapGrid), m_map(new HeatMap),
      m_empty(new EmptyState(tr("The attention of the probe sentences appears here, and again after every epoch."))),
      m_pages(new QStackedWidget) {
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    auto* content = new QWidget;
    auto* column = new QVBoxLayout(content);
    column->setContentsMargins(0, 0, 0, 0);
    auto* line = new QHBoxLayout;
    m_sentence->setObjectName(QStringLiteral("train.probe"));
    m_sentence->setAccessibleName(tr("Probe sentence"));
    m_sentence->setToolTip(tr("The sentence whose maps are shown"));
    m_sentence->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_slider->setObjectName(QStringLiteral("train.epoch"));
    m_slider->setAccessibleName(tr("Epoch of the maps"));
    m_slider->setToolTip(tr("Goes back to the maps of an earlier epoch; the line in the curves moves along"));
    m_slider->setPageStep(1);
    m_slider->setTickPosition(QSlider::TicksBelow);
    m_epoch->setObjectName(QStringLiteral("train.epochlabel"));
    line->addWidget(m_sentence, 2);
    line->addWidget(m_epoch);
    line->addWidget(m_slider, 2);
    column->addLayout(line);
    auto* maps = new QSplitter(Qt::Horizontal);
    m_grid->setObjectName(QStringLiteral("train.grid"));
    m_grid->setMinimumWidth(8 * fontMetrics().height()); // of one column the whole label
    m_map->setObjectName(QStringLiteral("train.map"));
    m_map->setAccessibleName(tr("Map of the probe sentence"));
    maps->addWidget(m_grid);
    maps->addWidget(m_map);
    maps->setStretchFactor(0, 1);
    maps->setStretchFactor(1, 3);
    maps->setChildrenCollapsible(false);
    column->addWidget(maps, 1);
    m_pages->addWidget(content);
    m_pages->addWidget(m_empty);
    layout->addWidget(m_pages);

    FigureSource source;
    source.name = [this] { return QStringLiteral("probe-epoch-%1").arg(m_probes.epoch()); };
    source.picture = [this] {
        HeatMapPainter painter = m_map->painter();
        painter.setHover({}); // what the pointer is at belongs to no file
        return Picture{painter.naturalSize(),
                       [painter](QPainter& target) {
                           target.fillRect(QRectF(QPointF(), painter.naturalSize()),
                                           color(ColorRole::Surface, painter.theme()));
                           painter.paint(target, QRectF(QPointF(), painter.naturalSize()));
                       },
                       m_map->view().title,
                       {{tr("Sentence"), m_sentence->currentText()}, {tr("Map"), m_map->view().title}}};
    };
    source.values = [this] { return tableOf(m_map->view()); };
    source.resetZoom = [this] { m_map->resetZoom(); };
    m_menu = new FigureMenu(m_map, source);
    connect(m_menu, &FigureMenu::failed, this, &ProbeView::failed);
    connect(m_slider, &QSlider::valueChanged, this, [this](int index) {
        if (index < m_probes.epochs().size())
            m_probes.setEpoch(m_probes.epochs()[index]);
    });
    connect(m_sentence, &QComboBox::activated, &m_probes, &TrainProbes::setProbe);
    connect(m_grid, &MapGrid::currentChanged, this, [this](int index) {
        setCurrent(index);
        emit currentChanged(index);
    });
    connect(&m_probes, &TrainProbes::epochsChanged, this, &ProbeView::showEpochs);
    connect(&m_probes, &TrainProbes::epochChanged, this, &ProbeView::showEpochs);
    connect(&m_probes, &TrainProbes::snapshotChanged, this, &ProbeView::showSnapshot);
    showEpochs();
    showSnapshot();
}

void ProbeView::setCurrent(int map) {
    m_current = map;
    showMap();
}

void ProbeView::showEpochs() {
    const QSignalBlocker blocker(m_slider);
    const QList<int>& epochs = m_probes.epochs();
    m_slider->setRange(0, std::max(0, int(epochs.size()) - 1));
    m_slider->setValue(int(epochs.indexOf(m_probes.epoch())));
    m_slider->setEnabled(epochs.size() > 1);
    m_epoch->setText(epochs.isEmpty()     ? QString()
                     : epochs.last() == 0 ? tr("before training")
                                          : tr("epoch %1 of %2").arg(m_probes.epoch()).arg(epochs.last()));
}

void ProbeView::showSnapshot() {
    const std::optional<Snapshot>& snapshot = m_probes.snapshot();
    m_pages->setCurrentIndex(snapshot ? 0 : 1);
    if (!snapshot)
        return;
    showSentences();
    QList<MapThumbnail> thumbnails;
    for (const SnapshotMap& map : snapshot->maps) {
        MapThumbnail thumbnail;
        thumbnail.view = viewOf(map, snapshot->tokens, snapshot->epoch);
        thumbnail.layer = map.address.layer;
        thumbnail.head = int(thumbnails.size()); // as they are stored
        const AttentionMap names = describedBy(map, snapshot->tokens.size());
        thumbnail.label = shortName(map.address, QString::fromStdString(names.label));
        if (map.address.part == MapPart::Self)
            thumbnail.label += u' ' + shownText(map.mask);
        thumbnail.toolTip = thumbnail.view.title;
        thumbnails.append(thumbnail);
    }
    m_grid->setThumbnails(thumbnails);
    showMap();
}

/// A list that is open keeps the place that the user is at.
void ProbeView::showSentences() {
    const QSignalBlocker blocker(m_sentence);
    QStringList shown;
    for (int index = 0; index < m_sentence->count(); ++index)
        shown.append(m_sentence->itemText(index));
    if (shown != m_probes.sentences()) {
        m_sentence->clear();
        m_sentence->addItems(m_probes.sentences());
    }
    m_sentence->setCurrentIndex(m_probes.probe());
}

void ProbeView::showMap() {
    const std::optional<Snapshot>& snapshot = m_probes.snapshot();
    if (!snapshot || snapshot->maps.empty())
        return;
    m_current = std::clamp(m_current, 0, int(snapshot->maps.size()) - 1);
    m_grid->setCurrent(m_current);
    m_map->setView(viewOf(snapshot->maps[std::size_t(m_current)], snapshot->tokens, snapshot->epoch));
}

} // namespace headlight
