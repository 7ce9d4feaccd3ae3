#pragma once

#include <filesystem>
#include <optional>

namespace headlight {

/// Says who is at work with something: a run's folder, with the run in it, or a sweep. There is one rule.
///
/// * Who holds it: whoever has the lease's file locked, from take() until the Lease is gone. No other Lease can be
/// taken
///   meanwhile, in no program and not in this one.
/// * A dead holder: the system lets go of the lock when a program ends, however that happens. A file that is left
/// behind
///   means nothing.
/// * Elsewhere: where a file system has no locks (some network ones), every take() succeeds and isHeld() says no. Nor
/// is
///   a lock seen where a file system keeps it to one machine. A run also gives a sign of life every few seconds,
///   through the store; without one for Store::interruptedAfter seconds, and with its lease not held, it is nobody's.
class Lease {
public:
    /// Nothing while another one has it. The file's folder must be there; where no file can be made, nobody is kept
    /// out.
    static std::optional<Lease> take(const std::filesystem::path& file);
    /// Whether somebody has it now, this program included.
    static bool isHeld(const std::filesystem::path& file);

    Lease(Lease&& other) noexcept;
    Lease& operator=(Lease&&) = delete;
    ~Lease();

private:
    Lease(const std::filesystem::path& file, int descriptor) : m_file(file), m_descriptor(descriptor) {}

    std::filesystem::path m_file;
    int m_descriptor; ///< −1: there is no file
};

} // namespace headlight
