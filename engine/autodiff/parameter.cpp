#include "autodiff/parameter.h"

#include "core/error.h"

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace headlight {

Parameters Parameters::onlyCounted() {
    return toBeRead(mostValues);
}

Parameters Parameters::toBeRead(Index limit) {
    Parameters parameters(limit);
    parameters.m_withoutValues = true;
    return parameters;
}

Parameter& Parameters::add(std::string name, Parameter::Kind kind, Index rows, Index columns) {
    if (find(name))
        throw std::invalid_argument("Parameters::add: expected a new name, got \"" + name + "\" again");
    if (columns > 0 && rows > m_limit / columns)
        throw Error("\"" + name + "\" would have " + std::to_string(rows) + " × " + std::to_string(columns) +
                    " values, more than there can be");
    m_limit -= rows * columns;
    auto parameter = std::make_unique<Parameter>();
    parameter->name = std::move(name);
    parameter->kind = kind;
    parameter->value.setZero(rows, m_withoutValues ? 0 : columns);
    parameter->columns = columns;
    parameter->decays = kind == Parameter::Kind::Weight;
    parameter->trainEnd = columns;
    parameter->index = m_items.size();
    m_items.push_back(std::move(parameter));
    return *m_items.back();
}

const Parameter* Parameters::find(const std::string& name) const {
    for (const auto& item : m_items)
        if (item->name == name)
            return item.get();
    return nullptr;
}

Parameter* Parameters::find(const std::string& name) {
    return const_cast<Parameter*>(std::as_const(*this).find(name));
}

Index Parameters::count(const std::string& prefix) const {
    Index sum = 0;
    for (const auto& item : m_items)
        if (item->kind != Parameter::Kind::Table && item->name.starts_with(prefix))
            sum += item->value.rows() * item->columns;
    return sum;
}

Gradients::Gradients(const Parameters& parameters) : m_entries(parameters.size()), m_slots(parameters.size()) {
    for (std::size_t i = 0; i < parameters.size(); ++i) {
        const bool table = parameters[i].kind == Parameter::Kind::Table;
        m_entries[i].dense.resize(parameters[i].value.rows(), table ? 0 : parameters[i].value.cols());
        if (table)
            m_slots[i].assign(std::size_t(parameters[i].value.cols()), -1);
    }
}

void Gradients::clear() {
    for (std::size_t i = 0; i < m_entries.size(); ++i) {
        for (const Index column : m_entries[i].columns)
            m_slots[i][std::size_t(column)] = -1;
        m_entries[i].columns.clear();
        m_entries[i].touched = false;
    }
}

void Gradients::addColumn(std::size_t index, Index column, const Real* gradient) {
    Entry& entry = m_entries[index];
    int& slot = m_slots[index][std::size_t(column)];
    const Index width = entry.dense.rows();
    const ConstVectorMap added(gradient, width);
    entry.touched = true;
    if (slot >= 0) {
        entry.dense.col(slot) += added;
        return;
    }
    slot = int(entry.columns.size());
    entry.columns.push_back(column);
    if (slot >= entry.dense.cols())
        entry.dense.conservativeResize(width, std::max<Index>(64, 2 * entry.dense.cols()));
    entry.dense.col(slot) = added;
}

void Gradients::add(const Gradients& other) {
    for (std::size_t i = 0; i < m_entries.size(); ++i) {
        const Entry& from = other.m_entries[i];
        if (!from.touched)
            continue;
        if (!m_slots[i].empty()) {
            for (std::size_t k = 0; k < from.columns.size(); ++k)
                addColumn(i, from.columns[k], from.dense.col(Index(k)).data());
        } else if (m_entries[i].touched) {
            m_entries[i].dense += from.dense;
        } else {
            m_entries[i].dense = from.dense;
            m_entries[i].touched = true;
        }
    }
}

} // namespace headlight
