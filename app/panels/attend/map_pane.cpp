#include "panels/attend/map_pane.h"

#include "engine/core/error.h"
#include "engine/models/model.h"
#include "forms/busy_bar.h"
#include "forms/empty_state.h"
#include "forms/flow_layout.h"
#include "forms/wrapped_text.h"
#include "matrix/heat_map.h"
#include "panels/attend/altered_line.h"
#include "panels/attend/between_choice.h"
#include "panels/attend/cell_brush.h"
#include "panels/attend/combine_choice.h"
#include "panels/attend/feature_controls.h"
#include "panels/attend/image_map.h"
#include "panels/attend/look_menu.h"
#include "panels/attend/sentence_map.h"
#include "panels/attend/stage_buttons.h"
#include "panels/attend/token_choice.h"
#include "session/open_model.h"
#include "wording/shown_text.h"

#include "viewmodels/effects_model.h"
#include <QApplication>
#include <QButtonGroup>
#include <QLabel>
#include <QSplitter>
#include <QStackedWidget>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>
#include <utility>

namespace headlight {

namespace {

/// Its halves stand side by side, and one above the other where each is still as high as wide then: above and below a
/// map there is more to read than beside it.
class LongSideSplitter : public QSplitter {
protected:
    void resizeEvent(QResizeEvent* event) override {
        setOrientation(height() < 2 * width() ? Qt::Horizontal : Qt::Vertical);
        QSplitter::resizeEvent(event);
    }
};

} // namespace

MapPane::MapPane(Session& session, AttendModel& model, const EffectsModel& effects, QWidget* parent)
    : QWidget(parent), m_session(session), m_model(model), m_effects(effects) {
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);

    m_page = new QWidget;
    auto* page = new QVBoxLayout(m_page);
    page->setContentsMargins(0, 0, 0, 0);
    page->setSpacing(0);
    buildControls();
    m_maps = new LongSideSplitter;
    m_maps->setObjectName("sentences");
    m_maps->setChildrenCollapsible(false);
    m_maps->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
    for (const int sequence : {0, 1}) {
        auto* sentence = m_sentences[std::size_t(sequence)] = new SentenceMap(sequence, session, model, effects);
        m_maps->addWidget(sentence);
        m_maps->setStretchFactor(sequence, 1);
        connect(sentence->heatMap(), &HeatMap::viewportChanged, this, &MapPane::keepZoom);
    }
    m_image = new ImageMap(session, model);
    m_maps->insertWidget(0, m_image);
    m_maps->setStretchFactor(0, 1);
    m_note = new QLabel;
    m_note->setObjectName("note");
    m_note->setWordWrap(true);
    m_note->setMargin(fontMetrics().height() / 3);
    // Its first line keeps its room: a word that is being typed is unknown at every other key, and the map stays still.
    m_note->setMinimumHeight(fontMetrics().height() + 2 * m_note->margin());
    m_notePlace = page;
    page->addWidget(m_controls);
    m_altered = new AlteredLine(session, model, m_page);
    page->addWidget(m_altered);
    m_maps->setSizes({1, 1, 1}); // of those that are seen, until the user drags
    page->addWidget(m_maps, 1);
    page->addWidget(m_note);

    m_empty = new EmptyState(tr("Open a model to see what its heads attend to."));
    m_empty->setObjectName("attend.empty");
    m_empty->setPicture(FaintPicture::Map);
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

    connect(&session, &Session::marksChanged, this, &MapPane::onMarks);
    connect(&session, &Session::focusChanged, this, &MapPane::refreshMap);
    connect(&model, &AttendModel::changed, this, &MapPane::refresh);
    connect(&model, &AttendModel::mapChanged, this, &MapPane::refresh);
    connect(&model, &AttendModel::stateChanged, this, &MapPane::refreshState);
    connect(&effects, &EffectsModel::changed, this, &MapPane::refreshNote);
    refresh();
    refreshState();
}

void MapPane::buildControls() {
    m_controls = new QWidget;
    auto* row = new FlowLayout(m_controls); // the slider of the features needs a line of its own in a small window
    const int em = fontMetrics().height();
    row->setContentsMargins(em / 2, em / 4, em / 2, em / 4);
    m_stages = new StageButtons(m_session, m_model);
    row->addWidget(m_stages);
    m_sequenceChoice = new QWidget;
    auto* choices = new QHBoxLayout(m_sequenceChoice);
    choices->setContentsMargins(0, 0, 0, 0);
    choices->setSpacing(0);
    auto* group = new QButtonGroup(this);
    for (const int sequence : {0, 1}) {
        auto* button = new QToolButton;
        button->setObjectName(QStringLiteral("side.%1").arg(sequence + 1));
        button->setText(QString::number(sequence + 1)); // short, so that small windows have room for the docks
        button->setCheckable(true);
        button->setStyleSheet(chosenStyle);
        group->addButton(button, sequence);
        choices->addWidget(button);
    }
    connect(group, &QButtonGroup::idClicked, &m_session,
            [this](int place) { m_session.setSequence(m_model.sequenceAt(place)); });
    m_sequenceButtons = group;
    nameSides();
    row->addWidget(m_sequenceChoice);
    m_between = new BetweenChoice(m_session, m_model, m_controls);
    row->addWidget(m_between);

    row->addWidget(new TokenChoice(m_session, m_model, m_controls));
    m_combine = new CombineChoice(m_session, m_model, m_controls);
    row->addWidget(m_combine);
    m_brush = new CellBrush(m_session, m_model, m_controls);
    connect(m_brush, &CellBrush::markChanged, this, &MapPane::refreshBrush);
    row->addWidget(m_brush);

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
    look->setToolTip(
        tr("Colour map (C) and what its ends mean (R). Where colours are relative, a row whose weights are "
           "all about alike is drawn at a third of them at most."));
    look->setPopupMode(QToolButton::InstantPopup);
    m_lookMenu = new LookMenu(m_session.settings(), look);
    connect(m_lookMenu, &LookMenu::changed, this, [this] {
        refreshMap();
        emit lookChanged();
    });
    connect(&m_session, &Session::lookRequested, m_lookMenu, &LookMenu::restore);
    look->setMenu(m_lookMenu);
    row->addWidget(look);
}

/// Thumbnails stand for their maps, once for all heads that are looked at; before they are made, what is large does.
void MapPane::refreshLook() {
    const auto before = std::exchange(m_look, m_lookMenu->look()).shared;
    const std::vector<const Glance*> glances = m_model.glances();
    const AttentionMap* const focused = m_model.focusedMap();
    const auto isOfStage = [&](const Glance* glance) {
        return focused && valueNameOf(glance->thumbnail) == valueNameOf(*focused);
    };
    const bool areOfStage = std::any_of(glances.begin(), glances.end(), isOfStage);
    if (areOfStage && m_sharedRound == m_model.thumbnailRounds()) {
        m_look.shared = before;
        return;
    }
    m_sharedRound = areOfStage ? m_model.thumbnailRounds() : -1;
    const auto shared = std::make_shared<SharedSpreads>();
    for (const Glance* glance : glances)
        shared->add(*glance);
    if (!areOfStage)
        for (const int sequence : {0, 1})
            for (const AttentionMap* map :
                 {m_model.focusedMap(m_model.sequenceAt(sequence)), m_model.stripMap(m_model.sequenceAt(sequence))})
                if (map)
                    shared->add(*map);
    m_look.shared = shared;
}

HeatMap* MapPane::heatMap() const {
    return m_sentences[std::size_t(m_model.place())]->heatMap();
}

void MapPane::showControls(bool shown) {
    m_isBare = !shown;
    m_controls->setVisible(shown);
    m_altered->setVisible(shown || m_session.isAltered());
    for (SentenceMap* sentence : m_sentences)
        sentence->setBare(m_isBare);
    refreshNote();
}

void MapPane::refresh() {
    refreshMap();
    m_altered->refresh();
}

/// Whose words are typed: those of a pair, or of a question and its passage.
std::vector<int> MapPane::sequencesRead() const {
    std::vector<int> sequences;
    const int count = m_model.recording() ? int(m_model.recording()->sequences().size()) : 1;
    for (int sequence = m_model.selection() ? 1 : 0; sequence < count; ++sequence)
        sequences.push_back(sequence);
    return sequences;
}

/// Where nothing is seen under the masks.
QString MapPane::unseenNote() const {
    const int places = m_model.isPair() ? 2 : 1, unseen = m_model.isFullyMasked(0) + m_model.isFullyMasked(1);
    return unseen == 0 ? QString()
           : unseen == places
               ? tr("No token sees any token here: the masks hide each from itself, and attention adds nothing to the "
                    "answer.")
               : tr("In one sentence no token sees any token: the masks hide each from itself, and attention adds "
                    "nothing.");
}

/// The same of a passage: between its sentences, and within the one that is shown.
QString MapPane::unseenInPassage() const {
    QStringList notes;
    if (m_model.isFullyMasked(0))
        notes << (m_model.tokens(0).size() == 1
                      ? tr("The passage has one sentence, which the masks hide from itself: between sentences there is "
                           "nothing to attend to.")
                      : tr("No sentence sees any sentence here: the masks hide each from itself, and attention between "
                           "them adds nothing."));
    if (m_model.isFullyMasked(m_model.sequenceAt(1)))
        notes << tr("Within the sentence on the right no token sees any token: the masks hide each from itself, and "
                    "attention adds nothing.");
    return notes.join(u'\n');
}

/// Of both sentences of a pair, whichever is in focus: a click that changes it must not move what is below the pointer.
QStringList MapPane::notes() const {
    QStringList notes{m_model.remark(), m_model.cutRemark()};
    notes << m_model.displayRemarks();
    if (!m_effects.hasTokens())
        notes << m_effects.remark(); // why no strip says what each word does
    if (m_model.recording())
        notes << maskRemark(*m_model.recording(), m_model.shown().texts);
    const bool pair = m_model.isPair() && !m_model.selection();
    const std::vector<int> read = sequencesRead();
    const int sentences = m_model.selection() ? 1 : int(read.size());
    int unread = 0;
    QStringList unknown;
    for (const int sequence : read) {
        unread += m_model.knowsNoWord(sequence);
        unknown += m_model.unknownWords(sequence);
    }
    if (m_model.selection()) // one of its sentences may hold no word that is known
        unread = unread == int(read.size());
    if (unread > 0)
        notes << (!pair ? tr("The model knows none of these words: its answer means nothing.")
                  : unread == sentences
                      ? tr("The model knows none of the words of either sentence: its answer means nothing.")
                      : tr("The model knows none of the words of one sentence: its answer means nothing."));
    unknown.removeDuplicates();
    std::transform(unknown.begin(), unknown.end(), unknown.begin(),
                   [](const QString& word) { return isolated(shownText(word)); });
    if (!unknown.isEmpty() && unread < sentences)
        notes << tr("Words in ‹ › are not in the model's vocabulary: %1").arg(firstOf(unknown));
    notes << (m_model.selection() ? unseenInPassage() : unseenNote());
    const AttentionMap* first = m_model.focusedMap(0);
    const AttentionMap* map = first ? first : m_model.focusedMap(m_model.sequenceAt(1));
    if (map && map->address.part == MapPart::Sensitivity)
        notes << (map->queryNames.empty()
                      ? tr("This encoder has no attention. The map shows ‖∂h_i/∂x_j‖: how much the encoder's output at "
                           "one token changes with the input of another.")
                      : tr("This encoder has no attention. The map shows ‖∂h/∂x_j‖: how much the vector that it gives "
                           "for the sentence changes with the input of a token."));
    notes.removeAll(QString());
    return notes;
}

void MapPane::refreshNote() {
    m_note->setText(breakable(notes().join('\n')));
    m_note->setVisible(!m_isBare || !m_note->text().isEmpty());
}

/// For a view that is saved.
void MapPane::keepZoom() {
    const MapViewport& seen = heatMap()->viewport();
    m_session.setZoom({seen.zoom, seen.row, seen.column});
}

/// Of a passage the left maps are between its sentences, and the right ones within one of them.
void MapPane::nameSides() {
    const bool isPassage = m_session.asksQuestion();
    const QString names[] = {isPassage ? tr("Between the sentences") : tr("First sentence"),
                             isPassage ? tr("Within the chosen sentence") : tr("Second sentence")};
    const QString tips[] = {isPassage ? tr("Maps between the sentences of the passage (Alt+1)")
                                      : tr("Maps of the first sentence (Alt+1)"),
                            isPassage ? tr("Maps within the chosen sentence, or the question (Alt+2)")
                                      : tr("Maps of the second sentence (Alt+2)")};
    for (const int place : {0, 1}) {
        m_sequenceButtons->button(place)->setAccessibleName(names[place]);
        m_sequenceButtons->button(place)->setToolTip(tips[place]);
    }
}

void MapPane::refreshMap() {
    nameSides();
    m_sequenceChoice->setVisible(m_session.current() && m_session.current()->model->sequences() > 1 &&
                                 !m_session.writes()); // whose heads are each of one
    m_sequenceButtons->button(m_model.place())->setChecked(true);
    if (m_model.isFocusPending())
        return;
    refreshLook();
    m_stages->setEnabled(!m_session.focus().combination); // of weights, each the mean of its features
    m_features->setEnabled(!m_session.focus().combination);
    const bool mapless =
        !m_model.focusedMap(0) && !m_model.focusedMap(m_model.sequenceAt(1)) && !m_model.remark().isEmpty();
    // Where no map is, the note stands in its place and leaves the controls where they were.
    m_notePlace->setStretchFactor(m_maps, mapless ? 0 : 1);
    m_notePlace->setStretchFactor(m_note, mapless ? 1 : 0);
    m_note->setAlignment(mapless ? Qt::AlignCenter : Qt::AlignLeft | Qt::AlignVCenter);
    m_image->showMap(m_look);
    for (SentenceMap* sentence : m_sentences)
        sentence->showMap(m_look, mapless);
    for (const int sequence : {0, 1})
        m_sentences[std::size_t(sequence)]->setVisible(m_model.isPair() || sequence == m_model.place());
    // The keyboard is in the map in focus, or in none.
    const SentenceMap* other = m_sentences[std::size_t(1 - m_model.place())];
    if (const QWidget* keyboard = QApplication::focusWidget(); keyboard && other->isAncestorOf(keyboard))
        heatMap()->setFocus(Qt::OtherFocusReason);
    keepZoom();
    refreshNote();
}

void MapPane::refreshBrush() {
    if (!m_sentences[0])
        return; // the controls are built first
    for (SentenceMap* sentence : m_sentences)
        sentence->setBrush(m_brush->mark(), m_brush->weight());
    m_altered->setHint(m_brush->hint());
}

void MapPane::refreshState() {
    using State = AttendModel::State;
    const State state = m_model.state();
    m_busy->setBusy(state == State::Busy);
    if (state == State::NoModel || state == State::NoSentence || (state == State::Failed && m_model.isEmpty())) {
        if (state == State::NoModel)
            m_empty->setText(tr("Open a model folder to see what its heads attend to."), tr("Open a model…"));
        else
            m_empty->setText(m_model.message(),
                             m_session.current()->examples().isEmpty() ? QString() : tr("Show an example"));
        m_pages->setCurrentWidget(m_empty);
    } else if (state != State::Busy || !m_model.isEmpty()) {
        const QWidget* keyboard = window()->focusWidget();
        const bool isHere = keyboard && m_empty->isAncestorOf(keyboard);
        m_pages->setCurrentWidget(m_page);
        if (isHere) // its button was pressed, and goes
            heatMap()->setFocus(Qt::OtherFocusReason);
    }
    if (state == State::Failed)
        m_session.post({"attend", Notice::Kind::Error, m_model.message(), {}});
    else if (state == State::Ready)
        m_session.withdraw("attend");
    m_altered->refresh();
}

void MapPane::onMarks() {
    m_image->onMarks();
    for (SentenceMap* sentence : m_sentences)
        sentence->onMarks();
}

} // namespace headlight
