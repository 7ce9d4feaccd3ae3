#include "panels/attend/combine_choice.h"

#include "engine/analysis/combined_map.h"

#include <QMenu>
#include <algorithm>
#include <set>

namespace headlight {

namespace {

using CombinationKind = HeadCombination::Kind;

/// Self attention of the sentence in focus: what there is to combine first of all. Of a translation that of encoder or
/// decoder, or cross attention, as the head in focus is.
std::vector<MapAddress> selfHeads(const AttendModel& model) {
    std::vector<MapAddress> heads;
    const MapAddress& focused = model.focus().address;
    const MapPart part = focused.part == MapPart::Cross ? MapPart::Cross : MapPart::Self;
    for (const HeadEntry& entry : model.heads())
        if (entry.address.part == part && entry.address.stack == focused.stack)
            heads.push_back(entry.address);
    return heads;
}

QString buttonText(const std::optional<HeadCombination>& combination) {
    if (!combination)
        return CombineChoice::tr("One head");
    if (combination->kind == CombinationKind::Rollout)
        return CombineChoice::tr("Rollout");
    const QString form =
        combination->kind == CombinationKind::Mean ? CombineChoice::tr("Mean of %1") : CombineChoice::tr("Max of %1");
    return form.arg(combination->heads.size());
}

} // namespace

void combineHeads(Session& session, const AttendModel& model, HeadCombination combination) {
    std::sort(combination.heads.begin(), combination.heads.end());
    Focus focus = session.focus();
    const bool isAlone = combination.heads.size() == 1 && combination.kind != CombinationKind::Rollout;
    if (model.recording() && !isAlone) {
        const std::string problem = combinationProblem(*model.recording(), combination, model.sequence());
        if (!problem.empty())
            return session.post(
                {"combine",
                 Notice::Kind::Warning,
                 CombineChoice::tr("These heads can't be one map: %1.").arg(QString::fromStdString(problem)),
                 {}});
    }
    session.withdraw("combine");
    if (std::find(combination.heads.begin(), combination.heads.end(), focus.address) == combination.heads.end())
        focus.address = combination.heads.front();
    focus.combination = isAlone ? std::nullopt : std::optional(combination);
    session.setFocus(focus);
}

void toggleCombined(Session& session, const AttendModel& model, const MapAddress& head) {
    HeadCombination next =
        session.focus().combination.value_or(HeadCombination{CombinationKind::Mean, {session.focus().address}});
    if (std::erase(next.heads, head) == 0)
        next.heads.push_back(head);
    if (!next.heads.empty())
        combineHeads(session, model, std::move(next));
}

CombineChoice::CombineChoice(Session& session, AttendModel& model, QWidget* parent)
    : QToolButton(parent), m_session(session), m_model(model), m_menu(new QMenu(this)) {
    setObjectName("combine");
    setAccessibleName(tr("Combined heads"));
    setToolTip(tr("See several heads as one map: their mean, their maximum, or the rollout through the layers. "
                  "Ctrl+click in the maps or in the list of heads chooses them one by one."));
    setPopupMode(QToolButton::InstantPopup);
    setMenu(m_menu);
    connect(m_menu, &QMenu::aboutToShow, this, &CombineChoice::fillMenu);
    connect(&session, &Session::focusChanged, this, &CombineChoice::refresh);
    connect(&model, &AttendModel::changed, this, &CombineChoice::refresh);
    refresh();
}

void CombineChoice::refresh() {
    const auto& combination = m_session.focus().combination;
    setText(buttonText(combination));
    setVisible(combination || selfHeads(m_model).size() > 1);
    m_told.tell(*this, sizeHint()); // of another model it may have more heads to name
}

QSize CombineChoice::sizeHint() const {
    const std::vector<MapAddress> all = selfHeads(m_model);
    int widest = 0;
    for (const auto kind : {CombinationKind::Mean, CombinationKind::Maximum, CombinationKind::Rollout})
        widest =
            std::max(widest, fontMetrics().size(Qt::TextShowMnemonic, buttonText(HeadCombination{kind, all})).width());
    const int more = widest - fontMetrics().size(Qt::TextShowMnemonic, text()).width();
    return QToolButton::sizeHint() + QSize(std::max(0, more), 0);
}

void CombineChoice::addKind(CombinationKind kind, const QString& title, const QString& help) {
    const auto& combination = m_session.focus().combination;
    QAction* action = m_menu->addAction(title, this, [this, kind] {
        const auto& now = m_session.focus().combination;
        combineHeads(m_session, m_model,
                     {kind, now && kind != CombinationKind::Rollout ? now->heads : selfHeads(m_model)});
    });
    action->setObjectName(QStringLiteral("combine.%1").arg(QString::fromStdString(nameOf(kind))));
    action->setCheckable(true);
    action->setChecked(combination && combination->kind == kind);
    action->setToolTip(help);
}

void CombineChoice::addHeads(const QString& title, const std::vector<MapAddress>& heads) {
    const auto& combination = m_session.focus().combination;
    QAction* action = m_menu->addAction(title, this, [this, heads] {
        const auto& now = m_session.focus().combination;
        combineHeads(m_session, m_model, {now ? now->kind : CombinationKind::Mean, heads});
    });
    action->setCheckable(true);
    action->setChecked(combination && combination->heads == heads);
}

void CombineChoice::fillMenu() {
    m_menu->clear();
    m_menu->setToolTipsVisible(true);
    QAction* one = m_menu->addAction(tr("One head"), this, [this] { m_session.setHead(m_session.focus().address); });
    one->setObjectName("combine.none");
    one->setCheckable(true);
    one->setChecked(!m_session.focus().combination);
    addKind(CombinationKind::Mean, tr("Mean"), tr("Of each cell the mean of the heads' weights"));
    addKind(CombinationKind::Maximum, tr("Maximum"), tr("Of each cell the largest of the heads' weights"));
    addKind(CombinationKind::Rollout, tr("Rollout"),
            tr("What reaches a token through all layers: each layer's mean, with half of the token itself, times the "
               "one before (Abnar and Zuidema 2020)"));
    m_menu->addSection(tr("Heads"));
    const std::vector<MapAddress> heads = selfHeads(m_model);
    std::set<int> layers;
    for (const MapAddress& head : heads)
        layers.insert(head.layer);
    addHeads(tr("All heads"), heads);
    for (const int layer : layers) {
        std::vector<MapAddress> own;
        std::copy_if(heads.begin(), heads.end(), std::back_inserter(own),
                     [layer](const MapAddress& head) { return head.layer == layer; });
        if (layers.size() > 1)
            addHeads(tr("Heads of layer %1").arg(layer), own);
    }
}

} // namespace headlight
