#pragma once

#include "models/weights/pickle.h"
#include "models/weights/pickle_codes.h"
#include "models/weights/pickle_input.h"

#include <cstdint>
#include <map>
#include <string>
#include <unordered_map>
#include <vector>

namespace headlight {

/// Builds a Pickle, step by step: a stack machine with a memo of values that are used again. See pickle.h.
class PickleMachine {
public:
    explicit PickleMachine(PickleInput& input) : m_input(input) {}
    Pickle run();

private:
    using Ids = std::vector<PickleId>;
    static constexpr std::size_t mostValues = 4'000'000;
    static constexpr std::size_t mostPushed = 4 * mostValues; ///< most are used again: types, functions, texts
    static constexpr std::size_t mostDimensions = 8;
    static constexpr std::size_t mostTensors = 200'000; ///< also those that are no part of the result
    static constexpr std::size_t longestKey = 256;

    // Steps; each of them says whether the code is one of its own.
    bool number(PickleCode code);
    bool text(PickleCode code);
    bool container(PickleCode code);
    bool memo(PickleCode code);
    bool object(PickleCode code);
    void longInteger(std::uint64_t bytes);
    void decimal();
    void textOf(PickleKind kind, std::uint64_t bytes);
    void extend(PickleKind kind, const Ids& items);
    void remember(std::uint32_t place);
    void recall(std::uint32_t place);

    // Objects, by name (pickle_objects.cpp).
    void name(const std::string& module, const std::string& name);
    void call();
    void storage();
    void build();
    PickleId orderedDict(const Ids& arguments);
    PickleId size(const Ids& arguments);
    PickleId tensor(const Ids& arguments, bool withType, std::size_t most);
    std::vector<std::int64_t> sizes(PickleId value) const;
    [[noreturn]] void failTensor() const;

    PickleId make(PickleKind kind, std::uint32_t index = 0, std::int64_t number = 0);
    PickleId makeContainer(PickleKind kind, Ids items);
    void push(PickleId value);
    PickleId pop();
    Ids popToMark();
    Ids popSome(std::size_t count);
    PickleId& top();
    PickleKind kind(PickleId value) const { return m_pickle.kind(value); }

    PickleInput& m_input;
    Pickle m_pickle;
    Ids m_stack;
    std::vector<std::size_t> m_marks; ///< heights of the stack
    std::unordered_map<std::uint32_t, PickleId> m_memo;
    std::map<std::string, std::size_t> m_storages; ///< by key
    std::size_t m_pushed = 0;
};

} // namespace headlight
