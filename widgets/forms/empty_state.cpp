#include "forms/empty_state.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

namespace headlight {

EmptyState::EmptyState(const QString& sentence, const QString& button, QWidget* parent)
    : QWidget(parent), m_sentence(new QLabel(this)), m_button(new QPushButton(this)) {
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
    layout->addLayout(centred);
    layout->addWidget(m_button, 0, Qt::AlignHCenter);
    layout->addStretch(1);
    connect(m_button, &QPushButton::clicked, this, &EmptyState::clicked);
    setText(sentence, button);
}

void EmptyState::setText(const QString& sentence, const QString& button) {
    m_sentence->setText(sentence);
    m_button->setText(button);
    m_button->setVisible(!button.isEmpty());
    setAccessibleName(sentence);
}

} // namespace headlight
