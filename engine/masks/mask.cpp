#include "masks/mask.h"

#include "core/config.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>

namespace headlight {

using Kind = MaskTerm::Kind;

std::string Mask::text() const {
    if (m_count == 0)
        return "all";
    std::string text;
    for (std::size_t t = 0; t < m_count; ++t) {
        const MaskTerm& row = maskTerm(m_terms[t].kind);
        text += (t == 0 ? "" : "+") + std::string(row.name);
        if (row.parameter == MaskTerm::Parameter::Integer)
            text += "(" + std::to_string(static_cast<Index>(m_terms[t].value)) + ")";
        else if (row.parameter == MaskTerm::Parameter::Number)
            text += "(" + detail::formatNumber(m_terms[t].value) + ")";
    }
    return text;
}

std::string Mask::title() const {
    if (m_count > 1)
        return text();
    const MaskTerm& row = maskTerm(m_count == 0 ? Kind::All : m_terms[0].kind);
    return std::string(row.title) + " (" + text() + ")";
}

void Mask::restrictTo(Index low, Index high) {
    m_low = std::max(m_low, low);
    m_high = std::min(m_high, high);
}

void Mask::add(Term term) {
    const auto begin = m_terms.begin();
    const auto end = begin + static_cast<std::ptrdiff_t>(m_count);
    if (term.kind == Kind::All || (maskTerm(term.kind).hides && std::find(begin, end, term) != end))
        return;
    assert(m_count < MaxTerms);
    const auto later = [](const Term& a, const Term& b) {
        return a.kind != b.kind ? a.kind < b.kind : a.value < b.value;
    };
    const auto place = std::upper_bound(begin, end, term, later);
    std::move_backward(place, end, end + 1);
    *place = term;
    ++m_count;

    const auto number = static_cast<Index>(term.value);
    switch (term.kind) {
    case Kind::All:
        break;
    case Kind::Forward:
        restrictTo(-Unlimited, -1);
        break;
    case Kind::Backward:
        restrictTo(1, Unlimited);
        break;
    case Kind::OffDiagonal:
        m_hidesSelf = true;
        break;
    case Kind::Causal:
        restrictTo(-Unlimited, 0);
        break;
    case Kind::Anticausal:
        restrictTo(0, Unlimited);
        break;
    case Kind::Window:
        restrictTo(-number, number);
        break;
    case Kind::Faraway:
        restrictTo(-number, number);
        m_hidesSelf = true;
        break;
    case Kind::Distance:
        m_distance += term.value;
        break;
    case Kind::LogDistance:
        m_logDistance += 1;
        break;
    case Kind::Block:
        restrictTo(1 - number, number - 1);
        m_hasBlocks = true;
        break;
    }
    if (m_hidesSelf && m_low == 0)
        m_low = 1;
    if (m_hidesSelf && m_high == 0)
        m_high = -1;
}

bool Mask::visible(Index key, Index query) const {
    const Index offset = key - query;
    if (offset < m_low || offset > m_high || (m_hidesSelf && offset == 0))
        return false;
    if (m_hasBlocks)
        for (std::size_t t = 0; t < m_count; ++t)
            if (m_terms[t].kind == Kind::Block) {
                const Index size = static_cast<Index>(m_terms[t].value);
                if (key / size != query / size)
                    return false;
            }
    return true;
}

Real Mask::penalty(Index distance) const {
    const auto apart = static_cast<double>(distance);
    double sum = 0 - m_distance * apart; // 0 and not -0 where there is no penalty
    if (m_logDistance != 0 && distance > 0)
        sum -= m_logDistance * std::log(apart);
    return static_cast<Real>(sum);
}

Real Mask::bias(Index key, Index query) const {
    if (!visible(key, query))
        return -std::numeric_limits<Real>::infinity();
    return hasBias() ? penalty(std::abs(key - query)) : Real(0);
}

Mask::Interval Mask::visibleKeys(Index query, Index keys) const {
    assert(query >= 0);
    Index begin = std::max(Index(0), query + m_low);
    Index end = std::min(keys, query + m_high + 1);
    if (m_hasBlocks)
        for (std::size_t t = 0; t < m_count; ++t)
            if (m_terms[t].kind == Kind::Block) {
                const Index size = static_cast<Index>(m_terms[t].value);
                begin = std::max(begin, query / size * size);
                end = std::min(end, query / size * size + size);
            }
    // What is left is a run of keys with at most one hole, the query itself, which may lie at one of its ends.
    if (m_hidesSelf && begin == query)
        ++begin;
    if (m_hidesSelf && end == query + 1)
        --end;
    return begin < end ? Interval{begin, end} : Interval{};
}

bool Mask::isPlainInterval() const {
    return !hasHole() && !hasBias();
}

void Mask::biasMatrix(Index length, Matrix& keysByQueries) const {
    if (length < 0)
        throw std::invalid_argument("Mask::biasMatrix: expected a length of 0 or more, got " + std::to_string(length));
    keysByQueries.setConstant(length, length, -std::numeric_limits<Real>::infinity());
    Vector penalties = Vector::Zero(length); // by distance
    if (hasBias())
        for (Index distance = 0; distance < length; ++distance)
            penalties[distance] = penalty(distance);
    for (Index query = 0; query < length; ++query) {
        const Interval keys = visibleKeys(query, length);
        for (Index key = keys.begin; key < keys.end; ++key)
            if (key != query || !m_hidesSelf)
                keysByQueries(key, query) = penalties[std::abs(key - query)];
    }
}

bool Mask::operator==(const Mask& other) const {
    return std::equal(m_terms.begin(), m_terms.begin() + static_cast<std::ptrdiff_t>(m_count), other.m_terms.begin(),
                      other.m_terms.begin() + static_cast<std::ptrdiff_t>(other.m_count));
}

std::string printMasks(const std::vector<Mask>& masks) {
    std::string text;
    for (std::size_t head = 0; head < masks.size();) {
        std::size_t end = head + 1;
        while (end < masks.size() && masks[end] == masks[head])
            ++end;
        text += (head == 0 ? "" : ", ") + masks[head].text();
        if (end - head > 1)
            text += " x" + std::to_string(end - head);
        head = end;
    }
    return text;
}

/// "1, 2 or 4": how many masks may serve so many heads.
static std::string dividersOf(Index heads) {
    std::vector<std::string> numbers;
    for (Index number = 1; number <= heads; ++number)
        if (heads % number == 0)
            numbers.push_back(std::to_string(number));
    std::string text;
    for (std::size_t k = 0; k < numbers.size(); ++k)
        text += (k == 0 ? "" : k + 1 == numbers.size() ? " or " : ", ") + numbers[k];
    return text;
}

std::vector<Mask> spreadOver(const std::vector<Mask>& masks, Index heads) {
    if (masks.empty() || heads < 1)
        throw std::invalid_argument("spreadOver: expected at least one mask and one head, got " +
                                    std::to_string(masks.size()) + " and " + std::to_string(heads));
    const auto count = static_cast<Index>(masks.size());
    if (heads % count != 0)
        throw Error("masks: " + std::to_string(count) + " masks do not fit: " + std::to_string(heads) +
                    (heads == 1 ? " head needs " : " heads need ") + dividersOf(heads) +
                    (heads == 1 ? " mask" : " masks"));
    std::vector<Mask> spread;
    for (Index head = 0; head < heads; ++head)
        spread.push_back(masks[static_cast<std::size_t>(head / (heads / count))]);
    return spread;
}

} // namespace headlight
