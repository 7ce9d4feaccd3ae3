#include "panels/words_panel.h"

#include "forms/empty_state.h"
#include "panels/words/top_words_view.h"
#include "panels/words/word_form.h"
#include "panels/words/word_table_view.h"
#include "plots/bar_plot.h"
#include "viewmodels/word_table.h"
#include "views/word_bars.h"
#include "wording/corpus_remedy.h"

#include <QComboBox>
#include <QTableView>
#include <algorithm>

namespace headlight {

namespace {

const QString wordsSetting = QStringLiteral("panel/words");
constexpr int drawnWords = 4;      ///< of the table, while none is chosen
constexpr int mostDrawnWords = 12; ///< that a plot can be read of

} // namespace

WordsPanel::WordsPanel(Session& session, Jobs& jobs, QWidget* parent)
    : Panel(session, jobs, parent), m_model(session, jobs), m_form(new WordForm(m_model)), m_table(new WordTableView),
      m_top(new TopWordsView), m_plot(new BarPlot) {
    setWhatsThis(tr("How much attention words get over a whole corpus, class by class, and whether that shifts from "
                    "class to class. A weight is the mean over heads and queries times the number of tokens: 1 is what "
                    "a word of its text has on average."));
    setCorner(Qt::BottomLeftCorner, Qt::LeftDockWidgetArea);
    setCentralWidget(m_table);
    addPart(QStringLiteral("corpus"), tr("Corpus"), m_form, Qt::LeftDockWidgetArea,
            tr("Which texts the open model reads, and whose attention is taken"));
    addPart(QStringLiteral("top"), tr("Top words"), m_top, Qt::LeftDockWidgetArea,
            tr("The most attended words of each class, of those that occur often enough in it"));
    m_plot->setObjectName(QStringLiteral("words.plot"));
    m_plot->setAccessibleName(tr("Weights of words by class"));
    addPart(QStringLiteral("plot"), tr("Weights by class"), m_plot, Qt::BottomDockWidgetArea,
            tr("The words that are chosen in the table; without a choice its first ones"));
    const QVariantMap saved = session.settings().value(wordsSetting).toMap();
    m_form->setChoices(saved.value("form").toMap());
    if (saved.contains("table"))
        m_table->setChoices(saved.value("table").toMap());
    addCommand("weigh-words", tr("Weigh the words of the corpus"), QKeySequence("Ctrl+R"), [this] { start(); });
    addCommand("stop-weighing", tr("Stop weighing words"), QKeySequence("Ctrl+."), [this] { m_model.stop(); });
    connectAll();
    showEmpty();
    draw();
}

void WordsPanel::connectAll() {
    connect(m_form, &WordForm::startRequested, this, &WordsPanel::start);
    connect(m_form, &WordForm::choicesChanged, this, &WordsPanel::remember);
    connect(m_form, &WordForm::choicesChanged, this, &WordsPanel::showEmpty);
    connect(&m_table->empty(), &EmptyState::clicked, this, [this] {
        if (m_form->question().data.isEmpty())
            m_form->choose();
        else
            start();
    });
    connect(m_table, &WordTableView::choicesChanged, this, &WordsPanel::remember);
    connect(m_table, &WordTableView::chosenChanged, this, &WordsPanel::draw);
    connect(m_table, &WordTableView::shownChanged, this, [this] {
        m_top->show(m_model.result(), m_table->fewest());
        draw();
    });
    connect(m_table, &WordTableView::textRequested, this, [this](const QString& text) {
        this->session().setExample(text);
        this->session().requestView(QStringLiteral("attend"));
    });
    connect(m_top, &TopWordsView::wordChosen, this, [this](const QString& word) { m_table->choose({word}); });
    connect(m_table, &WordTableView::failed, this, &WordsPanel::report);
    connect(m_top, &TopWordsView::failed, this, &WordsPanel::report);
    connect(m_plot, &PlotWidget::failed, this, &WordsPanel::report);
    connect(&m_model, &WordsModel::changed, this, &WordsPanel::showResult);
    connect(&m_model, &WordsModel::busyChanged, this, &WordsPanel::showEmpty);
    connect(&m_model, &WordsModel::modelChanged, this, &WordsPanel::showEmpty);
    connect(&m_model, &WordsModel::stopped, this,
            [this] { m_form->say(m_model.result() ? tr("Stopped; what was found before stays.") : tr("Stopped.")); });
    connect(&m_model, &WordsModel::failed, this, [this](const QString& message) {
        m_form->say(tr("Not weighed."));
        report(withWindowRemedy(message, false));
    });
}

void WordsPanel::showEvent(QShowEvent* event) {
    Panel::showEvent(event);
    m_form->setOffered(offeredCorpora(session().settings()));
}

int WordsPanel::neededWidth(const QDockWidget* dock) const {
    return dock == part(QStringLiteral("plot")) ? 0 : std::min(width() * 30 / 100, fontMetrics().height() * 27);
}

void WordsPanel::arrange() {
    const int em = fontMetrics().height();
    resizeDocks({part(QStringLiteral("corpus"))}, {neededWidth(part(QStringLiteral("corpus")))}, Qt::Horizontal);
    resizeDocks({part(QStringLiteral("corpus")), part(QStringLiteral("top"))},
                {17 * em, std::max(em, height() - 17 * em)}, Qt::Vertical);
    resizeDocks({part(QStringLiteral("plot"))}, {height() / 2}, Qt::Vertical);
}

void WordsPanel::start() {
    const WordsQuestion question = m_form->question();
    if (question.data.isEmpty() || m_model.isBusy())
        return;
    session().withdraw(wordsSetting);
    m_model.start(question);
}

void WordsPanel::showResult() {
    rememberCorpus(session().settings(), m_model.result()->data);
    m_table->setResult(m_model.result());
    m_form->say(m_model.result()->summary());
}

/// What is there before the first result, and the one button that brings it.
void WordsPanel::showEmpty() {
    EmptyState& empty = m_table->empty();
    const bool named = !m_form->question().data.isEmpty();
    if (const QString obstacle = m_model.obstacle(); !obstacle.isEmpty())
        empty.setText(obstacle);
    else if (named)
        empty.setText(tr("Every word of the corpus will be here, with its weights by class."), tr("Weigh words"));
    else
        empty.setText(tr("Which words does this model attend to? Choose a corpus: every word of it will be here, with "
                         "its weights by class."),
                      tr("Choose a corpus"));
    empty.setButtonEnabled(!m_model.isBusy());
}

void WordsPanel::draw() {
    const auto result = m_model.result();
    std::vector<WordShift> words;
    QStringList names;
    if (result) {
        QStringList wanted = m_table->chosen();
        if (wanted.isEmpty())
            wanted = m_table->first(drawnWords);
        for (const QString& word : wanted.mid(0, mostDrawnWords)) {
            words.push_back(shiftOf(result->weights, word.toStdString()));
            names << shownWord(*result, word.toStdString());
        }
        m_plot->setDescription(tr("Weights of words by class"), {{QStringLiteral("model"), result->model},
                                                                 {QStringLiteral("corpus"), result->data},
                                                                 {QStringLiteral("split"), result->split},
                                                                 {QStringLiteral("heads"), result->heads}});
        m_plot->setCaption(wanted.size() > mostDrawnWords
                               ? tr("the first %1 of %L2 words").arg(mostDrawnWords).arg(wanted.size())
                               : QString());
    }
    m_plot->setEmptyText(result ? tr("No word fits the filter.")
                                : tr("Words that are chosen in the table are drawn here, class by class."));
    drawWordBars(*m_plot, result ? result->classes() : QStringList(), result && result->texts.isOrdered, words, names);
}

void WordsPanel::remember() const {
    session().settings().set(wordsSetting, QVariantMap{{"form", m_form->choices()}, {"table", m_table->choices()}});
}

void WordsPanel::report(const QString& message) {
    session().post({wordsSetting, Notice::Kind::Error, message, {}});
}

} // namespace headlight
