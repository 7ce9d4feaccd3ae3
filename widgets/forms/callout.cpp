#include "forms/callout.h"

#include "style/colors.h"

#include <QAccessible>
#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QPainterPath>
#include <QPushButton>
#include <QVBoxLayout>
#include <algorithm>

namespace headlight {

namespace {

constexpr int widthEm = 18;

int arrowOf(const QWidget& widget) {
    return widget.fontMetrics().height() * 3 / 4;
}

} // namespace

/// Around what is pointed at.
class Callout::Ring : public QWidget {
public:
    explicit Ring(QWidget* window) : QWidget(window) {
        setObjectName(QStringLiteral("callout.ring"));
        setAttribute(Qt::WA_TransparentForMouseEvents);
        setFocusPolicy(Qt::NoFocus);
        hide();
    }

protected:
    void paintEvent(QPaintEvent*) override {
        QPainter painter(this);
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(QPen(color(ColorRole::FocusRing, themeOf(palette())), 3));
        painter.drawRoundedRect(QRectF(rect()).adjusted(2, 2, -2, -2), 4, 4);
    }
};

Callout::Callout(QWidget* window)
    : QWidget(window), m_ring(new Ring(window)), m_title(new QLabel(this)), m_text(new QLabel(this)),
      m_progress(new QLabel(this)), m_read(new QPushButton(tr("Next"), this)),
      m_skip(new QPushButton(tr("Skip step"), this)), m_leave(new QPushButton(tr("Leave"), this)) {
    setObjectName(QStringLiteral("callout"));
    QFont strong = m_title->font();
    strong.setBold(true);
    m_title->setFont(strong);
    m_text->setWordWrap(true);
    m_text->setObjectName(QStringLiteral("callout.text"));
    m_progress->setObjectName(QStringLiteral("callout.progress"));
    m_progress->setForegroundRole(QPalette::PlaceholderText);
    const std::tuple<QPushButton*, const char*, QString, void (Callout::*)()> buttons[] = {
        {m_read, "callout.read", tr("Go on to the next step"), &Callout::read},
        {m_skip, "callout.skip", tr("Go on without doing this"), &Callout::skipped},
        {m_leave, "callout.leave", tr("End the first steps (Esc); Help → First steps begins them again"),
         &Callout::left}};
    auto* row = new QHBoxLayout;
    row->addWidget(m_progress, 1);
    for (const auto& [button, name, help, told] : buttons) {
        button->setObjectName(QLatin1String(name));
        button->setToolTip(help);
        button->setAutoDefault(false);
        button->setFocusPolicy(Qt::TabFocus); // who types goes on typing
        connect(button, &QPushButton::clicked, this, told);
        row->addWidget(button);
    }
    auto* column = new QVBoxLayout(this);
    const int edge = arrowOf(*this) + fontMetrics().height() / 2;
    column->setContentsMargins(edge, edge, edge, edge);
    column->addWidget(m_title);
    column->addWidget(m_text);
    column->addLayout(row);
    hide();
}

Callout::~Callout() {
    delete m_ring;
}

void Callout::tell(const Words& words) {
    m_title->setText(words.title);
    m_text->setText(words.text);
    m_progress->setText(words.progress);
    m_read->setVisible(words.isRead);
    m_skip->setVisible(!words.isRead); // it would say the same
    setAccessibleName(words.title);
    setAccessibleDescription(words.text);
    QAccessibleEvent told(this, QAccessible::Alert);
    QAccessible::updateAccessibility(&told);
}

void Callout::takeKeyboard() {
    (m_read->isHidden() ? m_skip : m_read)->setFocus(Qt::ShortcutFocusReason);
}

QRect Callout::placeAt(Side side, const QRect& target, QSize bubble) const {
    const QRect room = parentWidget()->rect();
    const auto within = [](int wanted, int length, int all) {
        return std::clamp(wanted, 0, std::max(0, all - length));
    };
    const int x = within(target.center().x() - bubble.width() / 2, bubble.width(), room.width());
    const int y = within(target.center().y() - bubble.height() / 2, bubble.height(), room.height());
    switch (side) {
    case Side::Below:
        return {QPoint(x, target.bottom()), bubble};
    case Side::Above:
        return {QPoint(x, target.top() - bubble.height()), bubble};
    case Side::Right:
        return {QPoint(target.right(), y), bubble};
    case Side::Left:
        return {QPoint(target.left() - bubble.width(), y), bubble};
    case Side::None:
        break;
    }
    return {QPoint(within(room.center().x() - bubble.width() / 2, bubble.width(), room.width()),
                   std::max(0, room.bottom() - bubble.height())),
            bubble};
}

void Callout::pointAt(const QRect& target) {
    m_target = target & parentWidget()->rect();
    const int em = fontMetrics().height();
    const int width = std::max(widthEm * em, layout()->minimumSize().width());
    const QSize bubble(width, layout()->totalHeightForWidth(width));
    m_side = Side::None;
    if (!m_target.isEmpty())
        for (const Side side : {Side::Below, Side::Above, Side::Right, Side::Left})
            if (m_side == Side::None && parentWidget()->rect().contains(placeAt(side, m_target, bubble)))
                m_side = side;
    setGeometry(placeAt(m_side, m_target, bubble));
    m_ring->setGeometry(m_target.adjusted(-2, -2, 2, 2));
    m_ring->setVisible(!m_target.isEmpty());
    m_ring->raise();
    show();
    raise();
    update();
}

void Callout::paintEvent(QPaintEvent*) {
    const int arrow = arrowOf(*this);
    const QRectF box = QRectF(rect()).adjusted(arrow, arrow, -arrow, -arrow);
    QPainterPath shape;
    shape.addRoundedRect(box, 5, 5);
    const QPointF aim = mapFromParent(m_target.center());
    const double x = std::clamp(aim.x(), box.left() + 2 * arrow, box.right() - 2 * arrow);
    const double y = std::clamp(aim.y(), box.top() + 2 * arrow, box.bottom() - 2 * arrow);
    QPolygonF tip;
    switch (m_side) {
    case Side::Below:
        tip << QPointF(x - arrow, box.top() + 1) << QPointF(x, 1) << QPointF(x + arrow, box.top() + 1);
        break;
    case Side::Above:
        tip << QPointF(x - arrow, box.bottom() - 1) << QPointF(x, height() - 1) << QPointF(x + arrow, box.bottom() - 1);
        break;
    case Side::Right:
        tip << QPointF(box.left() + 1, y - arrow) << QPointF(1, y) << QPointF(box.left() + 1, y + arrow);
        break;
    case Side::Left:
        tip << QPointF(box.right() - 1, y - arrow) << QPointF(width() - 1, y) << QPointF(box.right() - 1, y + arrow);
        break;
    case Side::None:
        break;
    }
    QPainterPath pointed;
    pointed.addPolygon(tip);
    pointed.closeSubpath();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const Theme theme = themeOf(palette());
    painter.setPen(QPen(color(ColorRole::Accent, theme), 1.5));
    painter.setBrush(color(ColorRole::Raised, theme));
    painter.drawPath(tip.isEmpty() ? shape : shape.united(pointed));
}

} // namespace headlight
