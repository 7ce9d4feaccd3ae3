#pragma once

#include "core/matrix.h"

#include <algorithm>
#include <cstring>

namespace headlight {

/// Numbers that the processor works on at a time.
constexpr Index lanes = std::max<Index>(Eigen::internal::packet_traits<Real>::size, 4);
using Lane = Eigen::Array<Real, lanes, 1>;

/// As many neighbouring numbers.
struct WholeVector {
    Index first;
};
/// What is left behind the last whole one: fewer.
struct PartVector {
    Index first, count;
};

inline Lane load(const Real* numbers, WholeVector part) {
    return Eigen::Map<const Lane>(numbers + part.first);
}

inline void store(Real* numbers, WholeVector part, const Lane& x) {
    Eigen::Map<Lane>(numbers + part.first) = x;
}

namespace detail {

/// memcpy of fewer than `lanes` numbers, without a call.
inline void copyFew(const Real* from, Real* to, Index count) {
    constexpr auto copy = []<int size>(const Real*& from_, Real*& to_, Index count_) {
        if (count_ & size) {
            std::memcpy(to_, from_, size * sizeof(Real));
            from_ += size;
            to_ += size;
        }
    };
    static_assert(lanes <= 16);
    copy.template operator()<8>(from, to, count);
    copy.template operator()<4>(from, to, count);
    copy.template operator()<2>(from, to, count);
    copy.template operator()<1>(from, to, count);
}

} // namespace detail

/// Lanes that it does not fill are `filling`.
inline Lane load(const Real* numbers, PartVector part, Real filling = 0) {
    Lane x = Lane::Constant(filling);
    detail::copyFew(numbers + part.first, x.data(), part.count);
    return x;
}

inline Lane load(const Real* numbers, WholeVector part, Real) {
    return load(numbers, part);
}

inline void store(Real* numbers, PartVector part, const Lane& x) {
    detail::copyFew(x.data(), numbers + part.first, part.count);
}

/// Calls run(part) for all vectors of `count` numbers, which load() and store() take. Eigen computes the first and last
/// numbers of a column one by one, which for an exponential costs as much as a vector each.
template <class Run>
void forEachVector(Index count, Run run) {
    Index first = 0;
    for (; first + lanes <= count; first += lanes)
        run(WholeVector{first});
    if (first < count)
        run(PartVector{first, count - first});
}

} // namespace headlight
