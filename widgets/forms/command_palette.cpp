#include "forms/command_palette.h"

#include "forms/clear_button.h"
#include "style/colors.h"

#include <QAction>
#include <QApplication>
#include <QKeyEvent>
#include <QLineEdit>
#include <QListWidget>
#include <QPainter>
#include <QStyledItemDelegate>
#include <QTimer>
#include <QVBoxLayout>
#include <algorithm>

namespace headlight {
namespace {

constexpr int shortcutRole = Qt::UserRole;
constexpr int indexRole = Qt::UserRole + 1;
constexpr int mostRows = 12;

/// An action whose text says enough only beside others in its menu has a longer one as its icon text.
QString titleOf(const QAction* action) {
    return action->iconText().section(u'\t', 0, 0);
}

/// A tab in the text stands before keys that are no shortcut of the window, as in the menus of Qt.
QString keysOf(const QAction* action) {
    return action->shortcut().isEmpty() ? action->text().section(u'\t', 1)
                                        : action->shortcut().toString(QKeySequence::NativeText);
}

/// The title on the left, the shortcut on the right.
class CommandDelegate : public QStyledItemDelegate {
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override {
        const QString shortcut = index.data(shortcutRole).toString();
        QStyleOptionViewItem narrow = option;
        initStyleOption(&narrow, index);
        const int em = option.fontMetrics.height();
        const QString title = narrow.text;
        narrow.text.clear();
        QApplication::style()->drawControl(QStyle::CE_ItemViewItem, &narrow, painter, narrow.widget);
        const bool current = option.state & QStyle::State_Selected;
        const bool enabled = option.state & QStyle::State_Enabled;
        const Theme theme = themeOf(option.palette);
        const ColorRole words =
            !enabled ? ColorRole::DisabledText : (current ? ColorRole::SelectionText : ColorRole::Text);
        const int width = option.fontMetrics.horizontalAdvance(shortcut);
        const QRect inside = option.rect.adjusted(em / 2, 0, -em / 2, 0);
        const int room = inside.width() - width - em;
        painter->setPen(color(words, theme));
        painter->drawText(inside, int(Qt::AlignLeft | Qt::AlignVCenter) | Qt::TextSingleLine,
                          option.fontMetrics.elidedText(title, Qt::ElideRight, room));
        painter->setPen(color(current && enabled ? ColorRole::SelectionText : ColorRole::MutedText, theme));
        painter->drawText(inside, int(Qt::AlignRight | Qt::AlignVCenter) | Qt::TextSingleLine, shortcut);
    }

    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex&) const override {
        return {0, option.fontMetrics.height() * 17 / 10};
    }
};

} // namespace

int fuzzyScore(const QString& typed, const QString& title) {
    int score = 1;
    qsizetype at = 0;
    qsizetype last = -2;
    for (const QChar c : typed) {
        if (c.isSpace())
            continue;
        // The beginning of a word is preferred to the next occurrence.
        qsizetype found = -1;
        for (qsizetype i = at; i < title.size(); ++i) {
            if (title[i].toLower() != c.toLower())
                continue;
            const bool begins = i == 0 || !title[i - 1].isLetterOrNumber();
            if (i == last + 1 || begins) {
                found = i;
                break;
            }
            if (found < 0)
                found = i;
        }
        if (found < 0)
            return 0;
        const bool begins = found == 0 || !title[found - 1].isLetterOrNumber();
        score += found == last + 1 ? 8 : (begins ? 6 : 1);
        score += found == 0 ? 2 : 0;
        last = found;
        at = found + 1;
    }
    if (!typed.trimmed().isEmpty() && title.startsWith(typed.trimmed(), Qt::CaseInsensitive))
        score += 20;
    return score;
}

CommandPalette::CommandPalette(QWidget* window)
    : QFrame(window), m_search(new QLineEdit(this)), m_list(new QListWidget(this)) {
    setObjectName(QStringLiteral("commandPalette"));
    setFrameShape(QFrame::StyledPanel);
    setAutoFillBackground(true);
    m_search->setObjectName(QStringLiteral("commandSearch"));
    m_search->setPlaceholderText(tr("Type a command"));
    m_search->setAccessibleName(tr("Search commands"));
    m_search->setToolTip(tr("Letters of a command in their order; Enter runs the first that fits"));
    addClearButton(*m_search);
    m_list->setObjectName(QStringLiteral("commandList"));
    m_list->setAccessibleName(tr("Commands"));
    m_list->setItemDelegate(new CommandDelegate(m_list));
    m_list->setFocusPolicy(Qt::NoFocus);
    m_list->setFrameShape(QFrame::NoFrame);
    m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    auto* layout = new QVBoxLayout(this);
    const int em = fontMetrics().height();
    layout->setContentsMargins(em / 2, em / 2, em / 2, em / 2);
    layout->setSpacing(em / 3);
    layout->addWidget(m_search);
    layout->addWidget(m_list);
    m_search->installEventFilter(this);
    window->installEventFilter(this);
    connect(m_search, &QLineEdit::textChanged, this, &CommandPalette::filter);
    connect(m_list, &QListWidget::itemClicked, this, &CommandPalette::runCurrent);
    hide();
}

void CommandPalette::open(const QList<QAction*>& actions) {
    m_actions.clear();
    for (QAction* action : actions)
        if (!titleOf(action).isEmpty() && !action->isSeparator())
            m_actions.append(action);
    m_before = QApplication::focusWidget();
    m_search->clear();
    filter();
    place();
    show();
    raise();
    m_search->setFocus(Qt::ShortcutFocusReason);
}

void CommandPalette::filter() {
    struct Hit {
        int score;
        qsizetype index;
    };
    QList<Hit> hits;
    for (qsizetype i = 0; i < m_actions.size(); ++i)
        if (m_actions[i])
            if (const int score = fuzzyScore(m_search->text(), titleOf(m_actions[i])); score > 0)
                hits.append({score + (m_actions[i]->isEnabled() ? 1000 : 0), i});
    std::stable_sort(hits.begin(), hits.end(), [](const Hit& a, const Hit& b) { return a.score > b.score; });
    m_list->clear();
    for (const Hit& hit : hits) {
        const QAction* action = m_actions[hit.index];
        auto* item = new QListWidgetItem(titleOf(action), m_list);
        item->setData(shortcutRole, keysOf(action));
        item->setData(indexRole, int(hit.index));
        item->setToolTip(action->toolTip());
        if (!action->isEnabled())
            item->setFlags(item->flags() & ~Qt::ItemIsEnabled);
    }
    if (hits.isEmpty()) {
        auto* item = new QListWidgetItem(tr("No command has these letters"), m_list);
        item->setFlags(Qt::NoItemFlags);
        item->setData(indexRole, -1);
    }
    m_list->setCurrentRow(0);
    place();
}

QStringList CommandPalette::shown() const {
    QStringList titles;
    for (int row = 0; row < m_list->count(); ++row)
        if (m_list->item(row)->data(indexRole).toInt() >= 0)
            titles += m_list->item(row)->text();
    return titles;
}

void CommandPalette::runCurrent() {
    const QListWidgetItem* item = m_list->currentItem();
    const QPointer<QAction> action = item ? m_actions.value(item->data(indexRole).toInt()) : nullptr;
    if (!action || !action->isEnabled())
        return;
    leave(true);
    action->trigger();
}

void CommandPalette::leave(bool giveFocusBack) {
    if (!isVisible())
        return;
    const QPointer<QWidget> before = m_before;
    m_before.clear();
    hide();
    if (giveFocusBack && before)
        before->setFocus(Qt::OtherFocusReason);
}

void CommandPalette::place() {
    const QWidget* window = parentWidget();
    const int em = fontMetrics().height();
    const int width = qMin(34 * em, window->width() - 2 * em);
    const int rows = qBound(1, m_list->count(), mostRows);
    const int rowHeight = qMax(1, m_list->sizeHintForRow(0));
    m_list->setFixedHeight(qMin(rows * rowHeight + 2, qMax(rowHeight, window->height() - 6 * em)));
    layout()->activate();
    setGeometry((window->width() - width) / 2, em, width, sizeHint().height());
}

bool CommandPalette::eventFilter(QObject* watched, QEvent* event) {
    if (watched == parentWidget() && event->type() == QEvent::Resize && isVisible())
        place();
    if (watched != m_search)
        return QFrame::eventFilter(watched, event);
    if (event->type() == QEvent::FocusOut) {
        QTimer::singleShot(0, this, [this] {
            if (!isAncestorOf(QApplication::focusWidget()))
                leave(false);
        });
        return false;
    }
    if (event->type() != QEvent::KeyPress)
        return false;
    auto* key = static_cast<QKeyEvent*>(event);
    switch (key->key()) {
    case Qt::Key_Up:
    case Qt::Key_Down:
    case Qt::Key_PageUp:
    case Qt::Key_PageDown:
        QCoreApplication::sendEvent(m_list, key);
        return true;
    case Qt::Key_Return:
    case Qt::Key_Enter:
        runCurrent();
        return true;
    case Qt::Key_Escape:
        leave(true);
        return true;
    default:
        return false;
    }
}

} // namespace headlight
