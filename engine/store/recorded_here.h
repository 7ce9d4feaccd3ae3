#pragma once

#include "store/records.h"

#include <filesystem>

namespace headlight {

/// Says, for as long as it lives, that this process records a run. A run that is "running" by its row, of this process,
/// and not recorded by it has ended without its row's knowledge: a full disk takes no last word. May be asked from any
/// thread.
class RecordedHere {
public:
    RecordedHere(const std::filesystem::path& store, RunId id);
    ~RecordedHere();
    RecordedHere(const RecordedHere&) = delete;
    RecordedHere& operator=(const RecordedHere&) = delete;

    static bool holds(const std::filesystem::path& store, RunId id);

private:
    std::pair<std::filesystem::path, RunId> m_run;
};

} // namespace headlight
