#include "panels/attend/map_part.h"

#include "forms/busy_bar.h"
#include "forms/empty_state.h"
#include "forms/flow_layout.h"
#include "forms/message_bar.h"
#include "forms/wrapped_text.h"
#include "matrix/heat_map.h"
#include "matrix/token_strip.h"
#include "panels/attend/feature_controls.h"
#include "panels/attend/fitting_scroll.h"
#include "panels/attend/map_figure.h"
#include "panels/attend/stage_buttons.h"

#include <QActionGroup>
#include <QButtonGroup>
#include <QLabel>
#include <QMenu>
#include <QStackedWidget>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>

namespace headlight {

namespace {

struct RangeRow {
    const char* id;
    RangeChoice choice;
    const char* title;
    const char* key; ///< after that of all colours
};
constexpr auto rowRangeTitle = QT_TR_NOOP("Colours to the maximum of each row");
constexpr RangeRow rangeRows[] = {
    {"fixed", RangeChoice::Unit, QT_TR_NOOP("Colours from 0 to 1"), "0"},
    {"map", RangeChoice::Map, QT_TR_NOOP("Colours over the range of this map"), "M"},
    {"row", RangeChoice::Row, rowRangeTitle, "R"},
};

/// Of a colour map, by its number, or of a range.
QKeySequence colorKeys(const QString& key) {
    return QKeySequence(QStringLiteral("Ctrl+M, %1").arg(key));
}

/// Tokens up to which the strip is drawn: a longer one would leave the map no room.
constexpr Index longestStrip = 300;
/// Tokens from which weights that are all small say little of the head: of fewer, they are nearly even.
constexpr Index manyTokens = 50;

/// Of the whole map with cells as large as they are shown, without the empty room around it; else what is zoomed to.
QSizeF pictureSize(const HeatMap& map) {
    const HeatMapPainter& painter = map.painter();
    if (painter.viewport().zoom > 1 || map.view().isEmpty())
        return map.size();
    const auto cellIn = [&](const QSizeF& size) {
        const HeatMapGeometry where = painter.geometryFor({}, QRectF(QPointF(), size), map.devicePixelRatioF());
        return QSizeF(where.cell, where.rowHeight);
    };
    const QSizeF natural = painter.naturalSize();
    const QSizeF larger = cellIn(map.size()) - cellIn(natural);
    return (natural + QSizeF(larger.width() * map.view().columns, larger.height() * map.view().rows))
        .boundedTo(map.size());
}

MapLook lookFrom(const Settings& settings) {
    MapLook look;
    for (const ColorMapRow& row : colorMapRows())
        if (settings.text("color-map") == row.key)
            look.colorMap = row.id;
    for (const RangeRow& row : rangeRows)
        if (settings.text("scaling") == row.id)
            look.range = row.choice;
    return look;
}

} // namespace

MapPart::MapPart(Session& session, AttendModel& model, QWidget* parent)
    : QWidget(parent), m_session(session), m_model(model), m_look(lookFrom(session.settings())) {
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    m_altered = new MessageBar(this);
    m_altered->setObjectName("altered");
    column->addWidget(m_altered);

    m_page = new QWidget;
    auto* page = new QVBoxLayout(m_page);
    page->setContentsMargins(0, 0, 0, 0);
    page->setSpacing(0);
    buildControls();
    m_map = new HeatMap;
    m_map->setObjectName("map");
    m_map->setAccessibleName(tr("Attention map"));
    m_map->setWhatsThis(
        tr("Rows are queries, columns are keys: how much the row's token looks at the column's. Point at "
           "a cell to read it, click to pin its row (shift adds, Esc clears), Ctrl+click to forbid the "
           "cell. The wheel zooms, dragging moves, a double click shows everything.\n\nArrows walk through the cells, "
           "Enter pins, Ctrl+Enter forbids, + and − zoom, 0 shows everything; Shift with an arrow goes to another head "
           "or layer."));
    m_strip = new TokenStrip;
    m_strip->setObjectName("strip");
    m_strip->setAccessibleName(tr("Source to token"));
    m_strip->setWhatsThis(tr("How much of the sentence's summary comes from each token."));
    m_note = new QLabel;
    m_note->setObjectName("note");
    m_note->setWordWrap(true);
    m_note->setMargin(fontMetrics().height() / 3);
    m_notePlace = page;
    page->addWidget(m_controls);
    page->addWidget(m_map, 1);
    auto* const stripContent = new QWidget; // its layout tells the scroll area how high the strip is at its width
    auto* const stripLayout = new QVBoxLayout(stripContent);
    stripLayout->setContentsMargins(0, 0, 0, 0);
    stripLayout->addWidget(m_strip);
    m_stripArea = new FittingScroll(stripContent, 0.17);
    page->addWidget(m_stripArea);
    page->addWidget(m_note);

    m_empty = new EmptyState(tr("Open a model to see what its heads attend to."));
    connect(m_empty, &EmptyState::clicked, &session, [&session] {
        if (session.current())
            session.setExample(session.current()->examples().value(0));
        else
            session.requestModel({});
    });
    m_pages = new QStackedWidget;
    m_pages->addWidget(m_page);
    m_pages->addWidget(m_empty);
    column->addWidget(m_pages, 1);
    m_busy = new BusyBar(m_page);

    connect(m_map, &HeatMap::hovered, &session, &Session::hover);
    connect(m_map, &HeatMap::left, &session, [&session] { session.hover(-1, -1); });
    connect(m_map, &HeatMap::pinsChanged, &session, [&session](const MapPins& pins) {
        session.setPins({pins.rows.begin(), pins.rows.end()}, {pins.columns.begin(), pins.columns.end()});
    });
    connect(m_map, &HeatMap::cellActivated, this, &MapPart::toggleCell);
    connect(m_strip, &TokenStrip::hovered, this, [this](int key) {
        if (showsTokens())
            m_session.hover(-1, key);
    });
    connect(m_strip, &TokenStrip::left, &session, [&session] { session.hover(-1, -1); });
    connect(m_strip, &TokenStrip::pinsChanged, this, [this](const QList<int>& keys) {
        if (showsTokens())
            m_session.setPins(m_session.marks().pinnedQueries, {keys.begin(), keys.end()});
    });
    connect(&session, &Session::marksChanged, this, &MapPart::onMarks);
    connect(&session, &Session::focusChanged, this, &MapPart::refreshMap);
    connect(&model, &AttendModel::changed, this, &MapPart::refresh);
    connect(&model, &AttendModel::stateChanged, this, &MapPart::refreshState);
    buildFigureMenus();
    refresh();
    refreshState();
}

void MapPart::buildControls() {
    m_controls = new QWidget;
    auto* row = new FlowLayout(m_controls); // the slider of the features needs a line of its own in a small window
    const int em = fontMetrics().height();
    row->setContentsMargins(em / 2, em / 4, em / 2, em / 4);
    m_stages = new StageButtons(m_session, m_model);
    row->addWidget(m_stages);
    m_sides = new QWidget;
    auto* sides = new QHBoxLayout(m_sides);
    sides->setContentsMargins(0, 0, 0, 0);
    sides->setSpacing(0);
    auto* group = new QButtonGroup(this);
    for (const int side : {0, 1}) {
        auto* button = new QToolButton;
        button->setObjectName(QStringLiteral("side.%1").arg(side + 1));
        button->setText(QString::number(side + 1)); // short, so that small windows have room for the docks
        button->setAccessibleName(side == 0 ? tr("First sentence") : tr("Second sentence"));
        button->setToolTip(side == 0 ? tr("Maps of the first sentence (Alt+1)")
                                     : tr("Maps of the second sentence (Alt+2)"));
        button->setCheckable(true);
        button->setStyleSheet(chosenStyle);
        group->addButton(button, side);
        sides->addWidget(button);
    }
    connect(group, &QButtonGroup::idClicked, &m_session, &Session::setSide);
    m_sideButtons = group;
    row->addWidget(m_sides);

    auto* middle = new QWidget; // keeps its place while the features are hidden, so that the colours stand at the right
    QSizePolicy rest = middle->sizePolicy();
    rest.setHorizontalStretch(1);
    middle->setSizePolicy(rest);
    auto* features = new QHBoxLayout(middle);
    features->setContentsMargins(0, 0, 0, 0);
    m_features = new FeatureControls(m_session, m_model, middle);
    features->addWidget(m_features);
    row->addWidget(middle);

    auto* look = new QToolButton;
    look->setObjectName("look");
    look->setText(tr("Colours"));
    look->setToolTip(tr("Colour map (C) and what its ends mean (R)"));
    look->setPopupMode(QToolButton::InstantPopup);
    buildLookMenu(look);
    row->addWidget(look);
}

void MapPart::buildLookMenu(QToolButton* button) {
    auto* menu = m_lookMenu = new QMenu(button);
    auto* maps = new QActionGroup(menu);
    for (const ColorMapRow& row : colorMapRows()) {
        if (row.id == ColorMapId::Diverging)
            continue; // for signed values, which choose it themselves
        auto* action = menu->addAction(QString::fromUtf8(row.title));
        action->setIconText(tr("Colour map %1").arg(action->text())); // for the command search
        action->setShortcut(colorKeys(QString::number(maps->actions().size() + 1)));
        action->setObjectName(QStringLiteral("color-map.%1").arg(QLatin1String(row.key)));
        action->setActionGroup(maps);
        action->setCheckable(true);
        action->setChecked(row.id == m_look.colorMap);
        connect(action, &QAction::triggered, this, [this, id = row.id, key = QString(row.key)] {
            m_session.settings().set("color-map", key);
            setLook({id, m_look.range});
        });
    }
    menu->addSeparator();
    auto* ranges = new QActionGroup(menu);
    for (const RangeRow& row : rangeRows) {
        auto* action = menu->addAction(tr(row.title));
        action->setShortcut(colorKeys(row.key));
        action->setObjectName(QStringLiteral("range.%1").arg(QLatin1String(row.id)));
        action->setActionGroup(ranges);
        action->setCheckable(true);
        action->setChecked(row.choice == m_look.range);
        connect(action, &QAction::triggered, this, [this, choice = row.choice, id = QString(row.id)] {
            m_session.settings().set("scaling", id);
            setLook({m_look.colorMap, choice});
        });
    }
    button->setMenu(menu);
}

void MapPart::buildFigureMenus() {
    const auto picture = [this](const auto& painter, const QSizeF& size, const AttentionMap* map, const QString& title,
                                const ValueRange& range) {
        return Picture{size, [painter, size](QPainter& p) { painter.paint(p, QRectF(QPointF(), size)); }, title,
                       metadataOf(m_model, map, rangeText(range))};
    };
    FigureSource source;
    source.name = [this] {
        const Focus& focus = m_session.focus();
        const AttentionMap* map = m_model.focusedMap();
        return QStringLiteral("layer%1-head%2-%3")
            .arg(focus.layer)
            .arg(focus.head)
            .arg(QString::fromStdString(map ? valueNameOf(*map) : nameOf(focus.stage)));
    };
    source.picture = [this, picture] {
        HeatMapPainter painter = m_map->painter();
        painter.setHover({}); // what the pointer or the keys are at belongs to no file
        painter.setFocusCell({});
        MatrixView view = m_map->view();
        view.title = writtenTitle(view.title, m_model);
        painter.setView(view);
        return picture(painter, pictureSize(*m_map), m_model.focusedMap(), view.title, m_map->view().range);
    };
    source.values = [this] { return valuesOf(m_model, m_map->view(), m_model.focusedMap()); };
    source.resetZoom = [this] { m_map->resetZoom(); };
    addMapFigure(m_map, m_session, m_model, source);

    FigureSource stripSource;
    stripSource.name = [] { return QStringLiteral("source-to-token"); };
    stripSource.picture = [this, picture] {
        TokenStripPainter painter = m_strip->painter();
        painter.setHover(-1);
        TokenStripView view = painter.view();
        view.title = writtenTitle(view.title, m_model);
        painter.setView(view);
        return picture(painter, m_strip->size(), stripMap(), view.title, view.range);
    };
    stripSource.values = [this] {
        const TokenStripView& view = m_strip->painter().view();
        const QStringList tokens = m_model.rawTokens();
        ValueTable table{{tr("token"), view.valueName}, {}};
        for (qsizetype t = 0; t < view.values.size(); ++t)
            table.rows << QStringList{tokens.value(t), exactNumber(view.values[t])};
        return table;
    };
    addMapFigure(m_strip, m_session, m_model, stripSource);
}

void MapPart::setLook(const MapLook& look) {
    m_look = look;
    refreshMap();
    emit lookChanged();
}

const AttentionMap* MapPart::stripMap() const {
    const HeadEntry* focused = m_model.focusedHead();
    if (focused && focused->kind == MapKind::SourceToToken)
        return nullptr;
    for (const HeadEntry& entry : m_model.heads())
        if (entry.kind == MapKind::SourceToToken)
            return m_model.map(entry.layer, entry.head, m_session.focus().stage);
    return nullptr;
}

bool MapPart::showsTokens() const {
    const AttentionMap* map = m_model.focusedMap();
    return !map || map->keyNames.empty();
}

void MapPart::refresh() {
    refreshMap();
    refreshAlteration();
}

void MapPart::refreshNote() {
    const QStringList unknown = m_model.unknownWords(), otherUnknown = m_model.otherUnknownWords();
    QStringList notes;
    if (!m_model.remark().isEmpty())
        notes << m_model.remark();
    if (!m_model.partialRemark().isEmpty())
        notes << m_model.partialRemark();
    if (!m_model.cutRemark().isEmpty())
        notes << m_model.cutRemark();
    if (m_model.isBlind())
        notes << (m_model.shownSentence().isEmpty()
                      ? tr("The model knows none of these words: its answer means nothing.")
                      : tr("The model knows none of the words of one sentence: its answer means nothing."));
    if (!otherUnknown.isEmpty())
        notes << tr("Not in the model's vocabulary, in the other sentence: %1").arg(firstOf(otherUnknown));
    if (!unknown.isEmpty() && !(m_model.isBlind() && m_model.shownSentence().isEmpty()))
        notes << tr("‹ › not in the model's vocabulary: %1").arg(firstOf(unknown));
    const AttentionMap* map = m_model.focusedMap();
    if (map && map->kind == MapKind::Sensitivity)
        notes << (map->queryNames.empty()
                      ? tr("This encoder has no attention. The map shows ‖∂h_i/∂x_j‖: how much the encoder's output at "
                           "one token changes with the input of another.")
                      : tr("This encoder has no attention. The map shows ‖∂h/∂x_j‖: how much the vector that it gives "
                           "for the sentence changes with the input of a token."));
    if (const AttentionMap* pooled = stripMap(); pooled && pooled->keys > longestStrip)
        notes << tr("The source-to-token strip is drawn up to %L1 tokens; this text has %L2.")
                     .arg(longestStrip)
                     .arg(pooled->keys);
    if (map && isAttention(map->kind) && map->stage == MapStage::Weight && map->keys >= manyTokens &&
        isPale(m_map->view()))
        notes << tr("Weights of so many tokens are small, and pale in this range: “%1” in the menu Colours shows them.")
                     .arg(tr(rowRangeTitle));
    m_note->setText(breakable(notes.join('\n')));
    m_note->setVisible(!notes.isEmpty());
}

void MapPart::refreshMap() {
    m_sides->setVisible(m_session.wantsPair());
    m_sideButtons->button(m_session.focus().side)->setChecked(true);
    const AttentionMap* map = m_model.focusedMap();
    if (m_model.isFocusPending())
        return;
    const bool mapless = !map && !m_model.remark().isEmpty();
    m_map->setVisible(!mapless);
    // Where no map is, the note stands in its place and leaves the controls where they were.
    m_notePlace->setStretchFactor(m_note, mapless ? 1 : 0);
    m_note->setAlignment(mapless ? Qt::AlignCenter : Qt::AlignLeft | Qt::AlignVCenter);
    m_map->setView(map ? viewOf(m_model, *map, m_look) : MatrixView());
    const AttentionMap* pooled = stripMap();
    m_stripArea->setVisible(pooled && pooled->keys <= longestStrip);
    if (pooled)
        m_strip->setView(stripOf(m_model, *pooled, m_look));
    refreshNote();
    onMarks();
}

void MapPart::refreshState() {
    using State = AttendModel::State;
    const State state = m_model.state();
    m_busy->setBusy(state == State::Busy);
    if (state == State::NoModel || state == State::NoSentence) {
        if (state == State::NoModel)
            m_empty->setText(tr("Open a model folder to see what its heads attend to."), tr("Open a model…"));
        else
            m_empty->setText(m_model.message(),
                             m_session.current()->examples().isEmpty() ? QString() : tr("Show an example"));
        m_pages->setCurrentWidget(m_empty);
    } else if (state != State::Busy || !m_model.isEmpty()) {
        m_pages->setCurrentWidget(m_page);
    }
    if (state == State::Failed)
        m_session.post({"attend", Notice::Kind::Error, m_model.message(), {}});
    else if (state == State::Ready)
        m_session.withdraw("attend");
    refreshAlteration();
}

void MapPart::refreshAlteration() {
    constexpr qsizetype most = 4; // the map needs the room, and the list of heads marks them all
    const QString what = m_model.alterations(most);
    if (what.isEmpty()) {
        m_altered->withdraw("altered");
        return;
    }
    BarMessage message;
    message.key = "altered";
    message.kind = BarMessage::Kind::Altered;
    message.text = what;
    if (const QString change = m_model.answerChange(); !change.isEmpty())
        message.text += QStringLiteral(" — ") + change;
    message.actions = {{tr("Undo all"), [this] { m_session.undoAllChanges(); }}};
    message.dismissable = false;
    m_altered->post(message);
}

void MapPart::toggleCell(int query, int key) {
    const HeadEntry* head = m_model.focusedHead();
    const AttentionMap* map = m_model.focusedMap();
    if (!head || !head->maskable || !map)
        return;
    const HeadChange change = m_session.headChange(head->layer, head->head);
    const auto end = change.forbidden.end();
    const bool isForbidden = std::find(change.forbidden.begin(), end, HeadMask::Cell{query, key}) != end;
    if (isForbidden || map->isVisible(query, key))
        m_session.toggleForbidden(head->layer, head->head, query, key);
}

void MapPart::onMarks() {
    const Marks& marks = m_session.marks();
    m_map->setHover(marks.hoveredQuery, marks.hoveredKey);
    m_map->setPins(pinsOf(marks, m_map->view().rows, m_map->view().columns));
    const bool tokens = showsTokens();
    m_strip->setHover(tokens ? marks.hoveredKey : -1);
    m_strip->setPins(pinsOf(marks, 0, tokens ? m_strip->painter().view().tokens.size() : 0).columns);
}

} // namespace headlight
