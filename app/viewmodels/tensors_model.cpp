#include "viewmodels/tensors_model.h"

#include "engine/models/weights/weights_formats.h"
#include "session/open_model.h"
#include "session/session.h"

#include <algorithm>

namespace headlight {

namespace {

constexpr std::size_t histogramBins = 64;

/// Tells a job how far it is, and ends it when it is cancelled.
NumbersRead progressOf(JobControl& control, std::int64_t numbers) {
    return [&control, all = double(std::max<std::int64_t>(numbers, 1)), done = 0.0](std::int64_t some) mutable {
        control.check();
        done += double(some);
        control.setProgress(std::min(done / all, 1.0));
    };
}

WeightsContent contentOf(const QString& title, const QString& place) {
    const std::filesystem::path file = weightsOf(place.toStdString());
    WeightsContent content;
    content.model = title;
    content.file = QString::fromStdString(file.string());
    const WeightsFormat& format = weightsFormat(file);
    content.format = QString::fromStdString(format.title);
    content.weights = format.open(file);
    content.tensors = listedTensors(*content.weights);
    content.configuration = configurationRows(place);
    return content;
}

TensorFigures figuresOf(const WeightsContent& content, const QString& tensor, JobControl& control) {
    const std::string name = tensor.toStdString();
    const NumbersRead read = progressOf(control, 2 * content.weights->info(name).elements());
    TensorFigures figures;
    figures.name = tensor;
    figures.statistics = statisticsOf(*content.weights, name, read);
    figures.histogram = histogramOf(*content.weights, name, figures.statistics, histogramBins, read);
    return figures;
}

std::map<std::string, TensorStatistics> statisticsOfAll(const WeightsContent& content, JobControl& control) {
    std::int64_t numbers = 0;
    for (const ListedTensor& tensor : content.tensors)
        numbers += tensor.info.elements();
    const NumbersRead read = progressOf(control, numbers);
    std::map<std::string, TensorStatistics> all;
    for (const ListedTensor& tensor : content.tensors)
        if (tensor.info.dtype != Dtype::Unread)
            all[tensor.name] = statisticsOf(*content.weights, tensor.name, read);
    return all;
}

WeightsComparison compared(const WeightsContent& content, const QString& place, JobControl& control) {
    const std::filesystem::path file = weightsOf(place.toStdString());
    const auto other = openWeights(file);
    WeightsComparison comparison;
    comparison.other = QString::fromStdString(file.string());
    comparison.differences =
        compareTensors(*content.weights, *other, progressOf(control, numbersToCompare(*content.weights, *other)));
    return comparison;
}

} // namespace

TensorsModel::TensorsModel(Session& session, Jobs& jobs, QObject* parent)
    : QObject(parent), m_session(session), m_jobs(jobs) {
    connect(&session, &Session::currentModelChanged, this, &TensorsModel::read);
    read();
}

TensorsModel::~TensorsModel() {
    for (QPointer<Job>* slot : {&m_reading, &m_choosing, &m_working})
        if (*slot)
            (*slot)->cancel();
}

template <class Work, class Done>
void TensorsModel::begin(QPointer<Job>& slot, const QString& title, Work work, Done done,
                         std::function<void(const QString&)> ended) {
    end(slot);
    Job* const job = m_jobs.start(title, std::move(work), this, std::move(done));
    slot = job;
    const auto release = [this, &slot, job] {
        if (slot != job)
            return false;
        slot = nullptr;
        emit busyChanged();
        return true;
    };
    connect(job, &Job::progressed, this, &TensorsModel::progressed);
    connect(job, &Job::finished, this, release);
    connect(job, &Job::failed, this, [release, ended](const QString& message) {
        if (release())
            ended(message);
    });
    connect(job, &Job::cancelled, this, [release, ended] { // by the jobs button
        if (release())
            ended({});
    });
    emit busyChanged();
}

void TensorsModel::end(QPointer<Job>& slot) {
    if (!slot)
        return;
    slot->cancel();
    slot = nullptr;
    emit busyChanged();
}

/// The list of the model that is the current one now.
void TensorsModel::read() {
    stop();
    end(m_reading);
    m_content.reset();
    m_statistics.clear();
    m_comparison.reset();
    m_obstacle.clear();
    choose({});
    const auto open = m_session.current();
    if (!open)
        m_obstacle = tr("No model is open.");
    else if (open->folder.isEmpty())
        m_obstacle = tr("This model has no folder, and so no file of weights.");
    else
        begin(
            m_reading, tr("Listing tensors"),
            [title = open->title(), place = open->folder](JobControl&) { return contentOf(title, place); },
            [this](WeightsContent content) {
                m_content = std::make_shared<const WeightsContent>(std::move(content));
                emit contentChanged();
                emit entriesChanged();
            },
            [this](const QString& message) {
                m_obstacle = message.isEmpty() ? tr("The list of tensors was not read.") : message;
                emit contentChanged();
            });
    emit contentChanged();
    emit entriesChanged();
}

std::vector<TensorEntry> TensorsModel::entries() const {
    std::vector<TensorEntry> entries;
    if (m_comparison)
        for (const TensorDifference& difference : m_comparison->differences)
            entries.push_back({difference.here ? *difference.here : *difference.there, std::nullopt, difference});
    else if (m_content)
        for (const ListedTensor& tensor : m_content->tensors)
            entries.push_back({tensor, std::nullopt, std::nullopt});
    for (TensorEntry& entry : entries)
        if (const auto found = m_statistics.find(entry.tensor.name); found != m_statistics.end())
            entry.statistics = found->second;
    return entries;
}

void TensorsModel::choose(const QString& tensor) {
    const bool isThere = m_content && m_content->weights->contains(tensor.toStdString()) &&
                         m_content->weights->info(tensor.toStdString()).dtype != Dtype::Unread;
    end(m_choosing);
    m_chosen = tensor;
    m_figures.reset();
    if (isThere)
        begin(
            m_choosing, tr("Figures of a tensor"),
            [content = m_content, tensor](JobControl& control) { return figuresOf(*content, tensor, control); },
            [this](TensorFigures figures) {
                m_statistics[figures.name.toStdString()] = figures.statistics;
                m_figures = std::move(figures);
                emit figuresChanged();
                emit entriesChanged();
            },
            [this](const QString& message) {
                choose({});
                tellFailure(message);
            });
    emit figuresChanged();
}

void TensorsModel::measureAll() {
    if (!m_content)
        return;
    begin(
        m_working, tr("Figures of all tensors"),
        [content = m_content](JobControl& control) { return statisticsOfAll(*content, control); },
        [this](std::map<std::string, TensorStatistics> all) {
            m_statistics = std::move(all);
            emit entriesChanged();
        },
        [this](const QString& message) { tellFailure(message); });
}

void TensorsModel::compareWith(const QString& place) {
    if (!m_content)
        return;
    begin(
        m_working, tr("Comparing weights"),
        [content = m_content, place](JobControl& control) { return compared(*content, place, control); },
        [this](WeightsComparison comparison) {
            m_comparison = std::move(comparison);
            emit entriesChanged();
        },
        [this](const QString& message) { tellFailure(message); });
}

void TensorsModel::endComparison() {
    if (!m_comparison)
        return;
    m_comparison.reset();
    emit entriesChanged();
}

void TensorsModel::stop() {
    if (m_choosing)
        choose({});
    end(m_working);
}

void TensorsModel::tellFailure(const QString& message) {
    if (!message.isEmpty())
        emit failed(message);
}

QString TensorsModel::progressText() const {
    if (m_reading)
        return tr("Reading …");
    const Job* const job = m_working ? m_working : m_choosing;
    if (!job)
        return {};
    return job->progress() < 0 ? tr("%1 …").arg(job->title())
                               : tr("%1: %2 %").arg(job->title()).arg(int(job->progress() * 100));
}

} // namespace headlight
