#include "panels/attend/image_map.h"

#include "engine/models/recording.h"
#include "figure/figure_sheet.h"
#include "matrix/patch_map.h"
#include "panels/attend/map_figure.h"
#include "panels/attend/map_views.h"
#include "session/session.h"
#include "views/patch_view.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QSlider>
#include <QVBoxLayout>

namespace headlight {

namespace {

const QString strengthSetting = QStringLiteral("image-overlay");

} // namespace

ImageMap::ImageMap(Session& session, AttendModel& model, QWidget* parent)
    : QWidget(parent), m_session(session), m_model(model), m_map(new PatchMap),
      m_strength(new QSlider(Qt::Horizontal)) {
    m_map->setObjectName("image-map");
    m_map->setWhatsThis(
        tr("What a patch of the image, or a mark of the model's own, looks at. Point at a patch to read "
           "its value, click it to see what it looks at itself; Left and Right walk through them, "
           "Enter chooses."));
    m_strength->setObjectName("image-overlay");
    m_strength->setAccessibleName(tr("Strength of the colours over the image"));
    m_strength->setToolTip(tr("How strong the colours are over the image"));
    m_strength->setRange(0, 100);
    m_strength->setValue(session.settings().value(strengthSetting).toInt());
    auto* const label = new QLabel(tr("Overlay"));
    label->setBuddy(m_strength);
    const int em = fontMetrics().height();
    auto* const row = new QHBoxLayout;
    row->setContentsMargins(em / 2, 0, em / 2, em / 4);
    row->addWidget(label);
    row->addWidget(m_strength);
    auto* const column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_map, 1);
    column->addLayout(row);
    connect(m_strength, &QSlider::valueChanged, this, [this](int percent) {
        m_session.settings().set(strengthSetting, percent);
        m_map->setStrength(percent / 100.0);
    });
    connect(m_map, &PatchMap::hovered, this,
            [this](int token) { m_session.hover(token < 0 ? -1 : m_map->painter().view().query, token); });
    connect(m_map, &PatchMap::activated, this, [this](int token) {
        m_session.setPins({token}, m_session.marks().pinnedKeys);
        m_session.hover(token, token);
    });
    FigureSource source;
    source.name = [] { return QStringLiteral("image-map"); };
    source.picture = [this](const FigureOptions& options) {
        const AttentionMap* const map = m_model.focusedMap();
        if (!map || isHidden())
            return Picture();
        PatchMapPainter painter = m_map->painter();
        painter.setHover(-1); // what the pointer is at belongs to no file
        const MapOrigin origin = originOf(m_model);
        return figureOf(painter, options, writtenTitle(painter.view().row.title, origin),
                        metadataOf(origin, *map, painter.view().row.range));
    };
    source.values = [this] { return tableOf(m_model, m_model.sequence()); };
    addMapFigure(m_map, session, model, source)->setSecondary(true); // beside the whole map
    setVisible(false);
}

/// Of several that are pinned the first.
int ImageMap::query(Index tokens) const {
    const std::set<int>& pinned = m_session.marks().pinnedQueries;
    return pinned.empty() || Index(*pinned.begin()) >= tokens ? 0 : *pinned.begin();
}

void ImageMap::showMap(const MapLook& look) {
    m_look = look;
    const AttentionMap* const map = m_model.focusedMap();
    const bool isOfImage = map && m_model.recording()->sequences()[std::size_t(map->querySequence)].image;
    setVisible(isOfImage);
    if (!isOfImage)
        return;
    PatchMapView view = patchesOf(*map, *m_model.recording(), query(map->queries), look);
    view.strength = m_strength->value() / 100.0;
    m_map->setView(view);
}

void ImageMap::onMarks() {
    if (isHidden())
        return;
    const PatchMapPainter& shown = m_map->painter();
    if (!m_model.isFocusPending() && query(shown.count()) != shown.view().query)
        showMap(m_look);
    m_map->setHover(m_session.marks().hoveredKey);
}

} // namespace headlight
