#include "forms/field_message.h"

#include "forms/overlay.h"
#include "style/colors.h"

#include <QEvent>
#include <QLabel>
#include <QLayout>
#include <QPainter>
#include <algorithm>

namespace headlight {

namespace {

/// In the colour of its words.
class FieldFrame : public QWidget {
public:
    using QWidget::QWidget;

protected:
    void paintEvent(QPaintEvent*) override {
        QPainter painter(this);
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(QPen(palette().color(QPalette::WindowText), 2));
        painter.drawRoundedRect(QRectF(rect()).adjusted(1, 1, -1, -1), 2, 2);
    }
};

QRect inWindow(const QWidget& widget) {
    return {widget.mapTo(widget.window(), QPoint()), widget.size()};
}

/// What no outer widget cuts of it, in the window.
QRect inSight(const QWidget& widget) {
    QRect sight = inWindow(widget);
    for (const QWidget* part = &widget; !part->isWindow() && part->parentWidget();) {
        part = part->parentWidget();
        sight &= inWindow(*part);
    }
    return sight;
}

} // namespace

FieldMessage::FieldMessage(QWidget* field, QWidget* label, const QString& name)
    : QObject(field), m_field(field), m_label(label), m_frame(new FieldFrame(field->parentWidget())),
      m_text(new QLabel(field->parentWidget())) {
    m_frame->setObjectName(name + QStringLiteral(".mark"));
    m_text->setObjectName(name);
    m_text->setTextFormat(Qt::PlainText);
    m_text->setWordWrap(true);
    m_text->setFrameStyle(int(QFrame::Box) | int(QFrame::Plain));
    m_text->setMargin(m_text->fontMetrics().height() / 4);
    m_text->setAutoFillBackground(true);
    for (QWidget* part : {m_frame, static_cast<QWidget*>(m_text)}) {
        part->setAttribute(Qt::WA_TransparentForMouseEvents);
        part->hide();
    }
    new Overlay(m_frame, field, Overlay::Place::Whole);
    field->installEventFilter(this);
    label->installEventFilter(this);
}

FieldMessage::~FieldMessage() {
    delete m_text;
}

void FieldMessage::say(const QString& text, Kind kind) {
    if (!m_text)
        return; // the window goes
    m_kind = kind;
    m_text->setText(text);
    applyColors();
    update();
}

void FieldMessage::applyColors() {
    const bool isProblem = m_kind == Kind::Problem;
    QPalette colors = m_field->window()->palette();
    const Theme theme = themeOf(colors);
    colors.setColor(QPalette::WindowText, color(isProblem ? ColorRole::Error : ColorRole::Altered, theme));
    colors.setColor(QPalette::Window, color(isProblem ? ColorRole::ErrorSurface : ColorRole::AlteredSurface, theme));
    m_text->setPalette(colors);
    m_frame->setPalette(colors);
}

void FieldMessage::update() {
    if (!m_text)
        return;
    m_frame->setVisible(!m_text->text().isEmpty() && !m_field->isHidden());
    const bool isAsked = m_field->hasFocus() || m_field->underMouse() || m_label->underMouse();
    if (!m_text->text().isEmpty() && isAsked && m_field->isVisible() && !inSight(*m_field).isEmpty())
        return show();
    m_text->hide();
    if (m_text->parentWidget() != m_field->parentWidget())
        m_text->setParent(m_field->parentWidget());
}

void FieldMessage::show() {
    QWidget* window = m_field->window();
    if (m_text->parentWidget() != window) {
        m_text->setParent(window);
        m_text->ensurePolished(); // which gives it the window's colours, and without which its height is a guess
        applyColors();
    }
    m_text->setGeometry(placeIn(*window));
    m_text->show();
    m_text->raise();
}

/// From the field's left end on, or, where it would be high, from the label's.
QRect FieldMessage::placeIn(const QWidget& window) const {
    constexpr int highLines = 4;
    const QWidget& form = *m_field->parentWidget();
    const QRect field = inWindow(*m_field), sight = inSight(form);
    const QRect room = form.layout() ? form.rect().marginsRemoved(form.layout()->contentsMargins()) : form.rect();
    const int right = form.mapTo(&window, room.topRight()).x();
    QRect below(QPoint(field.left(), field.bottom() + 1), QPoint(right, field.bottom() + 1));
    if (m_text->heightForWidth(below.width()) > highLines * m_text->fontMetrics().lineSpacing())
        below.setLeft(std::min(below.left(), inWindow(*m_label).left()));
    below.setHeight(m_text->heightForWidth(below.width()));
    const QRect above = below.translated(0, -below.height() - field.height());
    const bool isAboveInSight = above.top() >= sight.top(), isBelowInWindow = below.bottom() <= window.rect().bottom();
    return below.bottom() <= sight.bottom() || (!isAboveInSight && isBelowInWindow) ? below : above;
}

bool FieldMessage::eventFilter(QObject* watched, QEvent* event) {
    switch (event->type()) {
    case QEvent::Show: // what it is in may be scrolled, moved, or float
        if (watched == m_field)
            for (QWidget* outer = m_field->parentWidget(); outer;
                 outer = outer->isWindow() ? nullptr : outer->parentWidget())
                outer->installEventFilter(this);
        [[fallthrough]];
    case QEvent::Hide:
    case QEvent::Enter:
    case QEvent::Leave:
    case QEvent::FocusIn:
    case QEvent::FocusOut:
    case QEvent::Move:
    case QEvent::Resize:
        update();
        break;
    default:
        break;
    }
    return QObject::eventFilter(watched, event);
}

} // namespace headlight
