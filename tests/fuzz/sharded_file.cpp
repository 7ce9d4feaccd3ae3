#include "models/weights/sharded_file.h"

#include "fuzz/scratch.h"
#include "fuzz/targets.h"

namespace headlight::fuzz {

/// The index and the shards in one text, as filesOf() has it.
void readShardedFile(std::string_view bytes) {
    static const Scratch scratch;
    scratch.clear();
    for (const auto& [name, content] : filesOf(bytes))
        scratch.write(name, content);
    const auto file = ShardedFile::openWithGaps(scratch.folder() / "model.safetensors.index.json");
    require(!file.names().empty() && file.shards() > 0, "there is a tensor");
    for (const std::string& name : file.names())
        require(file.readFloat(name).size() == std::size_t(file.info(name).elements()), "as many numbers as told");
    attempt([&] { file.info("no such tensor"); });
    file.refuseChanges();
    attempt([&] { file.refuseGaps(); }); // each file ends with the line break before the next name
}

} // namespace headlight::fuzz
