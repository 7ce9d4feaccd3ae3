#include "panels/attend/sentence_map.h"

#include "figure/figure_sheet.h"
#include "matrix/heat_map.h"
#include "matrix/token_strip.h"
#include "panels/attend/cell_menu.h"
#include "panels/attend/effect_strip.h"
#include "panels/attend/fitting_scroll.h"
#include "panels/attend/map_figure.h"
#include "viewmodels/alterations.h"
#include "viewmodels/map_archive.h"
#include "viewmodels/map_names.h"
#include "views/map_table.h"
#include "wording/number_text.h"

#include <QContextMenuEvent>
#include <QEvent>
#include <QPainter>
#include <QVBoxLayout>
#include <algorithm>

namespace headlight {

// Of the window's height, at most: the map needs the room in a small window.
constexpr double effectsShare = 0.12, stripShare = 0.17;

/// Its layout tells the scroll area how high the strip is at its width.
static FittingScroll* scrollOf(TokenStrip* strip, double share) {
    auto* const content = new QWidget;
    auto* const layout = new QVBoxLayout(content);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(strip);
    auto* const area = new FittingScroll(content, share);
    area->setGivesWay();
    return area;
}

SentenceMap::SentenceMap(int place, Session& session, AttendModel& model, const EffectsModel& effects, QWidget* parent)
    : QWidget(parent), m_place(place), m_session(session), m_model(model) {
    m_map = new HeatMap;
    m_map->setObjectName(place == 1 ? "second-map" : "map");
    m_map->setWhatsThis(tr(
        "Rows are queries, columns are keys: how much the row's token looks at the column's. Point at "
        "a cell to read it, click to pin its row (shift adds, Esc clears), Ctrl+click to forbid the "
        "cell; its menu also forces it, to any weight. With P a drag paints cells: forbidden, forced or cleared. The "
        "wheel zooms, "
        "dragging moves, a double click shows everything.\n\nArrows walk through the cells, "
        "Enter pins, Ctrl+Enter forbids, + and − zoom, 0 shows everything; Shift with an arrow goes to another head "
        "or layer.\n\nOf a pair both sentences have a map. The other views are of the one with the frame; click into "
        "the other to change to it, or press Alt+1 or Alt+2.\n\nOf two texts that the model reads as one sequence, T "
        "shows how those of one look at those of another."));
    m_strip = new TokenStrip;
    m_strip->setObjectName(place == 1 ? "second-strip" : "strip");
    m_strip->setWhatsThis(tr("How much of the sentence's summary comes from each token."));
    m_stripArea = scrollOf(m_strip, stripShare);
    m_effects = new EffectStrip(place, session, model, effects);
    m_effectsArea = scrollOf(m_effects, effectsShare);
    auto* const column = new QVBoxLayout(this);
    column->setSpacing(0);
    column->addWidget(m_effectsArea);
    column->addWidget(m_map, 1);
    column->addWidget(m_stripArea);
    for (QWidget* part : std::initializer_list<QWidget*>{m_map, m_strip, m_effects})
        part->installEventFilter(this);
    connectMap();
    connectStrip();
    buildFigureMenus();
    m_cellMenu = new CellMenu(m_map);
    connect(m_cellMenu, &CellMenu::chosen, this,
            [this](const MapCell& cell, CellMark mark, double weight) { markCells({cell}, mark, weight); });
    m_menus << m_effects->menu();
    connect(m_effects, &TokenStrip::hovered, this, [this](int token) {
        if (token < 0 || showsTokens())
            m_session.hoverIn(sequence(), -1, m_model.shownPlace(sequence(), token));
    });
    connect(&effects, &EffectsModel::changed, this, [this] {
        showEffects();
        giveRoom();
    });
    showEffects();
}

void SentenceMap::showEffects() {
    m_effects->refresh();
    m_effectsArea->setVisible(m_effects->isNeeded() && hasRoomForStrips());
}

void SentenceMap::setBare(bool bare) {
    m_isBare = bare;
    showEffects();
    m_stripArea->setVisible(stripMap() && hasRoomForStrips());
    giveRoom();
}

/// Those of more words take several lines of large letters.
bool SentenceMap::hasRoomForStrips() const {
    constexpr int fewWords = 16;
    return !m_isBare || m_map->view().rows <= fewWords;
}

void SentenceMap::connectMap() {
    connect(m_map, &HeatMap::hovered, this, [this](int row, int column) {
        const MatrixView& view = m_map->view();
        m_session.hoverIn(sequence(), rowsOf(view).positionOf(row), columnsOf(view).positionOf(column));
    });
    connect(m_map, &HeatMap::left, this, [this] { m_session.hoverIn(sequence(), -1, -1); });
    connect(m_map, &HeatMap::pinsChanged, this, [this](const MapPins& pins) {
        const MatrixView& view = m_map->view();
        if (!view.isEmpty() &&
            !m_pinsStay) // else they wait until it is there again, as while the other sentence is typed
            m_session.setPinsIn(sequence(), rowsOf(view).positionsOf(pins.rows),
                                columnsOf(view).positionsOf(pins.columns));
    });
    connect(m_map, &HeatMap::painted, this, [this](const QList<MapCell>& cells) {
        if (m_brush)
            markCells(cells, *m_brush, m_brushWeight);
    });
    connect(m_map, &HeatMap::cellActivated, this, [this](int row, int column) {
        const MatrixView& view = m_map->view();
        toggleCell(rowsOf(view).positionOf(row), columnsOf(view).positionOf(column));
    });
}

void SentenceMap::connectStrip() {
    connect(m_strip, &TokenStrip::hovered, this, [this](int column) {
        if (column < 0)
            m_session.hoverIn(sequence(), -1, -1);
        else if (showsTokens())
            m_session.hoverIn(sequence(), -1, stripAxis().positionOf(column));
    });
    connect(m_strip, &TokenStrip::pinsChanged, this, [this](const QList<int>& columns) {
        if (showsTokens() && !m_pinsStay)
            m_session.setPinsIn(sequence(), m_session.marks(sequence()).pinnedQueries,
                                stripAxis().positionsOf(columns));
    });
}

/// Before the map itself acts on a click, so that it marks the sentence in focus.
bool SentenceMap::eventFilter(QObject* watched, QEvent* event) {
    if (watched == m_map && event->type() == QEvent::ContextMenu)
        refreshCellMenu(m_map->cellFor(static_cast<const QContextMenuEvent&>(*event)));
    if (event->type() == QEvent::FocusIn || event->type() == QEvent::MouseButtonPress)
        if (m_model.isPair())
            m_session.setSequence(sequence());
    return QWidget::eventFilter(watched, event);
}

void SentenceMap::buildFigureMenus() {
    const auto picture = [this](auto& painter, const FigureOptions& options, const AttentionMap& map) {
        const MapOrigin origin = originOf(m_model);
        return figureOf(painter, options, writtenTitle(painter.view().title, origin),
                        metadataOf(origin, map, painter.view().range));
    };
    const auto named = [this](const QString& name) {
        return m_model.isPair() ? QStringLiteral("%1-sentence%2").arg(name).arg(m_place + 1) : name;
    };
    FigureSource source;
    source.name = [this, named] { return named(figureName() + partSuffix(m_model)); };
    source.picture = [this, picture](const FigureOptions& options) {
        const AttentionMap* map = m_model.focusedMap(sequence());
        if (m_map->view().isEmpty() || !map)
            return Picture();
        HeatMapPainter painter = m_map->painter();
        painter.setHover({}); // what the pointer or the keys are at belongs to no file
        painter.setFocusCell({});
        return picture(painter, options, *map);
    };
    source.values = [this] { return tableOf(m_model, sequence()); };
    source.resetZoom = [this] { m_map->resetZoom(); };
    m_menus << addMapFigure(m_map, m_session, m_model, source);

    FigureSource stripSource;
    stripSource.name = [named] { return named(QStringLiteral("source-to-token")); };
    stripSource.picture = [this, picture](const FigureOptions& options) {
        const AttentionMap* map = stripMap();
        if (!map)
            return Picture();
        TokenStripPainter painter = m_strip->painter();
        painter.setHover(-1);
        return picture(painter, options, *map);
    };
    stripSource.values = [this] {
        const TokenStripView& view = m_strip->painter().view();
        ValueTable table{{tr("token"), view.valueName}, {}};
        const AttentionMap* map = stripMap();
        if (!map)
            return table;
        const QStringList names =
            tableHeader(*map, tokenTexts(m_model.recording()->sequences()[std::size_t(sequence())]));
        const bool saysHidden = hasHiddenScores(*map);
        if (saysHidden)
            table.columns << QStringLiteral("hidden");
        for (Index key = 0; key < map->keys; ++key) {
            table.rows << QStringList{names[key + 1], isBlank(*map, 0, key) ? QString() : exactNumber(map->at(0, key))};
            if (saysHidden)
                table.rows.last() << (map->isVisible(0, key) ? QStringLiteral("0") : QStringLiteral("1"));
        }
        return table;
    };
    m_menus << addMapFigure(m_strip, m_session, m_model, stripSource);
}

QString SentenceMap::figureName() const {
    const Focus& focus = m_session.focus();
    if (focus.combination)
        return QStringLiteral("heads-%1").arg(QString::fromStdString(nameOf(focus.combination->kind)));
    const AttentionMap* map = m_model.focusedMap(sequence());
    const bool isOne = map && map->choice.kind == FeatureChoice::Kind::One;
    return QStringLiteral("layer%1-head%2-%3")
               .arg(focus.address.layer)
               .arg(focus.address.head)
               .arg(QString::fromStdString(map ? valueNameOf(*map) : nameOf(focus.stage))) +
           (isOne ? QStringLiteral("-feature%1").arg(map->choice.feature) : QString());
}

ShownAxis SentenceMap::stripAxis() const {
    const AttentionMap* map = stripMap();
    // Without one the strip is hidden and keeps that of a former text, which must take no pins that it would release.
    return map ? ShownAxis{int(map->firstKey), m_strip->painter().view().tokens.size()} : ShownAxis();
}

bool SentenceMap::showsTokens() const {
    const AttentionMap* map = m_model.focusedMap(sequence());
    return !map || map->keyNames.empty();
}

/// Of many tokens a map of one row is read as a text, also where it is the one in focus.
const AttentionMap* SentenceMap::stripMap() const {
    const AttentionMap* const focused = m_model.focusedMap(sequence());
    const bool isRead = focused && !hasQueries(focused->address.part) && focused->keyNames.empty() &&
                        focused->keys > TokenStripPainter::mostBoxes;
    return isRead ? focused : m_model.stripMap(sequence());
}

void SentenceMap::showMap(const MapLook& look, bool mapless) {
    const QString name = m_model.sequenceName(sequence());
    m_map->setAccessibleName(
        name.isEmpty() ? tr("Attention map")
                       : (m_model.selection() ? tr("Attention map, %1") : tr("Attention map, %1 sentence")).arg(name));
    m_strip->setAccessibleName(
        name.isEmpty()
            ? tr("Source to token")
            : (m_model.selection() ? tr("Source to token, %1") : tr("Source to token, %1 sentence")).arg(name));
    const AttentionMap* map = m_model.focusedMap(sequence());
    m_map->setVisible(!mapless);
    m_pinsStay = m_part != m_model.part() && !m_model.parts().empty(); // they are in the same text
    m_part = m_model.part();
    m_map->setView(map ? viewOf(*map, *m_model.recording(), look) : MatrixView());
    const AttentionMap* pooled = stripMap();
    m_stripArea->setVisible(pooled && hasRoomForStrips());
    if (pooled)
        m_strip->setView(stripOf(*pooled, *m_model.recording(), look));
    m_pinsStay = false;
    showEffects();
    const int frame = m_model.isPair() ? fontMetrics().height() / 6 : 0;
    layout()->setContentsMargins(frame, frame, frame, frame);
    giveRoom();
    for (FigureMenu* menu : m_menus)
        menu->setSecondary(!isInFocus());
    onMarks();
    update();
}

/// The map is square, or gives the strips a fifth of that, so that they need not scroll. Where it would give more,
/// first the effects are compact, then both; these scroll where that is too little, and the map keeps most of the
/// height: its title, labels and legend alone take half of that in a small window.
void SentenceMap::giveRoom() {
    const QSize whole = rect().marginsRemoved(layout()->contentsMargins()).size();
    const bool isMap = !m_map->view().isEmpty();
    const int square =
        isMap ? m_map->heightIn({whole.width(), std::max(whole.width(), whole.height())}) : whole.height();
    constexpr int linesAround = 13, fewest = 10; // a map's lines that are no row; rows of what is no longer short
    const int rows = std::max(fewest, m_map->view().rows);
    const int least = std::min(4 * square / 5, (linesAround + rows) * fontMetrics().height()); // all rows have labels
    const auto heightOf = [&](const FittingScroll* area, const TokenStrip* strip, bool compact) {
        return area->isHidden() ? 0 : strip->heightFor(whole.width(), compact);
    };
    constexpr std::pair<bool, bool> choices[] = {{false, false}, {true, false}, {true, true}};
    for (const auto& [compactEffects, compactStrip] : choices) {
        if (m_isBare && !compactStrip)
            continue;
        const int effects = heightOf(m_effectsArea, m_effects, compactEffects);
        const int strip = heightOf(m_stripArea, m_strip, compactStrip);
        const bool isLong = m_effects->painter().isLong() || m_strip->painter().isLong(); // they scroll anyway
        if (isMap && !compactStrip && !isLong && effects + strip > whole.height() - least)
            continue;
        const int room = std::max(0, whole.height() - (isLong || compactStrip ? square : least));
        const int limit = isMap && compactStrip && !isLong ? whole.height() - std::min(square, 7 * whole.height() / 10)
                                                           : QWIDGETSIZE_MAX;
        const int effectsLimit = strip > 0 ? std::max(limit / 2, limit - strip) : limit;
        m_effects->setCompact(compactEffects);
        m_strip->setCompact(compactStrip);
        m_effectsArea->setRoom(room, effectsLimit);
        m_stripArea->setRoom(std::max(0, room - effects), std::max(limit / 2, limit - effects));
        break;
    }
    for (const auto& [area, strip] :
         {std::pair<QWidget*, TokenStrip*>(m_effectsArea, m_effects), {m_stripArea, m_strip}})
        area->setToolTip(strip->painter().isCompact() ? strip->painter().view().title
                                                      : QString()); // its end may be cut
}

void SentenceMap::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    giveRoom();
}

void SentenceMap::paintEvent(QPaintEvent*) {
    if (!m_model.isPair() || !isInFocus())
        return;
    const int frame = layout()->contentsMargins().left();
    QPainter painter(this);
    painter.setPen(
        QPen(color(ColorRole::Accent, themeOf(palette())), frame, Qt::SolidLine, Qt::SquareCap, Qt::MiterJoin));
    painter.drawRect(QRectF(rect()).adjusted(frame / 2.0, frame / 2.0, -frame / 2.0, -frame / 2.0));
}

const HeadEntry* SentenceMap::changeableHead() const {
    const HeadEntry* head = m_model.focusedHead();
    const AttentionMap* map = m_model.focusedMap(sequence());
    const bool isOfOwnTokens = map && map->combination.empty() && !m_model.recording()->display().changesMaps();
    return head && head->maskable && isOfOwnTokens ? head : nullptr;
}

void SentenceMap::toggleCell(int query, int key) {
    const HeadEntry* head = changeableHead();
    if (!head)
        return;
    const AttentionMap* map = m_model.focusedMap(sequence());
    const HeadCell cell{query, key, sequence()};
    const CellMark mark = m_session.headChange(head->address).markOf(cell);
    if (mark == CellMark::Forbidden || map->isVisible(query - map->firstQuery, key - map->firstKey))
        m_session.toggleForbidden(head->address, cell);
}

void SentenceMap::setBrush(const std::optional<CellMark>& mark, double weight) {
    m_brush = mark;
    m_brushWeight = weight;
    if (m_map->isPainting() == mark.has_value())
        return;
    m_map->setPainting(mark.has_value());
    giveRoom(); // now, not at the first stroke
}

/// By the mask, not by the user.
bool SentenceMap::isHiddenAnyway(const MapCell& cell) const {
    const MatrixView& view = m_map->view();
    return view.isMasked(cell.row, cell.column) && view.hatch(cell.row, cell.column) == CellHatch::None;
}

/// A token that a decoder has not written yet when it is at the query: whatever is changed, it can't be seen.
bool SentenceMap::isLater(const HeadCell& cell) const {
    const MapAddress& head = m_session.focus().address;
    return head.stack == Stack::Decoder && head.part == MapPart::Self && cell.key > cell.query;
}

void SentenceMap::markCells(const QList<MapCell>& cells, CellMark mark, double weight) {
    const HeadEntry* head = changeableHead();
    if (!head)
        return;
    const MatrixView& view = m_map->view();
    std::vector<HeadCell> places;
    for (const MapCell& cell : cells)
        if (const HeadCell place{rowsOf(view).positionOf(cell.row), columnsOf(view).positionOf(cell.column),
                                 sequence()};
            !isLater(place) && (mark != CellMark::Forbidden || !isHiddenAnyway(cell)))
            places.push_back(place);
    m_session.markCells(head->address, places, mark, weight);
}

/// Whatever stage the map shows.
QString SentenceMap::weightNow(const HeadCell& place) const {
    const AttentionMap& map = *m_model.focusedMap(sequence());
    const Index row = place.query - map.firstQuery, column = place.key - map.firstKey;
    const MapRequest request{map.address, map.querySequence, MapStage::Weight, map.choice, map.between};
    const float weight = map.isVisible(row, column) ? m_model.recording()->row(request, row)[std::size_t(column)] : 0;
    const QString name = withSequence(cellName(place, m_model.tokens(sequence()), m_model.tokens(map.keySequence)),
                                      *m_model.recording(), sequence());
    return tr("%1: weight %2 now").arg(name, numberText(double(weight)));
}

void SentenceMap::refreshCellMenu(const MapCell& cell) {
    const HeadEntry* head = changeableHead();
    if (!head || cell.row < 0 || cell.column < 0)
        return m_cellMenu->showFor(cell, {});
    const HeadCell place{rowsOf(m_map->view()).positionOf(cell.row), columnsOf(m_map->view()).positionOf(cell.column),
                         sequence()};
    if (isLater(place))
        return m_cellMenu->showFor(cell, {});
    const HeadChange change = m_session.headChange(head->address);
    CellMenu::State state{change.markOf(place), isHiddenAnyway(cell)};
    for (const ForcedCell& forced : change.forced)
        if (forced.place() == place)
            state.weight = forced.weight;
        else if (forced.query == place.query && forced.sequence == place.sequence)
            state.others += forced.weight;
    state.what = weightNow(place);
    m_cellMenu->showFor(cell, state);
}

void SentenceMap::onMarks() {
    const Marks& marks = m_session.marks(sequence());
    const MatrixView& view = m_map->view();
    m_map->setHover(rowsOf(view).placeOf(marks.hoveredQuery), columnsOf(view).placeOf(marks.hoveredKey));
    m_map->setPins(pinsOf(marks, view));
    const ShownAxis strip = showsTokens() ? stripAxis() : ShownAxis();
    m_strip->setHover(strip.placeOf(marks.hoveredKey));
    m_strip->setPins(strip.placesOf(marks.pinnedKeys));
    if (showsTokens()) {
        const std::set<int> hovered = m_model.ownTokens(sequence(), {marks.hoveredKey}),
                            pinned = m_model.ownTokens(sequence(), marks.pinnedKeys);
        m_effects->setHover(hovered.empty() ? -1 : *hovered.begin());
        m_effects->setPins({pinned.begin(), pinned.end()});
    }
}

} // namespace headlight
