#include "models/map_guard.h"

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <mutex>
#include <sys/mman.h>
#include <unistd.h>
#include <vector>

namespace headlight {

/// A handler may not wait for anybody, so that ranges are a list that only grows, and those without use have no end.
struct MapGuard::Range {
    std::atomic<std::uintptr_t> begin = 0, end = 0;
    Range* next = nullptr;
};

namespace {

constexpr std::size_t fillBytes = std::size_t(1) << 20; ///< that are put in the place of lost ones at a time

std::atomic<MapGuard::Range*> firstGuarded = nullptr;
std::atomic<std::uint64_t> lostTimes = 0;
int fillFile = -1; ///< in memory, of bytes 0xFF: however much is lost, it takes no more than this
std::uintptr_t guardedPage = 4096;
struct sigaction handlerBefore;

/// Calls only what a handler may: none of it waits or allocates.
void onLostPage(int signal, siginfo_t* told, void*) {
    const int error = errno;
    const auto address = reinterpret_cast<std::uintptr_t>(told->si_addr);
    const std::uintptr_t page = address / guardedPage * guardedPage;
    for (MapGuard::Range* range = firstGuarded; range; range = range->next) {
        const std::uintptr_t end = range->end;
        if (address < range->begin || address >= end)
            continue;
        const std::size_t bytes = std::min<std::size_t>(fillBytes, end - page);
        if (::mmap(reinterpret_cast<void*>(page), bytes, PROT_READ, MAP_SHARED | MAP_FIXED, fillFile, 0) == MAP_FAILED)
            break;
        ++lostTimes;
        errno = error;
        return;
    }
    ::sigaction(signal, &handlerBefore, nullptr); // the same read comes again, and is its affair
    if (told->si_code <= 0)                       // sent by a program: nothing was read
        ::raise(signal);
    errno = error;
}

void installLostPages() {
    static std::once_flag installed;
    std::call_once(installed, [] {
        guardedPage = std::uintptr_t(::sysconf(_SC_PAGESIZE));
        const std::vector<char> fill(fillBytes, '\xFF');
        fillFile = ::memfd_create("headlight-lost-pages", MFD_CLOEXEC);
        if (fillFile < 0 || ::write(fillFile, fill.data(), fill.size()) != ssize_t(fill.size()))
            return; // the signal does what it did
        struct sigaction action {};
        action.sa_sigaction = onLostPage;
        action.sa_flags = SA_SIGINFO | SA_ONSTACK;
        ::sigemptyset(&action.sa_mask);
        ::sigaction(SIGBUS, &action, &handlerBefore);
    });
}

/// One without use, or a new one, which stays.
MapGuard::Range& guardedRange(std::uintptr_t begin, std::uintptr_t end) {
    static std::mutex changing;
    const std::lock_guard lock(changing);
    MapGuard::Range* range = firstGuarded;
    while (range && range->end != 0)
        range = range->next;
    if (!range) {
        range = new MapGuard::Range;
        range->next = firstGuarded;
        firstGuarded = range;
    }
    range->begin = begin; // before its end, which puts it to use
    range->end = end;
    return *range;
}

} // namespace

MapGuard::MapGuard(const void* begin, std::uint64_t bytes)
    : m_range(guardedRange(reinterpret_cast<std::uintptr_t>(begin),
                           reinterpret_cast<std::uintptr_t>(begin) + std::uintptr_t(bytes))) {
    installLostPages();
}

MapGuard::~MapGuard() {
    m_range.end = 0;
}

std::uint64_t MapGuard::losses() {
    return lostTimes;
}

} // namespace headlight
