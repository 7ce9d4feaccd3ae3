#include "panels/attend/head_pane.h"

#include "engine/results/head_scale.h"
#include "forms/expression_edit.h"
#include "panels/attend/map_views.h"
#include "panels/undo_actions.h"
#include "session/open_model.h"
#include "viewmodels/map_names.h"
#include "viewmodels/mask_gallery.h"

#include <QCheckBox>
#include <QDoubleSpinBox>
#include <QFormLayout>
#include <QLabel>
#include <QPushButton>
#include <QSignalBlocker>
#include <QSlider>
#include <QVBoxLayout>

namespace headlight {

/// Of what the map shows in place of this head.
static QString combinedText(const HeadCombination& combination) {
    using Kind = HeadCombination::Kind;
    const QString form = combination.kind == Kind::Mean      ? HeadPane::tr("map: mean of %1")
                         : combination.kind == Kind::Maximum ? HeadPane::tr("map: maximum of %1")
                                                             : HeadPane::tr("map: rollout of %1");
    return form.arg(combination.heads.size());
}

HeadPane::HeadPane(Session& session, AttendModel& model, QWidget* parent)
    : QWidget(parent), m_session(session), m_model(model) {
    m_title = new QLabel;
    m_title->setObjectName("head-title");
    m_title->setTextFormat(Qt::RichText);
    m_title->setWordWrap(true);
    m_statistics = new QLabel;
    m_statistics->setObjectName("head-statistics");
    m_statistics->setToolTip(tr("Means over the queries that see anything, of the mean over features. Entropy in nats: "
                                "0 when all attention is on one token. Distance in tokens. Share of attention that a "
                                "token gives itself. Of a part of the maps, of the attention that stays in it."));

    m_changes = new QWidget;
    m_form = new QFormLayout(m_changes);
    m_form->setContentsMargins(0, 0, 0, 0);
    m_on = new QCheckBox(tr("on"));
    m_on->setObjectName("head-on");
    m_on->setToolTip(tr("Switch the head off to see how the answer changes without it (H)"));
    connect(m_on, &QCheckBox::clicked, this, &HeadPane::switchOn);
    m_form->addRow(tr("Head"), m_on);

    auto* scaling = new QHBoxLayout;
    m_slider = new QSlider(Qt::Horizontal);
    m_slider->setObjectName("head-scale-slider");
    m_slider->setAccessibleName(tr("Scale of the head's output"));
    m_slider->setRange(0, 40);
    m_scale = new QDoubleSpinBox;
    m_scale->setObjectName("head-scale");
    m_scale->setAccessibleName(tr("Scale of the head's output"));
    m_scale->setRange(-mostHeadScale, mostHeadScale); // as commands and views take it; the slider has the usual ones
    m_scale->setSingleStep(0.05);
    m_scale->setKeyboardTracking(false);
    m_scale->setToolTip(tr("The head's output is multiplied by this: 0 is off, 1 as trained"));
    m_slider->setToolTip(m_scale->toolTip());
    connect(m_slider, &QSlider::valueChanged, this, [this](int value) { setScale(value / 20.0, true); });
    connect(m_scale, &QDoubleSpinBox::valueChanged, this, [this](double value) { setScale(value, false); });
    scaling->addWidget(m_slider, 1);
    scaling->addWidget(m_scale);
    m_form->addRow(tr("Scale"), scaling);

    m_mask = new ExpressionEdit;
    m_mask->setMessageAbove(); // Undo is beneath
    m_mask->line()->setObjectName("head-mask");
    m_mask->line()->setAccessibleName(tr("Mask of the head"));
    m_mask->line()->setWords(maskWords());
    m_mask->line()->setCheck([](const QString& text) -> std::optional<TextProblem> {
        if (const auto problem = checkMask(text))
            return TextProblem{problem->message, problem->position};
        return std::nullopt;
    });
    connect(m_mask, &ExpressionEdit::edited, this, &HeadPane::setMask);
    connect(m_mask, &ExpressionEdit::accepted, &session, &Session::settleChange);
    m_form->addRow(tr("Mask"), m_mask);
    const auto redo = [this] { m_session.redo(); };
    addUndoKeys(
        m_scale, [this] { m_session.undo(); }, redo);
    const auto undoInMask = [this] { // what is typed, and the model has not taken, goes first
        if (m_mask->line()->isValid())
            m_session.undo();
        else
            m_mask->setText(maskText());
    };
    new UndoKeys(m_mask->line(), undoInMask, redo);

    auto* buttons = new QHBoxLayout;
    m_undo = new QPushButton(tr("Undo"));
    m_undo->setObjectName("head-undo");
    m_undo->setToolTip(tr("Take the last change back (Ctrl+Z)"));
    connect(m_undo, &QPushButton::clicked, &session, &Session::undo);
    m_reset = new QPushButton(tr("As trained"));
    m_reset->setObjectName("head-reset");
    m_reset->setToolTip(tr("Take back every change of this head"));
    connect(m_reset, &QPushButton::clicked, this,
            [this] { m_session.setHeadChange(m_session.focus().address, {}, tr("%1 as trained").arg(name())); });
    buttons->addWidget(m_undo);
    buttons->addWidget(m_reset);
    buttons->addStretch();

    auto* column = new QVBoxLayout(this);
    const int edge = fontMetrics().height() / 2;
    column->setContentsMargins(edge, edge, edge, edge);
    m_slider->setMinimumWidth(3 * fontMetrics().height());
    column->addWidget(m_title);
    column->addWidget(m_statistics);
    column->addWidget(m_changes);
    column->addLayout(buttons);
    column->addStretch();
    connect(&model, &AttendModel::changed, this, &HeadPane::refresh);
    connect(&model, &AttendModel::mapChanged, this, &HeadPane::refresh);
    connect(&session, &Session::focusChanged, this, &HeadPane::refresh);
    connect(&session, &Session::interventionChanged, this, &HeadPane::refresh);
    connect(&session, &Session::currentModelChanged, this, [this] { m_scaleBefore.clear(); });
    refresh();
}

QString HeadPane::name() const {
    const HeadEntry* head = m_model.focusedHead();
    return headName(m_session.focus().address, head ? head->label : QString());
}

bool HeadPane::canChange() const {
    const HeadEntry* head = m_model.focusedHead();
    return head && head->changeable && m_session.current();
}

void HeadPane::toggleOn() {
    if (canChange())
        switchOn(!m_on->isChecked());
}

void HeadPane::switchOn(bool on) {
    double& before = m_scaleBefore[m_session.focus().address];
    if (!on)
        before = m_scale->value();
    setScale(!on ? 0 : before == 0 ? 1 : before, false);
}

void HeadPane::setScale(double scale, bool dragged) {
    const MapAddress head = m_session.focus().address;
    HeadChange change = m_session.headChange(head);
    if (change.scale == scale)
        return;
    change.scale = scale;
    const QString title = scale == 0 ? tr("%1 off").arg(name()) : tr("scale of %1").arg(name());
    m_session.setHeadChange(head, change, title,
                            dragged ? QStringLiteral("scale %1").arg(QString::fromStdString(head.text())) : QString());
}

void HeadPane::setMask(const QString& expression) {
    const MapAddress address = m_session.focus().address;
    HeadChange change = m_session.headChange(address);
    const Mask mask = Mask::parse(expression.toStdString());
    if (QString::fromStdString(mask.text()) == maskText())
        return; // a change that changes nothing would be one to undo
    const HeadInfo* head = m_session.current()->headAt(address);
    if (mask.text() == Mask::parse(head->mask).text())
        change.mask.reset();
    else
        change.mask = mask.text();
    m_session.setHeadChange(address, change, tr("mask of %1").arg(name()),
                            QStringLiteral("mask %1").arg(QString::fromStdString(address.text())));
}

QString HeadPane::maskText() const {
    const MapAddress address = m_session.focus().address;
    const HeadChange change = m_session.headChange(address);
    return QString::fromStdString(change.mask ? *change.mask
                                              : Mask::parse(m_session.current()->headAt(address)->mask).text());
}

QString HeadPane::titleText() const {
    const HeadEntry* head = m_model.focusedHead();
    if (!head)
        return tr("no head is chosen");
    const MapAddress address = m_session.focus().address;
    QString title = QStringLiteral("<b>%1</b>").arg(canChange() ? name() : tr("layer %1").arg(address.layer));
    if (!title.contains(head->label.toHtmlEscaped() + QStringLiteral("</b>"))) // else the name has it
        title += QStringLiteral(" · ") + head->label.toHtmlEscaped();
    if (const auto& combination = m_session.focus().combination)
        title += QStringLiteral(" · ") + combinedText(*combination);
    return title;
}

void HeadPane::refresh() {
    const HeadEntry* head = m_model.focusedHead();
    const MapAddress address = m_session.focus().address;
    const bool change = canChange();
    const HeadInfo* info = m_session.current() ? m_session.current()->headAt(address) : nullptr;
    const bool hasMask = change && info && info->maskable();
    m_changes->setVisible(change);
    m_reset->setVisible(change);
    m_undo->setVisible(change);
    m_undo->setEnabled(m_session.current() && m_session.current()->changes.canUndo());
    m_title->setText(titleText());
    m_title->setToolTip(m_session.focus().combination
                            ? tr("Several heads are one map; numbers and switches here are of this one alone")
                        : head ? head->sharedKeys
                               : QString());
    QString statistics;
    if (head && head->statistics) {
        const HeadStatistics& s = *head->statistics;
        statistics = s.entropy ? tr("entropy %1").arg(*s.entropy, 0, 'f', 3) : maskedHeadText();
        if (s.meanDistance)
            statistics += tr("\ndistance %1 tokens").arg(*s.meanDistance, 0, 'f', 3);
        if (s.selfShare)
            statistics += tr("\non itself %1").arg(*s.selfShare, 0, 'f', 3);
        if (m_model.part())
            statistics += tr("\nwithin this part of the map");
        if (head->features > 1)
            statistics += tr("\n%1 features").arg(head->features);
    }
    m_statistics->setText(statistics);

    const HeadChange now = m_session.headChange(address);
    m_reset->setEnabled(!now.isNothing());
    const QSignalBlocker on(m_on), slider(m_slider), scale(m_scale);
    m_on->setChecked(now.scale != 0);
    m_slider->setValue(qRound(now.scale * 20));
    if (m_scale->value() != now.scale) // else it would be painted anew
        m_scale->setValue(now.scale);
    m_form->setRowVisible(m_mask, hasMask);
    if (!hasMask)
        return;
    const QString text = maskText();
    m_mask->line()->setToolTip(
        tr("What each token may see: %1. Others are, for example, fw+logdist or window(3); applied "
           "as soon as it is understood")
            .arg(maskTitle(text.toStdString())));
    // What is being typed stays as it is while it means the mask that is set, or is not understood yet.
    const QString typed = m_mask->text();
    const bool sameMask = !typed.isEmpty() && !checkMask(typed) &&
                          QString::fromStdString(Mask::parse(typed.toStdString()).text()) == text;
    const bool typing = m_mask->line()->hasFocus() && checkMask(typed);
    if (!sameMask && !typing) {
        const QSignalBlocker edit(m_mask);
        m_mask->setText(text);
    }
}

} // namespace headlight
