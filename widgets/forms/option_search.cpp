#include "forms/option_search.h"

#include "forms/clear_button.h"
#include "forms/option_editor.h"

#include <QKeyEvent>
#include <algorithm>

namespace headlight {

OptionSearch::OptionSearch(QWidget* parent) : QLineEdit(parent) {
    setObjectName(QStringLiteral("option.search"));
    setPlaceholderText(tr("Search options (Ctrl+F)"));
    setAccessibleName(tr("Search options"));
    setToolTip(tr("Shows the options with these words in their label, name, values or help. Enter goes to the first "
                  "one, Esc shows "
                  "all again."));
    addClearButton(*this);
}

bool OptionSearch::matches(const FormRow& row) const {
    const QString all =
        (QStringList{row.title(), row.name, row.help, row.zeroLabel} + row.choices + row.choiceLabels).join(u'\n');
    const QStringList words = text().simplified().split(' ', Qt::SkipEmptyParts);
    return std::all_of(words.begin(), words.end(),
                       [&](const QString& word) { return all.contains(word, Qt::CaseInsensitive); });
}

/// While there is something to clear, Esc is no shortcut of the window.
bool OptionSearch::event(QEvent* event) {
    if (event->type() == QEvent::ShortcutOverride && static_cast<QKeyEvent*>(event)->key() == Qt::Key_Escape &&
        !text().isEmpty()) {
        event->accept();
        return true;
    }
    return QLineEdit::event(event);
}

void OptionSearch::keyPressEvent(QKeyEvent* event) {
    if (event->key() == Qt::Key_Escape && !text().isEmpty())
        clear();
    else
        QLineEdit::keyPressEvent(event);
}

} // namespace headlight
