#include "models/weights/torch_names.h"

#include "core/error.h"

#include <algorithm>
#include <unordered_set>

namespace headlight {

namespace {

constexpr std::size_t torchMostTensors = 100'000, torchLongestName = 1024, torchMostNameBytes = std::size_t(32) << 20;
constexpr std::size_t torchMostDepth = 64, torchMostVisits = 4'000'000, torchMostOthers = 1000;

class TorchWalk {
public:
    TorchWalk(const Pickle& pickle, const std::string& file) : m_pickle(pickle), m_file(file) {}

    TorchNames names() {
        if (m_pickle.kind(m_pickle.root()) == PickleKind::Tensor)
            m_name = "tensor";
        visit(m_pickle.root(), true);
        return std::move(m_names);
    }

private:
    [[noreturn]] void fail(const std::string& what) const { throw Error(m_file + ": " + what); }

    /// `named`: all keys that lead here are texts or whole numbers.
    void visit(PickleId value, bool named) {
        if (++m_visits > torchMostVisits)
            fail("its containers hold more than the 4,000,000 values that are allowed; save the model's state_dict() "
                 "alone");
        switch (m_pickle.kind(value)) {
        case PickleKind::Tensor:
            return addTensor(value, named);
        case PickleKind::Tuple:
        case PickleKind::List:
        case PickleKind::Dict:
            return walk(value, named);
        default:
            ++m_names.otherCount;
            if (m_names.others.size() < torchMostOthers)
                m_names.others.push_back(m_name.substr(0, torchLongestName));
        }
    }

    void walk(PickleId container, bool named) {
        if (std::find(m_open.begin(), m_open.end(), container) != m_open.end())
            fail("its container " + torchShown(m_name) +
                 " contains itself, which is not read; save the model's state_dict() alone");
        if (m_open.size() == torchMostDepth)
            fail("its containers are in each other deeper than the 64 that are allowed");
        m_open.push_back(container);
        const std::vector<PickleId>& items = m_pickle.items(container);
        const std::size_t length = m_name.size();
        const bool keys = m_pickle.kind(container) == PickleKind::Dict;
        for (std::size_t i = 0; i < items.size(); i += keys ? 2 : 1) {
            if (!m_name.empty())
                m_name += '.';
            const bool known = !keys || appendKey(items[i]);
            if (!keys)
                m_name += std::to_string(i);
            visit(items[i + (keys ? 1 : 0)], named && known);
            m_name.resize(length);
        }
        m_open.pop_back();
    }

    bool appendKey(PickleId key) {
        const bool text = m_pickle.kind(key) == PickleKind::Text, number = m_pickle.kind(key) == PickleKind::Int;
        if (text)
            m_name += m_pickle.text(key).substr(0, torchLongestName + 1); // a longer one is refused
        else
            m_name += number ? std::to_string(m_pickle.integer(key)) : "?";
        return text || number;
    }

    void addTensor(PickleId tensor, bool named) {
        if (!named)
            fail("the key of its tensor " + torchShown(m_name) +
                 " is neither a text nor a whole number; save the model's state_dict() alone");
        if (m_name.empty() || m_name.size() > torchLongestName)
            fail("tensor " + torchShown(m_name) + ": a name must have 1 to 1024 bytes");
        if (!m_seen.insert(m_name).second)
            fail("it has two tensors " + torchShown(m_name) + "; the file is damaged or was made to deceive");
        if (m_names.tensors.size() == torchMostTensors)
            fail("it holds more than the 100,000 tensors that are allowed");
        m_nameBytes += m_name.size();
        if (m_nameBytes > torchMostNameBytes)
            fail("the names of its tensors are longer than the 32 MB that are allowed together");
        m_names.tensors.emplace_back(m_name, tensor);
    }

    const Pickle& m_pickle;
    const std::string& m_file;
    TorchNames m_names;
    std::string m_name; ///< of the value that is looked at
    std::vector<PickleId> m_open;
    std::unordered_set<std::string> m_seen;
    std::size_t m_visits = 0, m_nameBytes = 0;
};

} // namespace

TorchNames torchNames(const Pickle& pickle, const std::string& file) {
    return TorchWalk(pickle, file).names();
}

std::string torchShown(const std::string& name) {
    return "\"" + printable(name) + "\"";
}

} // namespace headlight
