#pragma once

#include "engine/models/inspect/tensor_comparison.h"
#include "engine/models/inspect/tensor_statistics.h"
#include "jobs/job.h"
#include "viewmodels/configuration_rows.h"

#include <map>

namespace headlight {

class Session;

/// What is in the open model's file of weights, without its numbers.
struct WeightsContent {
    QString model; ///< its title
    QString file;
    QString format; ///< "safetensors"
    std::shared_ptr<const TensorFile> weights;
    std::vector<ListedTensor> tensors;
    QList<ConfigurationRow> configuration;
};

/// Of the tensor that is looked at.
struct TensorFigures {
    QString name;
    TensorStatistics statistics;
    TensorHistogram histogram;
};

/// The weights of the open model against those of another one.
struct WeightsComparison {
    QString other; ///< the file
    std::vector<TensorDifference> differences;
};

/// A line of the table of tensors.
struct TensorEntry {
    ListedTensor tensor; ///< of the other model, where only that one has it
    std::optional<TensorStatistics> statistics;
    std::optional<TensorDifference> difference; ///< while models are compared
};

/// The tensors of the open model's weights: their list, figures of their numbers, and how they differ from another
/// model's. Everything that reads numbers is a job.
class TensorsModel : public QObject {
    Q_OBJECT

public:
    TensorsModel(Session& session, Jobs& jobs, QObject* parent = nullptr);
    ~TensorsModel() override;

    /// Null where there is none to look at, and while it is read.
    std::shared_ptr<const WeightsContent> content() const { return m_content; }
    QString obstacle() const { return m_obstacle; } ///< why there is no content; empty while it is read
    std::vector<TensorEntry> entries() const;

    /// Its figures are computed; an empty name chooses none.
    void choose(const QString& tensor);
    QString chosen() const { return m_chosen; }
    const std::optional<TensorFigures>& figures() const { return m_figures; } ///< none while they are computed

    /// Statistics of all tensors, for the table.
    void measureAll();
    /// A folder or a file of weights.
    void compareWith(const QString& place);
    void endComparison();
    const std::optional<WeightsComparison>& comparison() const { return m_comparison; }

    /// Whatever reads numbers ends; what was found stays.
    void stop();
    bool isReading() const { return m_reading; }
    bool isBusy() const { return m_reading || m_choosing || m_working; } ///< with anything
    bool isWorking() const { return m_choosing || m_working; }           ///< with what stop() ends
    QString progressText() const;

signals:
    void contentChanged();
    void entriesChanged();
    void figuresChanged(); ///< or another tensor is chosen
    void busyChanged();
    void progressed();
    void failed(const QString& message);

private:
    /// `ended` gets the message of work that failed, or an empty one where it was cancelled.
    template <class Work, class Done>
    void begin(QPointer<Job>& slot, const QString& title, Work work, Done done,
               std::function<void(const QString&)> ended);
    void end(QPointer<Job>& slot);
    void read();
    void tellFailure(const QString& message);

    Session& m_session;
    Jobs& m_jobs;
    QPointer<Job> m_reading, m_choosing, m_working;
    QString m_obstacle, m_chosen;
    std::shared_ptr<const WeightsContent> m_content;
    std::map<std::string, TensorStatistics> m_statistics;
    std::optional<TensorFigures> m_figures;
    std::optional<WeightsComparison> m_comparison;
};

} // namespace headlight
