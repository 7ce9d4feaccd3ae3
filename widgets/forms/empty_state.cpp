#include "forms/empty_state.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QPushButton>
#include <QVBoxLayout>
#include <algorithm>

namespace headlight {

/// As large as there is room above the words; a small view shows the words alone.
class EmptyState::Drawing : public QWidget {
public:
    explicit Drawing(QWidget* parent) : QWidget(parent) {
        setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Expanding);
        setMaximumHeight(9 * fontMetrics().height());
        hide();
    }

    FaintPicture picture = FaintPicture::None;

protected:
    void paintEvent(QPaintEvent*) override {
        const int em = fontMetrics().height();
        const double high = height();
        if (high < 3 * em)
            return;
        const double wide = std::min(high * 1.5, double(width()));
        QPainter painter(this);
        drawFaint(painter, QRectF((width() - wide) / 2, 1, wide, high - 2), picture, themeOf(palette()));
    }
};

EmptyState::EmptyState(const QString& sentence, const QString& button, QWidget* parent)
    : QWidget(parent), m_drawing(new Drawing(this)), m_sentence(new QLabel(this)), m_button(new QPushButton(this)) {
    const int em = fontMetrics().height();
    m_sentence->setWordWrap(true);
    m_sentence->setAlignment(Qt::AlignCenter);
    m_sentence->setMinimumWidth(12 * em);
    m_sentence->setMaximumWidth(28 * em);
    m_button->setObjectName(QStringLiteral("emptyStateButton"));
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(em, em, em, em);
    layout->setSpacing(em * 2 / 3);
    layout->addStretch(1);
    // Not aligned in the layout: an aligned label is given the height of one line, whatever its width makes of it.
    auto* centred = new QHBoxLayout;
    centred->addStretch(1);
    centred->addWidget(m_sentence, 1000);
    centred->addStretch(1);
    layout->addWidget(m_drawing, 3);
    layout->addLayout(centred);
    layout->addWidget(m_button, 0, Qt::AlignHCenter);
    layout->addStretch(1);
    connect(m_button, &QPushButton::clicked, this, &EmptyState::clicked);
    setText(sentence, button);
}

void EmptyState::setPicture(FaintPicture picture) {
    m_drawing->picture = picture;
    m_drawing->setVisible(picture != FaintPicture::None);
    m_drawing->update();
}

void EmptyState::setText(const QString& sentence, const QString& button) {
    m_sentence->setText(sentence);
    m_button->setText(button);
    m_button->setVisible(!button.isEmpty());
    m_button->setToolTip(sentence);
    setAccessibleName(sentence);
}

void EmptyState::setButtonEnabled(bool enabled) {
    m_button->setEnabled(enabled);
}

} // namespace headlight
