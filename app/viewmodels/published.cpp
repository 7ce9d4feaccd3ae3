#include "viewmodels/published.h"

#include "viewmodels/runs_groups.h"

#include <QSet>
#include <QStringList>
#include <array>
#include <cmath>

namespace headlight {

namespace {

constexpr double none = -1;

struct Row {
    const char* model;
    const char* encoder;
    std::array<double, 6> accuracies; ///< per cent, in the order of publishedCorpora()
};

/// REFERENCE §5.2, per cent. MPSAN's SST-5 figure stands below, with parameters and time.
const std::array<Row, 12> classification = {{
    {"cBoW", "cbow", {{79.9, 86.4, 91.3, 87.3, none, none}}},
    {"Skip-thought", "", {{81.3, 87.5, 93.6, 92.2, none, none}}},
    {"DCNN", "", {{none, none, none, 93.0, 48.5, 86.8}}},
    {"AdaSent", "", {{83.6, 90.4, 92.2, 91.1, none, none}}},
    {"SRU", "", {{84.8, 89.7, 93.4, 93.9, none, 89.1}}},
    {"Wide CNNs", "", {{82.2, 88.8, 92.9, 93.2, none, 85.3}}},
    {"Bi-LSTM", "bilstm", {{84.6, 90.2, 94.7, 94.4, 49.9, 87.7}}},
    {"Multi-head", "multihead", {{82.6, 89.8, 94.0, 93.4, 48.2, 83.9}}},
    {"DiSAN", "disa", {{84.8, 90.1, 94.2, 94.2, 51.0, 87.8}}},
    {"Bi-BloSAN", "biblosa", {{84.8, 90.4, 94.5, 94.8, 50.6, 87.4}}},
    {"MTSA", "mtsa", {{84.9, 90.5, 94.5, 95.3, 51.3, none}}},
    {"MPSAN", "mpsan", {{85.4, 90.4, 94.6, 94.8, none, none}}},
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

struct Inference {
    const char* model;
    const char* encoder;
    double parameters, secondsPerEpoch, seconds, megabytes, accuracy;
};

/// REFERENCE §5.1: the MTSA paper's table of SNLI.
const std::array<Inference, 10> entailment = {{
    {"Bi-LSTM", "bilstm", 2.9e6, 854, 9.1, 942, 85.0},
    {"Bi-GRU", "bigru", 2.5e6, 850, 9.4, 810, 84.9},
    {"Multi-CNN", "multicnn", 1.4e6, 137, 1.4, 208, 83.2},
    {"Hrchy-CNN", "hrchycnn", 3.4e6, 195, 1.8, 309, 83.9},
    {"Multi-head", "multihead", 2.0e6, 179, 1.5, 466, 84.2},
    {"DiSA", "disa", 2.3e6, 390, 5.2, 6682, 85.6},
    {"Bi-BloSA", "biblosa", 4.1e6, 303, 3.2, 1600, 85.8},
    {"MTSA", "mtsa", 2.9e6, 180, 1.6, 558, 86.3},
    {"Reinforced SAN", "", 3.1e6, 404, none, none, 86.3},
    {"Distance-based SAN", "distance-san", 4.7e6, 416, none, none, 86.3},
}};

struct Relatedness {
    const char* model;
    const char* encoder;
    double pearson, spearman;
};

/// REFERENCE §5.4: SICK.
const std::array<Relatedness, 12> relatedness = {{
    {"Bi-LSTM", "bilstm", .8473, .7913},
    {"Multi-CNN", "multicnn", .8374, .7793},
    {"Hrchy-CNN", "hrchycnn", .8436, .7874},
    {"Multi-head", "multihead", .8521, .7942},
    {"DiSAN", "disa", .8695, .8139},
    {"Bi-BloSAN", "biblosa", .8616, .8038},
    {"MPSAN", "mpsan", .8674, .8119},
    {"Meaning Factory", "", .8268, .7721},
    {"DT-RNN", "", .7923, .7319},
    {"SDT-RNN", "", .7900, .7304},
    {"Const. Tree-LSTM", "", .8582, .7966},
    {"Dep. Tree-LSTM", "", .8676, .8083},
}};

PublishedFigure figureOf(const char* model, const char* encoder, const QString& corpus,
                         std::initializer_list<std::pair<QString, double>> values, const QString& source) {
    PublishedFigure figure{QString::fromLatin1(model), QString::fromLatin1(encoder), corpus, {}, source};
    for (const auto& [key, value] : values)
        if (value != none)
            figure.values.insert(key, value);
    return figure;
}

/// The nearest number to two digits of a per cent: 84.9 / 100 is not the nearest to 0.849.
double shareOf(double percent) {
    return std::round(percent * 100) / 1e4;
}

QList<PublishedFigure> makeFigures() {
    QList<PublishedFigure> figures;
    const QStringList corpora = publishedCorpora();
    for (const Row& row : classification)
        for (std::size_t c = 0; c < row.accuracies.size(); ++c)
            if (row.accuracies[c] != none)
                figures.append(figureOf(row.model, row.encoder, corpora[qsizetype(c)],
                                        {{"accuracy", shareOf(row.accuracies[c])}},
                                        QStringLiteral("sentence classification tables of the MTSA and MPSAN papers")));
    for (const Detail& row : treebank)
        figures.append(figureOf(
            row.model, row.encoder, QStringLiteral("SST-5"),
            {{"accuracy", shareOf(row.accuracy)}, {"parameters", row.parameters}, {perEpochKey, row.secondsPerEpoch}},
            row.bestOfTen ? QStringLiteral("SST-5 table of the MPSAN paper, best of ten runs")
                          : QStringLiteral("SST-5 table of the MPSAN paper")));
    for (const Inference& row : entailment)
        figures.append(figureOf(row.model, row.encoder, QStringLiteral("SNLI"),
                                {{"accuracy", shareOf(row.accuracy)},
                                 {"parameters", row.parameters},
                                 {perEpochKey, row.secondsPerEpoch},
                                 {"inference", row.seconds},
                                 {"memory", row.megabytes == none ? none : row.megabytes * 1e6}},
                                QStringLiteral("SNLI table of the MTSA paper, on a GPU")));
    for (const Relatedness& row : relatedness)
        figures.append(figureOf(row.model, row.encoder, QStringLiteral("SICK"),
                                {{"pearson", row.pearson}, {"spearman", row.spearman}},
                                QStringLiteral("SICK tables of the Bi-BloSAN and MPSAN papers")));
    return figures;
}

} // namespace

QStringList publishedCorpora() {
    return {QStringLiteral("CR"),    QStringLiteral("MPQA"),  QStringLiteral("SUBJ"), QStringLiteral("TREC"),
            QStringLiteral("SST-5"), QStringLiteral("SST-2"), QStringLiteral("SNLI"), QStringLiteral("SICK")};
}

double PublishedFigure::value(const QString& key) const {
    return values.value(key, std::nan(""));
}

QList<PublishedFigure> publishedOf(const QList<QString>& specs) {
    QSet<QString> corpora;
    for (const QString& spec : specs)
        corpora.insert(publishedCorpusOf(spec));
    QList<PublishedFigure> figures;
    for (const PublishedFigure& figure : publishedFigures())
        if (corpora.contains(figure.corpus))
            figures.append(figure);
    return figures;
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
