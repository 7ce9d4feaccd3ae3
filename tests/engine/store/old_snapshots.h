#pragma once

#include <string>

namespace headlight {

/// Puts the table of maps back as store version 1 had it, without rows: SQL for a store of today.
inline const std::string oldSnapshotTable = R"sql(DROP TABLE snapshot_map;
CREATE TABLE snapshot_map (
    snapshot INTEGER NOT NULL REFERENCES snapshot ON DELETE CASCADE,
    number INTEGER NOT NULL,
    layer INTEGER NOT NULL,
    head INTEGER NOT NULL,
    kind TEXT NOT NULL,
    stage TEXT NOT NULL,
    mask TEXT NOT NULL,
    shape TEXT NOT NULL, -- JSON
    weights BLOB NOT NULL, -- float32, little-endian, row-major
    UNIQUE (snapshot, number)
);
)sql";

/// The same as versions 4 to 6 had it.
inline const std::string labelledSnapshotTable = oldSnapshotTable + R"sql(
ALTER TABLE snapshot_map ADD COLUMN label TEXT NOT NULL DEFAULT '';
ALTER TABLE snapshot_map ADD COLUMN features INTEGER NOT NULL DEFAULT 0;
)sql";

} // namespace headlight
