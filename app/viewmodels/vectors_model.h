#pragma once

#include "engine/analysis/query_products.h"
#include "viewmodels/attend_model.h"

#include <QObject>
#include <QStringList>
#include <optional>

namespace headlight {

/// Queries, keys and values of the head in focus, and what one query makes of all keys. Made of what an AttendModel
/// shows, while somebody looks. The query is the pinned one, else the one that was pointed at last.
class VectorsModel : public QObject {
    Q_OBJECT
public:
    VectorsModel(const Session& session, const AttendModel& attend, QObject* parent = nullptr);

    void setWatched(bool watched);

    /// None before there is a result, and of a head that has none.
    const std::optional<HeadVectors>& vectors() const { return m_vectors; }
    /// Why there are none; empty while there is no result.
    QString message() const { return m_message; }
    /// Whose they are. Only while there are vectors, as all below.
    const MapAddress& address() const { return m_address; }
    int sequence() const { return m_sequence; }
    int query() const { return m_query; } ///< position of the token
    const QueryProducts& products() const { return m_products; }
    QStringList queryTokens() const; ///< repeated ones numbered; of blocks their names
    QStringList keyTokens() const;
    /// A key is a token of the sequence that the queries are of, and so may be the query.
    bool keysAreQueries() const;
    /// "scale 0.125 · soft cap 50 · the same keys and values as head 0.3"
    QString remark() const;

signals:
    void changed();

private:
    void refresh();
    void refreshQuery();
    QStringList namesOf(int sequence) const;

    const Session& m_session;
    const AttendModel& m_attend;
    std::shared_ptr<const Recording> m_recording; ///< whose vectors are shown
    MapAddress m_address;
    int m_sequence = 0;
    std::optional<HeadVectors> m_vectors;
    QueryProducts m_products;
    int m_query = 0;
    QString m_message;
    bool m_watched = true;
};

} // namespace headlight
