#include "attention/token_source.h"

#include <cmath>

namespace headlight {

namespace {

/// Copies of what scores are made of; query and key may be absent.
struct KeptTokenSource {
    Matrix query, key;
    Index dot = 0; ///< rows of a head's query
    ScoreFunction token;
    /// score [features·keys × 1] of one query of a head, onto the source's part of it.
    void addPairs(Index head, Index j, Index features, Eigen::Ref<Vector> score) const {
        Matrix pairs =
            query.col(j).segment(head * dot, dot).transpose() * key.middleRows(head * dot, dot) / std::sqrt(Real(dot));
        logScores(token, dot, pairs, nullptr);
        score.reshaped(features, key.cols()).rowwise() += pairs.row(0);
    }
};

} // namespace

void recordTokenSource(Trace& trace, const MapAddress& first, Var query, Var key, Var source, Var value,
                       const TokenSourceOptions& options) {
    const Index n = value.cols(), d = value.rows() / options.heads;
    auto kept = std::make_shared<KeptTokenSource>();
    kept->token = options.token;
    if (query) {
        kept->query = query.value();
        kept->key = key.value();
        kept->dot = query.rows() / options.heads;
    }
    for (Index head = 0; head < options.heads; ++head) {
        auto own = std::make_shared<Matrix>(Matrix::Zero(source ? d : 1, n));
        if (source) {
            *own = source.value().middleRows(head * d, d);
            logScores(options.source, d, *own, nullptr);
        }
        MapSource map{.address = first,
                      .label = "head " + std::to_string(head),
                      .queries = n,
                      .keys = n,
                      .features = own->rows(),
                      .mask = options.masks[std::size_t(head)],
                      .scores = [kept, own, head](Index from, Index queries, Matrix& numbers) {
                          for (Index j = 0; j < queries; ++j) {
                              numbers.col(j) = own->reshaped();
                              if (kept->dot > 0)
                                  kept->addPairs(head, from + j, own->rows(), numbers.col(j));
                          }
                      }};
        map.address.head += int(head);
        trace.record(std::move(map));
    }
}

} // namespace headlight
