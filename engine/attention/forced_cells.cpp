#include "attention/forced_cells.h"

#include <algorithm>

namespace headlight {

namespace {

/// The forced keys of one query, from `cell` on; returns the first cell of the next query.
std::size_t putQuery(Strided out, Strided value, const Rectangle& pairs, std::span<const ForcedCell> cells,
                     std::size_t cell, const Var& relative) {
    const Index position = cells[cell].query, query = position - pairs.offset;
    const bool isThere = query >= 0 && query < pairs.queries;
    Vector sum = Vector::Zero(out.rows());
    double weights = 0;
    for (; cell < cells.size() && cells[cell].query == position; ++cell) {
        const Index key = cells[cell].key;
        if (!isThere || key >= pairs.keys)
            continue;
        weights += cells[cell].weight;
        sum += Real(cells[cell].weight) * value.col(pairs.keyBegin + key);
        if (relative) {
            sum +=
                Real(cells[cell].weight) *
                relative.value().col(std::clamp<Index>(relative.cols() / 2 + key - position, 0, relative.cols() - 1));
        }
    }
    if (isThere && weights > 0)
        out.col(pairs.queryBegin + query) = Real(leftBy(weights)) * out.col(pairs.queryBegin + query) + sum;
    return cell;
}

} // namespace

void putForced(Var result, Var value, const AttentionLayouts& layouts, HeadMasks masks, Var relative) {
    const auto heads = Index(masks.size());
    for (Index head = 0; head < heads; ++head) {
        const std::span<const ForcedCell> cells = masks[std::size_t(head)].forced();
        const Index width = result.rows() / heads, sharing = result.rows() / value.rows();
        for (Index s = 0; s < layouts.sequences(); ++s)
            for (std::size_t cell = 0; cell < cells.size();)
                cell =
                    putQuery(result.block(head * width, width).value(),
                             value.block(head / sharing * width, width).value(), layouts.of(s), cells, cell, relative);
    }
}

} // namespace headlight
