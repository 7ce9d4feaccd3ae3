#include "viewmodels/vectors_model.h"

#include "viewmodels/numbered_tokens.h"

#include <algorithm>

namespace headlight {

VectorsModel::VectorsModel(const Session& session, const AttendModel& attend, QObject* parent)
    : QObject(parent), m_session(session), m_attend(attend) {
    connect(&attend, &AttendModel::changed, this, &VectorsModel::refresh);
    connect(&attend, &AttendModel::mapChanged, this, &VectorsModel::refresh);
    connect(&session, &Session::marksChanged, this, &VectorsModel::refreshQuery);
    refresh();
}

void VectorsModel::setWatched(bool watched) {
    m_watched = watched;
    refresh();
}

void VectorsModel::refresh() {
    if (!m_watched)
        return;
    const auto recording = m_attend.recording();
    const HeadEntry* const head = m_attend.focusedHead();
    const int sequence = m_attend.sequence();
    if (recording == m_recording && head && head->address == m_address && sequence == m_sequence)
        return;
    m_recording = recording;
    m_vectors.reset();
    m_message.clear();
    if (recording && head) {
        m_address = head->address;
        m_sequence = sequence;
        if (recording->has(m_address, sequence))
            m_vectors = recording->vectors(m_address, sequence);
        if (!m_vectors)
            m_message =
                recording->display().changesMaps()
                    ? tr("Queries and keys are of all tokens as the model has them: choose those in Tokens.")
                    : tr("The scores of this head are no products of a query with a key, so there are no such vectors "
                         "to be shown.");
    }
    m_products = {};
    if (m_vectors)
        refreshQuery();
    else
        emit changed();
}

/// It stays where it was while nothing is pointed at.
void VectorsModel::refreshQuery() {
    if (!m_watched || !m_vectors)
        return;
    const Marks& marks = m_session.marks(m_sequence);
    int query = m_query;
    if (!marks.pinnedQueries.empty())
        query = *marks.pinnedQueries.begin();
    else if (marks.hoveredQuery >= 0)
        query = marks.hoveredQuery;
    query = std::clamp(query, 0, int(m_vectors->queries) - 1);
    if (query == m_query && !m_products.columns.empty())
        return;
    m_query = query;
    m_products = queryProducts(*m_recording, *m_vectors, m_address, m_sequence, m_query);
    emit changed();
}

QStringList VectorsModel::namesOf(int sequence) const {
    if (m_vectors->names.empty())
        return numberedTokens(m_recording->sequences()[std::size_t(sequence)]);
    QStringList names;
    for (const std::string& name : m_vectors->names)
        names << QString::fromStdString(name);
    return names;
}

QStringList VectorsModel::queryTokens() const {
    return namesOf(m_sequence);
}

QStringList VectorsModel::keyTokens() const {
    return namesOf(keySequenceOf(m_address.part, m_sequence));
}

bool VectorsModel::keysAreQueries() const {
    return m_vectors->names.empty() && keySequenceOf(m_address.part, m_sequence) == m_sequence;
}

QString VectorsModel::remark() const {
    QStringList parts = {tr("scale %1").arg(m_vectors->scale, 0, 'g', 4)};
    if (m_vectors->softCap != 0)
        parts << tr("soft cap %1").arg(m_vectors->softCap, 0, 'g', 4);
    QStringList others;
    MapAddress other = m_address;
    for (Index k = 0; k < m_vectors->sharing; ++k) {
        other.head = int(m_vectors->keyHead * m_vectors->sharing + k);
        if (other != m_address)
            others << QString::fromStdString(other.text());
    }
    if (!others.isEmpty())
        parts << tr("the same keys and values as %1").arg(others.join(QStringLiteral(", ")));
    return parts.join(QStringLiteral(" · "));
}

} // namespace headlight
