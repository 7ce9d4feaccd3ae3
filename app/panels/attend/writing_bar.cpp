#include "panels/attend/writing_bar.h"

#include "viewmodels/text_writing.h"

#include <QDoubleSpinBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QSpinBox>
#include <QVBoxLayout>

namespace headlight {

namespace {

constexpr int candidatesShown = 10; ///< of an answer

} // namespace

WritingBar::WritingBar(TextWriting& writing, QWidget* parent) : QWidget(parent), m_writing(writing) {
    m_write = new QPushButton;
    m_write->setObjectName("writing-go");
    m_write->setToolTip(
        tr("The model goes on with the text, token by token, and each longer text is shown with its maps. "
           "Undo takes back all of it."));
    connect(m_write, &QPushButton::clicked, this, &WritingBar::startOrStop);
    addChoices();
    m_remark = new QLabel;
    m_remark->setObjectName("writing-remark");
    m_remark->setWordWrap(true);
    auto* first = new QHBoxLayout;
    first->addWidget(m_write);
    first->addWidget(m_tokens);
    first->addStretch();
    auto* second = new QHBoxLayout;
    second->addWidget(m_temperature);
    second->addWidget(m_top);
    second->addStretch();
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(7, 4, 7, 0);
    column->addLayout(first);
    column->addLayout(second);
    column->addWidget(m_remark);
    connect(&writing, &TextWriting::changed, this, &WritingBar::refresh);
    refresh();
}

void WritingBar::addChoices() {
    const TextWriting::Options options;
    m_tokens = new QSpinBox;
    m_tokens->setObjectName("writing-tokens");
    m_tokens->setRange(1, 1000);
    m_tokens->setValue(options.tokens);
    m_tokens->setSuffix(tr(" tokens"));
    m_tokens->setAccessibleName(tr("Tokens to write"));
    m_tokens->setToolTip(tr("How many tokens are written at most"));
    m_temperature = new QDoubleSpinBox;
    m_temperature->setObjectName("writing-temperature");
    m_temperature->setRange(0, 100);
    m_temperature->setSingleStep(0.1);
    m_temperature->setDecimals(1);
    m_temperature->setPrefix(tr("temperature "));
    m_temperature->setSpecialValueText(tr("the likeliest")); // at 0
    m_temperature->setAccessibleName(tr("Temperature"));
    m_temperature->setToolTip(tr("How tokens are chosen: the likeliest each time, or drawn by the probabilities of the "
                                 "candidates' scores divided by this temperature, anew each time"));
    m_top = new QSpinBox;
    m_top->setObjectName("writing-top");
    m_top->setRange(1, candidatesShown);
    m_top->setValue(options.top);
    m_top->setPrefix(tr("among "));
    m_top->setEnabled(false); // among the likeliest alone there is nothing to draw
    m_top->setAccessibleName(tr("Candidates to draw among"));
    m_top->setToolTip(tr("Tokens are drawn among so many likeliest candidates"));
    connect(m_temperature, &QDoubleSpinBox::valueChanged, this, [this](double value) { m_top->setEnabled(value > 0); });
}

void WritingBar::refresh() {
    setVisible(m_writing.isPossible() || m_writing.isWriting());
    m_write->setText(m_writing.isWriting() ? tr("Stop") : tr("Go on writing"));
    m_write->setAccessibleName(m_writing.isWriting() ? tr("Stop writing") : m_write->text());
    if (m_writing.isWriting())
        m_remark->setText(tr("Writing: %L1 to come.").arg(m_writing.left()));
    else
        m_remark->setText(m_writing.remark().isEmpty() ? tr("A click on a candidate writes it behind the text.")
                                                       : m_writing.remark());
}

void WritingBar::startOrStop() {
    if (m_writing.isWriting())
        return m_writing.stop();
    m_writing.start({m_tokens->value(), m_temperature->value(), m_top->value()});
}

} // namespace headlight
