#include "train/run_config.h"

#include "core/json_text.h"
#include "fuzz/targets.h"

void headlight::fuzz::readRunConfig(std::string_view bytes) {
    const RunConfig config = RunConfig::fromJson(parseJson(std::string(bytes), "run.json"), "run.json");
    require(RunConfig::fromJson(config.toJson(), "again").toJson() == config.toJson(),
            "what is written reads the same");
    attempt([&] { checkTaskOptions(config); });
}
