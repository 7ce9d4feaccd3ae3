#include "viewmodels/train_preview.h"

#include "diagnostic.h"
#include "engine/data/statistics.h"
#include "wording/number_text.h"

#include <QDir>
#include <algorithm>

namespace headlight {

namespace {

constexpr std::size_t longestSample = 60; ///< tokens

void addPart(CorpusPreview& preview, const QString& name, const std::vector<Example>& examples, int labels) {
    if (examples.empty())
        return;
    const PartStatistics statistics = statisticsOf(examples, labels);
    CorpusPreview::Part part{
        name, statistics.examples, statistics.tokens, statistics.shortest, statistics.median, statistics.longest, {}};
    for (const std::int64_t count : statistics.perLabel)
        part.perLabel.append(count);
    preview.parts.append(part);
}

QString sampleText(const std::vector<std::string>& sentence) {
    QStringList tokens;
    for (const std::string& token : sentence) {
        if (std::size_t(tokens.size()) == longestSample)
            return tokens.join(' ') + QStringLiteral(" …");
        tokens.append(QString::fromStdString(token));
    }
    return tokens.join(' ');
}

/// The tokens with the tags that say something: "He/PRP", "the/B-NP dog/I-NP barks".
QString taggedText(const Corpus& corpus, const Example& example) {
    QStringList tokens;
    for (std::size_t t = 0; t < example.tags.size(); ++t) {
        if (std::size_t(tokens.size()) == longestSample)
            return tokens.join(' ') + QStringLiteral(" …");
        const std::string& tag = corpus.labels[std::size_t(example.tags[t])];
        const QString token = QString::fromStdString(example.texts.front()[t]);
        tokens.append(tag == "O" ? token : token + '/' + QString::fromStdString(tag));
    }
    return tokens.join(' ');
}

CorpusPreview::Sample sampleOf(const Corpus& corpus, const Example& example, int label) {
    QStringList texts;
    if (corpus.kind == CorpusKind::ScoredPairs)
        texts << QString::number(example.score);
    if (!example.tags.empty())
        texts << taggedText(corpus, example);
    else
        for (const auto& tokens : example.texts)
            texts << sampleText(tokens);
    return {QString::fromStdString(corpus.labels[std::size_t(label)]), texts.join(QStringLiteral("  |  "))};
}

bool has(const Example& example, int label) {
    return example.tags.empty() ? example.label == label
                                : std::find(example.tags.begin(), example.tags.end(), label) != example.tags.end();
}

} // namespace

CorpusPreview previewOf(const Corpus& corpus, int samples) {
    CorpusPreview preview;
    preview.name = QString::fromStdString(corpus.name);
    preview.spec = QString::fromStdString(corpus.spec);
    preview.labelWord = corpus.kind == CorpusKind::ScoredPairs       ? QStringLiteral("level")
                        : corpus.kind == CorpusKind::TaggedSentences ? QStringLiteral("tag")
                                                                     : QStringLiteral("label");
    preview.emptyTexts = corpus.emptyTexts;
    for (const std::string& note : corpus.notes)
        preview.notes.append(QString::fromStdString(note));
    for (const std::string& label : corpus.labels)
        preview.labels.append(QString::fromStdString(label));
    const int labels = int(corpus.labels.size());
    addPart(preview, QStringLiteral("train"), corpus.train, labels);
    addPart(preview, QStringLiteral("dev"), corpus.dev, labels);
    addPart(preview, QStringLiteral("test"), corpus.test, labels);
    // The next example of each label in turn, until there are enough or nothing is left.
    std::vector<std::size_t> next(corpus.labels.size(), 0);
    bool found = labels > 0;
    while (found && preview.samples.size() < samples) {
        found = false;
        for (int label = 0; label < labels && preview.samples.size() < samples; ++label) {
            std::size_t& position = next[std::size_t(label)];
            while (position < corpus.train.size() && !has(corpus.train[position], label))
                ++position;
            if (position == corpus.train.size())
                continue;
            preview.samples.append(sampleOf(corpus, corpus.train[position++], label));
            found = true;
        }
    }
    return preview;
}

QString CorpusPreview::summary() const {
    QStringList counts;
    int shortest = 0, longest = 0;
    for (const Part& part : parts) {
        counts.append(QStringLiteral("%1 %2").arg(countText(double(part.examples)), part.name));
        shortest = counts.size() == 1 ? part.shortest : std::min(shortest, part.shortest);
        longest = std::max(longest, part.longest);
    }
    if (parts.isEmpty())
        return QStringLiteral("no examples");
    const QString lengths =
        shortest < longest
            ? QStringLiteral("%1 to %2 tokens, median %3").arg(shortest).arg(longest).arg(parts.front().median)
        : longest == 1 ? QStringLiteral("1 token")
                       : QStringLiteral("%1 tokens").arg(longest);
    QString text = QStringLiteral("%1 · %2 %3 · %4")
                       .arg(counts.join(QStringLiteral(", ")))
                       .arg(labels.size())
                       .arg(labelWord + QLatin1String(labels.size() == 1 ? "" : "s"))
                       .arg(lengths);
    if (emptyTexts > 0)
        text += QStringLiteral(" · %1 without text left out").arg(emptyTexts);
    return (QStringList(text) + notes).join('\n');
}

QList<KnownCorpus> knownCorpora(const QStringList& folders) {
    QList<KnownCorpus> known;
    for (const QString& folder : folders)
        for (const QFileInfo& entry :
             QDir(folder).entryInfoList(QDir::Dirs | QDir::NoDotAndDotDot | QDir::Readable, QDir::Name))
            known.append({entry.absoluteFilePath(), entry.fileName(),
                          QStringLiteral("Corpus in %1").arg(entry.absoluteFilePath())});
    for (const DiagnosticTask& task : diagnosticTasks())
        known.append({QStringLiteral("diagnostic:") + QString::fromStdString(task.name),
                      QString::fromStdString(task.title), QString::fromStdString(task.help)});
    return known;
}

} // namespace headlight
