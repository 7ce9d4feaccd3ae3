#pragma once

#include <QProxyStyle>

namespace headlight {

/// Fusion with outlines that can be seen. Fusion makes the outline of a field from the window's colour, a little
/// darker; on a dark window it disappears. And with a ring around what the keyboard drives that is as plain as that of
/// our own widgets. Labels and tooltips show their text as it is, for much of it is a user's ("What does <b> mean ?");
/// a label with markup says so by its text format.
class OutlinedStyle : public QProxyStyle {
    Q_OBJECT
public:
    OutlinedStyle();

    using QProxyStyle::polish;
    void polish(QWidget* widget) override;
    int pixelMetric(PixelMetric metric, const QStyleOption* option = nullptr,
                    const QWidget* widget = nullptr) const override;
    void drawPrimitive(PrimitiveElement element, const QStyleOption* option, QPainter* painter,
                       const QWidget* widget) const override;
    void drawControl(ControlElement element, const QStyleOption* option, QPainter* painter,
                     const QWidget* widget) const override;
    void drawComplexControl(ComplexControl control, const QStyleOptionComplex* option, QPainter* painter,
                            const QWidget* widget) const override;
};

} // namespace headlight
