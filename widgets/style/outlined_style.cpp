#include "style/outlined_style.h"

#include "style/colors.h"

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

} // namespace

OutlinedStyle::OutlinedStyle() : QProxyStyle(QStringLiteral("Fusion")) {}

void OutlinedStyle::drawPrimitive(PrimitiveElement element, const QStyleOption* option, QPainter* painter,
                                  const QWidget* widget) const {
    if (const auto* frame = qstyleoption_cast<const QStyleOptionFrame*>(option);
        frame && (element == PE_FrameLineEdit || element == PE_Frame)) {
        const QStyleOptionFrame copy = outlined(*frame);
        return QProxyStyle::drawPrimitive(element, &copy, painter, widget);
    }
    if (const auto* button = qstyleoption_cast<const QStyleOptionButton*>(option);
        button && (element == PE_IndicatorCheckBox || element == PE_IndicatorRadioButton)) {
        const QStyleOptionButton copy = outlined(*button);
        return QProxyStyle::drawPrimitive(element, &copy, painter, widget);
    }
    QProxyStyle::drawPrimitive(element, option, painter, widget);
}

void OutlinedStyle::drawComplexControl(ComplexControl control, const QStyleOptionComplex* option, QPainter* painter,
                                       const QWidget* widget) const {
    if (const auto* spin = qstyleoption_cast<const QStyleOptionSpinBox*>(option); spin && control == CC_SpinBox) {
        const QStyleOptionSpinBox copy = outlined(*spin);
        return QProxyStyle::drawComplexControl(control, &copy, painter, widget);
    }
    if (const auto* box = qstyleoption_cast<const QStyleOptionComboBox*>(option); box && control == CC_ComboBox) {
        const QStyleOptionComboBox copy = outlined(*box);
        return QProxyStyle::drawComplexControl(control, &copy, painter, widget);
    }
    QProxyStyle::drawComplexControl(control, option, painter, widget);
}

} // namespace headlight
