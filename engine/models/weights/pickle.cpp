#include "core/error.h"
#include "models/weights/pickle_codes.h"
#include "models/weights/pickle_machine.h"

#include <charconv>
#include <utility>

namespace headlight {

std::string_view Pickle::text(PickleId value) const {
    return std::string_view(m_texts).substr(std::size_t(m_values[value].number), std::size_t(m_values[value].length));
}

std::optional<PickleId> Pickle::find(PickleId dict, std::string_view key) const {
    if (kind(dict) != PickleKind::Dict)
        return std::nullopt;
    const std::vector<PickleId>& entries = items(dict);
    for (std::size_t i = 0; i < entries.size(); i += 2)
        if (kind(entries[i]) == PickleKind::Text && text(entries[i]) == key)
            return entries[i + 1];
    return std::nullopt;
}

Pickle Pickle::read(PickleInput& input) {
    return PickleMachine(input).run();
}

Pickle PickleMachine::run() {
    for (;;) {
        const auto code = PickleCode(m_input.byte());
        if (code == PickleCode::Stop)
            break;
        if (number(code) || text(code) || container(code) || memo(code) || object(code))
            continue;
        m_input.fail("its step " + std::to_string(int(code)) +
                     " is none of those that make containers, numbers, texts and tensors; the file is damaged or holds "
                     "other objects: save the model's state_dict() alone");
    }
    m_pickle.m_root = pop();
    if (!m_stack.empty() || !m_marks.empty())
        m_input.fail("it ends with values that belong to nothing; the file is damaged, get it anew");
    return std::move(m_pickle);
}

bool PickleMachine::number(PickleCode code) {
    using enum PickleCode;
    const auto integer = [this](std::int64_t value) { push(make(PickleKind::Int, 0, value)); };
    switch (code) {
    case None:
        push(make(PickleKind::None));
        return true;
    case True:
    case False:
        push(make(PickleKind::Bool, 0, code == True));
        return true;
    case Byte:
        integer(m_input.byte());
        return true;
    case Short:
        integer(m_input.number<std::uint16_t>());
        return true;
    case Int:
        integer(m_input.number<std::int32_t>());
        return true;
    case Long:
        longInteger(m_input.byte());
        return true;
    case Long4:
        longInteger(m_input.number<std::uint32_t>());
        return true;
    case Decimal:
    case LongDecimal:
        decimal();
        return true;
    case Float:
        m_input.number<std::uint64_t>();
        push(make(PickleKind::Float));
        return true;
    case FloatText:
        m_input.line();
        push(make(PickleKind::Float));
        return true;
    default:
        return false;
    }
}

/// A number in two's complement, the lowest byte first.
void PickleMachine::longInteger(std::uint64_t bytes) {
    if (bytes > 8)
        return textOf(PickleKind::LongInt, bytes);
    std::string digits;
    m_input.append(bytes, digits);
    digits.resize(8, !digits.empty() && (digits.back() & 0x80) ? '\xFF' : '\0');
    std::int64_t value = 0;
    std::memcpy(&value, digits.data(), 8);
    push(make(PickleKind::Int, 0, value));
}

/// Protocols 0 and 1 write numbers in digits, truth as 00 and 01.
void PickleMachine::decimal() {
    std::string digits = m_input.line();
    if (digits == "00" || digits == "01")
        return push(make(PickleKind::Bool, 0, digits == "01"));
    if (digits.ends_with('L'))
        digits.pop_back();
    std::int64_t value = 0;
    const auto [end, fault] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    if (fault != std::errc() || end != digits.data() + digits.size())
        m_input.fail("expected a whole number of 64 bits, got \"" + printable(digits, 40) + "\"");
    push(make(PickleKind::Int, 0, value));
}

bool PickleMachine::text(PickleCode code) {
    using enum PickleCode;
    switch (code) {
    case ShortText:
    case ShortBytesText: // a text of Python 2
        textOf(PickleKind::Text, m_input.byte());
        return true;
    case Text:
    case BytesText:
        textOf(PickleKind::Text, m_input.number<std::uint32_t>());
        return true;
    case Text8:
        textOf(PickleKind::Text, m_input.number<std::uint64_t>());
        return true;
    case ShortBytes:
        textOf(PickleKind::Bytes, m_input.byte());
        return true;
    case Bytes:
        textOf(PickleKind::Bytes, m_input.number<std::uint32_t>());
        return true;
    case Bytes8:
    case ByteArray:
        textOf(PickleKind::Bytes, m_input.number<std::uint64_t>());
        return true;
    default:
        return false;
    }
}

void PickleMachine::textOf(PickleKind kind, std::uint64_t bytes) {
    const std::size_t begin = m_pickle.m_texts.size();
    m_input.append(bytes, m_pickle.m_texts);
    const PickleId value = make(kind, 0, std::int64_t(begin));
    m_pickle.m_values[value].length = bytes;
    push(value);
}

bool PickleMachine::container(PickleCode code) {
    using enum PickleCode;
    switch (code) {
    case Mark:
        if (m_marks.size() == mostValues)
            m_input.fail("it nests deeper than is allowed");
        m_marks.push_back(m_stack.size());
        return true;
    case EmptyTuple:
        push(makeContainer(PickleKind::Tuple, {}));
        return true;
    case Tuple1:
    case Tuple2:
    case Tuple3:
        push(makeContainer(PickleKind::Tuple, popSome(std::size_t(code) - std::size_t(Tuple1) + 1)));
        return true;
    case Tuple:
    case FrozenSet:
        push(makeContainer(PickleKind::Tuple, popToMark()));
        return true;
    case EmptyList:
    case EmptySet:
        push(makeContainer(PickleKind::List, {}));
        return true;
    case List:
        push(makeContainer(PickleKind::List, popToMark()));
        return true;
    case EmptyDict:
        push(makeContainer(PickleKind::Dict, {}));
        return true;
    case Dict: {
        const Ids items = popToMark();
        push(makeContainer(PickleKind::Dict, {}));
        extend(PickleKind::Dict, items);
        return true;
    }
    case Append:
        extend(PickleKind::List, popSome(1));
        return true;
    case Appends:
    case Adds:
        extend(PickleKind::List, popToMark());
        return true;
    case Set:
        extend(PickleKind::Dict, popSome(2));
        return true;
    case Sets:
        extend(PickleKind::Dict, popToMark());
        return true;
    default:
        return false;
    }
}

/// Adds items to the container on top of the stack.
void PickleMachine::extend(PickleKind wanted, const Ids& items) {
    const PickleId container = top();
    if (kind(container) != wanted || (wanted == PickleKind::Dict && items.size() % 2 != 0))
        m_input.fail("values are added to something that is no such container; the file is damaged, get it anew");
    Ids& all = m_pickle.m_containers[m_pickle.m_values[container].index];
    all.insert(all.end(), items.begin(), items.end());
}

bool PickleMachine::memo(PickleCode code) {
    using enum PickleCode;
    switch (code) {
    case Put:
        remember(m_input.byte());
        return true;
    case LongPut:
        remember(m_input.number<std::uint32_t>());
        return true;
    case Memoize:
        remember(std::uint32_t(m_memo.size()));
        return true;
    case Get:
        recall(m_input.byte());
        return true;
    case LongGet:
        recall(m_input.number<std::uint32_t>());
        return true;
    case Duplicate:
        push(top());
        return true;
    case Pop:
        pop();
        return true;
    case PopMark:
        popToMark();
        return true;
    default:
        return false;
    }
}

void PickleMachine::remember(std::uint32_t place) {
    if (m_memo.size() == mostValues)
        m_input.fail("it remembers more than the 4,000,000 values that are allowed");
    m_memo[place] = top();
}

void PickleMachine::recall(std::uint32_t place) {
    const auto found = m_memo.find(place);
    if (found == m_memo.end())
        m_input.fail("it uses a value " + std::to_string(place) +
                     " that was not there before; the file is damaged, "
                     "get it anew");
    push(found->second);
}

bool PickleMachine::object(PickleCode code) {
    using enum PickleCode;
    switch (code) {
    case Protocol:
        if (const int protocol = m_input.byte(); protocol > 5)
            m_input.fail("it is of protocol " + std::to_string(protocol) + "; only those up to 5 are read");
        return true;
    case Frame:
        m_input.number<std::uint64_t>(); // only says how much to read at once
        return true;
    case Name:
    case ObjectLine: { // the latter would make an object at once, of a class that is refused by its name
        const std::string module = m_input.line();
        name(module, m_input.line());
        return code == Name;
    }
    case StackName: {
        const Ids both = popSome(2);
        if (kind(both[0]) != PickleKind::Text || kind(both[1]) != PickleKind::Text)
            m_input.fail("expected the name of a class or function; the file is damaged, get it anew");
        name(std::string(m_pickle.text(both[0]).substr(0, 256)), std::string(m_pickle.text(both[1]).substr(0, 256)));
        return true;
    }
    case Call:
        call();
        return true;
    case Persistent:
        storage();
        return true;
    case Build:
        build();
        return true;
    default:
        return false;
    }
}

PickleId PickleMachine::make(PickleKind kind, std::uint32_t index, std::int64_t number) {
    if (m_pickle.m_values.size() == mostValues)
        m_input.fail("it has more than the 4,000,000 values that are allowed; save the model's state_dict() alone");
    m_pickle.m_values.push_back({kind, index, number, 0});
    return PickleId(m_pickle.m_values.size() - 1);
}

PickleId PickleMachine::makeContainer(PickleKind kind, Ids items) {
    const PickleId value = make(kind, std::uint32_t(m_pickle.m_containers.size()));
    m_pickle.m_containers.push_back(std::move(items));
    return value;
}

void PickleMachine::push(PickleId value) {
    if (++m_pushed > mostPushed)
        m_input.fail("it has more than the 4,000,000 values that are allowed; save the model's state_dict() alone");
    m_stack.push_back(value);
}

PickleId& PickleMachine::top() {
    if (m_stack.size() <= (m_marks.empty() ? 0 : m_marks.back()))
        m_input.fail("a value is missing; the file is damaged, get it anew");
    return m_stack.back();
}

PickleId PickleMachine::pop() {
    const PickleId value = top();
    m_stack.pop_back();
    return value;
}

PickleMachine::Ids PickleMachine::popSome(std::size_t count) {
    Ids values(count);
    for (std::size_t i = count; i-- > 0;)
        values[i] = pop();
    return values;
}

PickleMachine::Ids PickleMachine::popToMark() {
    if (m_marks.empty())
        m_input.fail("the begin of a container is missing; the file is damaged, get it anew");
    Ids values(m_stack.begin() + std::ptrdiff_t(m_marks.back()), m_stack.end());
    m_stack.resize(m_marks.back());
    m_marks.pop_back();
    return values;
}

} // namespace headlight
