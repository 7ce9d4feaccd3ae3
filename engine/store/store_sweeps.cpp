#include "analysis/scale_measurement.h"
#include "analysis/scale_plan.h"
#include "store/store_impl.h"
#include "store/sweep_records.h"

#include "core/json_text.h"

#include <nlohmann/json.hpp>

namespace headlight {

using detail::now;
using detail::Query;

namespace {

constexpr const char* selectSweeps =
    "SELECT id, name, plan, program_version, processor, cores, memory_bytes, system, host, created, updated,"
    " (SELECT count(*) FROM measurement WHERE measurement.sweep = sweep.id) FROM sweep";

SweepRecord readSweep(Query& row) {
    row.about("sweep " + std::to_string(row.integer(0)));
    return {row.integer(0, 1),
            row.text(1),
            row.text(2),
            row.text(3),
            {row.text(4), row.smallCount(5), row.count(6), row.text(7), row.text(8)},
            row.time(9),
            row.time(10),
            row.count(11)};
}

/// What stands in the column; refused when it is no word of the table.
template <class Enum>
Enum choiceIn(Query& row, int column, const ChoiceNames<Enum>& names, const std::string& expected) {
    const std::string text = row.text(column);
    for (const auto& name : names)
        if (name.text == text)
            return name.value;
    row.refuse(column, expected);
}

/// Empty for an encoder that has one form.
std::optional<AttentionForm> formIn(Query& row, int column) {
    if (row.text(column).empty())
        return std::nullopt;
    return choiceIn(row, column, attentionForms(), "fused, reference or nothing");
}

std::optional<ScaleMeasurement::Status> statusOf(const std::string& name) {
    using Status = ScaleMeasurement::Status;
    for (const auto status : {Status::Measured, Status::TooLarge, Status::Failed})
        if (statusName(status) == name)
            return status;
    return std::nullopt;
}

ScaleMeasurement readMeasurement(Query& row, SweepId id) {
    ScaleMeasurement one;
    constexpr std::int64_t most = std::numeric_limits<int>::max();
    row.about("sweep " + std::to_string(id) + ", measurement of " + printable(row.text(0), 40));
    one.point = {row.text(0),
                 row.text(1),
                 formIn(row, 2),
                 choiceIn(row, 3, stepModes(), "infer or train"),
                 row.integer(4, 1, most),
                 row.integer(5, 1, most),
                 row.integer(6, 1, most),
                 int(row.integer(7, 1, most)),
                 choiceIn(row, 21, sequencesNames(), "pieces, single or whole")};
    const auto status = statusOf(row.text(8));
    if (!status)
        row.refuse(8, "a status of a measurement");
    one.status = *status;
    one.message = row.text(9);
    one.repetitions = row.smallCount(10);
    one.seconds = row.duration(11);
    one.secondsLow = row.duration(12);
    if (one.secondsLow > one.seconds)
        row.refuse(12, "a lower quartile, at most the median");
    one.secondsHigh = row.duration(13);
    if (one.secondsHigh < one.seconds)
        row.refuse(13, "an upper quartile, at least the median");
    std::size_t* const bytes[] = {&one.memory.parameters, &one.memory.gradients, &one.memory.optimizer,
                                  &one.memory.activations, &one.memory.attention};
    int column = 14;
    for (std::size_t* count : bytes)
        *count = std::size_t(row.count(column++));
    one.predictedBytes = row.amount(column++);
    one.processBytes = row.amount(column);
    one.sequencesAtOnce = row.integer(22, 0, most);
    return one;
}

[[noreturn]] void failUnknownSweep(const std::filesystem::path& path, SweepId id) {
    throw Error(path.string() + ": there is no sweep " + std::to_string(id));
}

} // namespace

SweepId Store::createSweep(const std::string& name, const ScalePlan& plan) {
    const Machine machine = thisMachine();
    return m_impl->writing([&] {
        m_impl->checkNumbersLeft("sweep");
        Query(m_impl->prepare("INSERT INTO sweep (name, plan, program_version, processor, cores, memory_bytes, system,"
                              " host, created, updated) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?9, ?9)"),
              name, jsonText(plan.toJson()), HEADLIGHT_VERSION, machine.processor, machine.cores, machine.memoryBytes,
              machine.system, machine.host, now())
            .run();
        return m_impl->database->getLastInsertRowid();
    });
}

void Store::setSweepPlan(SweepId id, const ScalePlan& plan) {
    m_impl->writing([&] {
        if (Query(m_impl->prepare("UPDATE sweep SET plan = ?, updated = ? WHERE id = ?"), jsonText(plan.toJson()),
                  now(), id)
                .run() == 0)
            failUnknownSweep(m_impl->path, id);
    });
}

void Store::addMeasurement(SweepId id, const ScaleMeasurement& one) {
    m_impl->writing([&] {
        if (Query(m_impl->prepare("UPDATE sweep SET updated = ? WHERE id = ?"), now(), id).run() == 0)
            failUnknownSweep(m_impl->path, id);
        Query insert(m_impl->prepare(
            "INSERT OR REPLACE INTO measurement (sweep, encoder, options, form, mode, batch, length, features, threads,"
            " status, message, repetitions, seconds, seconds_low, seconds_high, parameter_bytes, gradient_bytes,"
            " optimizer_bytes, activation_bytes, attention_bytes, foretold_bytes, process_bytes, measured, sequences,"
            " sequences_at_once)"
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"));
        int at = 0;
        insert->bind(++at, id);
        for (const std::string& text :
             {one.point.encoder, one.point.options, one.point.formText(), choiceText(stepModes(), one.point.mode)})
            insert->bind(++at, text);
        for (const Index number : {one.point.batch, one.point.length, one.point.features, Index(one.point.threads)})
            insert->bind(++at, std::int64_t(number));
        insert->bind(++at, statusName(one.status));
        insert->bind(++at, one.message);
        insert->bind(++at, one.repetitions);
        for (const double seconds : {one.seconds, one.secondsLow, one.secondsHigh})
            insert->bind(++at, seconds);
        for (const std::size_t bytes : {one.memory.parameters, one.memory.gradients, one.memory.optimizer,
                                        one.memory.activations, one.memory.attention})
            insert->bind(++at, std::int64_t(bytes));
        insert->bind(++at, one.predictedBytes);
        insert->bind(++at, one.processBytes);
        insert->bind(++at, now());
        insert->bind(++at, choiceText(sequencesNames(), one.point.sequences));
        insert->bind(++at, std::int64_t(one.sequencesAtOnce));
        insert.run();
    });
}

std::vector<SweepRecord> Store::sweeps(std::vector<DamagedRow>* damaged) const {
    return m_impl->guarded([&] {
        std::vector<SweepRecord> sweeps;
        Query row(m_impl->prepare((std::string(selectSweeps) + " WHERE deleted IS NULL ORDER BY id").c_str()));
        while (row.step())
            m_impl->readListed(row, damaged, [&] { sweeps.push_back(readSweep(row)); });
        return sweeps;
    });
}

SweepRecord Store::sweep(SweepId id) const {
    return m_impl->guarded([&] {
        Query row(m_impl->prepare((std::string(selectSweeps) + " WHERE id = ? AND deleted IS NULL").c_str()), id);
        if (!row.step())
            failUnknownSweep(m_impl->path, id);
        return readSweep(row);
    });
}

std::vector<ScaleMeasurement> Store::measurements(SweepId id) const {
    return m_impl->guarded([&] {
        std::vector<ScaleMeasurement> found;
        Query row(
            m_impl->prepare("SELECT encoder, options, form, mode, batch, length, features, threads, status, message,"
                            " repetitions, seconds, seconds_low, seconds_high, parameter_bytes, gradient_bytes,"
                            " optimizer_bytes, activation_bytes, attention_bytes, foretold_bytes, process_bytes,"
                            " sequences, sequences_at_once"
                            " FROM measurement WHERE sweep = ? ORDER BY id"),
            id);
        while (row.step())
            found.push_back(readMeasurement(row, id));
        return found;
    });
}

void Store::removeSweep(SweepId id) {
    m_impl->writing([&] {
        if (Query(m_impl->prepare("UPDATE sweep SET deleted = coalesce(deleted, ?) WHERE id = ?"), now(), id).run() ==
            0)
            failUnknownSweep(m_impl->path, id);
    });
}

void Store::restoreSweep(SweepId id) {
    m_impl->writing([&] {
        if (Query(m_impl->prepare("UPDATE sweep SET deleted = NULL WHERE id = ?"), id).run() == 0)
            failUnknownSweep(m_impl->path, id);
    });
}

} // namespace headlight
