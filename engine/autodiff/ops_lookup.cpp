#include "autodiff/ops_lookup.h"

#include "core/product.h"

#include <stdexcept>

namespace headlight {

Var lookup(Tape& tape, const Parameter& table, const std::vector<int>& ids) {
    Var y = tape.make(table.value.rows(), Index(ids.size()), tape.trains() && table.trainBegin < table.trainEnd);
    Strided value = y.value();
    for (std::size_t t = 0; t < ids.size(); ++t) {
        if (ids[t] < 0 || ids[t] >= table.columns)
            throw std::invalid_argument("lookup: expected ids within 0 … " + std::to_string(table.columns - 1) +
                                        ", got " + std::to_string(ids[t]));
        table.copyColumn(ids[t], value.col(Index(t)).data());
    }
    tape.record(y, [y, &tape, parameter = &table, tokens = &ids] {
        const Strided d = y.gradient();
        for (std::size_t t = 0; t < tokens->size(); ++t)
            if (const int id = (*tokens)[t]; id >= parameter->trainBegin && id < parameter->trainEnd)
                tape.gradients().addColumn(parameter->index, id, d.col(Index(t)).data());
    });
    return y;
}

Var entryScores(const Parameter& table, Var x) {
    if (x.rows() != table.value.rows())
        throw std::invalid_argument("entryScores: expected tokens of " + std::to_string(table.value.rows()) +
                                    " features, got " + std::to_string(x.rows()));
    Tape& tape = x.tape();
    const Index begin = table.trainBegin, trained = tape.trains() ? table.trainEnd - begin : 0;
    Var y = tape.make(table.columns, x.cols(), x.needsGradient() || trained > 0);
    setProduct(y.value(), table.factor().transposed(), x.value());
    tape.record(y, [x, y, &tape, parameter = &table, begin, trained] {
        const Strided d = y.gradient();
        if (x.needsGradient())
            addProduct(x.gradientToAddTo(), parameter->factor(), d);
        if (trained == 0)
            return;
        Tape::Scratch gradient(tape, x.rows(), trained);
        setProduct(gradient, x.value(), d.middleRows(begin, trained).transpose());
        for (Index entry = 0; entry < trained; ++entry)
            tape.gradients().addColumn(parameter->index, begin + entry, gradient.col(entry).data());
    });
    return y;
}

} // namespace headlight
