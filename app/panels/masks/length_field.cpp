#include "panels/masks/length_field.h"

#include <QHBoxLayout>
#include <QSignalBlocker>
#include <QSlider>
#include <QSpinBox>

namespace headlight {

LengthField::LengthField(int length, QWidget* parent)
    : QWidget(parent), m_slider(new QSlider(Qt::Horizontal)), m_box(new QSpinBox) {
    m_slider->setObjectName("mask-length-slider");
    m_box->setObjectName("mask-length");
    for (QWidget* field : {static_cast<QWidget*>(m_slider), static_cast<QWidget*>(m_box)}) {
        field->setAccessibleName(tr("Tokens"));
        field->setToolTip(tr("Tokens of the sentence for which the masks are drawn"));
    }
    m_slider->setRange(shortest, longest);
    m_box->setRange(shortest, longest);
    m_box->setSuffix(tr(" tokens"));
    m_slider->setValue(length);
    m_box->setValue(length);
    connect(m_slider, &QSlider::valueChanged, this, &LengthField::setLength);
    connect(m_box, &QSpinBox::valueChanged, this, &LengthField::setLength);
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->addWidget(m_slider, 1);
    row->addWidget(m_box);
}

void LengthField::setLength(int length) {
    const QSignalBlocker slider(m_slider), box(m_box);
    m_slider->setValue(length);
    m_box->setValue(length);
    emit changed(length);
}

} // namespace headlight
