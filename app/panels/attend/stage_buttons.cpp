#include "panels/attend/stage_buttons.h"

#include <QButtonGroup>
#include <QHBoxLayout>
#include <QToolButton>

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

const OneStageRow* oneStageOf(const HeadEntry* head, const TokenDisplay& display) {
    for (const OneStageRow& row : oneStageRows)
        if (head && head->address.part == row.part)
            return &row;
    if (!head || head->hasStages)
        return nullptr;
    return display.changesMaps() ? &displayedRow : &givenRow;
}

} // namespace

StageButtons::StageButtons(Session& session, AttendModel& model, QWidget* parent)
    : QWidget(parent), m_session(session), m_model(model), m_buttons(new QButtonGroup(this)) {
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(0);
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

void StageButtons::next() {
    if (!oneStageOf(m_model.focusedHead(), m_session.focus().display))
        m_session.setStage(MapStage((int(m_session.focus().stage) + 1) % 3));
}

void StageButtons::refresh() {
    const OneStageRow* one = oneStageOf(m_model.focusedHead(), m_session.focus().display);
    for (const StageRow& row : stageRows) {
        QAbstractButton* button = m_buttons->button(int(row.stage));
        button->setText(tr(one ? one->title : row.title));
        button->setToolTip(tr(one ? one->help : row.help));
        button->setEnabled(!one);
        button->setVisible(!one || row.stage == MapStage::Weight);
    }
    m_buttons->button(int(one ? MapStage::Weight : m_session.focus().stage))->setChecked(true);
}

} // namespace headlight
