#include "panels/attend_panel.h"

#include "engine/models/model.h"
#include "figure/figure_sheet.h"
#include "matrix/heat_map.h"
#include "matrix/line_view.h"
#include "matrix/map_grid.h"
#include "panels/attend/answer_pane.h"
#include "panels/attend/between_choice.h"
#include "panels/attend/cell_brush.h"
#include "panels/attend/combine_choice.h"
#include "panels/attend/dock_cover.h"
#include "panels/attend/effect_cell.h"
#include "panels/attend/feature_controls.h"
#include "panels/attend/features_pane.h"
#include "panels/attend/fitting_scroll.h"
#include "panels/attend/head_list.h"
#include "panels/attend/head_pane.h"
#include "panels/attend/layers_pane.h"
#include "panels/attend/line_pane.h"
#include "panels/attend/look_menu.h"
#include "panels/attend/map_figure.h"
#include "panels/attend/map_pane.h"
#include "panels/attend/stage_buttons.h"
#include "panels/attend/vectors_pane.h"
#include "session/open_model.h"
#include "viewmodels/attend_session.h"
#include "viewmodels/layer_words.h"
#include "views/map_overview.h"
#include "wording/number_text.h"

#include <QAction>
#include <QHeaderView>
#include <QKeyEvent>
#include <QMenu>
#include <QSignalBlocker>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>
#include <utility>

namespace headlight {

const QString attendSetting = QStringLiteral("panel/attend");

AttendPanel::AttendPanel(Session& session, Jobs& jobs, QWidget* parent)
    : Panel(session, jobs, parent), m_model(new AttendModel(jobs, this)),
      m_effects(new EffectsModel(*m_model, jobs, this)), m_layers(new LayerWords(session, *m_model, jobs, this)) {
    setWhatsThis(
        tr("Rows look at columns. Arrows move through layers and heads (in the map with Shift), [ and ] through "
           "features, S through the parts of a score, score, masked and weight, T through the parts of the maps of two "
           "texts; H switches the "
           "head off; P paints cells; Ctrl+click in the maps or the list of heads shows several heads as one map; C "
           "changes the colour map, R what "
           "its ends mean."));
    follow(session, *m_model); // before the views do, which show what it has
    m_map = new MapPane(session, *m_model, *m_effects);
    setCentralWidget(m_map);
    addMaps();
    addHeadList();
    addAnswer();
    addLines();
    addFeatures();
    addLayers();
    addVectors();
    addCovers();
    addCommands();
    const QVariantMap saved = session.settings().value(attendSetting).toMap();
    m_keptZoom = saved.value("zoom").toStringList();
    if (saved.contains("columns"))
        m_list->showColumns(saved.value("columns").toStringList());
    m_list->sortByColumn(std::clamp(saved.value("sort").toInt(), 0, m_list->columnCount() - 1),
                         saved.value("descending").toBool() ? Qt::DescendingOrder : Qt::AscendingOrder);

    connect(m_model, &AttendModel::changed, this, [this] {
        recallZoom();
        refreshMaps();
        refreshLines();
    });
    connect(m_map, &MapPane::lookChanged, this, [this] {
        refreshMaps();
        refreshLines();
    });
    connect(m_model, &AttendModel::mapChanged, this, &AttendPanel::refreshLines);
    connect(m_effects, &EffectsModel::changed, this, &AttendPanel::refreshEffects);
    connect(&session, &Session::focusChanged, this, &AttendPanel::refreshCurrent);
    connect(&session, &Session::marksChanged, this, &AttendPanel::onMarks);
    refreshMaps();
    refreshLines();
}

int AttendPanel::neededWidth(const QDockWidget* dock) const {
    const int em = fontMetrics().height(), left = std::min(22 * em, width() * 3 / 10);
    if (dock == part("maps") || dock == part("features") || dock == part("layers") || dock == part("vectors") ||
        dock == part("heads"))
        return left;
    // Bars with all that is said of them, where the controls above the map keep one row.
    return std::clamp(width() - left - 113 * em / 2, 19 * em, 23 * em);
}

void AttendPanel::arrange() {
    const int em = fontMetrics().height();
    resizeDocks({part("maps"), part("answer")}, {neededWidth(part("maps")), neededWidth(part("answer"))},
                Qt::Horizontal);
    resizeDocks({part("maps"), part("heads")}, {3 * height() / 5, 2 * height() / 5}, Qt::Vertical);
    resizeDocks({part("answer"), part("head"), part("lines")}, {12 * em, 16 * em, std::max(em, height() - 28 * em)},
                Qt::Vertical);
}

void AttendPanel::showControls(bool shown) {
    m_map->showControls(shown);
}

/// The answer has what its bars need, and what a map as high as the view leaves beside it, up to where all that is said
/// of the bars can be read.
int AttendPanel::presentedWidth(const QDockWidget* dock, int before) const {
    if (dock != part("answer"))
        return Panel::presentedWidth(dock, before);
    const int line = m_model->selection() ? 18 * fontMetrics().height() : 0; // of a sentence, beside its probability
    const int least = std::max(m_answer->minimumSizeHint().width(), line);
    return std::clamp(width() - 11 * height() / 10, least, 7 * least / 5);
}

bool AttendPanel::isComplete() const {
    return !m_model->isBusy() && !m_effects->isBusy() && !m_layers->isBusy() && m_answer->isComplete();
}

/// Of which map a zoom is.
static QStringList placeOf(const Session& session) {
    const Focus& focus = session.focus();
    return {session.sentence(), session.second(), QString::fromStdString(focus.address.text()),
            QString::number(focus.sequence),
            focus.between ? QString::fromStdString(nameOf(*focus.between)) : QString()};
}

void AttendPanel::remember() const {
    QStringList zoom = m_keptZoom;
    if (const HeatMap& map = *m_map->heatMap(); !map.view().isEmpty()) {
        zoom = placeOf(session());
        for (const double number : {map.viewport().zoom, map.viewport().row, map.viewport().column})
            zoom << exactNumber(number);
    }
    const QHeaderView& header = *m_list->header();
    session().settings().set(attendSetting,
                             QVariantMap{{"zoom", zoom},
                                         {"columns", m_list->shownColumns()},
                                         {"sort", header.sortIndicatorSection()},
                                         {"descending", header.sortIndicatorOrder() == Qt::DescendingOrder}});
}

/// The first map that is shown, if it is the one that was shown last.
void AttendPanel::recallZoom() {
    if (m_map->heatMap()->view().isEmpty())
        return;
    const QStringList place = placeOf(session()), kept = std::exchange(m_keptZoom, {});
    if (const std::optional<MapZoom> wanted = session().takeWantedZoom())
        m_map->heatMap()->setViewport({wanted->factor, wanted->row, wanted->column});
    else if (kept.mid(0, place.size()) == place && kept.size() == place.size() + 3)
        m_map->heatMap()->setViewport(
            {kept[place.size()].toDouble(), kept[place.size() + 1].toDouble(), kept[place.size() + 2].toDouble()});
}

void AttendPanel::showEvent(QShowEvent* event) {
    Panel::showEvent(event);
    m_model->setWatched(true);
    m_effects->setWatched(true);
}

void AttendPanel::hideEvent(QHideEvent* event) {
    Panel::hideEvent(event);
    m_model->setWatched(false);
    m_effects->setWatched(false);
}

void AttendPanel::addMaps() {
    m_maps = new MapGrid;
    m_maps->setObjectName("overview");
    addPart(
        "maps", tr("Maps"), m_maps, Qt::LeftDockWidgetArea,
        tr("All maps, small: a row per layer, a column per head, below each how the answer changes without it. Click "
           "one to see it large; a click on the number below it, H, or its menu switches it off and on."));
    connect(m_maps, &MapGrid::currentChanged, this,
            [this](int index) { session().setHead(m_model->heads()[std::size_t(index)].address); });
    m_maps->setNotesClickable(true);
    connect(m_maps, &MapGrid::noteClicked, this, [this] { m_head->toggleOn(); });
    connect(m_maps, &MapGrid::toggled, this,
            [this](int index) { toggleCombined(session(), *m_model, m_model->heads()[std::size_t(index)].address); });
    FigureSource source;
    source.name = [this] { return QStringLiteral("all-maps") + partSuffix(*m_model); };
    source.picture = [this](const FigureOptions& options) {
        const MapOrigin origin = originOf(*m_model);
        const auto maps = smallMapsOf(*m_model);
        MapGridPainter painter = m_maps->painter();
        painter.setHover(-1); // what the pointer is at belongs to no file
        return figureOfAll(painter, options, titleOfAll(origin, m_model->sequence(), maps), origin,
                           metadataOfAll(origin, m_model->sequence(), maps, m_map->look()));
    };
    source.values = [this] { return headTable(*m_model, *m_effects); };
    addMapFigure(m_maps, session(), *m_model, source);
}

void AttendPanel::addHeadList() {
    m_list = new HeadList(session(), *m_model, *m_effects);
    connect(m_list, &HeadList::switched, this, [this] { m_head->toggleOn(); });
    addPart(
        "heads", tr("Heads"), m_list, Qt::LeftDockWidgetArea,
        tr("How each head attends, and how the answer changes without it; click a heading to sort, right-click it to "
           "choose columns. The box of a row, H, or its menu switches its head off and on."));
    FigureSource source;
    source.name = [this] { return QStringLiteral("heads") + partSuffix(*m_model); };
    source.picture = [this](const FigureOptions& options) {
        return m_list->picture(options, metadataOf(originOf(*m_model), m_model->sequence(), m_model->part()));
    };
    source.values = [this] { return headTable(*m_model, *m_effects); };
    addMapFigure(m_list, session(), *m_model, source);
}

void AttendPanel::addFeatures() {
    m_features = new FeaturesPane(session(), *m_model, jobs());
    QDockWidget* dock = addPart("features", tr("Features"), m_features, Qt::LeftDockWidgetArea,
                                tr("All features of the chosen head: those that attend alike stand together. Click one "
                                   "to see it large; switch it off and watch the answer."));
    connect(dock, &QDockWidget::visibilityChanged, m_features, &FeaturesPane::setWatched);
    tabifyDockWidget(part("maps"), dock);
}

void AttendPanel::addLayers() {
    QDockWidget* dock =
        addPart("layers", tr("Layers"), new LayersPane(session(), *m_model, *m_layers), Qt::LeftDockWidgetArea,
                tr("What each layer of a language model would say if it were the last: the likeliest "
                   "word at each token. Choose a cell to see the ten likeliest."));
    connect(dock, &QDockWidget::visibilityChanged, m_layers, &LayerWords::setWatched);
    tabifyDockWidget(part("features"), dock);
}

void AttendPanel::addAnswer() {
    m_answer = new AnswerPane(session(), *m_model, jobs());
    auto* scroll = new FittingScroll(m_answer, 0.5, 25);
    connect(m_answer, &AnswerPane::lineShown, scroll, [scroll](const QRect& place) {
        scroll->ensureVisible(place.center().x(), place.center().y(), 0, place.height() / 2);
    });
    addPart("answer", tr("Answer"), scroll, Qt::RightDockWidgetArea,
            tr("The model's probability for each class or level of a score, or its label for each token; while "
               "something is altered, also what it was before."));
    m_head = new HeadPane(session(), *m_model);
    addPart("head", tr("Head"), new FittingScroll(m_head, 0.31), Qt::RightDockWidgetArea,
            tr("The chosen head: how it attends, and switches that recompute the answer at once."));
}

void AttendPanel::addLines() {
    auto* pane = new LinePane(session().settings());
    m_lines = pane->view();
    connect(&session(), &Session::lookRequested, pane, &LinePane::recall);
    addPart("lines", tr("Lines"), pane, Qt::RightDockWidgetArea,
            tr("The same map as lines: the left column looks at the right column."));
    connect(m_lines, &LineView::hovered, &session(), [this](int row, int column) {
        const MatrixView& view = m_lines->painter().view();
        session().hover(rowsOf(view).positionOf(row), columnsOf(view).positionOf(column));
    });
    connect(m_lines, &LineView::left, &session(), [this] { session().hover(-1, -1); });
    connect(m_lines, &LineView::pinsChanged, &session(), [this](const MapPins& pins) {
        const MatrixView& view = m_lines->painter().view();
        session().setPins(rowsOf(view).positionsOf(pins.rows), columnsOf(view).positionsOf(pins.columns));
    });
    FigureSource source;
    source.name = [this] { return QStringLiteral("lines") + partSuffix(*m_model); };
    source.picture = [this](const FigureOptions& options) {
        const AttentionMap* map = m_model->focusedMap();
        if (!map)
            return Picture();
        LineViewPainter painter = m_lines->painter();
        painter.setOffset(0);
        painter.setHover({});
        const MapOrigin origin = originOf(*m_model);
        return figureOf(painter, options, writtenTitle(painter.view().title, origin),
                        metadataOf(origin, *map, painter.view().range));
    };
    source.values = [this] { return tableOf(*m_model, m_model->sequence()); };
    addMapFigure(m_lines, session(), *m_model, source);
}

void AttendPanel::addVectors() {
    auto* pane = new VectorsPane(session(), *m_model);
    QDockWidget* dock = addPart("vectors", tr("Vectors"), pane, Qt::LeftDockWidgetArea,
                                tr("What the scores of the chosen head are made of: the query of a token, the keys of "
                                   "all, their products feature by feature, and what these come to."));
    connect(dock, &QDockWidget::visibilityChanged, pane, &VectorsPane::setWatched);
    tabifyDockWidget(part("layers"), dock);
    part("maps")->raise();
}

void AttendPanel::addCovers() {
    const auto cover = [this](const char* id, FaintPicture picture, const QString& sentence) {
        coverWhileEmpty(*part(QLatin1String(id)), *m_model, picture, sentence);
    };
    cover("maps", FaintPicture::Map, tr("The maps of all heads appear here, small."));
    cover("features", FaintPicture::Map, tr("The features of the chosen head appear here, each with its map."));
    cover("layers", FaintPicture::Table, tr("What each layer would say appears here."));
    cover("heads", FaintPicture::Table, tr("The heads appear here, with what the answer is without each."));
    cover("answer", FaintPicture::Bars, tr("The model's answer appears here."));
    cover("head", FaintPicture::Controls, tr("The chosen head appears here: how it attends, its mask, its switch."));
    cover("lines", FaintPicture::Lines, tr("The chosen map appears here as lines."));
    cover("vectors", FaintPicture::Map, tr("What the scores of the chosen head are made of appears here."));
}

void AttendPanel::addCommands() {
    m_headOff = addCommand("head-off", tr("Head on or off\tH"), {}, [this] { m_head->toggleOn(); });
    m_list->insertAction(m_list->actions().value(0), m_headOff);
    auto* toggleUnderMenu = new QAction(tr("Head on or off"), this);
    toggleUnderMenu->setObjectName("thumbnail-off");
    m_maps->insertAction(m_maps->actions().value(0), toggleUnderMenu);
    connect(toggleUnderMenu, &QAction::triggered, this, [this] {
        m_maps->choose(m_maps->underMenu());
        m_head->toggleOn();
    });
    addCommand("next-stage", tr("Next stage: parts of the score, score, masked, weight\tS"), {},
               [this] { m_map->stages()->next(); });
    addCommand("next-part", tr("Next part of the maps of two texts: all, first → first, first → second …\tT"), {},
               [this] { m_map->between()->next(); });
    addCommand("next-brush", tr("Paint cells: forbid, force, clear, or move the map\tP"), {},
               [this] { m_map->brush()->next(); });
    addCommand("next-head", tr("Next head\tRight"), {}, [this] { moveFocus(0, 1); });
    addCommand("previous-head", tr("Previous head\tLeft"), {}, [this] { moveFocus(0, -1); });
    addCommand("next-layer", tr("Next layer\tDown"), {}, [this] { moveFocus(1, 0); });
    addCommand("previous-layer", tr("Previous layer\tUp"), {}, [this] { moveFocus(-1, 0); });
    addCommand("next-feature", tr("Next feature\t]"), {}, [this] { m_map->features()->step(1); });
    addCommand("previous-feature", tr("Previous feature\t["), {}, [this] { m_map->features()->step(-1); });
    addCommand("first-sentence", tr("Maps of the first sentence of a pair, or between those of a passage"),
               QKeySequence(Qt::ALT | Qt::Key_1), [this] { session().setSequence(0); });
    addCommand("second-sentence", tr("Maps of the second sentence of a pair, or within one of a passage"),
               QKeySequence(Qt::ALT | Qt::Key_2), [this] {
                   if (session().current() && session().current()->model->sequences() > 1)
                       session().setSequence(m_model->sequenceAt(1));
               });
    addCommand("clear-pins", tr("Clear pins\tEsc"), {}, [this] { session().clearPins(); });
    addCommand("reset-zoom", tr("Show the whole map"), QKeySequence(Qt::CTRL | Qt::Key_0),
               [this] { m_map->heatMap()->resetZoom(); });
    addLookCommands();
}

/// Every colour map and every range by its name, and steps through them.
void AttendPanel::addLookCommands() {
    addCommand("next-color-map", tr("Next colour map\tC"), {},
               [this] { m_map->lookMenu()->step(LookMenu::colorMaps); });
    addCommand("next-range", tr("Next colour range: automatic, 0 to 1, least to largest, each row\tR"), {},
               [this] { m_map->lookMenu()->step(LookMenu::ranges); });
    for (QAction* look : m_map->lookMenu()->actions())
        if (!look->isSeparator())
            addAction(look);
}

/// By layers and heads, staying inside.
void AttendPanel::moveFocus(int layers, int heads) {
    if (!m_model->heads().empty())
        session().setHead(neighbourOf(m_model->heads(), session().focus().address, layers, heads));
}

/// Plain keys reach the panel only when the focused part has no use for them, a text field for its letters above all.
void AttendPanel::keyPressEvent(QKeyEvent* event) {
    if (event->modifiers() & ~(Qt::KeypadModifier | Qt::ShiftModifier))
        return Panel::keyPressEvent(event);
    switch (event->key()) {
    case Qt::Key_Left:
        return moveFocus(0, -1);
    case Qt::Key_Right:
        return moveFocus(0, 1);
    case Qt::Key_Up:
        return moveFocus(-1, 0);
    case Qt::Key_Down:
        return moveFocus(1, 0);
    case Qt::Key_BracketLeft:
        return m_map->features()->step(-1);
    case Qt::Key_BracketRight:
        return m_map->features()->step(1);
    case Qt::Key_S:
        return m_map->stages()->next();
    case Qt::Key_T:
        return m_map->between()->next();
    case Qt::Key_P:
        return m_map->brush()->next();
    case Qt::Key_H:
        return m_head->toggleOn();
    case Qt::Key_C:
        return m_map->lookMenu()->step(LookMenu::colorMaps);
    case Qt::Key_R:
        return m_map->lookMenu()->step(LookMenu::ranges);
    case Qt::Key_Escape:
        return leave();
    default:
        return Panel::keyPressEvent(event);
    }
}

/// The brush, then the pins, then what is compared.
void AttendPanel::leave() {
    const auto isPinned = [this](int sequence) {
        const Marks& marks = session().marks(sequence);
        return !marks.pinnedQueries.empty() || !marks.pinnedKeys.empty();
    };
    if (m_map->brush()->leave())
        return;
    if (isPinned(0) || isPinned(1))
        return session().clearPins();
    m_features->leavePair();
}

void AttendPanel::refreshMaps() {
    m_maps->setThumbnails(thumbnailsOf(*m_model, session().intervention(), m_map->look()));
    m_features->setLook(m_map->look());
    refreshCurrent();
    refreshEffects();
}

void AttendPanel::refreshEffects() {
    m_maps->setNotes(effectNotesOf(*m_effects, *m_model),
                     tr("Below each map: change of the %1 without the head.").arg(m_effects->decision()));
}

void AttendPanel::refreshCurrent() {
    int current = -1;
    for (std::size_t i = 0; i < m_model->heads().size(); ++i)
        if (&m_model->heads()[i] == m_model->focusedHead())
            current = int(i);
    const auto& combination = session().focus().combination;
    QList<int> chosen;
    for (std::size_t i = 0; combination && i < m_model->heads().size(); ++i)
        if (std::find(combination->heads.begin(), combination->heads.end(), m_model->heads()[i].address) !=
            combination->heads.end())
            chosen << int(i);
    m_headOff->setEnabled(m_head->canChange());
    m_maps->setChosen(chosen);
    m_maps->setCurrent(combination ? -1 : current);
}

void AttendPanel::refreshLines() {
    if (m_model->isFocusPending())
        return;
    const AttentionMap* map = m_model->focusedMap();
    {
        const bool isOtherPart = m_part != m_model->part() && !m_model->parts().empty();
        const QSignalBlocker pinsStay(isOtherPart ? m_lines : nullptr); // they are in the same text
        m_lines->setView(map ? viewOf(*map, *m_model->recording(), m_map->look()) : MatrixView());
    }
    m_part = m_model->part();
    onMarks();
}

void AttendPanel::onMarks() {
    const Marks& marks = session().marks();
    const MatrixView& lines = m_lines->painter().view();
    m_lines->setHover(rowsOf(lines).placeOf(marks.hoveredQuery), columnsOf(lines).placeOf(marks.hoveredKey));
    m_lines->setPins(pinsOf(marks, lines));
    QString hoverText;
    for (const int sequence : {0, m_model->sequenceAt(1)}) // the pointer is in one of them
        hoverText +=
            m_model->hoverText(session().marks(sequence).hoveredQuery, session().marks(sequence).hoveredKey, sequence);
    if (hoverText.isEmpty() && m_model->state() == AttendModel::State::Ready)
        hoverText = (m_model->tokensRead() == 1 ? tr("1 token") : tr("%L1 tokens").arg(m_model->tokensRead())) +
                    QStringLiteral("   ") +
                    (m_model->milliseconds() < 1000 ? tr("%1 ms").arg(m_model->milliseconds(), 0, 'f', 1)
                                                    : secondsText(m_model->milliseconds() / 1000));
    session().showHoverText(hoverText);
}

} // namespace headlight
