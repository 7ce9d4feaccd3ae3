#include "panels/attend/cell_brush.h"

#include "forms/dialog_help.h"
#include "wording/number_text.h"

#include <QActionGroup>
#include <QDoubleSpinBox>
#include <QInputDialog>
#include <QMenu>
#include <algorithm>
#include <utility>

namespace headlight {

namespace {

struct ToolRow {
    const char* name;
    const char* title;
    const char* button;
    const char* hint;
    std::optional<CellMark> mark;
};
const ToolRow toolRows[] = {
    {"move",
     QT_TRANSLATE_NOOP("headlight::CellBrush", "Move the map"),
     QT_TRANSLATE_NOOP("headlight::CellBrush", "Paint cells"),
     "",
     {}},
    {"forbid", QT_TRANSLATE_NOOP("headlight::CellBrush", "Forbid cells"),
     QT_TRANSLATE_NOOP("headlight::CellBrush", "Forbid cells"),
     QT_TRANSLATE_NOOP("headlight::CellBrush", "Drag to forbid cells (P: next brush, Esc: end)"), CellMark::Forbidden},
    {"force", QT_TRANSLATE_NOOP("headlight::CellBrush", "Force cells"),
     QT_TRANSLATE_NOOP("headlight::CellBrush", "Force cells"),
     QT_TRANSLATE_NOOP("headlight::CellBrush", "Drag to force cells (P: next brush, Esc: end)"), CellMark::Forced},
    {"clear", QT_TRANSLATE_NOOP("headlight::CellBrush", "Clear cells"),
     QT_TRANSLATE_NOOP("headlight::CellBrush", "Clear cells"),
     QT_TRANSLATE_NOOP("headlight::CellBrush", "Drag to clear cells (P: no brush, Esc: end)"), CellMark::None},
};
constexpr int tools = std::size(toolRows), forceTool = 2;

} // namespace

/// What the cell gets beside the others of its row; as many lines for any weight, so that nothing moves.
static QString shareText(double weight, double others) {
    const QString scaled = weight + others > 1 ? CellBrush::tr("Beside those of this row (%1 together) it gets %2.")
                                                     .arg(numberText(others), numberText(weight / (weight + others)))
                                               : QString();
    return CellBrush::tr("Share of the row's attention that the cell gets, 0 to 1.\n"
                         "The cells that are not forced share the rest. Forced cells\n"
                         "of a row that are more than 1 together are scaled to 1.\n%1")
        .arg(scaled);
}

std::optional<double> askCellWeight(double first, const QString& what, double others, QWidget* parent) {
    QInputDialog dialog(parent);
    dialog.setWindowTitle(CellBrush::tr("Weight of a forced cell"));
    dialog.setInputMode(QInputDialog::DoubleInput);
    dialog.setDoubleRange(0, 1);
    dialog.setDoubleDecimals(4);
    dialog.setDoubleStep(0.05);
    dialog.setDoubleValue(first);
    const auto say = [&](double weight) {
        dialog.setLabelText((what.isEmpty() ? what : what + QStringLiteral("\n\n")) + shareText(weight, others));
    };
    say(first);
    QObject::connect(&dialog, &QInputDialog::doubleValueChanged, say);
    if (auto* field = dialog.findChild<QDoubleSpinBox*>()) {
        field->setAccessibleName(dialog.windowTitle());
        field->setToolTip(CellBrush::tr("1: all attention of the row; 0: none"));
    }
    explainDialog(dialog, dialog.windowTitle());
    return dialog.exec() == QDialog::Accepted ? std::optional(dialog.doubleValue()) : std::nullopt;
}

CellBrush::CellBrush(Session& session, AttendModel& model, QWidget* parent)
    : QToolButton(parent), m_session(session), m_model(model) {
    setObjectName("brush");
    setAccessibleName(tr("What a drag over the map does"));
    setToolTip(tr("Forbid or force cells of this head by dragging over the map (P changes what, Esc ends it). A stroke "
                  "is one step to undo. Not while words are merged or special tokens hidden."));
    setPopupMode(QToolButton::InstantPopup);
    auto* menu = new QMenu(this);
    auto* group = new QActionGroup(menu);
    for (int tool = 0; tool < tools; ++tool) {
        QAction* action = menu->addAction(tr(toolRows[tool].title), this, [this, tool] { choose(tool); });
        action->setObjectName(QStringLiteral("brush.%1").arg(QLatin1StringView(toolRows[tool].name)));
        action->setCheckable(true);
        group->addAction(action);
    }
    menu->addSeparator();
    m_weightAction = menu->addAction({}, this, &CellBrush::chooseWeight);
    m_weightAction->setObjectName("brush.weight");
    m_weightAction->setToolTip(tr("The share of its row's attention that a cell gets by force, 0 to 1; more than 1 "
                                  "together in a row are scaled to 1"));
    showWeight();
    setMenu(menu);
    connect(&session, &Session::focusChanged, this, &CellBrush::refresh);
    connect(&model, &AttendModel::changed, this, &CellBrush::refresh);
    refresh();
}

std::optional<CellMark> CellBrush::mark() const {
    return isEnabled() ? toolRows[m_tool].mark : std::nullopt;
}

QString CellBrush::hint() const {
    if (mark() == CellMark::Forced && m_weight != 1)
        return tr("Drag to force cells to %1 (P: next brush, Esc: end)").arg(m_weight);
    return mark() ? tr(toolRows[m_tool].hint) : QString();
}

/// Who gives a weight is going to force cells.
void CellBrush::chooseWeight() {
    const std::optional<double> weight = askCellWeight(m_weight, {}, 0, this);
    if (!weight)
        return;
    m_weight = *weight;
    showWeight();
    m_told.reset(); // what is painted has changed, also where it was forced cells
    choose(forceTool);
}

void CellBrush::showWeight() {
    m_weightAction->setText(tr("Weight of forced cells: %1…").arg(m_weight));
}

QSize CellBrush::sizeHint() const {
    int widest = 0;
    for (const ToolRow& row : toolRows)
        widest = std::max(widest, fontMetrics().size(Qt::TextShowMnemonic, tr(row.button)).width());
    const int more = widest - fontMetrics().size(Qt::TextShowMnemonic, text()).width();
    return QToolButton::sizeHint() + QSize(more, 0);
}

void CellBrush::next() {
    if (isEnabled())
        choose((m_tool + 1) % tools);
}

bool CellBrush::leave() {
    const bool was = mark().has_value();
    if (was)
        choose(0);
    return was;
}

void CellBrush::choose(int tool) {
    m_tool = tool;
    refresh();
}

void CellBrush::refresh() {
    const HeadEntry* head = m_model.focusedHead();
    const auto& heads = m_model.heads();
    const Focus& focus = m_session.focus(); // cells are of the model's own tokens
    setEnabled(head && head->maskable && !focus.combination && !focus.display.changesMaps());
    // Where it is of no use now it keeps its place.
    setVisible(std::any_of(heads.begin(), heads.end(), [](const HeadEntry& each) { return each.maskable; }));
    setText(tr(toolRows[m_tool].button));
    menu()->actions()[m_tool]->setChecked(true);
    if (std::exchange(m_told, mark()) != mark()) // not at each new answer, which would end a stroke
        emit markChanged();
}

} // namespace headlight
