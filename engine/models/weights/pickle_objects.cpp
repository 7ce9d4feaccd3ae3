#include "core/error.h"
#include "models/weights/pickle_machine.h"

#include <algorithm>
#include <array>
#include <limits>
#include <utility>

namespace headlight {

namespace {

enum class PickleRole { OrderedDict, Size, Tensor, TensorWithoutHooks, TensorWithType, Parameter, Storage, NumberType };

struct PickleNameRow {
    std::string_view module, name;
    PickleRole role;
    Dtype dtype = Dtype::U8;
    bool typed = true; ///< a storage that knows the type of its numbers
};

/// All that a file may name.
constexpr std::array<PickleNameRow, 29> pickleNames = {{
    {"collections", "OrderedDict", PickleRole::OrderedDict},
    {"torch", "Size", PickleRole::Size},
    {"torch._utils", "_rebuild_tensor_v2", PickleRole::Tensor},
    {"torch._utils", "_rebuild_tensor", PickleRole::TensorWithoutHooks},
    {"torch._utils", "_rebuild_tensor_v3", PickleRole::TensorWithType},
    {"torch._utils", "_rebuild_parameter", PickleRole::Parameter},
    {"torch._utils", "_rebuild_parameter_with_state", PickleRole::Parameter},
    {"torch", "DoubleStorage", PickleRole::Storage, Dtype::F64},
    {"torch", "FloatStorage", PickleRole::Storage, Dtype::F32},
    {"torch", "HalfStorage", PickleRole::Storage, Dtype::F16},
    {"torch", "BFloat16Storage", PickleRole::Storage, Dtype::BF16},
    {"torch", "LongStorage", PickleRole::Storage, Dtype::I64},
    {"torch", "IntStorage", PickleRole::Storage, Dtype::I32},
    {"torch", "ShortStorage", PickleRole::Storage, Dtype::I16},
    {"torch", "CharStorage", PickleRole::Storage, Dtype::I8},
    {"torch", "ByteStorage", PickleRole::Storage, Dtype::U8},
    {"torch", "BoolStorage", PickleRole::Storage, Dtype::Bool},
    {"torch.storage", "UntypedStorage", PickleRole::Storage, Dtype::U8, false},
    {"torch", "UntypedStorage", PickleRole::Storage, Dtype::U8, false},
    {"torch", "float64", PickleRole::NumberType, Dtype::F64},
    {"torch", "float32", PickleRole::NumberType, Dtype::F32},
    {"torch", "float16", PickleRole::NumberType, Dtype::F16},
    {"torch", "bfloat16", PickleRole::NumberType, Dtype::BF16},
    {"torch", "int64", PickleRole::NumberType, Dtype::I64},
    {"torch", "int32", PickleRole::NumberType, Dtype::I32},
    {"torch", "int16", PickleRole::NumberType, Dtype::I16},
    {"torch", "int8", PickleRole::NumberType, Dtype::I8},
    {"torch", "uint8", PickleRole::NumberType, Dtype::U8},
    {"torch", "bool", PickleRole::NumberType, Dtype::Bool},
}};

/// Types of numbers that PyTorch has and TensorFile does not.
bool isOtherPickleType(std::string_view module, std::string_view name) {
    if (module != "torch")
        return false;
    const bool named = name.starts_with("complex") || name.starts_with("float8") || name.starts_with("uint") ||
                       name.starts_with("quint") || name.starts_with("qint");
    return named || name.ends_with("Storage");
}

[[noreturn]] void refusePickleName(const std::string& file, const std::string& module, const std::string& name) {
    const std::string shown = printable(module, 100) + "." + printable(name, 100);
    if (isOtherPickleType(module, name))
        throw Error(file + ": it holds numbers of the type " + shown +
                    ", which is not read: refused; save them as float32");
    if (module == "torch._utils" && name.starts_with("_rebuild_"))
        throw Error(file + ": it holds a tensor of a kind that is not read (" + shown +
                    "): refused; save plain tensors, neither sparse nor quantized");
    throw Error(file + ": it holds an object of " + shown +
                ", which is not a tensor or a container: refused; save the model's state_dict() alone");
}

} // namespace

/// The name of a class, function or type of numbers, which is looked up and nothing else.
void PickleMachine::name(const std::string& module, const std::string& name) {
    const std::string home = module == "torch.cuda" && name.ends_with("Storage") ? "torch" : module;
    const auto row = std::find_if(pickleNames.begin(), pickleNames.end(),
                                  [&](const PickleNameRow& one) { return one.module == home && one.name == name; });
    if (row == pickleNames.end())
        refusePickleName(m_input.file(), module, name);
    push(make(PickleKind::Name, std::uint32_t(row - pickleNames.begin())));
}

/// What a function that is known by its name gives; none is called.
void PickleMachine::call() {
    const Ids both = popSome(2);
    if (kind(both[0]) != PickleKind::Name || kind(both[1]) != PickleKind::Tuple)
        m_input.fail("something is called that is no function; the file is damaged or was made to deceive");
    const Ids arguments = m_pickle.items(both[1]);
    switch (pickleNames[m_pickle.m_values[both[0]].index].role) {
    case PickleRole::OrderedDict:
        return push(orderedDict(arguments));
    case PickleRole::Size:
        return push(size(arguments));
    case PickleRole::Tensor:
        return push(tensor(arguments, false, 7));
    case PickleRole::TensorWithoutHooks:
        return push(tensor(arguments, false, 4));
    case PickleRole::TensorWithType:
        return push(tensor(arguments, true, 8));
    case PickleRole::Parameter: // tensor, whether it is trained, hooks and perhaps a state
        if (arguments.size() < 3 || arguments.size() > 4 || kind(arguments[0]) != PickleKind::Tensor)
            failTensor();
        return push(arguments[0]);
    case PickleRole::Storage:
    case PickleRole::NumberType:
        break;
    }
    m_input.fail("something is called that is no function; the file is damaged or was made to deceive");
}

/// Empty, or with a list of pairs as Python 2 wrote it.
PickleId PickleMachine::orderedDict(const Ids& arguments) {
    Ids entries;
    const auto isList = [this](PickleId value) {
        return kind(value) == PickleKind::List || kind(value) == PickleKind::Tuple;
    };
    const bool pairs = arguments.size() == 1 && isList(arguments[0]);
    if (pairs)
        for (const PickleId pair : m_pickle.items(arguments[0])) {
            if (!isList(pair) || m_pickle.items(pair).size() != 2)
                m_input.fail("an OrderedDict has entries that are no pairs; the file is damaged, get it anew");
            const Ids& both = m_pickle.items(pair);
            entries.insert(entries.end(), both.begin(), both.end());
        }
    if (!pairs && !arguments.empty())
        m_input.fail("an OrderedDict is not made as PyTorch makes one; the file is damaged, get it anew");
    // Calls with one list again and again would multiply it.
    if ((m_pushed += entries.size()) > mostPushed)
        m_input.fail("it has more than the 4,000,000 values that are allowed; save the model's state_dict() alone");
    return makeContainer(PickleKind::Dict, std::move(entries));
}

PickleId PickleMachine::size(const Ids& arguments) {
    if (arguments.size() != 1 || kind(arguments[0]) != PickleKind::Tuple)
        m_input.fail("a torch.Size is not made as PyTorch makes one; the file is damaged, get it anew");
    return arguments[0];
}

void PickleMachine::failTensor() const {
    m_input.fail("a tensor is not made as PyTorch makes one; the file is damaged, get it anew");
}

std::vector<std::int64_t> PickleMachine::sizes(PickleId value) const {
    if (kind(value) != PickleKind::Tuple && kind(value) != PickleKind::List)
        failTensor();
    std::vector<std::int64_t> result;
    for (const PickleId size : m_pickle.items(value)) {
        if (kind(size) != PickleKind::Int)
            failTensor();
        if (result.size() == mostDimensions)
            m_input.fail("a tensor has more than the 8 dimensions that are allowed");
        result.push_back(m_pickle.integer(size));
    }
    return result;
}

/// From storage, offset, shape, strides and at most `most` arguments in all: whether it is trained, hooks, with
/// `withType` the type of the numbers, and properties, of which there must be none.
PickleId PickleMachine::tensor(const Ids& arguments, bool withType, std::size_t most) {
    const std::size_t least = withType ? 7 : 4, properties = withType ? 7 : 6;
    if (arguments.size() < least || arguments.size() > most || kind(arguments[0]) != PickleKind::Storage ||
        kind(arguments[1]) != PickleKind::Int)
        failTensor();
    PickleTensor tensor;
    tensor.storage = m_pickle.m_values[arguments[0]].index;
    tensor.offset = m_pickle.integer(arguments[1]);
    tensor.shape = sizes(arguments[2]);
    tensor.strides = sizes(arguments[3]);
    const PickleStorage& storage = m_pickle.m_storages[tensor.storage];
    tensor.dtype = storage.dtype;
    if (withType) {
        const auto& type = m_pickle.m_values[arguments[6]];
        if (type.kind != PickleKind::Name || pickleNames[type.index].role != PickleRole::NumberType)
            failTensor();
        tensor.dtype = pickleNames[type.index].dtype;
    }
    if (withType == storage.typed || tensor.shape.size() != tensor.strides.size())
        failTensor();
    if (arguments.size() > properties) {
        const PickleId extra = arguments[properties];
        if (kind(extra) != PickleKind::None && (kind(extra) != PickleKind::Dict || !m_pickle.items(extra).empty()))
            m_input.fail("a tensor is the negative or conjugate of its numbers, which is not read; save it after "
                         ".resolve_neg().resolve_conj()");
    }
    if (m_pickle.m_tensors.size() == mostTensors)
        m_input.fail("it makes more than the 200,000 tensors that are allowed; save the model's state_dict() alone");
    m_pickle.m_tensors.push_back(std::move(tensor));
    return make(PickleKind::Tensor, std::uint32_t(m_pickle.m_tensors.size() - 1));
}

/// ("storage", type, key, device, number of elements[, None]), which stands for numbers outside the pickle.
void PickleMachine::storage() {
    const PickleId tuple = pop();
    const Ids parts = kind(tuple) == PickleKind::Tuple ? m_pickle.items(tuple) : Ids();
    const bool known = parts.size() >= 5 && parts.size() <= 6 && kind(parts[0]) == PickleKind::Text &&
                       m_pickle.text(parts[0]) == "storage" && kind(parts[1]) == PickleKind::Name &&
                       kind(parts[2]) == PickleKind::Text && kind(parts[4]) == PickleKind::Int;
    const PickleNameRow* const type = known ? &pickleNames[m_pickle.m_values[parts[1]].index] : nullptr;
    if (!type || type->role != PickleRole::Storage || m_pickle.text(parts[2]).size() > longestKey)
        m_input.fail("the numbers of a tensor are not told as PyTorch tells them; the file is damaged, get it anew");
    if (parts.size() == 6 && kind(parts[5]) != PickleKind::None)
        m_input.fail("a tensor is a part of another, as PyTorch wrote it before 0.4; load the file in PyTorch and "
                     "save it again");
    PickleStorage told{std::string(m_pickle.text(parts[2])), type->dtype, type->typed, m_pickle.integer(parts[4])};
    if (told.elements < 0 || told.elements > std::numeric_limits<std::int64_t>::max() / dtypeBytes(told.dtype))
        m_input.fail("storage \"" + printable(told.key) + "\" has an impossible length of " +
                     std::to_string(told.elements));
    const auto [place, fresh] = m_storages.emplace(told.key, m_pickle.m_storages.size());
    if (fresh) {
        m_pickle.m_storages.push_back(std::move(told));
    } else {
        const PickleStorage& before = m_pickle.m_storages[place->second];
        if (before.dtype != told.dtype || before.typed != told.typed || before.elements != told.elements)
            m_input.fail("storage \"" + printable(told.key) +
                         "\" is told twice, with another type or length; the file is damaged, get it anew");
    }
    push(make(PickleKind::Storage, std::uint32_t(place->second)));
}

/// The state of an OrderedDict, PyTorch's versions of the layers, is of no use here.
void PickleMachine::build() {
    pop();
    if (kind(top()) != PickleKind::Dict)
        m_input.fail("something else than an OrderedDict is given a state; the file is damaged or was made to deceive");
}

} // namespace headlight
