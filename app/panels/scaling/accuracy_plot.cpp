#include "panels/scaling/accuracy_plot.h"

#include "forms/steady_choice.h"
#include "panels/scatter_tab.h"
#include "wording/corpus_title.h"

#include <QCheckBox>
#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QVBoxLayout>
#include <utility>

namespace headlight {

AccuracyPlot::AccuracyPlot(Jobs& jobs, QWidget* parent)
    : QWidget(parent), m_library(jobs), m_corpus(new SteadyChoice),
      m_published(new QCheckBox(tr("&Published figures"))),
      m_scatter(new ScatterTab(m_library, QStringLiteral("scaling.scatter"))) {
    auto* column = new QVBoxLayout(this);
    auto* bar = new QHBoxLayout;
    m_corpus->setObjectName(QStringLiteral("scaling.corpus"));
    m_corpus->setMinimumContentsLength(24);
    m_corpus->setToolTip(tr("Accuracies can only be compared on one corpus; those of the runs in the store"));
    auto* label = new QLabel(tr("&Corpus"));
    label->setBuddy(m_corpus);
    m_published->setObjectName(QStringLiteral("scaling.published"));
    m_published->setToolTip(tr("Hollow marks: what the papers report on this corpus. Their times and memory are those "
                               "of a GPU, and their word vectors were pretrained"));
    bar->addWidget(label);
    bar->addWidget(m_corpus);
    bar->addWidget(m_published);
    bar->addStretch();
    column->addLayout(bar);
    column->addWidget(m_scatter, 1);
    m_scatter->setAxes(QStringLiteral("inference"), QStringLiteral("accuracy"), QStringLiteral("memory"));
    m_scatter->setChoices({{"scaling.scatter.group", "setting"}});
    connect(&m_library, &RunsLibrary::loaded, this, &AccuracyPlot::fillCorpora);
    connect(&m_library, &RunsLibrary::failed, this, &AccuracyPlot::failed);
    connect(m_scatter, &ScatterTab::failed, this, &AccuracyPlot::failed);
    connect(m_scatter, &ScatterTab::choicesChanged, this, &AccuracyPlot::choicesChanged);
    connect(m_corpus, &QComboBox::activated, this, [this] {
        draw();
        emit choicesChanged();
    });
    connect(m_published, &QCheckBox::clicked, this, [this](bool on) {
        m_scatter->setPublished(on);
        emit choicesChanged();
    });
}

void AccuracyPlot::setStore(const QString& path) {
    m_library.setStore(path);
}

void AccuracyPlot::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    m_library.setWatching(true);
}

void AccuracyPlot::hideEvent(QHideEvent* event) {
    QWidget::hideEvent(event);
    m_library.setWatching(false);
}

void AccuracyPlot::fillCorpora() {
    QStringList corpora, present;
    for (const RunEntry& run : m_library.model().runs())
        if (!std::isnan(run.inference) && !corpora.contains(run.data))
            corpora.append(run.data);
    corpora.sort();
    for (int i = 0; i < m_corpus->count(); ++i)
        present.append(m_corpus->itemData(i).toString());
    if (corpora != present) {
        const QString wanted = chosenCorpus();
        m_corpus->clear();
        for (const QString& corpus : std::as_const(corpora)) {
            m_corpus->addItem(corpusTitle(corpus), corpus);
            m_corpus->setItemData(m_corpus->count() - 1, corpus, Qt::ToolTipRole);
        }
        m_corpus->setEnabled(!corpora.isEmpty());
        m_corpus->setCurrentIndex(std::max(0, int(corpora.indexOf(wanted))));
    }
    draw();
}

QString AccuracyPlot::chosenCorpus() const {
    return m_corpus->currentIndex() < 0 ? m_wantedCorpus : m_corpus->currentData().toString();
}

void AccuracyPlot::draw() {
    QList<qint64> ids;
    QString judgedBy = QStringLiteral("accuracy");
    const QString corpus = m_corpus->currentData().toString();
    for (const RunEntry& run : m_library.model().runs())
        if (run.data == corpus) {
            ids.append(run.id);
            if (!run.judgedBy.isEmpty())
                judgedBy = run.judgedBy;
        }
    if (m_wantedCorpus != corpus) { // else the axes are the user's
        m_wantedCorpus = corpus;
        m_scatter->setAxes(QStringLiteral("inference"), judgedBy, QStringLiteral("memory"));
    }
    m_scatter->setRuns(ids);
}

QVariantMap AccuracyPlot::choices() const {
    QVariantMap choices = m_scatter->choices();
    choices["corpus"] = chosenCorpus();
    choices["published"] = m_published->isChecked();
    return choices;
}

void AccuracyPlot::setChoices(const QVariantMap& choices) {
    if (choices.isEmpty())
        return;
    m_wantedCorpus = choices.value("corpus").toString();
    m_published->setChecked(choices.value("published").toBool());
    m_scatter->setPublished(m_published->isChecked());
    m_scatter->setChoices(choices);
}

} // namespace headlight
