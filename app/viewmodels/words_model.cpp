#include "viewmodels/words_model.h"

#include "engine/core/error.h"
#include "engine/data/corpus_part.h"
#include "open_data.h"
#include "session/open_model.h"
#include "session/session.h"
#include "viewmodels/map_names.h"
#include "wording/corpus_remedy.h"
#include "wording/number_text.h"
#include "wording/shown_text.h"

#include <cmath>

namespace headlight {

namespace {

WordsResult weighed(const OpenModel& open, const WordsQuestion& question, JobControl& control) {
    const Model& model = *open.model;
    WordsResult result;
    const std::vector<MapAddress> heads = wordHeadsNamed(model, question.heads.toStdString());
    result.model = open.title();
    result.data = question.data;
    result.heads = QString::fromStdString(addressList(heads));
    Corpus corpus = openDataSplit(question.data.toStdString(), question.split.toStdString());
    control.check();
    const CorpusPart part = partOf(corpus, question.split.toStdString());
    result.texts = classCorpus(corpus, part.examples);
    result.split = QString::fromStdString(part.name);
    result.corpus = shownText(corpus.name);
    const auto texts = double(std::max<std::size_t>(result.texts.texts.size(), 1));
    const auto check = [&] { control.check(); };
    result.weights = wordWeights(model, result.texts.texts, result.texts.labels.size(), heads, check,
                                 [&](std::size_t done) { control.setProgress(double(done) / texts); });
    if (result.weights.texts == 0)
        throw Error(corpus.spec + ": the model could read none of these texts");
    result.words = shiftsOf(result.weights, 1, check);
    return result;
}

} // namespace

QStringList WordsResult::classes() const {
    QStringList names;
    for (const std::string& label : texts.labels)
        names << shownText(label);
    return names;
}

QString WordsResult::summary() const {
    QString text = QObject::tr("%1 words of %2 texts, %3 of %4, weighed by %5")
                       .arg(countText(double(words.size())), countText(double(weights.texts)), split, corpus, model);
    if (weights.cut > 0)
        text += QObject::tr("; %1 texts are longer than the model reads, and were cut").arg(weights.cut);
    if (weights.refused > 0)
        text += QObject::tr("; %1 could not be read").arg(weights.refused);
    if (weights.unknown.size() == words.size())
        text += QObject::tr("; the model knows none of these words");
    return text;
}

QString WordsResult::textWith(const QString& word) const {
    const auto found = weights.strongest.find(word.toStdString());
    return found == weights.strongest.end() ? QString() : QString::fromStdString(texts.texts[found->second].text);
}

WordsModel::WordsModel(Session& session, Jobs& jobs, QObject* parent)
    : QObject(parent), m_session(session), m_jobs(jobs) {
    connect(&session, &Session::currentModelChanged, this, &WordsModel::modelChanged);
}

WordsModel::~WordsModel() {
    stop();
}

QString WordsModel::obstacle() const {
    const auto open = m_session.current();
    if (!open)
        return tr("No model is open.");
    try {
        checkReadsOneText(*open->model);
        wordHeads(*open->model);
    } catch (const Error& error) {
        const QString text = QString::fromUtf8(error.what());
        return text.left(1).toUpper() + text.mid(1);
    }
    return {};
}

QList<QPair<QString, QString>> WordsModel::headChoices() const {
    if (!obstacle().isEmpty())
        return {};
    const auto open = m_session.current();
    const std::vector<MapAddress> usual = wordHeads(*open->model);
    const bool isPooling = usual.front().part == MapPart::Pooling;
    QList<QPair<QString, QString>> choices = {
        {QString(), usual.size() == 1 ? (isPooling ? tr("The pooling") : tr("The self attention"))
                    : isPooling       ? tr("Mean of the %L1 of the pooling").arg(usual.size())
                                      : tr("Mean of the %L1 of the self attention").arg(usual.size())}};
    for (const HeadInfo& head : open->model->heads())
        if (head.address.part == MapPart::Pooling || head.address.part == MapPart::Self)
            choices.append({QString::fromStdString(head.address.text()),
                            headName(head.address, QString::fromStdString(head.label))});
    return choices;
}

void WordsModel::start(const WordsQuestion& question) {
    if (isBusy() || !obstacle().isEmpty())
        return;
    m_job = m_jobs.start(
        tr("Weighing words"),
        [open = m_session.current(), question](JobControl& control) { return weighed(*open, question, control); }, this,
        [this](WordsResult result) {
            m_result = std::make_shared<const WordsResult>(std::move(result));
            emit changed();
        });
    const auto ended = [this] {
        m_job = nullptr;
        emit busyChanged();
    };
    connect(m_job, &Job::progressed, this, &WordsModel::progressed);
    connect(m_job, &Job::finished, this, ended);
    connect(m_job, &Job::failed, this, [this, ended](const QString& message) {
        ended();
        emit failed(message);
    });
    connect(m_job, &Job::cancelled, this, [this, ended] {
        ended();
        emit stopped();
    });
    emit busyChanged();
}

void WordsModel::stop() {
    if (m_job)
        m_job->cancel();
}

QString WordsModel::progressText() const {
    if (!m_job)
        return {};
    if (m_job->progress() < 0)
        return tr("Reading the corpus …");
    const QString share = tr("Weighing words: %1 %").arg(int(m_job->progress() * 100));
    const std::optional<double> left = m_job->remainingSeconds();
    return !left || *left < 1 ? share : tr("%1; about %2 left").arg(share, durationText(*left));
}

} // namespace headlight
