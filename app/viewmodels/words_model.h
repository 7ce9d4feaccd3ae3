#pragma once

#include "engine/analysis/class_corpus.h"
#include "jobs/job.h"

#include <QPair>
#include <QStringList>

namespace headlight {

class Session;

/// Which texts are weighed, and by which heads of the open model.
struct WordsQuestion {
    QString data;
    QString split; ///< "test", "dev", "train"; empty: the first of these that there is
    QString heads; ///< addresses between commas; empty: WordsModel::headChoices() says which
};

/// What every word of a corpus got. It needs neither model nor corpus any more.
struct WordsResult {
    QString model;  ///< its title
    QString corpus; ///< its name
    QString data, split, heads;
    ClassCorpus texts;
    WordWeights weights;
    std::vector<WordShift> words; ///< all of them, by alphabet

    QStringList classes() const; ///< as they may be shown
    /// "12,345 words of 872 texts, dev of sst2": what was weighed, and what was cut or could not be read.
    QString summary() const;
    /// A text in which the word has much weight; empty for none of its words.
    QString textWith(const QString& word) const;
};

/// Attention to the words of a corpus, class by class: asked of the open model in a job.
class WordsModel : public QObject {
    Q_OBJECT

public:
    WordsModel(Session& session, Jobs& jobs, QObject* parent = nullptr);
    ~WordsModel() override;

    /// Why the open model can't be asked; empty: it can.
    QString obstacle() const;
    /// The heads that may be chosen, as WordsQuestion has them, and what they are called.
    QList<QPair<QString, QString>> headChoices() const;

    /// Does nothing while it is busy, or where there is an obstacle.
    void start(const WordsQuestion& question);
    void stop();
    bool isBusy() const { return m_job; }
    double progress() const { return m_job ? m_job->progress() : -1; }
    /// "43 %; about 12 s left"
    QString progressText() const;
    std::shared_ptr<const WordsResult> result() const { return m_result; } ///< the newest; null before the first

signals:
    void modelChanged(); ///< obstacle and heads
    void busyChanged();
    void progressed();
    void changed(); ///< the result
    void stopped();
    void failed(const QString& message);

private:
    Session& m_session;
    Jobs& m_jobs;
    QPointer<Job> m_job;
    std::shared_ptr<const WordsResult> m_result;
};

} // namespace headlight
