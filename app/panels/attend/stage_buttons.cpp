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
    {MapStage::Score, QT_TR_NOOP("Score"),
     QT_TR_NOOP("What the mechanism computes for each pair, before its mask (S)")},
    {MapStage::Masked, QT_TR_NOOP("Masked"), QT_TR_NOOP("Scores with the mask's bias added (S)")},
    {MapStage::Weight, QT_TR_NOOP("Weight"), QT_TR_NOOP("After the softmax over the keys: each row sums to 1 (S)")},
};

/// What is no attention has numbers by themselves: why it has one stage, and what that shows.
struct OneStageRow {
    MapKind kind;
    const char* why;
    const char* help;
};
constexpr OneStageRow oneStageRows[] = {
    {MapKind::Gate, QT_TR_NOOP("A gate has no scores and no mask: it is a number by itself"),
     QT_TR_NOOP("How far the gate is open, from 0 to 1")},
    {MapKind::Sensitivity, QT_TR_NOOP("This encoder has no attention, so there are no scores and no mask"),
     QT_TR_NOOP("How much what the encoder gives for the row's token changes with the column's")},
};

const OneStageRow* oneStageOf(const HeadEntry* head) {
    for (const OneStageRow& row : oneStageRows)
        if (head && head->kind == row.kind)
            return &row;
    return nullptr;
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
        button->setText(tr(stage.title));
        button->setCheckable(true);
        button->setStyleSheet(chosenStyle);
        m_buttons->addButton(button, int(stage.stage));
        row->addWidget(button);
    }
    connect(m_buttons, &QButtonGroup::idClicked, this, [this](int id) { m_session.setStage(MapStage(id)); });
    connect(&session, &Session::focusChanged, this, &StageButtons::refresh);
    connect(&model, &AttendModel::changed, this, &StageButtons::refresh);
    refresh();
}

void StageButtons::next() {
    if (!oneStageOf(m_model.focusedHead()))
        m_session.setStage(MapStage((int(m_session.focus().stage) + 1) % 3));
}

void StageButtons::refresh() {
    const OneStageRow* one = oneStageOf(m_model.focusedHead());
    for (const StageRow& row : stageRows) {
        const bool has = !one || row.stage == MapStage::Weight;
        QAbstractButton* button = m_buttons->button(int(row.stage));
        button->setEnabled(has);
        button->setToolTip(tr(!one ? row.help : has ? one->help : one->why));
    }
    m_buttons->button(int(one ? MapStage::Weight : m_session.focus().stage))->setChecked(true);
}

} // namespace headlight
