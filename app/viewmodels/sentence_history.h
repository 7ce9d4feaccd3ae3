#pragma once

#include <QString>
#include <QStringList>

namespace headlight {

/// Sentences typed before, newest first, walked through as in a shell: up to older ones, down to newer ones and at
/// last back to what was being typed.
class SentenceHistory {
public:
    explicit SentenceHistory(QStringList sentences = {}) : m_sentences(std::move(sentences)) {}

    const QStringList& sentences() const { return m_sentences; }
    /// A finished sentence goes to the front; an older copy of it disappears. Empty text is left out.
    void add(const QString& sentence);
    QString older(const QString& typed); ///< `typed` itself when there is none
    QString newer(const QString& typed);

    static constexpr int longest = 200;

private:
    QStringList m_sentences;
    qsizetype m_place = -1; ///< −1: not in the history
    QString m_draft;
};

} // namespace headlight
