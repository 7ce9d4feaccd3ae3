#include "style/outlined_style.h"

#include "style/colors.h"

#include <QAbstractItemView>
#include <QComboBox>
#include <QDockWidget>
#include <QLabel>
#include <QMessageBox>
#include <QPainter>
#include <QStyleOption>

namespace headlight {

namespace {

/// The option with a window colour of which Fusion makes the outline that is wanted. Only for what paints no window.
template <class Option>
Option outlined(const Option& option) {
    constexpr int asFusionDarkens = 140;
    Option copy = option;
    const QColor outline = color(ColorRole::Outline, themeOf(option.palette));
    copy.palette.setColor(QPalette::Window, outline.lighter(asFusionDarkens));
    return copy;
}

void drawRing(const QStyleOption& option, QPainter* painter) {
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setBrush(Qt::NoBrush);
    painter->setPen(QPen(color(ColorRole::FocusRing, themeOf(option.palette)), 2));
    painter->drawRoundedRect(QRectF(option.rect).adjusted(1, 1, -1, -1), 2, 2);
    painter->restore();
}

/// Around what has the focus, once a key has moved it there.
void drawFocusRing(const QStyleOption& option, QPainter* painter) {
    constexpr QStyle::State byKey = QStyle::State_HasFocus | QStyle::State_KeyboardFocusChange;
    if ((option.state & byKey) == byKey)
        drawRing(option, painter);
}

/// Flat, with a line towards the table and a short one between headings.
void drawHeading(const QStyleOptionHeader& option, QPainter* painter) {
    const Theme theme = themeOf(option.palette);
    const QRect& rect = option.rect;
    const bool isPointedAt = (option.state & QStyle::State_Enabled) && (option.state & QStyle::State_MouseOver);
    painter->fillRect(rect, color(isPointedAt ? ColorRole::Raised : ColorRole::Window, theme));
    const QColor line = color(ColorRole::Border, theme);
    if (option.orientation == Qt::Vertical) {
        painter->fillRect(QRect(rect.right(), rect.top(), 1, rect.height()), line);
        return;
    }
    painter->fillRect(QRect(rect.left(), rect.bottom(), rect.width(), 1), line);
    if (option.position != QStyleOptionHeader::End && option.position != QStyleOptionHeader::OnlyOneSection)
        painter->fillRect(QRect(rect.right(), rect.top() + rect.height() / 4, 1, rect.height() / 2), line);
}

/// Fusion outlines what has the focus in the colour of a selection, dark on a dark window.
template <class Option>
Option withoutFocus(const Option& option) {
    Option copy = option;
    copy.state &= ~QStyle::State_HasFocus;
    return copy;
}

/// What has no room ends in "…": Fusion would cut through a letter.
QStyleOptionComboBox shortened(const QStyleOptionComboBox& box, const QStyle& style, const QWidget* widget) {
    constexpr int edges = 2, iconGap = 4; // that Fusion leaves
    const int field = style.subControlRect(QStyle::CC_ComboBox, &box, QStyle::SC_ComboBoxEditField, widget).width();
    const int icon = box.currentIcon.isNull() ? 0 : box.iconSize.width() + iconGap;
    QStyleOptionComboBox copy = box;
    copy.currentText = box.fontMetrics.elidedText(box.currentText, Qt::ElideRight, field - edges - icon);
    return copy;
}

} // namespace

OutlinedStyle::OutlinedStyle() : QProxyStyle(QStringLiteral("Fusion")) {}

/// On Unix a screen reader takes for the name of a choice what is chosen, unless a label belongs to it.
static void labelChoice(QComboBox& choice) {
    QWidget* parent = choice.parentWidget();
    if (!parent || choice.accessibleName().isEmpty())
        return;
    for (const auto* label : parent->findChildren<QLabel*>(Qt::FindDirectChildrenOnly))
        if (label->buddy() == &choice)
            return;
    auto* label = new QLabel(choice.accessibleName(), parent);
    label->setBuddy(&choice);
    label->hide();
}

void OutlinedStyle::polish(QWidget* widget) {
    QProxyStyle::polish(widget);
    auto* label = qobject_cast<QLabel*>(widget); // a tooltip is one, too
    if (label && label->textFormat() == Qt::AutoText && !qobject_cast<QMessageBox*>(label->parentWidget()))
        label->setTextFormat(Qt::PlainText);
    if (auto* choice = qobject_cast<QComboBox*>(widget))
        labelChoice(*choice);
}

int OutlinedStyle::pixelMetric(PixelMetric metric, const QStyleOption* option, const QWidget* widget) const {
    constexpr int frameOfFloats = 2;
    return metric == PM_DockWidgetFrameWidth ? frameOfFloats : QProxyStyle::pixelMetric(metric, option, widget);
}

void OutlinedStyle::drawPrimitive(PrimitiveElement element, const QStyleOption* option, QPainter* painter,
                                  const QWidget* widget) const {
    if (const auto* frame = qstyleoption_cast<const QStyleOptionFrame*>(option);
        frame && (element == PE_FrameLineEdit || element == PE_Frame)) {
        const QStyleOptionFrame copy = outlined(*frame);
        return QProxyStyle::drawPrimitive(element, &copy, painter, widget);
    }
    if (const auto* button = qstyleoption_cast<const QStyleOptionButton*>(option);
        button && (element == PE_IndicatorCheckBox || element == PE_IndicatorRadioButton)) {
        const QStyleOptionButton copy = withoutFocus(outlined(*button));
        return QProxyStyle::drawPrimitive(element, &copy, painter, widget);
    }
    if (const auto* button = qstyleoption_cast<const QStyleOptionButton*>(option);
        button && element == PE_PanelButtonCommand) {
        const QStyleOptionButton copy = withoutFocus(*button);
        QProxyStyle::drawPrimitive(element, &copy, painter, widget);
        return drawFocusRing(*option, painter);
    }
    if (element == PE_FrameDockWidget) { // of one that floats: few window managers give it any
        painter->setPen(QPen(color(ColorRole::Outline, themeOf(option->palette)), 2));
        return painter->drawRect(QRectF(option->rect).adjusted(1, 1, -1, -1));
    }
    if (element == PE_FrameMenu) { // else one over a dark window runs into it
        painter->setPen(color(ColorRole::Outline, themeOf(option->palette)));
        painter->setBrush(Qt::NoBrush);
        return painter->drawRect(option->rect.adjusted(0, 0, -1, -1));
    }
    // Cells have the ring of their table.
    if (element == PE_FrameFocusRect && !qobject_cast<const QAbstractItemView*>(widget))
        return drawFocusRing(*option, painter);
    QProxyStyle::drawPrimitive(element, option, painter, widget);
}

void OutlinedStyle::drawControl(ControlElement element, const QStyleOption* option, QPainter* painter,
                                const QWidget* widget) const {
    if (const auto* tab = qstyleoption_cast<const QStyleOptionTab*>(option); tab && element == CE_TabBarTabLabel) {
        // Fusion's own ring is a shade of the window, and it does not ask this style for another one.
        const QStyleOptionTab copy = withoutFocus(*tab);
        QProxyStyle::drawControl(element, &copy, painter, widget);
        return drawFocusRing(*tab, painter);
    }
    if (const auto* tab = qstyleoption_cast<const QStyleOptionTab*>(option); tab && element == CE_TabBarTabShape) {
        QProxyStyle::drawControl(element, tab, painter, widget);
        if (tab->state & State_Selected) // on a dark window Fusion only makes it two pixels higher
            painter->fillRect(QRect(tab->rect.left() + 3, tab->rect.bottom() - 1, tab->rect.width() - 6, 2),
                              color(ColorRole::Accent, themeOf(tab->palette)));
        return;
    }
    if (const auto* box = qstyleoption_cast<const QStyleOptionComboBox*>(option); box && element == CE_ComboBoxLabel) {
        const QStyleOptionComboBox copy = shortened(*box, *this, widget);
        return QProxyStyle::drawControl(element, &copy, painter, widget);
    }
    if (const auto* heading = qstyleoption_cast<const QStyleOptionHeader*>(option);
        heading && element == CE_HeaderSection)
        return drawHeading(*heading, painter);
    if (element == CE_HeaderEmptyArea)
        return painter->fillRect(option->rect, color(ColorRole::Window, themeOf(option->palette)));
    if (const auto* dock = qobject_cast<const QDockWidget*>(widget);
        dock && dock->isFloating() && element == CE_DockWidgetTitle)
        painter->fillRect(option->rect, color(ColorRole::Raised, themeOf(option->palette)));
    QProxyStyle::drawControl(element, option, painter, widget);
}

void OutlinedStyle::drawComplexControl(ComplexControl control, const QStyleOptionComplex* option, QPainter* painter,
                                       const QWidget* widget) const {
    if (const auto* spin = qstyleoption_cast<const QStyleOptionSpinBox*>(option); spin && control == CC_SpinBox) {
        const QStyleOptionSpinBox copy = withoutFocus(outlined(*spin));
        QProxyStyle::drawComplexControl(control, &copy, painter, widget);
        if (spin->state & State_HasFocus) // also after a click, as around other fields
            drawRing(*spin, painter);
        return;
    }
    if (const auto* box = qstyleoption_cast<const QStyleOptionComboBox*>(option); box && control == CC_ComboBox) {
        const QStyleOptionComboBox copy = outlined(*box);
        QProxyStyle::drawComplexControl(control, &copy, painter, widget);
        return drawFocusRing(*option, painter);
    }
    const auto* slider = qstyleoption_cast<const QStyleOptionSlider*>(option);
    if (slider && control == CC_Slider) {
        QStyleOptionSlider copy = *slider;
        if (!(slider->state & State_Enabled)) // Fusion's groove is blue all the same
            copy.palette.setColor(QPalette::Highlight, color(ColorRole::Border, themeOf(slider->palette)));
        QProxyStyle::drawComplexControl(control, &copy, painter, widget);
        return drawFocusRing(*option, painter);
    }
    QProxyStyle::drawComplexControl(control, option, painter, widget);
}

} // namespace headlight
