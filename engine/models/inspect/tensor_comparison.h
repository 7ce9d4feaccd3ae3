#pragma once

#include "models/inspect/listed_tensor.h"
#include "models/inspect/tensor_numbers.h"

#include <optional>
#include <string>
#include <vector>

namespace headlight {

/// What a tensor of one file is to that of the same name in another one.
enum class TensorState {
    Equal, ///< every number is the same, in whatever types they are stored
    Changed,
    OtherShape,
    OnlyHere,
    OnlyThere,
    Unread ///< of a type that is not read, in one file at least
};

/// "equal", "changed", "other-shape", "only-here", "only-there", "unread".
std::string tensorStateName(TensorState state);

struct TensorDifference {
    TensorState state = TensorState::Equal;
    std::optional<ListedTensor> here, there; ///< one of them at least
    // Of numbers that were compared.
    std::int64_t differing = 0;
    double largest = 0;  ///< absolute difference; infinite where one number is finite and the other is not
    double relative = 0; ///< L2 of the difference ÷ L2 of the tensor here; infinite where that is 0

    const std::string& name() const { return here ? here->name : there->name; }
    bool isCompared() const { return state == TensorState::Equal || state == TensorState::Changed; }
};

/// How many numbers compareTensors() will tell `read` of.
std::int64_t numbersToCompare(const TensorFile& here, const TensorFile& there);

/// All tensors of `here` in their order, then those that only `there` has. Tensors go by their names; numbers are
/// those of TensorNumbers. 0 and −0 are the same, and so are two that are no numbers (NaN). Error when a file can't be
/// read.
std::vector<TensorDifference> compareTensors(
    const TensorFile& here, const TensorFile& there, const NumbersRead& read = [](std::int64_t) {});

} // namespace headlight
