#pragma once

#include <QList>
#include <QString>

namespace headlight {

/// A figure that a paper reports (REFERENCE §5.2 and §5.3).
struct PublishedFigure {
    QString model;               ///< as the paper writes it
    QString encoder;             ///< id in the registry, where this program trains that model; else empty
    QString corpus;              ///< "CR", "MPQA", "SUBJ", "TREC", "SST-5", "SST-2"
    double accuracy = 0;         ///< 0 … 1
    double deviation = -1;       ///< standard deviation over runs, 0 … 1; −1: not reported
    double parameters = -1;      ///< without embeddings; −1: not reported
    double secondsPerEpoch = -1; ///< on the paper's GPU; −1: not reported
    QString source;              ///< which table, and whether it is the best of several runs
};

const QList<PublishedFigure>& publishedFigures();

/// The corpora of publishedFigures(), in the papers' order.
QStringList publishedCorpora();

/// Which of publishedCorpora() a corpus specification means, by the name of its file or folder and, for SST, the labels
/// it asks for; empty when none.
QString publishedCorpusOf(const QString& data);

} // namespace headlight
