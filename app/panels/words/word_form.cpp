#include "panels/words/word_form.h"

#include "forms/few_lines_label.h"
#include "forms/problem_line.h"
#include "panels/corpus_field.h"

#include <QComboBox>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QSignalBlocker>
#include <QVBoxLayout>
#include <algorithm>

namespace headlight {

WordForm::WordForm(WordsModel& model, QWidget* parent)
    : QWidget(parent), m_model(model), m_corpus(new CorpusField(QStringLiteral("words"))),
      m_status(new FewLinesLabel(4)), m_problem(new ProblemLine) {
    auto* column = new QVBoxLayout(this);
    auto* rows = new QFormLayout;
    rows->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
    auto* title = new QLabel(tr("&Corpus"));
    title->setBuddy(m_corpus->box());
    m_corpus->box()->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    rows->addRow(title, m_corpus);
    m_split =
        addChoice(*rows, QStringLiteral("words.split"), tr("S&plit"), tr("Which texts of the corpus are weighed"));
    m_split->addItem(tr("test, else dev, else train"), QString());
    for (const char* split : {"test", "dev", "train"})
        m_split->addItem(QString::fromLatin1(split), QString::fromLatin1(split));
    m_heads = addChoice(*rows, QStringLiteral("words.heads"), tr("Hea&ds"),
                        tr("Whose attention to the words is taken: of several heads, and of all queries, the mean"));
    column->addLayout(rows);
    m_status->setObjectName(QStringLiteral("words.status"));
    m_status->setAlignment(Qt::AlignLeft | Qt::AlignTop);
    m_problem->setObjectName(QStringLiteral("words.problem"));
    m_status->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Expanding); // where there is room, notes are whole
    column->addWidget(m_status, 1);
    column->addWidget(m_problem);
    auto* buttons = new QHBoxLayout;
    m_start = makeButton(QStringLiteral("words.start"), tr("Weigh words"),
                         tr("Read the texts with the open model, and weigh their words (Ctrl+R)"));
    m_stop =
        makeButton(QStringLiteral("words.stop"), tr("Stop"), tr("Stop at once; what was found before stays (Ctrl+.)"));
    buttons->addWidget(m_start);
    buttons->addWidget(m_stop);
    column->addLayout(buttons);
    connect(m_start, &QPushButton::clicked, this, &WordForm::startRequested);
    connect(m_stop, &QPushButton::clicked, &m_model, &WordsModel::stop);
    connect(m_corpus, &CorpusField::taken, this, [this] {
        refresh();
        emit choicesChanged();
    });
    connect(m_corpus->box(), &QComboBox::editTextChanged, this, &WordForm::refresh);
    for (QComboBox* choice : {m_split, m_heads})
        connect(choice, &QComboBox::activated, this, &WordForm::choicesChanged);
    connect(&m_model, &WordsModel::modelChanged, this, &WordForm::fillHeads);
    connect(&m_model, &WordsModel::busyChanged, this, &WordForm::refresh);
    connect(&m_model, &WordsModel::progressed, this, [this] { say(m_model.progressText()); });
    fillHeads();
}

QComboBox* WordForm::addChoice(QFormLayout& rows, const QString& name, const QString& title, const QString& help) {
    auto* choice = new QComboBox;
    choice->setObjectName(name);
    choice->setToolTip(help);
    choice->setAccessibleName(QString(title).remove(u'&'));
    choice->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    auto* label = new QLabel(title);
    label->setBuddy(choice);
    rows.addRow(label, choice);
    return choice;
}

QPushButton* WordForm::makeButton(const QString& name, const QString& text, const QString& help) {
    auto* button = new QPushButton(text);
    button->setObjectName(name);
    button->setToolTip(help);
    return button;
}

void WordForm::setOffered(const OfferedCorpora& offered) {
    m_corpus->setKnownCorpora(offered.recent, offered.others);
}

WordsQuestion WordForm::question() const {
    return {m_corpus->spec(), m_split->currentData().toString(), m_heads->currentData().toString()};
}

QVariantMap WordForm::choices() const {
    return {{"data", m_corpus->spec()}, {"split", m_split->currentData()}, {"heads", m_heads->currentData()}};
}

void WordForm::setChoices(const QVariantMap& choices) {
    m_corpus->setSpec(choices.value("data").toString());
    m_split->setCurrentIndex(std::max(0, m_split->findData(choices.value("split").toString())));
    m_heads->setCurrentIndex(std::max(0, m_heads->findData(choices.value("heads").toString())));
    refresh();
}

void WordForm::choose() {
    m_corpus->box()->setFocus();
    m_corpus->box()->showPopup();
}

void WordForm::say(const QString& text) {
    m_status->setText(text);
}

/// Of another model: a head of the same address stays chosen.
void WordForm::fillHeads() {
    const QString before = m_heads->currentData().toString();
    const QSignalBlocker blocker(m_heads);
    m_heads->clear();
    for (const auto& [addresses, title] : m_model.headChoices())
        m_heads->addItem(title, addresses);
    const bool any = m_heads->count() > 0;
    if (!any)
        m_heads->addItem(tr("none"), QString());
    m_heads->setEnabled(any);
    m_heads->setCurrentIndex(std::max(0, m_heads->findData(before)));
    refresh();
}

void WordForm::refresh() {
    const bool busy = m_model.isBusy(), named = !m_corpus->spec().isEmpty();
    const QString obstacle = m_model.obstacle();
    const bool hadFocus = m_start->hasFocus() || m_stop->hasFocus();
    m_problem->setProblem(obstacle);
    if (obstacle.isEmpty())
        m_problem->setHint(named ? QString() : tr("Choose a corpus of labelled sentences or texts."));
    m_start->setEnabled(!busy && named && obstacle.isEmpty());
    m_stop->setEnabled(busy);
    if (busy)
        say(m_model.progressText());
    if (hadFocus) // whoever pressed one goes on with the other
        (busy ? m_stop : m_start)->setFocus();
}

} // namespace headlight
