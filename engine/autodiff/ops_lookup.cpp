#include "autodiff/ops_lookup.h"

#include "autodiff/spread_product.h"

#include <stdexcept>

namespace headlight {

Var lookup(Tape& tape, const Parameter& table, const std::vector<int>& ids, int each) {
    const std::size_t tokens = ids.size() / std::size_t(each);
    if (tokens * std::size_t(each) != ids.size())
        throw std::invalid_argument("lookup: expected " + std::to_string(each) + " ids a token, got " +
                                    std::to_string(ids.size()) + " in all");
    Var y = tape.make(table.value.rows(), Index(tokens), tape.trains() && table.trainBegin < table.trainEnd);
    Strided value = y.value();
    Vector further(each > 1 ? table.value.rows() : 0);
    for (std::size_t k = 0; k < ids.size(); ++k) {
        if (ids[k] < 0 || ids[k] >= table.columns)
            throw std::invalid_argument("lookup: expected ids within 0 … " + std::to_string(table.columns - 1) +
                                        ", got " + std::to_string(ids[k]));
        auto sum = value.col(Index(k) / each);
        if (Index(k) % each == 0) {
            table.copyColumn(ids[k], sum.data());
        } else {
            table.copyColumn(ids[k], further.data());
            sum += further;
        }
    }
    tape.record(y, [y, &tape, parameter = &table, all = &ids, each] {
        const Strided d = y.gradient();
        for (std::size_t k = 0; k < all->size(); ++k)
            if (const int id = (*all)[k]; id >= parameter->trainBegin && id < parameter->trainEnd)
                tape.gradients().addColumn(parameter->index, id, d.col(Index(k) / each).data());
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
    setSpread(tape, y.value(), table.factor().transposed(), x.value());
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
