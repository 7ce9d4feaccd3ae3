#include "forms/message_bar.h"

#include "forms/wrapped_text.h"

#include "style/colors.h"

#include <QAccessible>
#include <QApplication>
#include <QEvent>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QPainter>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QToolButton>
#include <QVBoxLayout>

namespace headlight {
namespace {

struct Tones {
    ColorRole words;
    ColorRole behind;
    const char* sign;
};

Tones tonesOf(BarMessage::Kind kind) {
    switch (kind) {
    case BarMessage::Kind::Error:
        return {ColorRole::Error, ColorRole::ErrorSurface, "✖"};
    case BarMessage::Kind::Warning:
        return {ColorRole::Altered, ColorRole::AlteredSurface, "⚠"};
    case BarMessage::Kind::Altered:
        return {ColorRole::Altered, ColorRole::AlteredSurface, "✎"};
    case BarMessage::Kind::Info:
        break;
    }
    return {ColorRole::Text, ColorRole::Raised, "ℹ"};
}

QString sentenceOf(const BarMessage& message) {
    return message.end.isEmpty() ? message.text : message.text + QStringLiteral(" — ") + message.end;
}

QString detailsOf(const BarMessage& message) {
    const QString between = message.whole.isEmpty() || message.details.isEmpty() ? QString() : QStringLiteral("\n");
    return message.whole + between + message.details;
}

} // namespace

MessageBar::MessageBar(QWidget* parent)
    : QFrame(parent), m_icon(new QLabel(this)), m_text(new QLabel(this)), m_waiting(new QLabel(this)),
      m_link(new QToolButton(this)), m_actions(new QHBoxLayout), m_close(new QToolButton(this)),
      m_details(new QPlainTextEdit(this)) {
    setObjectName(QStringLiteral("messageBar"));
    setAccessibleName(tr("Message"));
    setFrameShape(QFrame::NoFrame);
    setAutoFillBackground(true);
    m_text->setObjectName(QStringLiteral("messageText"));
    m_text->setTextFormat(Qt::PlainText);
    m_text->setWordWrap(true);
    m_text->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_text->setFocusPolicy(Qt::NoFocus);
    m_link->setObjectName(QStringLiteral("messageDetails"));
    m_link->setText(tr("Details"));
    m_link->setToolTip(tr("Show all that there is to say"));
    m_link->setAccessibleName(tr("Details of the message"));
    m_link->setAutoRaise(true);
    m_link->setCheckable(true);
    m_close->setObjectName(QStringLiteral("messageDismiss"));
    m_close->setText(QStringLiteral("×"));
    m_close->setToolTip(tr("Dismiss"));
    m_close->setAccessibleName(tr("Dismiss message"));
    m_close->setAutoRaise(true);
    m_details->setReadOnly(true);
    m_details->setAccessibleName(tr("Details"));
    m_details->setToolTip(tr("Details of the message above"));
    const int em = fontMetrics().height();
    m_details->setFixedHeight(7 * em);

    auto* line = new QHBoxLayout;
    line->setSpacing(em / 2);
    line->addWidget(m_icon);
    line->addWidget(m_text, 1);
    line->addWidget(m_waiting);
    line->addWidget(m_link);
    line->addLayout(m_actions);
    line->addWidget(m_close);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(em * 2 / 3, em / 4, em / 3, em / 4);
    layout->setSpacing(em / 4);
    layout->addLayout(line);
    layout->addWidget(m_details);
    connect(m_link, &QToolButton::toggled, this, [this](bool all) {
        m_details->setVisible(all && !m_details->toPlainText().isEmpty());
        fitText();
    });
    connect(m_close, &QToolButton::clicked, this, &MessageBar::dismiss);
    hide();
}

void MessageBar::post(const BarMessage& message) {
    if (!message.key.isEmpty())
        m_messages.removeIf([&](const BarMessage& other) { return other.key == message.key; });
    m_messages.append(message);
    showLast();
}

void MessageBar::withdraw(const QString& key) {
    if (m_messages.removeIf([&](const BarMessage& message) { return message.key == key; }) > 0)
        showLast();
}

void MessageBar::dismiss() {
    if (m_messages.isEmpty() || !m_messages.last().dismissable)
        return;
    m_messages.removeLast();
    showLast();
}

QString MessageBar::text() const {
    return m_messages.isEmpty() ? QString() : sentenceOf(m_messages.last());
}

void MessageBar::showLast() {
    while (QLayoutItem* item = m_actions->takeAt(0)) {
        item->widget()->hide();
        item->widget()->deleteLater(); // its own click may have brought us here
        delete item;
    }
    if (m_messages.isEmpty()) {
        giveKeyboardBack();
        hide();
        return;
    }
    const BarMessage& message = m_messages.last();
    m_icon->setText(QString::fromUtf8(tonesOf(message.kind).sign));
    m_waiting->setVisible(m_messages.size() > 1);
    m_waiting->setText(tr("+ %1 more").arg(m_messages.size() - 1));
    m_details->setPlainText(detailsOf(message));
    m_details->hide();
    m_link->setChecked(false);
    m_close->setVisible(message.dismissable);
    for (const BarMessage::Action& action : message.actions) {
        auto* button = new QPushButton(action.title, this);
        button->setAutoDefault(false);
        button->setToolTip(action.help);
        button->setFocusPolicy(Qt::TabFocus); // it may go with its own click
        connect(button, &QPushButton::clicked, this, [run = action.run] { run(); });
        m_actions->addWidget(button);
    }
    applyColors();
    setAccessibleDescription(sentenceOf(message));
    fitText();
    show();
    QAccessibleEvent told(this, QAccessible::Alert);
    QAccessible::updateAccessibility(&told);
}

void MessageBar::setOneLine() {
    m_oneLine = true;
    QMargins margins = layout()->contentsMargins(); // an end below the text needs the height
    margins.setTop(1);
    margins.setBottom(1);
    layout()->setContentsMargins(margins);
    m_text->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred); // else the text makes the view wider
    m_text->installEventFilter(this);
}

/// The text has the room that the buttons leave it, which are made and hidden after the bar has its width.
bool MessageBar::eventFilter(QObject* watched, QEvent* event) {
    if (watched == m_text && (event->type() == QEvent::Resize || event->type() == QEvent::FontChange))
        fitText();
    return QFrame::eventFilter(watched, event);
}

void MessageBar::fitText() {
    if (m_messages.isEmpty())
        return;
    const BarMessage& message = m_messages.last();
    const bool isCut = m_oneLine && !m_link->isChecked();
    m_text->setWordWrap(!isCut);
    const bool hasDetails = !detailsOf(message).isEmpty();
    m_text->setToolTip(inLines(!message.whole.isEmpty() ? message.whole : isCut ? sentenceOf(message) : QString()));
    if (isCut)
        return fitLines(message);
    m_link->setVisible(m_oneLine || hasDetails);
    m_text->setText(breakable(sentenceOf(message)));
}

/// The link to what there is besides goes where it would cut the end, or alone the text: both are in the tooltip.
void MessageBar::fitLines(const BarMessage& message) {
    layout()->activate(); // else the room is that of the last message
    const QFontMetrics metrics = m_text->fontMetrics();
    constexpr int rounding = 2; // pixels: a label may draw letters so much wider than they are measured
    const int linkRoom = m_link->sizeHint().width() + fontMetrics().height() / 2;
    const int whole = m_text->width() - rounding + (m_link->isHidden() ? 0 : linkRoom);
    const QString sentence = sentenceOf(message);
    const bool hasDetails = !detailsOf(message).isEmpty();
    const bool isTooLong = metrics.horizontalAdvance(sentence) > whole - (hasDetails ? linkRoom : 0);
    const auto isCutByLink = [&](const QString& line) {
        const int width = metrics.horizontalAdvance(line);
        return width <= whole && width > whole - linkRoom;
    };
    const bool hasRoom = message.end.isEmpty() ||
                         (metrics.horizontalAdvance(message.end) <= whole - linkRoom && !isCutByLink(message.text));
    const bool hasLink = (isTooLong || hasDetails) && hasRoom;
    m_link->setVisible(hasLink);
    const auto fitted = [&](const QString& text) {
        return metrics.elidedText(text, Qt::ElideRight, whole - (hasLink ? linkRoom : 0));
    };
    m_text->setText(!isTooLong              ? sentence
                    : message.end.isEmpty() ? fitted(message.text)
                                            : fitted(message.text) + u'\n' + fitted(message.end));
}

void MessageBar::takeKeyboard() {
    if (isHidden())
        return;
    m_before = window()->focusWidget();
    const auto buttons = findChildren<QAbstractButton*>();
    for (QAbstractButton* button : QList<QAbstractButton*>{m_close} + buttons)
        if (!button->isHidden())
            return button->setFocus(Qt::ShortcutFocusReason);
}

/// To whoever had it, or a button that goes would hand it to the next one in the window.
void MessageBar::giveKeyboardBack() {
    const QWidget* focused = window()->focusWidget();
    if (m_before && focused && isAncestorOf(focused))
        m_before->setFocus(Qt::OtherFocusReason);
}

void MessageBar::keyPressEvent(QKeyEvent* event) {
    if (event->key() == Qt::Key_Escape)
        dismiss();
    else
        QFrame::keyPressEvent(event);
}

void MessageBar::paintEvent(QPaintEvent* event) {
    QFrame::paintEvent(event);
    if (m_messages.isEmpty())
        return;
    QPainter painter(this);
    painter.setPen(color(tonesOf(m_messages.last().kind).words, themeOf(QApplication::palette())));
    painter.drawRect(rect().adjusted(0, 0, -1, -1));
}

void MessageBar::applyColors() {
    if (m_messages.isEmpty())
        return;
    const Theme theme = themeOf(QApplication::palette());
    const Tones tones = tonesOf(m_messages.last().kind);
    QPalette colors = paletteOf(theme);
    colors.setColor(QPalette::Window, color(tones.behind, theme));
    if (palette().color(QPalette::Window) != colors.color(QPalette::Window))
        setPalette(colors);
    QPalette words = colors;
    words.setColor(QPalette::WindowText, color(tones.words, theme));
    m_icon->setPalette(words);
    m_text->setPalette(words);
}

void MessageBar::changeEvent(QEvent* event) {
    QFrame::changeEvent(event);
    // A new style sheet gives every widget, one after another, the palette back that it was first shown with: colours
    // are put on when all are through.
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::StyleChange)
        QMetaObject::invokeMethod(this, &MessageBar::applyColors, Qt::QueuedConnection);
}

} // namespace headlight
