// Fills a store with 1,000 runs of 2,000 points and prints how long it takes to open, list and read it.
//
//     store_bench [FILE]     a FILE that exists already is measured without being filled again

#include "engine/store/store.h"

#include <chrono>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

using namespace headlight;

namespace {

constexpr int runCount = 1000;
constexpr int steps = 500;
const std::vector<std::string> names = {"train.loss", "train.accuracy", "dev.accuracy", "tokens_per_s"};

double millisecondsOf(const std::function<void()>& work) {
    const auto begin = std::chrono::steady_clock::now();
    work();
    return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count();
}

void fill(const std::filesystem::path& path) {
    Store store(path);
    for (int i = 0; i < runCount; ++i) {
        NewRun run;
        run.name = "run " + std::to_string(i);
        run.model = i % 2 ? "mtsa" : "disa";
        run.configuration = "{\"width\": 300, \"notes\": \"" + std::string(1500, 'x') + "\"}";
        run.tags = {"bench", "tag " + std::to_string(i % 7)};
        const RunId id = store.createRun(run);
        std::vector<MetricPoint> points;
        for (int step = 0; step < steps; ++step)
            for (const std::string& name : names)
                points.push_back({name, step, step / 50.0, step * 0.1, std::sin(step + i)});
        store.addMetrics(id, points);
        store.setStatus(id, RunStatus::Finished);
    }
}

void measure(const std::filesystem::path& path) {
    if (!std::filesystem::exists(path))
        std::printf("fill %d runs x %d points   %9.1f ms\n", runCount, int(steps * names.size()),
                    millisecondsOf([&] { fill(path); }));
    std::printf("file size                    %9.1f MB\n", double(std::filesystem::file_size(path)) / 1e6);

    std::size_t listed = 0, points = 0;
    std::printf("open and list all runs       %9.1f ms\n", millisecondsOf([&] { listed = Store(path).runs().size(); }));
    Store store(path);
    std::printf("list again                   %9.1f ms\n", millisecondsOf([&] { store.runs(); }));
    std::printf("read one series              %9.2f ms\n", millisecondsOf([&] { store.metric(500, "train.loss"); }));
    std::printf("read a series of 100 runs    %9.1f ms\n", millisecondsOf([&] {
                    for (RunId id = 1; id <= 100; ++id)
                        points += store.metric(id, "dev.accuracy").size();
                }));
    std::printf("listed %zu runs, read %zu points\n", listed, points);
}

} // namespace

int main(int argc, char** argv) {
    try {
        const auto temporary = std::filesystem::temp_directory_path() / "headlight-bench.sqlite";
        measure(argc > 1 ? std::filesystem::path(argv[1]) : temporary);
        if (argc <= 1)
            std::filesystem::remove(temporary);
    } catch (const std::exception& error) {
        std::fprintf(stderr, "store_bench: %s\n", error.what());
        return 1;
    }
    return 0;
}
