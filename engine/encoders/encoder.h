#pragma once

#include "encoders/registry.h"
#include "nn/linear.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace headlight {

/// A context-fusion encoder: [inputs × tokens] → [width × tokens], the sequences of a packed batch independent of each
/// other. It takes its dropout, trace and the user's changes from the context, and says there which layer is running.
/// One that pools gives a vector per sentence instead, [width × sequences], and no pooling follows it.
class Encoder {
public:
    virtual ~Encoder() = default;
    virtual Index width() const = 0;
    virtual bool pools() const { return false; }
    virtual bool attends() const { return true; }
    /// How many tokens before and after its own a result depends on: of a sentence cut there it is the same. None where
    /// it depends on all of them.
    virtual std::optional<Index> reach() const { return {}; }
    /// How many positions it has learned: tokens behind share the last one's vector. 0: it tells any number apart, or
    /// none.
    virtual Index learnedPositions() const { return 0; }
    virtual Var forward(Context& context, Var x) const = 0;
    /// One text per attention layer and head: the mask expression a head has of its own (empty: none can be put on it).
    virtual std::vector<std::vector<std::string>> headMasks() const = 0;
    int layers() const { return int(headMasks().size()); }
};

/// One without attention counts as a layer with one head that takes no mask; its map is the sensitivity
/// (models/sensitivity.h), and its row exposes that.
class EncoderWithoutAttention : public Encoder {
public:
    bool attends() const final { return false; }
    std::vector<std::vector<std::string>> headMasks() const final { return {{""}}; }
};

} // namespace headlight
