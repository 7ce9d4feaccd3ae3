#include "panels/runs/run_texts.h"

#include "forms/dialog_help.h"
#include <QApplication>
#include <QInputDialog>
#include <QKeyEvent>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QTableView>
#include <memory>

namespace headlight {

namespace {

const QString nameKey = QStringLiteral("name"), tagsKey = QStringLiteral("tags"), notesKey = QStringLiteral("notes");

/// The answer of the store may be late: who types elsewhere by then is not interrupted.
bool isTypingElsewhere() {
    const QWidget* focus = QApplication::focusWidget();
    return QApplication::activeModalWidget() || qobject_cast<const QLineEdit*>(focus) ||
           qobject_cast<const QPlainTextEdit*>(focus);
}

/// A dialog for lines of text: Return begins a line, so that Ctrl+Return accepts; Tab leads on, as everywhere.
class LinesDialog : public QInputDialog {
public:
    LinesDialog(const QString& text, QWidget* parent) : QInputDialog(parent) {
        setOption(UsePlainTextEditForTextInput);
        setTextValue(text); // makes the editor
        for (auto* editor : findChildren<QPlainTextEdit*>())
            editor->setTabChangesFocus(true);
    }

protected:
    void keyPressEvent(QKeyEvent* event) override {
        const bool isReturn = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
        if (isReturn && event->modifiers().testFlag(Qt::ControlModifier))
            accept();
        else
            QInputDialog::keyPressEvent(event);
    }
};

} // namespace

RunTexts::RunTexts(RunsLibrary& library, const RunsView& view, QTableView* table)
    : QObject(table), m_library(library), m_view(view), m_table(table) {
    // Later, as the message of the failure is to be seen beside what is offered.
    connect(&m_library, &RunsLibrary::editRefused, this, &RunTexts::offerAgain, Qt::QueuedConnection);
}

QModelIndex RunTexts::cellOf(qint64 id, const QString& key) const {
    const RunsModel& model = m_library.model();
    const int row = model.rowOf(id);
    return row < 0 ? QModelIndex() : m_view.mapFromSource(model.index(row, model.columnOf(key)));
}

void RunTexts::rename(qint64 id) {
    typeInTable(cellOf(id, nameKey));
}

void RunTexts::editTags(const QList<qint64>& ids) {
    if (const RunEntry* first = ids.isEmpty() ? nullptr : m_library.model().find(ids.front()))
        typeInDialog({ids, tagsKey, first->tags.join(QStringLiteral(", "))});
}

void RunTexts::editNotes(const QList<qint64>& ids) {
    if (const RunEntry* first = ids.isEmpty() ? nullptr : m_library.model().find(ids.front()))
        typeInDialog({ids, notesKey, first->notes});
}

void RunTexts::typeInTable(const QModelIndex& cell) {
    m_table->scrollTo(cell);
    m_table->setCurrentIndex(cell);
    m_table->edit(cell);
}

void RunTexts::typeInDialog(const RunEdit& edit, const QString& problem) {
    const RunEntry* first = m_library.model().find(edit.ids.front());
    if (!first)
        return;
    const bool isTags = edit.key == tagsKey;
    const QString title = isTags ? tr("Tags") : tr("Notes");
    const QString label = isTags ? tr("Words of your own, separated by commas:")
                                 : tr("What you want to remember of this run (Ctrl+Return ends it):");
    const auto dialog = isTags ? std::make_unique<QInputDialog>(m_table)
                               : std::unique_ptr<QInputDialog>(new LinesDialog(edit.value, m_table));
    dialog->setObjectName(QStringLiteral("runs.text"));
    dialog->setWindowTitle(edit.ids.size() == 1 ? tr("%1 of %2").arg(title, m_library.model().titleOf(*first))
                                                : tr("%1 of %2 runs").arg(title).arg(edit.ids.size()));
    dialog->setLabelText(problem.isEmpty() ? label : problem + QStringLiteral("\n\n") + label);
    dialog->setTextValue(edit.value);
    explainDialog(*dialog, title);
    if (dialog->exec() == QDialog::Accepted)
        m_library.edit({edit.ids, edit.key, dialog->textValue().trimmed()});
}

void RunTexts::offerAgain(const RunEdit& edit, const QString& problem) {
    if (!m_table->isVisible() || isTypingElsewhere())
        return;
    const QModelIndex cell = cellOf(edit.ids.front(), edit.key);
    if (edit.ids.size() == 1 && cell.isValid() && cell == m_table->currentIndex()) {
        typeInTable(cell);
        if (auto* line = qobject_cast<QLineEdit*>(m_table->indexWidget(cell)))
            line->setText(edit.value);
    } else if (edit.key != nameKey) {
        typeInDialog(edit, problem);
    }
}

} // namespace headlight
