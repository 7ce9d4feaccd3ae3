#include "models/inspect/tensor_comparison.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace headlight {

namespace {

TensorDifference pairOf(const TensorFile& here, const TensorFile& there, const std::string& name) {
    TensorDifference pair;
    if (here.contains(name))
        pair.here = listedTensor(here, name);
    if (there.contains(name))
        pair.there = listedTensor(there, name);
    if (!pair.there)
        pair.state = TensorState::OnlyHere;
    else if (!pair.here)
        pair.state = TensorState::OnlyThere;
    else if (pair.here->info.shape != pair.there->info.shape)
        pair.state = TensorState::OtherShape;
    else if (pair.here->info.dtype == Dtype::Unread || pair.there->info.dtype == Dtype::Unread)
        pair.state = TensorState::Unread;
    return pair;
}

bool isSame(double a, double b) {
    return a == b || (std::isnan(a) && std::isnan(b));
}

void compareNumbers(TensorDifference& pair, const TensorFile& here, const TensorFile& there, const NumbersRead& read) {
    TensorNumbers ours(here, pair.name()), theirs(there, pair.name());
    double squares = 0, differenceSquares = 0;
    for (std::int64_t done = 0; done < ours.size();) {
        const std::vector<double>&a = ours.next(), &b = theirs.next();
        for (std::size_t i = 0; i < a.size(); ++i) {
            if (std::isfinite(a[i]))
                squares += a[i] * a[i];
            if (isSame(a[i], b[i]))
                continue;
            ++pair.differing;
            const double apart = std::isfinite(a[i]) && std::isfinite(b[i]) ? std::abs(a[i] - b[i])
                                                                            : std::numeric_limits<double>::infinity();
            pair.largest = std::max(pair.largest, apart);
            differenceSquares += apart * apart;
        }
        done += std::int64_t(a.size());
        read(std::int64_t(a.size()));
    }
    if (pair.differing == 0)
        return;
    pair.state = TensorState::Changed;
    pair.relative =
        squares > 0 ? std::sqrt(differenceSquares) / std::sqrt(squares) : std::numeric_limits<double>::infinity();
}

std::vector<TensorDifference> pairedTensors(const TensorFile& here, const TensorFile& there) {
    std::vector<TensorDifference> all;
    for (const std::string& name : here.names())
        all.push_back(pairOf(here, there, name));
    for (const std::string& name : there.names())
        if (!here.contains(name))
            all.push_back(pairOf(here, there, name));
    return all;
}

} // namespace

std::string tensorStateName(TensorState state) {
    switch (state) {
    case TensorState::Equal:
        return "equal";
    case TensorState::Changed:
        return "changed";
    case TensorState::OtherShape:
        return "other-shape";
    case TensorState::OnlyHere:
        return "only-here";
    case TensorState::OnlyThere:
        return "only-there";
    case TensorState::Unread:
        return "unread";
    }
    return {};
}

std::int64_t numbersToCompare(const TensorFile& here, const TensorFile& there) {
    std::int64_t numbers = 0;
    for (const TensorDifference& pair : pairedTensors(here, there))
        if (pair.isCompared())
            numbers += pair.here->info.elements();
    return numbers;
}

std::vector<TensorDifference> compareTensors(const TensorFile& here, const TensorFile& there, const NumbersRead& read) {
    std::vector<TensorDifference> all = pairedTensors(here, there);
    for (TensorDifference& pair : all)
        if (pair.isCompared())
            compareNumbers(pair, here, there, read);
    return all;
}

} // namespace headlight
