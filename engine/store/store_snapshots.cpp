#include "core/json_text.h"
#include "store/store_impl.h"

#include <bit>
#include <cstring>
#include <nlohmann/json.hpp>
#include <stdexcept>

namespace headlight {

using detail::Query;

static_assert(std::endian::native == std::endian::little, "maps are stored as they lie in memory");

namespace {

std::size_t elements(const std::vector<std::int64_t>& shape) {
    std::int64_t count = 1;
    for (const std::int64_t size : shape)
        if (size < 0 || __builtin_mul_overflow(count, size, &count))
            return std::size_t(-1);
    return std::size_t(count);
}

void check(const Snapshot& snapshot) {
    for (const SnapshotMap& map : snapshot.maps)
        if (elements(map.shape) != map.values.size() || map.values.size() > 200'000'000)
            throw std::invalid_argument("Store::addSnapshot: layer " + std::to_string(map.layer) + ", head " +
                                        std::to_string(map.head) +
                                        ": expected as many values as the shape says, at most 200 million");
}

[[noreturn]] void failDamagedSnapshot(const std::filesystem::path& path) {
    throw Error(path.string() + ": the run store has a damaged attention snapshot");
}

std::vector<std::string> tokensOf(const std::string& text, const std::filesystem::path& path) {
    try {
        return nlohmann::json::parse(text).get<std::vector<std::string>>();
    } catch (const nlohmann::json::exception&) {
        failDamagedSnapshot(path);
    }
}

std::vector<std::int64_t> shapeOf(const std::string& text, const std::filesystem::path& path) {
    const auto document = nlohmann::ordered_json::parse(text, nullptr, false);
    if (!document.is_array())
        failDamagedSnapshot(path);
    std::vector<std::int64_t> shape;
    for (const auto& entry : document) {
        const auto size = wholeNumberOf(entry, 0);
        if (!size)
            failDamagedSnapshot(path);
        shape.push_back(*size);
    }
    return shape;
}

SnapshotKey readKey(Query& row, const std::filesystem::path& path) {
    return {row.smallCount(1), row.count(2), row.smallCount(3), tokensOf(row.text(4), path)};
}

SnapshotMap readMap(Query& row, const std::filesystem::path& path) {
    SnapshotMap map;
    map.layer = row.smallCount(0);
    map.head = row.smallCount(1);
    map.kind = row.text(2);
    map.stage = row.text(3);
    map.mask = row.text(4);
    map.shape = shapeOf(row.text(5), path);
    const SQLite::Column blob = row->getColumn(6);
    const auto bytes = std::size_t(blob.getBytes());
    if (bytes % sizeof(float) != 0 || elements(map.shape) != bytes / sizeof(float))
        throw Error(path.string() + ": the run store has an attention map whose size is not that of its shape");
    map.values.resize(bytes / sizeof(float));
    if (bytes > 0)
        std::memcpy(map.values.data(), blob.getBlob(), bytes);
    map.label = row.text(7);
    map.features = row.count(8);
    return map;
}

} // namespace

void Store::addSnapshot(RunId id, const Snapshot& snapshot) {
    check(snapshot);
    // Tokens come from people's texts; broken UTF-8 in them must not stop a training run.
    const std::string tokens =
        nlohmann::json(snapshot.tokens).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
    m_impl->writing([&] {
        m_impl->signOfLife(id);
        Query(m_impl->prepare("DELETE FROM snapshot WHERE run = ? AND epoch = ? AND probe = ?"), id, snapshot.epoch,
              snapshot.probe)
            .run();
        Query(m_impl->prepare("INSERT INTO snapshot (run, epoch, probe, step, tokens) VALUES (?, ?, ?, ?, ?)"), id,
              snapshot.epoch, snapshot.probe, snapshot.step, tokens)
            .run();
        const std::int64_t key = m_impl->database->getLastInsertRowid();
        int number = 0;
        for (const SnapshotMap& map : snapshot.maps) {
            Query insert(
                m_impl->prepare("INSERT INTO snapshot_map"
                                " (snapshot, number, layer, head, kind, stage, mask, shape, label, features, weights)"
                                " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"),
                key, number++, map.layer, map.head, map.kind, map.stage, map.mask, nlohmann::json(map.shape).dump(),
                map.label, map.features);
            static const float none = 0; // SQLite takes a null pointer for NULL
            insert->bindNoCopy(11, map.values.empty() ? &none : map.values.data(),
                               int(map.values.size() * sizeof(float)));
            insert.run();
        }
    });
}

std::vector<SnapshotKey> Store::snapshotKeys(RunId id) const {
    return m_impl->guarded([&] {
        std::vector<SnapshotKey> keys;
        Query row(
            m_impl->prepare("SELECT id, epoch, step, probe, tokens FROM snapshot WHERE run = ? ORDER BY epoch, probe"),
            id);
        while (row.step())
            keys.push_back(readKey(row, m_impl->path));
        return keys;
    });
}

Snapshot Store::snapshot(RunId id, int epoch, int probe) const {
    return m_impl->reading([&] {
        Snapshot snapshot;
        Query row(m_impl->prepare("SELECT id, epoch, step, probe, tokens FROM snapshot"
                                  " WHERE run = ? AND epoch = ? AND probe = ?"),
                  id, epoch, probe);
        if (!row.step())
            throw Error(m_impl->path.string() + ": run " + std::to_string(id) + " has no snapshot of probe sentence " +
                        std::to_string(probe) + " at epoch " + std::to_string(epoch));
        static_cast<SnapshotKey&>(snapshot) = readKey(row, m_impl->path);
        Query map(m_impl->prepare("SELECT layer, head, kind, stage, mask, shape, weights, label, features"
                                  " FROM snapshot_map WHERE snapshot = ? ORDER BY number"),
                  row.integer(0));
        while (map.step())
            snapshot.maps.push_back(readMap(map, m_impl->path));
        return snapshot;
    });
}

} // namespace headlight
