#include "viewmodels/train_preview.h"

#include "diagnostic.h"
#include "engine/data/corpus_kinds.h"
#include "engine/data/label_meanings.h"
#include "engine/data/statistics.h"
#include "session/settings.h"
#include "viewmodels/corpus_direction.h"
#include "wording/corpus_remedy.h"
#include "wording/corpus_title.h"
#include "wording/number_text.h"

#include <QCoreApplication>
#include <QDir>
#include <QObject>
#include <QStandardPaths>
#include <algorithm>
#include <set>

namespace headlight {

namespace {

constexpr std::size_t longestSample = 60; ///< tokens
const QString recentSetting = QStringLiteral("recent-corpora");

/// Where datasets/get puts corpora: beside itself when the program runs in the source tree, else into the user's data.
QStringList corpusFolders() {
    return {QDir::cleanPath(QCoreApplication::applicationDirPath() + QStringLiteral("/../../datasets/cache")),
            QStandardPaths::writableLocation(QStandardPaths::GenericDataLocation) +
                QStringLiteral("/headlight/datasets")};
}

void addPart(CorpusPreview& preview, const QString& name, const Corpus& corpus, const std::vector<Example>& examples) {
    if (examples.empty())
        return;
    const PartStatistics statistics = statisticsOf(corpus, examples);
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

/// The tokens of the first text with the tags that say something: "He/PRP", "the/B-NP dog/I-NP barks".
std::vector<std::string> taggedTokens(const Corpus& corpus, const Example& example) {
    std::vector<std::string> tokens = example.texts.front();
    for (std::size_t t = 0; t < std::min({tokens.size(), example.tags.size(), longestSample}); ++t)
        if (const std::string& tag = corpus.labels[std::size_t(example.tags[t])]; tag != "O")
            tokens[t] += '/' + tag;
    return tokens;
}

CorpusPreview::Sample sampleOf(const Corpus& corpus, const Example& example, int label) {
    using Labels = CorpusKindRow::Labels;
    const Labels labels = corpusKindRow(corpus.kind).labels;
    QStringList texts;
    if (labels == Labels::LevelsOfScores)
        texts << QString::number(example.score);
    for (const auto& tokens : example.texts)
        texts << sampleText(
            labels == Labels::OfTokens && &tokens == &example.texts.front() ? taggedTokens(corpus, example) : tokens);
    return {labels == Labels::None ? QString() : QString::fromStdString(corpus.labels[std::size_t(label)]),
            texts.join(QStringLiteral("  |  "))};
}

bool has(const Corpus& corpus, const Example& example, int label) {
    const auto labels = exampleLabels(example, corpus.kind);
    return std::find(labels.begin(), labels.end(), label) != labels.end();
}

/// Of tokens in spans: what they are called, whatever tags begin and go on with one. The predicate has no role.
QString rolesText(const Corpus& corpus) {
    std::set<std::string> roles;
    for (const std::string& label : corpus.labels)
        if (const std::string role = label.substr(label.starts_with("B-") || label.starts_with("I-") ? 2 : 0);
            role != "O" && role != "V")
            roles.insert(role);
    return roles.size() == 1 ? QObject::tr("1 role") : QObject::tr("%1 roles").arg(roles.size());
}

/// How many labels there are, where their number does not say it; else empty.
QString labelsTextOf(const Corpus& corpus) {
    if (corpus.kind == CorpusKind::Propositions)
        return rolesText(corpus);
    if (corpus.kind == CorpusKind::Selections)
        return QObject::tr("passages of up to %1 sentences").arg(corpus.labels.size());
    return {};
}

} // namespace

CorpusPreview previewOf(const Corpus& corpus, int samples) {
    CorpusPreview preview;
    preview.name = QString::fromStdString(corpus.name);
    preview.spec = QString::fromStdString(corpus.spec);
    preview.labelWord = QString::fromStdString(corpusKindRow(corpus.kind).labelWord);
    preview.labelsText = labelsTextOf(corpus);
    if (corpus.kind == CorpusKind::Translations)
        if (const auto direction = CorpusDirection::of(preview.spec)) {
            preview.task = QObject::tr("translation, %1").arg(direction->text());
            preview.turned = direction->turned();
            preview.turnedText = direction->turnedText();
        }
    preview.emptyTexts = corpus.emptyTexts;
    for (const std::string& note : corpus.notes)
        preview.notes.append(QString::fromStdString(note));
    for (const std::string& label : corpus.labels)
        preview.labels.append(QString::fromStdString(label));
    for (const std::string& label : corpus.labels)
        preview.meanings.append(QString::fromStdString(labelMeaning(label, corpus.labels)));
    const int labels = int(corpus.labels.size());
    addPart(preview, QStringLiteral("train"), corpus, corpus.train);
    addPart(preview, QStringLiteral("dev"), corpus, corpus.dev);
    addPart(preview, QStringLiteral("test"), corpus, corpus.test);
    // The next example of each label in turn, until there are enough or nothing is left.
    std::vector<std::size_t> next(corpus.labels.size(), 0);
    bool found = labels > 0;
    for (std::size_t k = 0; labels == 0 && k < corpus.train.size() && preview.samples.size() < samples; ++k)
        preview.samples.append(sampleOf(corpus, corpus.train[k], 0));
    while (found && preview.samples.size() < samples) {
        found = false;
        for (int label = 0; label < labels && preview.samples.size() < samples; ++label) {
            std::size_t& position = next[std::size_t(label)];
            while (position < corpus.train.size() && !has(corpus, corpus.train[position], label))
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
        return QObject::tr("no examples");
    const QString lengths =
        shortest < longest
            ? QObject::tr("%1 to %2 tokens, median %3").arg(shortest).arg(longest).arg(parts.front().median)
        : longest == 1 ? QStringLiteral("1 token")
                       : QStringLiteral("%1 tokens").arg(longest);
    QStringList said;
    if (!task.isEmpty())
        said << task;
    said << counts.join(QStringLiteral(", "));
    if (!labelsText.isEmpty())
        said << labelsText;
    else if (!labelWord.isEmpty())
        said
            << QStringLiteral("%1 %2").arg(labels.size()).arg(labelWord + QLatin1String(labels.size() == 1 ? "" : "s"));
    QString text = (said << lengths).join(QStringLiteral(" · "));
    if (emptyTexts > 0)
        text += QObject::tr(" · %1 without text left out").arg(emptyTexts);
    return withWindowRemedy((QStringList(text) + notes).join('\n'));
}

QList<KnownCorpus> knownCorpora(const QStringList& folders) {
    QList<KnownCorpus> known;
    for (const QString& folder : folders)
        for (const QFileInfo& entry :
             QDir(folder).entryInfoList(QDir::Dirs | QDir::NoDotAndDotDot | QDir::Readable, QDir::Name))
            known.append({entry.absoluteFilePath(), entry.fileName(),
                          QObject::tr("Corpus in %1").arg(entry.absoluteFilePath())});
    for (const DiagnosticTask& task : diagnosticTasks())
        known.append({QStringLiteral("diagnostic:") + QString::fromStdString(task.name),
                      QString::fromStdString(task.title), QString::fromStdString(task.help)});
    return known;
}

OfferedCorpora offeredCorpora(const Settings& settings) {
    OfferedCorpora offered{{}, knownCorpora(corpusFolders())};
    for (const QString& spec : settings.list(recentSetting))
        offered.recent.append({spec, diagnosticTitle(spec), QObject::tr("Worked on before")});
    offered.others.removeIf([&](const KnownCorpus& other) { // it is there once
        return std::any_of(offered.recent.begin(), offered.recent.end(),
                           [&](const auto& one) { return one.spec == other.spec; });
    });
    return offered;
}

void rememberCorpus(Settings& settings, const QString& spec) {
    constexpr qsizetype most = 8;
    QStringList recent = settings.list(recentSetting);
    recent.removeAll(spec);
    recent.prepend(spec);
    settings.set(recentSetting, QStringList(recent.mid(0, most)));
}

} // namespace headlight
