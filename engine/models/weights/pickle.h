#pragma once

#include "models/dtype.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace headlight {

class PickleInput;

enum class PickleKind : std::uint8_t {
    None,
    Bool,
    Int,
    LongInt, ///< of more than 64 bits
    Float,
    Text,
    Bytes,
    Tuple,
    List, ///< also a set
    Dict,
    Name, ///< of a class, a function or a type of numbers
    Storage,
    Tensor
};

using PickleId = std::uint32_t; ///< of a value

/// Numbers that lie elsewhere in the checkpoint.
struct PickleStorage {
    std::string key;
    Dtype dtype = Dtype::F32; ///< U8 for one without type: its bytes
    bool typed = true;
    std::int64_t elements = 0; ///< elements · bytes of the type fit 63 bits
};

/// A view of a storage as the file tells it: none of the numbers has been checked.
struct PickleTensor {
    std::size_t storage = 0; ///< in Pickle::storages()
    Dtype dtype = Dtype::F32;
    std::int64_t offset = 0; ///< in numbers of `dtype`
    std::vector<std::int64_t> shape, strides;
};

/// What a pickle of PyTorch holds: containers, numbers, texts and tensors.
///
/// A pickle is a program that can call any function. This one knows only what a tensor and an OrderedDict are made
/// with; nothing of a file is ever run, and any other name is refused by an Error that says it. The state that an
/// OrderedDict is given besides its entries is passed over. Limits: 64 MB, 4,000,000 values,
/// used 16,000,000 times in all, 200,000 tensors of 8 dimensions, names of classes and keys of 256 bytes. Containers
/// may hold each other in any depth, also themselves: whoever walks them needs a limit.
class Pickle {
public:
    /// Reads up to the end of one pickle.
    static Pickle read(PickleInput& input);

    PickleId root() const { return m_root; }
    PickleKind kind(PickleId value) const { return m_values[value].kind; }
    std::int64_t integer(PickleId value) const { return m_values[value].number; } ///< of an Int or Bool
    /// Of a Text or Bytes; a LongInt's bytes, the lowest first.
    std::string_view text(PickleId value) const;
    /// Of a Tuple or List; of a Dict: key, value, key, value …
    const std::vector<PickleId>& items(PickleId value) const { return m_containers[m_values[value].index]; }
    const PickleTensor& tensor(PickleId value) const { return m_tensors[m_values[value].index]; }
    const std::vector<PickleStorage>& storages() const { return m_storages; }
    /// The value that stands under a text in a Dict; nothing when it is not there, or this is no Dict.
    std::optional<PickleId> find(PickleId dict, std::string_view key) const;

private:
    friend class PickleMachine;
    struct Value {
        PickleKind kind = PickleKind::None;
        std::uint32_t index = 0;  ///< in the list of its kind
        std::int64_t number = 0;  ///< a text's first byte in m_texts
        std::uint64_t length = 0; ///< of a text
    };
    std::vector<Value> m_values;
    std::vector<std::vector<PickleId>> m_containers;
    std::vector<PickleStorage> m_storages;
    std::vector<PickleTensor> m_tensors;
    std::string m_texts;
    PickleId m_root = 0;
};

} // namespace headlight
