#include "core/json_text.h"
#include "masks/mask.h"
#include "store/store_impl.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <nlohmann/json.hpp>
#include <stdexcept>

namespace headlight {

using detail::Query;

static_assert(std::endian::native == std::endian::little, "maps are stored as they lie in memory");

namespace {

/// Nobody keeps as many; a list of them all is made where they are shown.
constexpr int mostProbes = 1'000'000;

std::size_t elements(const std::vector<std::int64_t>& shape) {
    std::int64_t count = 1;
    for (const std::int64_t size : shape)
        if (size < 0 || __builtin_mul_overflow(count, size, &count))
            return std::size_t(-1);
    return std::size_t(count);
}

/// As a map is shown: one number for each key, and of most kinds for each query. What has a name by a token has one for
/// every token.
bool fits(MapPart part, const std::vector<std::int64_t>& shape, std::size_t tokens) {
    if (shape.size() != (hasQueries(part) ? 2U : 1U) || *std::min_element(shape.begin(), shape.end()) < 1)
        return false;
    const auto isOfTokens = [tokens](std::int64_t size) { return std::size_t(size) == tokens; };
    return part == MapPart::Self          ? isOfTokens(shape.front()) && isOfTokens(shape.back())
           : part == MapPart::Sensitivity ? isOfTokens(shape.back())
                                          : true;
}

/// Also where there is none: an empty text.
bool isMask(const std::string& text) {
    try {
        if (!text.empty())
            Mask::parse(text);
        return true;
    } catch (const MaskError&) {
        return false;
    }
}

void check(const Snapshot& snapshot) {
    if (snapshot.probe < 0 || snapshot.probe >= mostProbes)
        throw std::invalid_argument("Store::addSnapshot: expected a number of a sentence, got " +
                                    std::to_string(snapshot.probe));
    for (const SnapshotMap& map : snapshot.maps) {
        const std::string where = "Store::addSnapshot: head " + map.address.text() + ": expected ";
        if (elements(map.shape) != map.values.size() || map.values.size() > 200'000'000)
            throw std::invalid_argument(where + "as many values as the shape says, at most 200 million");
        if (!isMask(map.mask) || !fits(map.address.part, map.shape, snapshot.tokens.size()))
            throw std::invalid_argument(where + "a mask, and the shape of its part");
    }
}

std::vector<std::string> readTokens(Query& row, int column) {
    const auto document = jsonFrom(row.text(column));
    if (!document || !document->is_array())
        row.refuse(column, "a list of texts");
    std::vector<std::string> tokens;
    for (const auto& entry : *document) {
        if (!entry.is_string())
            row.refuse(column, "a list of texts");
        tokens.push_back(entry.get<std::string>());
    }
    return tokens;
}

std::vector<std::int64_t> readShape(Query& row, int column) {
    const auto document = jsonFrom(row.text(column));
    std::vector<std::int64_t> shape;
    for (const auto& entry : document && document->is_array() ? *document : nlohmann::ordered_json::array())
        shape.push_back(wholeNumberOf(entry, 0).value_or(-1));
    return shape;
}

SnapshotKey readKey(Query& row) {
    return {row.smallCount(1), row.count(2), int(row.integer(3, 0, mostProbes - 1)), readTokens(row, 4)};
}

SnapshotMap readMap(Query& row, std::size_t tokens) {
    SnapshotMap map;
    const auto address = MapAddress::parse(row.text(0));
    if (!address)
        row.refuse(0, "the address of a head");
    map.address = *address;
    const auto stage = mapStageNamed(row.text(1));
    if (!stage)
        row.refuse(1, "a stage of a map");
    map.stage = *stage;
    map.mask = row.text(2);
    if (!isMask(map.mask))
        row.refuse(2, "a mask");
    map.shape = readShape(row, 3);
    if (!fits(map.address.part, map.shape, tokens))
        row.refuse(3, "the shape of a " + kindName(map.address.part) + " map of " + std::to_string(tokens) + " tokens");
    const SQLite::Column blob = row->getColumn(4);
    const auto bytes = std::size_t(blob.getBytes());
    if (bytes % sizeof(float) != 0 || elements(map.shape) != bytes / sizeof(float))
        row.refuse(4, "a number for each cell of the shape");
    map.values.resize(bytes / sizeof(float));
    std::memcpy(map.values.data(), blob.getBlob(), bytes); // not empty: no shape is
    map.label = row.text(5);
    map.features = row.count(6);
    return map;
}

std::string snapshotText(RunId id, int epoch, int probe) {
    return "run " + std::to_string(id) + ", maps of probe sentence " + std::to_string(probe) + " at epoch " +
           std::to_string(epoch);
}

} // namespace

void Store::addSnapshot(RunId id, const Snapshot& snapshot) {
    check(snapshot);
    const std::string tokens = jsonText(snapshot.tokens);
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
            Query insert(m_impl->prepare("INSERT INTO snapshot_map"
                                         " (snapshot, number, address, stage, mask, shape, label, features, weights)"
                                         " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)"),
                         key, number++, map.address.text(), nameOf(map.stage), map.mask, jsonText(map.shape), map.label,
                         map.features);
            static const float none = 0; // SQLite takes a null pointer for NULL
            insert->bindNoCopy(9, map.values.empty() ? &none : map.values.data(),
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
        row.about("run " + std::to_string(id) + ", maps of the probe sentences");
        while (row.step())
            keys.push_back(readKey(row));
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
        row.about(snapshotText(id, epoch, probe));
        static_cast<SnapshotKey&>(snapshot) = readKey(row);
        Query map(m_impl->prepare("SELECT address, stage, mask, shape, weights, label, features"
                                  " FROM snapshot_map WHERE snapshot = ? ORDER BY number"),
                  row.integer(0));
        map.about(snapshotText(id, epoch, probe));
        while (map.step())
            snapshot.maps.push_back(readMap(map, snapshot.tokens.size()));
        return snapshot;
    });
}

} // namespace headlight
