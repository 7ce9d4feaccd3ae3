#pragma once

#include "engine/data/corpus.h"

#include <QList>
#include <QString>
#include <QStringList>

namespace headlight {

class Settings;

/// What a corpus chooser shows of a corpus.
struct CorpusPreview {
    struct Part {
        QString name; ///< "train", "dev", "test"
        qint64 examples = 0, tokens = 0;
        int shortest = 0, median = 0, longest = 0; ///< tokens
        QList<qint64> perLabel;
    };
    struct Sample {
        QString label, text;
    };
    QString name, spec;
    QStringList labels;
    QStringList meanings;                        ///< of the labels; empty where one says it itself
    QString labelWord = QStringLiteral("label"); ///< CorpusKindRow::labelWord
    QString labelsText;                          ///< "16 roles": how many, where it is not the number of labels
    QString task;                                ///< "translation, German → English"; empty: the labels say it
    QString turned, turnedText; ///< of a translation, what opens it the other way round, "English → German"
    QList<Part> parts;          ///< those that have examples
    QList<Sample> samples;      ///< some of every label, in turn
    int emptyTexts = 0;
    QStringList notes; ///< Corpus::notes

    /// "5,452 train, 500 test · 6 labels · 3 to 37 tokens, median 10", and each note on a line of its own
    QString summary() const;
};

CorpusPreview previewOf(const Corpus& corpus, int samples = 12);

/// A corpus that can be chosen without typing.
struct KnownCorpus {
    QString spec, title, help;
};

/// Those fetched by datasets/get (in the user's data folder or any of `folders`), then the diagnostic tasks.
QList<KnownCorpus> knownCorpora(const QStringList& folders);

/// What a view that works on a corpus offers: those that were worked on before, newest first, and the known ones that
/// are not among them.
struct OfferedCorpora {
    QList<KnownCorpus> recent, others;
};
OfferedCorpora offeredCorpora(const Settings& settings);
/// It is the newest from now on.
void rememberCorpus(Settings& settings, const QString& spec);

} // namespace headlight
