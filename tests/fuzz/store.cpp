#include "store/store.h"
#include "head_address.h"
#include "store/sweep_records.h"

#include "fuzz/scratch.h"
#include "fuzz/targets.h"
#include "store/run_recorder.h"
#include "store/sweep_recorder.h"

#include <SQLiteCpp/SQLiteCpp.h>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <sstream>

namespace headlight::fuzz {

namespace {

/// A store with a row in every table, the same bytes every time but for a few of SQLite's own.
std::string makeStore() {
    const Scratch scratch;
    const std::filesystem::path path = scratch.folder() / "runs.sqlite";
    {
        Store store(path);
        NewRun run;
        run.name = "a run";
        run.model = "mtsa";
        run.task = "classify";
        run.tags = {"tag"};
        const RunId id = store.createRun(run);
        store.addMetrics(id, {{"train.loss", 1, 0.5, 2, 0.75}, {"dev.accuracy", 2, 1, 4, 0.5}});
        store.addEvaluation(id, {2, 1, "dev", R"({"accuracy": 0.5})"});
        store.setClock(id, 1, 1000);
        Snapshot snapshot;
        snapshot.tokens = {"a", "b"};
        snapshot.maps.push_back({at(0, 0), MapStage::Weight, "all", {2, 2}, {1, 0, 0, 1}});
        store.addSnapshot(id, snapshot);
        store.setStatus(id, RunStatus::Stopped);
        ScalePlan plan;
        plan.models = parseScaledModels("avg");
        plan.lengths = {16};
        ScaleMeasurement one;
        one.point = {"avg", "", std::nullopt, StepMode::Train, 1, 16, 300, 1};
        store.addMeasurement(store.createSweep("a sweep", plan), one);
    }
    {
        SQLite::Database file(path.string(), SQLite::OPEN_READWRITE);
        for (const char* table : {"run", "sweep"})
            file.exec(std::string("UPDATE ") + table +
                      " SET host = '', system = '', processor = '', cores = 2, memory_bytes = 1000, created = 1000,"
                      " updated = 1000");
        file.exec("UPDATE run SET boot = '', pid = 1, process_started = 1, finished = 1001; VACUUM;"
                  "PRAGMA wal_checkpoint(TRUNCATE)");
    }
    return contentOf(path);
}

const std::string& goodStore() {
    static const std::string bytes = makeStore();
    return bytes;
}

void readAll(const Store& store) {
    for (const bool deleted : {false, true})
        attempt([&] {
            for (const RunSummary& run : store.runs(deleted)) {
                const RunId id = run.run.id;
                require(run.run.created >= 0 && run.run.threads >= 0, "a run makes sense");
                for (const MetricSummary& metric : run.metrics)
                    attempt([&] { store.metric(id, metric.name); });
                attempt([&] { configurationOf(run.run); });
                attempt([&] { store.evaluations(id); });
                attempt([&] {
                    for (const SnapshotKey& key : store.snapshotKeys(id))
                        store.snapshot(id, key.epoch, key.probe);
                });
            }
        });
    attempt([&] {
        for (const SweepRecord& sweep : store.sweeps()) {
            attempt([&] { planOf(sweep); });
            attempt([&] { store.measurements(sweep.id); });
        }
    });
}

void changeAll(Store& store) {
    attempt([&] { store.setName(1, "other"); });
    attempt([&] { store.setTags(1, {"x", "y"}); });
    attempt([&] { store.addMetrics(1, {{"train.loss", 3, 1.5, 5, 0.25}}); });
    attempt([&] { store.rewind(1, 1); });
    attempt([&] { store.claim(1); });
    attempt([&] { store.setStatus(1, RunStatus::Stopped, "stopped"); });
    attempt([&] { store.remove({1}); });
    attempt([&] { store.restore({1}); });
    attempt([&] { store.removeSweep(1); });
    attempt([&] { store.createRun(NewRun()); });
}

void use(const std::filesystem::path& path) {
    Store store(path, 0.1);
    readAll(store);
    changeAll(store);
}

/// Sets a column of every row of a table as text, integer, real or blob: "run.created=r1e300". Whatever SQLite itself
/// refuses is left as it is.
void setValue(SQLite::Database& file, const std::string& line) {
    const std::size_t dot = line.find('.'), equals = line.find('=');
    if (equals == std::string::npos || dot > equals || equals + 1 >= line.size())
        return;
    const std::string table = line.substr(0, dot), column = line.substr(dot + 1, equals - dot - 1);
    const std::string value = line.substr(equals + 2);
    const auto isName = [](const std::string& name) {
        return !name.empty() && name.find_first_not_of("abcdefghijklmnopqrstuvwxyz_") == std::string::npos;
    };
    if (!isName(table) || !isName(column))
        return;
    try {
        SQLite::Statement update(file, "UPDATE OR IGNORE " + table + " SET " + column + " = ?");
        double real = 0;
        std::int64_t whole = 0;
        const char* end = value.data() + value.size();
        switch (line[equals + 1]) {
        case 't':
            update.bind(1, value);
            break;
        case 'b':
            update.bind(1, value.data(), int(value.size()));
            break;
        case 'i':
            std::from_chars(value.data(), end, whole);
            update.bind(1, whole);
            break;
        case 'r':
            std::from_chars(value.data(), end, real);
            update.bind(1, real);
            break;
        default:
            update.bind(1);
        }
        update.exec();
    } catch (const SQLite::Exception&) {
    }
}

} // namespace

/// Damage to a good store's bytes: six bytes each, of which four say where, the fifth what, the last with what.
void readStoreBytes(std::string_view damage) {
    std::string bytes = goodStore();
    for (; damage.size() >= 6 && !bytes.empty(); damage = damage.substr(6)) {
        std::uint32_t place = 0;
        std::memcpy(&place, damage.data(), sizeof place);
        const std::size_t at = place % bytes.size();
        switch (damage[4] & 3) {
        case 0:
            bytes[at] = damage[5];
            break;
        case 1:
            bytes[at] = char(bytes[at] ^ (1 << (damage[5] & 7)));
            break;
        case 2:
            bytes.resize(at);
            break;
        default:
            bytes.replace(at, std::min<std::size_t>(16, bytes.size() - at), 16, damage[5]);
        }
    }
    const Scratch scratch;
    use(scratch.write("runs.sqlite", bytes));
}

/// Values that no Headlight writes, a line each.
void readStoreValues(std::string_view lines) {
    const Scratch scratch;
    const std::filesystem::path path = scratch.write("runs.sqlite", goodStore());
    {
        SQLite::Database file(path.string(), SQLite::OPEN_READWRITE);
        file.exec("PRAGMA ignore_check_constraints = 1; PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF");
        std::istringstream text{std::string(lines)};
        for (std::string line; std::getline(text, line);)
            setValue(file, line);
    }
    use(path);
}

} // namespace headlight::fuzz
