#include "autodiff/ops_lookup.h"

#include <stdexcept>

namespace headlight {

Var lookup(Tape& tape, const Parameter& table, const std::vector<int>& ids) {
    Var y = tape.make(table.value.rows(), Index(ids.size()), table.trainBegin < table.trainEnd);
    Strided value = y.value();
    for (std::size_t t = 0; t < ids.size(); ++t) {
        if (ids[t] < 0 || ids[t] >= table.value.cols())
            throw std::invalid_argument("lookup: expected ids within 0 … " + std::to_string(table.value.cols() - 1) +
                                        ", got " + std::to_string(ids[t]));
        value.col(Index(t)) = table.value.col(ids[t]);
    }
    tape.record(y, [y, &tape, parameter = &table, tokens = &ids] {
        const Strided d = y.gradient();
        for (std::size_t t = 0; t < tokens->size(); ++t)
            if (const int id = (*tokens)[t]; id >= parameter->trainBegin && id < parameter->trainEnd)
                tape.gradients().addColumn(parameter->index, id, d.col(Index(t)).data());
    });
    return y;
}

} // namespace headlight
