#include "panels/attend/stage_buttons.h"

#include "engine/results/head_info.h"
#include "session/open_model.h"

#include <QActionGroup>
#include <QButtonGroup>
#include <QHBoxLayout>
#include <QMenu>
#include <QToolButton>
#include <algorithm>

namespace headlight {

namespace {

struct StageRow {
    MapStage stage;
    const char* title;
    const char* help;
};
constexpr StageRow stageRows[] = {
    {MapStage::Score, QT_TRANSLATE_NOOP("headlight::StageButtons", "Score"),
     QT_TRANSLATE_NOOP("headlight::StageButtons", "What the mechanism computes for each pair, before its mask (S)")},
    {MapStage::Masked, QT_TRANSLATE_NOOP("headlight::StageButtons", "Masked"),
     QT_TRANSLATE_NOOP("headlight::StageButtons", "Scores with the mask's bias added (S)")},
    {MapStage::Weight, QT_TRANSLATE_NOOP("headlight::StageButtons", "Weight"),
     QT_TRANSLATE_NOOP("headlight::StageButtons",
                       "After the softmax over the keys: each row sums to 1 unless the mechanism fades it (S)")},
};

constexpr StageRow partRows[] = {
    {MapStage::Content, QT_TRANSLATE_NOOP("headlight::StageButtons", "Content"),
     QT_TRANSLATE_NOOP("headlight::StageButtons", "What query and key make of each other, wherever they stand")},
    {MapStage::ContentPosition, QT_TRANSLATE_NOOP("headlight::StageButtons", "Content → position"),
     QT_TRANSLATE_NOOP("headlight::StageButtons", "What the query makes of where the key stands from it")},
    {MapStage::PositionContent, QT_TRANSLATE_NOOP("headlight::StageButtons", "Position → content"),
     QT_TRANSLATE_NOOP("headlight::StageButtons", "What the key makes of where the query stands from it")},
    {MapStage::Bias, QT_TRANSLATE_NOOP("headlight::StageButtons", "Bias"),
     QT_TRANSLATE_NOOP("headlight::StageButtons", "What the distance of the two adds, whatever they are")},
};

bool hasStage(const HeadEntry& head, MapStage stage) {
    return stageWithin(stage, head.stages) == stage;
}

/// What is no attention has numbers by themselves: what they are, and why there are no other stages.
struct OneStageRow {
    MapPart part;
    const char* title;
    const char* help;
};
constexpr OneStageRow oneStageRows[] = {
    {MapPart::Gate, QT_TRANSLATE_NOOP("headlight::StageButtons", "Gate"),
     QT_TRANSLATE_NOOP(
         "headlight::StageButtons",
         "How far the gate is open, from 0 to 1. A gate has no scores and no mask: it is a number by itself")},
    {MapPart::Sensitivity, QT_TRANSLATE_NOOP("headlight::StageButtons", "Sensitivity"),
     QT_TRANSLATE_NOOP(
         "headlight::StageButtons",
         "How much the encoder's output at one token changes with the input of another. This encoder has no "
         "attention, so there are no scores and no mask")},
};

/// Of tokens that are merged, or of which some are hidden.
constexpr OneStageRow displayedRow = {
    MapPart::Self, QT_TRANSLATE_NOOP("headlight::StageButtons", "Weight"),
    QT_TRANSLATE_NOOP("headlight::StageButtons",
                      "Weights of words, or without special tokens. Scores are of all tokens "
                      "as the model has them: choose those in Tokens")};

/// Of a file that has no scores.
constexpr OneStageRow givenRow = {
    MapPart::Self, QT_TRANSLATE_NOOP("headlight::StageButtons", "Weight"),
    QT_TRANSLATE_NOOP("headlight::StageButtons", "What the file has. There are no scores in it, and no mask")};

/// Of the tokens as the model has them.
bool hasScores(const AttendModel& model, const HeadEntry& head) {
    const std::vector<HeadInfo>& heads = model.shown().open->heads();
    return std::any_of(heads.begin(), heads.end(),
                       [&](const HeadInfo& info) { return info.address == head.address && info.hasStages(); });
}

/// Of the head in focus; null where there are several.
const OneStageRow* oneStageOf(const AttendModel& model) {
    const HeadEntry* const head = model.focusedHead();
    for (const OneStageRow& row : oneStageRows)
        if (head && head->address.part == row.part)
            return &row;
    if (!head || head->stages.size() > 1)
        return nullptr;
    return hasScores(model, *head) ? &displayedRow : &givenRow;
}

} // namespace

StageButtons::StageButtons(Session& session, AttendModel& model, QWidget* parent)
    : QWidget(parent), m_session(session), m_model(model), m_buttons(new QButtonGroup(this)), m_parts(new QToolButton),
      m_partActions(new QActionGroup(this)) {
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(0);
    buildParts();
    row->addWidget(m_parts);
    for (const StageRow& stage : stageRows) {
        auto* button = new QToolButton;
        button->setObjectName(QStringLiteral("stage.%1").arg(QString::fromStdString(nameOf(stage.stage))));
        button->setCheckable(true);
        button->setStyleSheet(chosenStyle);
        m_buttons->addButton(button, int(stage.stage));
        row->addWidget(button);
    }
    connect(m_buttons, &QButtonGroup::idClicked, this, [this](int id) { m_session.setStage(MapStage(id)); });
    connect(&session, &Session::focusChanged, this, &StageButtons::refresh);
    connect(&model, &AttendModel::changed, this, &StageButtons::refresh);
    connect(&model, &AttendModel::mapChanged, this, &StageButtons::refresh);
    refresh();
}

/// As wide as the longest choice, so that nothing beside it moves.
void StageButtons::buildParts() {
    m_parts->setObjectName("stage.parts");
    m_parts->setAccessibleName(tr("Parts of the score"));
    m_parts->setCheckable(true);
    m_parts->setStyleSheet(chosenStyle);
    m_parts->setPopupMode(QToolButton::InstantPopup);
    auto* menu = new QMenu(m_parts);
    menu->setToolTipsVisible(true);
    int width = 0;
    for (const StageRow& row : partRows) {
        QAction* const action = menu->addAction(tr(row.title));
        action->setObjectName(QStringLiteral("stage.%1").arg(QString::fromStdString(nameOf(row.stage))));
        action->setIconText(tr("Part of the score: %1").arg(action->text())); // for the command search
        action->setToolTip(tr(row.help));
        action->setCheckable(true);
        action->setData(int(row.stage));
        m_partActions->addAction(action);
        m_parts->setText(action->text());
        width = std::max(width, m_parts->sizeHint().width());
    }
    m_parts->setMenu(menu);
    m_parts->setMinimumWidth(std::max(width, m_parts->sizeHint().width()));
    m_buttons->addButton(m_parts, int(MapStage::Content));
    connect(m_partActions, &QActionGroup::triggered, this,
            [this](const QAction* action) { m_session.setStage(MapStage(action->data().toInt())); });
}

void StageButtons::next() {
    const HeadEntry* const head = m_model.focusedHead();
    if (oneStageOf(m_model))
        return;
    const std::vector<MapStage> stages = head ? head->stages : stagesWith({});
    const auto at = std::find(stages.begin(), stages.end(), stageWithin(m_session.focus().stage, stages));
    m_session.setStage(at + 1 == stages.end() ? stages.front() : *(at + 1));
}

/// The menu keeps its place while a head without parts is in focus.
void StageButtons::refreshParts(MapStage shown) {
    const HeadEntry* const head = m_model.focusedHead();
    const auto hasParts = [](const HeadEntry& entry) { return hasStage(entry, MapStage::Content); };
    m_parts->setVisible(std::any_of(m_model.heads().begin(), m_model.heads().end(), hasParts));
    m_parts->setEnabled(head && hasParts(*head));
    m_parts->setText(tr("Parts"));
    m_parts->setToolTip(tr("What the score is the sum of (S)"));
    for (QAction* const action : m_partActions->actions()) {
        const auto stage = MapStage(action->data().toInt());
        action->setVisible(head && hasStage(*head, stage));
        action->setChecked(stage == shown);
        if (action->isChecked()) {
            m_parts->setText(action->text());
            m_parts->setToolTip(action->toolTip() + tr(" (S)"));
        }
    }
}

/// The stages of a head keep their places where another display of its tokens has none.
void StageButtons::refresh() {
    const OneStageRow* one = oneStageOf(m_model);
    for (const StageRow& row : stageRows) {
        QAbstractButton* button = m_buttons->button(int(row.stage));
        const bool isOnly = one && row.stage == MapStage::Weight;
        button->setText(tr(isOnly ? one->title : row.title));
        button->setToolTip(tr(one ? one->help : row.help));
        button->setEnabled(!one);
        button->setVisible(!one || isOnly || one == &displayedRow);
    }
    const HeadEntry* const head = m_model.focusedHead();
    const MapStage shown =
        one ? MapStage::Weight : stageWithin(m_session.focus().stage, head ? head->stages : stagesWith({}));
    refreshParts(shown);
    m_buttons->button(int(isScorePart(shown) ? MapStage::Content : shown))->setChecked(true);
}

} // namespace headlight
