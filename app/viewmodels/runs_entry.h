#pragma once

#include <QDateTime>
#include <QList>
#include <QMap>
#include <QString>
#include <QStringList>
#include <QVariant>
#include <cmath>

namespace headlight {

/// One run as tables and plots show it.
struct RunEntry {
    qint64 id = 0;
    int color = 0;    ///< place in the palette of series: the same in every plot and session
    QString ownColor; ///< "#1872a6", given by hand: wins over the palette; often empty
    QString name;
    QString title;   ///< the name as people read it: of one that nobody gave, "MTSA on TREC, seed 2"
    QString status;  ///< "running", "paused", "finished", "stopped", "interrupted", "failed"
    QString message; ///< what went wrong, or the last word of the run
    QString model, data;
    QString spec; ///< what opens the corpus again
    QDateTime started;
    QString folder; ///< with best/, last/ and resume/
    QStringList tags;
    QString notes;
    QString version, machine;
    /// What the run reached by one metric, NaN where unknown: `best` and `last` on the test set, or on the dev set
    /// without one, of the kept model and at the last evaluation; `dev` is the best on the dev set.
    struct Reached {
        double best = std::nan(""), last = std::nan(""), dev = std::nan("");
    };
    QMap<QString, Reached> reached; ///< by metric (engine/tasks/metric.h)
    /// What chooses without a network, for comparison: titles and accuracies, by split.
    QMap<QString, QList<std::pair<QString, double>>> beside;
    /// Those that stand beside a measure, which is a key of the table; empty where it is no accuracy.
    QList<std::pair<QString, double>> besideMeasure(const QString& measure) const;
    /// "First sentence 33.5 %, …" of them; empty where there are none.
    QString besideText(const QString& measure) const;
    QString judgedBy;           ///< the metric that chose the kept model
    double loss = std::nan(""); ///< last mean training loss
    double epochs = std::nan("");
    double seconds = std::nan("");
    double inference = std::nan("");  ///< seconds of the quickest pass over the test set, or the dev set without one
    double memory = std::nan("");     ///< peak bytes of a training step: activations and scratch
    double speed = std::nan("");      ///< tokens per second
    double parameters = std::nan(""); ///< without embeddings
    QStringList metrics;              ///< names of the curves it has
    QMap<QString, QVariant> options;  ///< every option of the configuration by its name

    QString chosenColor; ///< by hand, in the form of Session::runColors; empty for the automatic one

    static int colorByNumber(qint64 id);
    /// The one that was given by hand, else the colour by its number.
    void setColor(const QString& chosen);
    bool isLive() const { return status == QLatin1String("running") || status == QLatin1String("paused"); }
    bool operator==(const RunEntry& other) const;
};

/// One column of the table of runs.
struct RunColumn {
    /// A Number is written as it was chosen, a Figure was measured and has all of its digits.
    enum class Kind { Text, Number, Figure, Epochs, Share, Seconds, Bytes, Count, Date, Editable };
    QString key;   ///< in filters and exported files
    QString title; ///< the heading, in filters as well
    QString help;
    Kind kind = Kind::Text;
    bool isOption = false;   ///< an option of the configuration
    bool isMeasured = false; ///< a number that plots compare runs by
    bool isRare = false;     ///< left out of the table while no run has a value
};

/// The columns that every run has; options follow behind.
const QList<RunColumn>& runColumns();

/// A run's value in full precision; invalid when it has none.
QVariant valueOf(const RunEntry& run, const RunColumn& column);

/// What a column is, and its identifier: for tooltips.
QString helpOf(const RunColumn& column);

/// A run's value as people read it: name, encoder, corpus and chosen values by their titles, numbers as displayOf.
QString shownOf(const RunEntry& run, const RunColumn& column);

/// "First sentence 33.5 %, Longest sentence 34.6 %": titles with accuracies.
QString accuraciesText(const QList<std::pair<QString, double>>& accuracies);

/// With unit, four significant digits.
QString displayOf(const QVariant& value, RunColumn::Kind kind);

} // namespace headlight
