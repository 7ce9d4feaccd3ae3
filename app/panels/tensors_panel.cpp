#include "panels/tensors_panel.h"

#include "forms/empty_state.h"
#include "panels/tensors/configuration_view.h"
#include "panels/tensors/tensor_table_view.h"
#include "panels/tensors/tensor_view.h"
#include "session/open_model.h"

#include <QFileDialog>
#include <QMenu>
#include <algorithm>

namespace headlight {

namespace {

const QString tensorsNotice = QStringLiteral("panel/tensors");

} // namespace

TensorsPanel::TensorsPanel(Session& session, Jobs& jobs, QWidget* parent)
    : Panel(session, jobs, parent), m_model(session, jobs), m_table(new TensorTableView(m_model)),
      m_tensor(new TensorView(m_model)), m_configuration(new ConfigurationView) {
    setWhatsThis(tr("The tensors of the open model's weights, with their shapes, types and sizes; of one that is "
                    "chosen, its figures and how its numbers are spread. They can be compared with those of another "
                    "model of the same names."));
    setCentralWidget(m_table);
    addPart(QStringLiteral("tensor"), tr("Numbers"), m_tensor, Qt::RightDockWidgetArea,
            tr("Figures and histogram of the tensor that is chosen in the table"));
    addPart(QStringLiteral("configuration"), tr("Configuration"), m_configuration, Qt::RightDockWidgetArea,
            tr("What config.json of the model says, or the keys of its file"));
    addCommand("measure-tensors", tr("Figures of all tensors"), QKeySequence("Ctrl+R"),
               [this] { m_model.measureAll(); });
    addCommand("stop-reading-tensors", tr("Stop reading numbers"), QKeySequence("Ctrl+."), [this] { m_model.stop(); });
    addCommand("compare-tensors", tr("Compare with the tensors of a folder…"), QKeySequence("Ctrl+Alt+T"),
               [this] { askForFolder(); });
    addCommand("end-comparison", tr("End the comparison of tensors"), QKeySequence("Ctrl+Shift+W"),
               [this] { m_model.endComparison(); });
    connect(&m_model, &TensorsModel::contentChanged, this, &TensorsPanel::showContent);
    connect(&m_model, &TensorsModel::failed, this, &TensorsPanel::report);
    connect(m_table, &TensorTableView::failed, this, &TensorsPanel::report);
    connect(m_tensor, &TensorView::failed, this, &TensorsPanel::report);
    connect(&m_table->comparisons(), &QMenu::aboutToShow, this, &TensorsPanel::fillComparisons);
    connect(&m_table->empty(), &EmptyState::clicked, this, [this] { this->session().requestModel({}); });
    showContent();
}

int TensorsPanel::neededWidth(const QDockWidget*) const {
    return std::min(width() * 36 / 100, fontMetrics().height() * 27);
}

void TensorsPanel::arrange() {
    QDockWidget* const tensor = part(QStringLiteral("tensor"));
    resizeDocks({tensor}, {neededWidth(tensor)}, Qt::Horizontal);
    resizeDocks({tensor, part(QStringLiteral("configuration"))}, {height() * 55 / 100, height() * 45 / 100},
                Qt::Vertical);
}

void TensorsPanel::showContent() {
    const auto content = m_model.content();
    m_configuration->setRows(content ? content->configuration : QList<ConfigurationRow>(),
                             content ? tr("This file has none.") : tr("No model is shown."));
    EmptyState& empty = m_table->empty();
    if (m_model.isReading())
        empty.setText(tr("The list of tensors is read …"));
    else if (!this->session().current())
        empty.setText(tr("What is a model made of? Open one: every tensor of it will be here, with its shape, type "
                         "and size."),
                      tr("Open a model"));
    else
        empty.setText(m_model.obstacle());
}

/// Models that are open, and what else can be chosen.
void TensorsPanel::fillComparisons() {
    QMenu& menu = m_table->comparisons();
    menu.clear();
    menu.setToolTipsVisible(true);
    for (const auto& open : session().models())
        if (open != session().current() && !open->folder.isEmpty()) {
            QAction* const action = menu.addAction(QString(open->title()).replace(u'&', QStringLiteral("&&")));
            action->setToolTip(open->folder);
            connect(action, &QAction::triggered, this, [this, folder = open->folder] { compareWith(folder); });
        }
    menu.addSeparator();
    menu.addAction(tr("A &folder…"), this, &TensorsPanel::askForFolder);
    menu.addAction(tr("A file of &weights…"), this, &TensorsPanel::askForFile);
    menu.addSeparator();
    menu.addAction(tr("&End the comparison"), &m_model, &TensorsModel::endComparison)
        ->setEnabled(m_model.comparison().has_value());
}

void TensorsPanel::askForFolder() {
    if (m_model.content())
        compareWith(QFileDialog::getExistingDirectory(this, tr("Compare with the model of a folder")));
}

void TensorsPanel::askForFile() {
    compareWith(QFileDialog::getOpenFileName(this, tr("Compare with a file of weights")));
}

bool TensorsPanel::takeDropped(const QString& path, const QPoint& globalPosition) {
    if (!m_model.content() || !m_table->rect().contains(m_table->mapFromGlobal(globalPosition)))
        return false;
    compareWith(path);
    return true;
}

/// An empty name is a dialog that was left.
void TensorsPanel::compareWith(const QString& place) {
    if (place.isEmpty())
        return;
    session().withdraw(tensorsNotice);
    m_model.compareWith(place);
}

void TensorsPanel::report(const QString& message) {
    session().post({tensorsNotice, Notice::Kind::Error, message, {}});
}

} // namespace headlight
