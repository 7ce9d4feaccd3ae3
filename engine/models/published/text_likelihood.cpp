// PublishedModel::logProbabilities()

#include "models/left_out.h"
#include "models/published/published_model.h"
#include "models/published/text_pass.h"
#include "models/word_chances.h"

#include <limits>
#include <stdexcept>

namespace headlight {

std::vector<double> PublishedModel::logProbabilities(std::vector<Sequence> sequences, const Intervention& changes,
                                                     const RunControl& control) const {
    if (!writes())
        throw std::invalid_argument("PublishedModel::logProbabilities: expected a model that tells what comes next");
    const std::vector<Sequence> marked = withLeftOut(std::move(sequences), changes.leftOut);
    const Sequence read = readOf(marked).front();
    const std::vector<Index> places = placesRead(marked.front());
    std::vector<double> found(marked.front().tokens.size(), std::numeric_limits<double>::quiet_NaN());
    TextPass pass(*m_network, read, readOf(changes, marked), control);
    const Strided last = pass.result().unnormed.value();
    pass.eachScores(last.leftCols(last.cols() - 1), [&](Index column, const Eigen::Ref<const Vector>& scores) {
        const auto next = std::size_t(column) + 1;
        found[std::size_t(places[next])] = WordChances(scores, 0).logProbability(read.tokens[next].id);
    });
    return found;
}

} // namespace headlight
