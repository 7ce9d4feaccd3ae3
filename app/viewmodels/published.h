#pragma once

#include <QList>
#include <QMap>
#include <QString>

namespace headlight {

/// What a paper reports of one model on one corpus (REFERENCE §5.1 to §5.4).
struct PublishedFigure {
    QString model;   ///< as the paper writes it
    QString encoder; ///< id in the registry, where this program trains that model; else empty
    QString corpus;  ///< one of publishedCorpora()
    /// By the key of the runs' column, in its unit: accuracy, pearson, spearman, parameters (without embeddings),
    /// inference (seconds), memory (bytes), and perEpochKey. Times and memory are those of the paper's GPU.
    QMap<QString, double> values;
    QString source; ///< which table, and what is peculiar to it

    bool has(const QString& key) const { return values.contains(key); }
    double value(const QString& key) const; ///< NaN when the paper does not report it
};

const QList<PublishedFigure>& publishedFigures();

/// Of the corpora of these runs.
QList<PublishedFigure> publishedOf(const QList<QString>& specs);

/// The corpora of publishedFigures(), in the papers' order.
QStringList publishedCorpora();

/// Which of publishedCorpora() a corpus specification means, by the name of its file or folder and, for SST, the labels
/// it asks for; empty when none.
QString publishedCorpusOf(const QString& data);

} // namespace headlight
