#include "models/published.h"

#include <QStringList>
#include <array>
#include <cmath>

namespace headlight {

namespace {

constexpr double none = -1;

struct Cell {
    double accuracy = none, deviation = none; ///< per cent
};

struct Row {
    const char* model;
    const char* encoder;
    std::array<Cell, 6> cells; ///< in the order of publishedCorpora()
};

/// REFERENCE §5.2, per cent. MPSAN's SST-5 figure stands below, with parameters and time.
const std::array<Row, 12> classification = {{
    {"cBoW", "cbow", {{{79.9}, {86.4}, {91.3}, {87.3}, {}, {}}}},
    {"Skip-thought", "", {{{81.3}, {87.5}, {93.6}, {92.2}, {}, {}}}},
    {"DCNN", "", {{{}, {}, {}, {93.0}, {48.5}, {86.8}}}},
    {"AdaSent", "", {{{83.6, 1.6}, {90.4, .7}, {92.2, 1.2}, {91.1, 1.0}, {}, {}}}},
    {"SRU", "", {{{84.8, 1.3}, {89.7, 1.1}, {93.4, .8}, {93.9, .6}, {}, {89.1, .3}}}},
    {"Wide CNNs", "", {{{82.2, 2.2}, {88.8, 1.2}, {92.9, .7}, {93.2, .5}, {}, {85.3, .4}}}},
    {"Bi-LSTM", "bilstm", {{{84.6, 1.6}, {90.2, .9}, {94.7, .7}, {94.4, .3}, {49.9, .8}, {87.7, .6}}}},
    {"Multi-head", "multihead", {{{82.6, 1.9}, {89.8, 1.2}, {94.0, .8}, {93.4, .4}, {48.2, .6}, {83.9, .4}}}},
    {"DiSAN", "disa", {{{84.8, 2.0}, {90.1, .4}, {94.2, .6}, {94.2, .1}, {51.0, .7}, {87.8, .3}}}},
    {"Bi-BloSAN", "biblosa", {{{84.8, .9}, {90.4, .8}, {94.5, .5}, {94.8, .2}, {50.6, .5}, {87.4, .2}}}},
    {"MTSA", "mtsa", {{{84.9, 2.4}, {90.5, .6}, {94.5, .6}, {95.3, .3}, {51.3, .7}, {}}}},
    {"MPSAN", "mpsan", {{{85.4, 1.4}, {90.4, .8}, {94.6, .7}, {94.8, .2}, {}, {}}}},
}};

struct Detail {
    const char* model;
    const char* encoder;
    double parameters, secondsPerEpoch, accuracy;
    bool bestOfTen;
};

/// REFERENCE §5.3: SST with five classes.
const std::array<Detail, 5> treebank = {{
    {"Multi-head SAN", "multihead", 1.5e6, 432, 49.41, false},
    {"Bi-LSTM SAN", "bilstm", 2.2e6, 1704, 49.95, false},
    {"DiSAN", "disa", 1.8e6, 485, 51.72, true},
    {"Bi-BloSAN", "biblosa", 2.2e6, 425, 51.49, true},
    {"MPSAN", "mpsan", 1.1e6, 359, 52.53, true},
}};

QList<PublishedFigure> makeFigures() {
    QList<PublishedFigure> figures;
    const QStringList corpora = publishedCorpora();
    for (const Row& row : classification)
        for (std::size_t c = 0; c < row.cells.size(); ++c) {
            const Cell& cell = row.cells[c];
            if (cell.accuracy < 0)
                continue;
            figures.append({QString::fromLatin1(row.model), QString::fromLatin1(row.encoder), corpora[qsizetype(c)],
                            cell.accuracy / 100, cell.deviation < 0 ? none : cell.deviation / 100, none, none,
                            QStringLiteral("sentence classification tables of the MTSA and MPSAN papers")});
        }
    for (const Detail& detail : treebank)
        figures.append({QString::fromLatin1(detail.model), QString::fromLatin1(detail.encoder), QStringLiteral("SST-5"),
                        detail.accuracy / 100, none, detail.parameters, detail.secondsPerEpoch,
                        detail.bestOfTen ? QStringLiteral("SST-5 table of the MPSAN paper, best of ten runs")
                                         : QStringLiteral("SST-5 table of the MPSAN paper")});
    return figures;
}

} // namespace

QStringList publishedCorpora() {
    return {QStringLiteral("CR"),   QStringLiteral("MPQA"),  QStringLiteral("SUBJ"),
            QStringLiteral("TREC"), QStringLiteral("SST-5"), QStringLiteral("SST-2")};
}

const QList<PublishedFigure>& publishedFigures() {
    static const QList<PublishedFigure> figures = makeFigures();
    return figures;
}

QString publishedCorpusOf(const QString& data) {
    const qsizetype question = data.indexOf('?');
    const QStringList parts = data.left(question < 0 ? data.size() : question).toLower().split('/', Qt::SkipEmptyParts);
    const QString options = question < 0 ? QString() : data.mid(question + 1).toLower();
    for (qsizetype i = parts.size(); i-- > 0;) {
        const QString stem = parts[i].section('.', 0, 0);
        if (stem == QLatin1String("sst") || stem == QLatin1String("stsa") || stem == QLatin1String("sst2") ||
            stem == QLatin1String("sst5")) {
            const bool fine = stem == QLatin1String("sst5") || options.contains(QLatin1String("labels=fine")) ||
                              data.contains(QLatin1String("stsa.fine"));
            return fine ? QStringLiteral("SST-5") : QStringLiteral("SST-2");
        }
        for (const QString& corpus : publishedCorpora())
            if (stem == corpus.toLower())
                return corpus;
        if (stem == QLatin1String("custrev"))
            return QStringLiteral("CR");
    }
    return {};
}

} // namespace headlight
