#pragma once

#include "models/published/architecture.h"

#include <string>
#include <vector>

namespace headlight {

/// An entry of config.json, and the key that a GGUF file has it under, behind the architecture and a point.
struct GgufEntry {
    const char* entry;
    const char* key;
    bool isNeeded = false; ///< else the architecture's usual value holds where it is missing
};

/// A kind of model that GGUF files have, as llama.cpp's converter writes it: an architecture of published models by
/// other names. Rows of queries, keys and values that were mixed are in order there, matrices have their outputs first,
/// and gains are whole.
struct GgufKind {
    std::string architecture; ///< "general.architecture"
    std::string type, top;    ///< "model_type" of config.json, and the class in its "architectures"
    std::vector<GgufEntry> entries;
    std::vector<TensorName> names;
    Rotary::Pairs pairs = Rotary::Pairs::Halves; ///< the file's rows of queries and keys are for these
    /// What the file does not say, from what it does; null where there is nothing.
    void (*complete)(nlohmann::ordered_json& config) = nullptr;
};

const std::vector<GgufKind>& ggufKinds();

} // namespace headlight
