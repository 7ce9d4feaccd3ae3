#include "panels/train/probe_view.h"

#include "figure/figure_menu.h"
#include "figure/figure_sheet.h"
#include "forms/empty_state.h"
#include "forms/wrapped_text.h"
#include "matrix/heat_map.h"
#include "matrix/map_grid.h"
#include "viewmodels/map_names.h"
#include "views/map_metadata.h"
#include "views/map_table.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QSignalBlocker>
#include <QSlider>
#include <QSplitter>
#include <QStackedWidget>

namespace headlight {

ProbeView::ProbeView(TrainProbes& probes, QWidget* parent)
    : QWidget(parent), m_probes(probes), m_sentence(new QComboBox), m_slider(new QSlider(Qt::Horizontal)),
      m_epoch(new QLabel), m_grid(new MapGrid), m_map(new HeatMap),
      m_empty(new EmptyState(tr("The attention of the probe sentences appears here, and again after every epoch."))),
      m_pages(new QStackedWidget) {
    m_empty->setPicture(FaintPicture::Map);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    auto* content = new QWidget;
    auto* column = new QVBoxLayout(content);
    column->setContentsMargins(0, 0, 0, 0);
    auto* line = new QHBoxLayout;
    m_sentence->setObjectName(QStringLiteral("train.probe"));
    m_sentence->setAccessibleName(tr("Probe sentence"));
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
    source.picture = [this](const FigureOptions& options) {
        HeatMapPainter painter = m_map->painter();
        painter.setHover({}); // what the pointer is at belongs to no file
        PictureMetadata metadata{{QStringLiteral("sentence"), m_sentence->currentText()},
                                 {QStringLiteral("epoch"), QString::number(m_probes.epoch())}};
        metadata += metadataOf(m_shown, m_map->view().range);
        metadata << programEntry();
        return figureOf(painter, options, m_map->view().title, metadata);
    };
    source.values = [this] {
        return m_probes.snapshot() ? tableOf(m_shown, m_probes.snapshot()->tokens, m_probes.snapshot()->tokens)
                                   : ValueTable();
    };
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
    for (const SnapshotMap& stored : snapshot->maps) {
        const AttentionMap map = storedMap(stored, snapshot->tokens);
        MapThumbnail thumbnail = thumbnailOf(map, QString::fromStdString(map.label), QString::fromStdString(map.mask));
        thumbnail.head = int(thumbnails.size()); // as they are stored
        thumbnail.toolTip = viewOf(map, snapshot->tokens, snapshot->epoch).title;
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
    const QString help = tr("The sentence whose maps are shown"); // and, as it may have no room, the whole of it
    m_sentence->setToolTip(inLines(help + QStringLiteral(":\n") + m_sentence->currentText()));
}

void ProbeView::showMap() {
    const std::optional<Snapshot>& snapshot = m_probes.snapshot();
    if (!snapshot || snapshot->maps.empty())
        return;
    m_current = std::clamp(m_current, 0, int(snapshot->maps.size()) - 1);
    m_grid->setCurrent(m_current);
    m_shown = storedMap(snapshot->maps[std::size_t(m_current)], snapshot->tokens);
    m_map->setView(viewOf(m_shown, snapshot->tokens, snapshot->epoch));
}

} // namespace headlight
