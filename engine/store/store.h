#pragma once

#include "store/records.h"

#include <filesystem>
#include <memory>

namespace headlight {

struct ScaleMeasurement;
struct ScalePlan;
struct SweepRecord;

/// The run store: one SQLite file with runs, their metrics, evaluations and attention snapshots. Several programs may
/// read and write at once; readers are never held up by writers. Every function is one transaction: on an Error
/// (locked longer than the timeout, full disk, damaged file, no such run) nothing of it is stored.
///
/// Threads: a Store is one connection and belongs to one thread. Another thread opens its own on the same path.
class Store {
public:
    /// Opens the file, creating it and its folders when there is none, and brings an older version up to date. A file
    /// that is damaged, of another program, of a newer Headlight, or with tables, triggers or views that no Headlight
    /// has made is refused with an Error and left as it is, byte for byte; so is one beside which something else than a
    /// file has the name of SQLite's journal or log. Where nothing can be written (a read-only medium, another user's
    /// folder, a full disk) the store can be read, and each change is an Error. `busySeconds` is how long each function
    /// waits while another program writes.
    explicit Store(const std::filesystem::path& path, double busySeconds = 5);
    ~Store();
    Store(Store&&) noexcept;
    Store& operator=(Store&&) noexcept;

    const std::filesystem::path& path() const;
    /// Why nothing can be stored though access rights would let it: the disk is full; empty when nothing is in the way.
    std::string refusal() const;
    /// Error where nothing can be stored: it may only be read, or another program keeps it locked.
    void checkWritable();
    /// Whether another connection writes to the file right now; false where that can't be found out.
    static bool isLocked(const std::filesystem::path& path);
    /// Changes whenever another connection has written to the file: a cheap question whether to read again.
    std::int64_t foreignChanges() const;

    // Runs ------------------------------------------------------------------------------------------------------

    /// A new run with status Running; program version, machine and times are filled in.
    RunId createRun(const NewRun& run);
    RunRecord run(RunId id) const;
    /// All runs, or all deleted ones, by id, with the summaries of their metrics. Damaged ones are left out and told in
    /// `damaged`; without it they are an Error.
    std::vector<RunSummary> runs(bool deleted = false, std::vector<DamagedRow>* damaged = nullptr) const;
    RunSummary summary(RunId id) const;

    /// All but Running and Paused set the time of the end.
    void setStatus(RunId id, RunStatus status, const std::string& message = {});
    /// A run that is to go on, whose folder the caller has claimed, gets the status Running. Error as checkMayGoOn, of
    /// a program on another machine, too; of several that ask at once one gets it.
    void claim(RunId id);
    /// A sign of life. A running run without one for `interruptedAfter` seconds, whose folder nobody has (Lease), reads
    /// as Interrupted. Writing metrics and snapshots is a sign of life too.
    void heartbeat(RunId id);
    static constexpr double interruptedAfter = 10;

    void setName(RunId id, const std::string& name);
    void setNotes(RunId id, const std::string& notes);
    void setTags(RunId id, const std::vector<std::string>& tags); ///< in any order, read back sorted
    void setCheckpoint(RunId id, const std::string& path);

    /// Deleting hides runs until they are restored, or purged for good (the file then reuses their space). Only deleted
    /// runs are purged, and one that is running or paused is not deleted: Error. Checkpoint folders are not touched.
    void remove(const std::vector<RunId>& ids);
    void restore(const std::vector<RunId>& ids);
    void purge(const std::vector<RunId>& ids);

    // Metrics ---------------------------------------------------------------------------------------------------

    /// Adds points; one of the same run, name and step is replaced. Write batches: each call reaches the disk once.
    void addMetrics(RunId id, const std::vector<MetricPoint>& points);
    /// One metric's points by step, those after `afterStep` only (to follow a run).
    std::vector<MetricPoint> metric(RunId id, const std::string& name, std::int64_t afterStep = -1) const;
    /// Points later than the step were made at the wall time `zero` + their seconds: said by a run that begins or goes
    /// on, for its seconds stand still meanwhile. Without it wall times count from the run's creation.
    void setClock(RunId id, std::int64_t afterStep, double zero);
    /// Forgets points, evaluations and snapshots later than the step: a resumed run writes them anew.
    void rewind(RunId id, std::int64_t step);

    void addEvaluation(RunId id, const StoredEvaluation& evaluation);
    std::vector<StoredEvaluation> evaluations(RunId id) const; ///< in the order added

    // Attention snapshots ---------------------------------------------------------------------------------------

    /// Replaces what is stored for the same epoch and probe sentence.
    void addSnapshot(RunId id, const Snapshot& snapshot);
    std::vector<SnapshotKey> snapshotKeys(RunId id) const; ///< by epoch, then probe
    /// Error when there is none.
    Snapshot snapshot(RunId id, int epoch, int probe) const;

    // Sweeps of the scaling lab ---------------------------------------------------------------------------------

    SweepId createSweep(const std::string& name, const ScalePlan& plan); ///< machine, version and times are filled in
    void setSweepPlan(SweepId id, const ScalePlan& plan);
    /// Replaces what is stored for the same point.
    void addMeasurement(SweepId id, const ScaleMeasurement& one);
    std::vector<SweepRecord> sweeps(std::vector<DamagedRow>* damaged = nullptr) const; ///< by id; damaged as in runs()
    SweepRecord sweep(SweepId id) const;
    std::vector<ScaleMeasurement> measurements(SweepId id) const; ///< in the order measured
    /// Deleting hides a sweep, with its points, until it is restored.
    void removeSweep(SweepId id);
    void restoreSweep(SweepId id);

private:
    struct Impl;
    std::unique_ptr<Impl> m_impl;
};

} // namespace headlight
