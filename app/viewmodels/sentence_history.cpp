#include "viewmodels/sentence_history.h"

namespace headlight {

void SentenceHistory::add(const QString& sentence) {
    m_place = -1;
    if (sentence.trimmed().isEmpty())
        return;
    m_sentences.removeAll(sentence);
    m_sentences.prepend(sentence);
    if (m_sentences.size() > longest)
        m_sentences.removeLast();
}

QString SentenceHistory::older(const QString& typed) {
    if (m_place >= 0 && typed != m_sentences[m_place])
        m_place = -1;
    if (m_place < 0)
        m_draft = typed;
    qsizetype next = m_place + 1;
    if (next < m_sentences.size() && m_sentences[next] == typed)
        ++next;
    if (next >= m_sentences.size())
        return typed;
    m_place = next;
    return m_sentences[m_place];
}

QString SentenceHistory::newer(const QString& typed) {
    if (m_place < 0)
        return typed;
    --m_place;
    return m_place < 0 ? m_draft : m_sentences[m_place];
}

} // namespace headlight
