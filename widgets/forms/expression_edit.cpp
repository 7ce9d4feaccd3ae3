#include "forms/expression_edit.h"

#include "style/colors.h"

#include <QAbstractItemView>
#include <QCompleter>
#include <QCoreApplication>
#include <QInputMethodEvent>
#include <QKeyEvent>
#include <QLabel>
#include <QStringListModel>
#include <QTextCharFormat>
#include <QVBoxLayout>

namespace headlight {
namespace {

bool inWord(QChar c) {
    return c.isLetterOrNumber() || c == u'_';
}

} // namespace

ExpressionLine::ExpressionLine(QWidget* parent)
    : QLineEdit(parent), m_completer(new QCompleter(this)), m_words(new QStringListModel(this)) {
    m_completer->setModel(m_words);
    m_completer->setWidget(this);
    m_completer->setCaseSensitivity(Qt::CaseInsensitive);
    connect(m_completer, QOverload<const QString&>::of(&QCompleter::activated), this, &ExpressionLine::insertWord);
    connect(this, &QLineEdit::textChanged, this, &ExpressionLine::recheck);
    connect(this, &QLineEdit::textEdited, this, [this] { offer(false); });
}

void ExpressionLine::setWords(const QStringList& words) {
    m_words->setStringList(words);
}

void ExpressionLine::setCheck(TextCheck check) {
    m_check = std::move(check);
    recheck();
}

void ExpressionLine::recheck() {
    m_problem = m_check ? m_check(text()) : std::nullopt;
    underline();
    setAccessibleDescription(m_problem ? m_problem->message : QString());
    emit checked();
}

/// QLineEdit formats its text only as an input method would; the event changes nothing else.
void ExpressionLine::underline() {
    QList<QInputMethodEvent::Attribute> attributes;
    const auto length = int(text().size());
    if (m_problem && length > 0) {
        const int start = qBound(0, m_problem->position, length - 1);
        QTextCharFormat format;
        format.setUnderlineStyle(QTextCharFormat::WaveUnderline);
        format.setUnderlineColor(color(ColorRole::Error, themeOf(palette())));
        format.setForeground(color(ColorRole::Error, themeOf(palette())));
        attributes.append(QInputMethodEvent::Attribute(QInputMethodEvent::TextFormat, start - cursorPosition(),
                                                       length - start, format));
    }
    QInputMethodEvent event(QString(), attributes);
    QCoreApplication::sendEvent(this, &event);
}

int ExpressionLine::wordStart() const {
    int start = cursorPosition();
    while (start > 0 && inWord(text().at(start - 1)))
        --start;
    return start;
}

void ExpressionLine::offer(bool all) {
    const QString begun = text().mid(wordStart(), cursorPosition() - wordStart());
    m_completer->setCompletionPrefix(begun);
    const bool nothingNew = m_completer->completionCount() == 0 ||
                            (m_completer->completionCount() == 1 && m_completer->currentCompletion() == begun);
    if (nothingNew || (begun.isEmpty() && !all)) {
        m_completer->popup()->hide();
        return;
    }
    m_completer->complete();
}

/// A word with an argument brings its brackets along, but for those that stand there already.
void ExpressionLine::insertWord(const QString& word) {
    const int start = wordStart();
    const QChar next = text().size() > cursorPosition() ? text().at(cursorPosition()) : QChar();
    setSelection(start, cursorPosition() - start + (word.endsWith(u'(') && next == u'(' ? 1 : 0));
    insert(word);
    if (word.endsWith(u'(') && next != u'(' && next != u')') {
        insert(QStringLiteral(")"));
        cursorBackward(false);
    }
}

void ExpressionLine::keyPressEvent(QKeyEvent* event) {
    const bool choosing = m_completer->popup()->isVisible();
    const int key = event->key();
    if (choosing && (key == Qt::Key_Return || key == Qt::Key_Enter || key == Qt::Key_Escape || key == Qt::Key_Tab)) {
        event->ignore(); // the list of words takes it
        return;
    }
    if (key == Qt::Key_Space && event->modifiers() == Qt::ControlModifier) {
        offer(true);
        return;
    }
    QLineEdit::keyPressEvent(event);
}

void ExpressionLine::changeEvent(QEvent* event) {
    QLineEdit::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        underline();
}

ExpressionEdit::ExpressionEdit(QWidget* parent)
    : QWidget(parent), m_line(new ExpressionLine(this)), m_message(new QLabel(this)) {
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_line);
    m_message->setWordWrap(true);
    m_message->setObjectName(QStringLiteral("message"));
    m_message->setFrameStyle(int(QFrame::Box) | int(QFrame::Plain));
    m_message->setMargin(fontMetrics().height() / 4);
    m_message->setAutoFillBackground(true);
    m_message->setAttribute(Qt::WA_TransparentForMouseEvents);
    m_message->hide();
    setFocusProxy(m_line);
    connect(m_line, &ExpressionLine::checked, this, [this] {
        showMessage();
        const bool typed = m_line->text() != m_last;
        m_last = m_line->text();
        if (typed && m_line->isValid())
            emit edited(m_last);
    });
    connect(m_line, &QLineEdit::returnPressed, this, [this] {
        if (m_line->isValid())
            emit accepted(m_line->text());
    });
}

ExpressionEdit::~ExpressionEdit() {
    delete m_message;
}

void ExpressionEdit::setText(const QString& text) {
    m_last = text;
    m_line->setText(text);
}

QString ExpressionEdit::message() const {
    return m_line->problem() ? m_line->problem()->message : QString();
}

void ExpressionEdit::showMessage() {
    if (!m_message)
        return; // the window goes
    const Theme theme = themeOf(palette());
    QPalette colors = palette();
    colors.setColor(QPalette::WindowText, color(ColorRole::Error, theme));
    colors.setColor(QPalette::Window, color(ColorRole::ErrorSurface, theme));
    m_message->setPalette(colors);
    m_message->setText(message());
    placeMessage();
}

void ExpressionEdit::placeMessage() {
    if (!m_message)
        return;
    if (message().isEmpty() || !isVisible() || m_line->visibleRegion().isEmpty())
        return m_message->hide();
    if (m_message->parentWidget() != window())
        m_message->setParent(window());
    const int height = m_message->heightForWidth(m_line->width());
    const QPoint corner = m_line->mapTo(window(), QPoint(0, m_above ? -height : m_line->height()));
    m_message->setGeometry(QRect(corner, QSize(m_line->width(), height)));
    m_message->show();
    m_message->raise();
}

void ExpressionEdit::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    placeMessage();
}

void ExpressionEdit::moveEvent(QMoveEvent* event) {
    QWidget::moveEvent(event);
    placeMessage();
}

/// What it is in may be scrolled, moved, or float.
void ExpressionEdit::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    for (QWidget* outer = parentWidget(); outer; outer = outer->isWindow() ? nullptr : outer->parentWidget())
        outer->installEventFilter(this);
    QMetaObject::invokeMethod(this, &ExpressionEdit::placeMessage, Qt::QueuedConnection); // when it has its place
}

void ExpressionEdit::hideEvent(QHideEvent* event) {
    QWidget::hideEvent(event);
    placeMessage();
}

bool ExpressionEdit::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::Move || event->type() == QEvent::Resize)
        placeMessage();
    return QWidget::eventFilter(watched, event);
}

void ExpressionEdit::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    // Later, as the message gets an old palette back while a new style sheet is put on.
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::StyleChange)
        QMetaObject::invokeMethod(this, &ExpressionEdit::showMessage, Qt::QueuedConnection);
}

} // namespace headlight
