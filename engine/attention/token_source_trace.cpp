#include "attention/token_source.h"

#include <cmath>

namespace headlight {

void recordTokenSource(Trace& trace, int layer, Var query, Var key, Var source, Var value,
                       const TokenSourceOptions& options) {
    const Index n = value.cols(), d = value.rows() / options.heads, dot = query ? query.rows() / options.heads : 0;
    for (Index head = 0; head < options.heads; ++head) {
        Matrix sourceScore = Matrix::Zero(source ? d : 1, n);
        if (source) {
            sourceScore = source.value().middleRows(head * d, d);
            logScores(options.source, d, sourceScore, nullptr);
        }
        trace.record({layer, int(head), MapKind::TokenToToken, "head " + std::to_string(head), n, n, sourceScore.rows(),
                      &options.masks[std::size_t(head)]},
                     [&](Index j, Matrix& score) {
                         if (!query) {
                             score = sourceScore;
                             return;
                         }
                         Matrix pairs = query.value().col(j).segment(head * dot, dot).transpose() *
                                        key.value().middleRows(head * dot, dot) / std::sqrt(Real(dot));
                         logScores(options.token, dot, pairs, nullptr);
                         score = sourceScore.rowwise() + pairs.row(0);
                     });
    }
}

} // namespace headlight
