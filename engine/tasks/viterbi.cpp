#include "tasks/viterbi.h"

#include <algorithm>
#include <iterator>
#include <limits>
#include <numeric>
#include <stdexcept>
#include <utility>

namespace headlight {

namespace {

constexpr double nothing = -std::numeric_limits<double>::infinity();

/// Of the numbers listed the one with the largest value; −1 where all are −∞ or no number.
int best(const std::vector<double>& values, const std::vector<int>& among) {
    int found = -1;
    double largest = nothing;
    for (const int k : among)
        if (values[std::size_t(k)] > largest) {
            largest = values[std::size_t(k)];
            found = k;
        }
    return found;
}

std::vector<int> bestOfEach(const Eigen::Ref<const Matrix>& scores, const std::vector<int>& all) {
    std::vector<int> tags;
    std::vector<double> column(all.size());
    for (Index t = 0; t < scores.cols(); ++t) {
        for (Index k = 0; k < scores.rows(); ++k)
            column[std::size_t(k)] = double(scores(k, t));
        tags.push_back(std::max(0, best(column, all)));
    }
    return tags;
}

void checkRows(const char* what, Index found, Index expected) {
    if (found != expected)
        throw std::invalid_argument(std::string("bestTags: ") + what + ": expected " + std::to_string(expected) +
                                    " rows, got " + std::to_string(found));
}

std::vector<int> allTags(int count) {
    std::vector<int> all(std::size_t(count), 0);
    std::iota(all.begin(), all.end(), 0);
    return all;
}

std::vector<int> endsOf(const TagRules& rules) {
    std::vector<int> ends;
    for (int k = 0; k < rules.tags(); ++k)
        if (rules.mayEnd(k))
            ends.push_back(k);
    return ends;
}

} // namespace

TagRules::TagRules(const std::vector<std::string>& tags, TagScheme scheme) {
    const bool isBioes = scheme == TagScheme::Bioes, isFree = scheme == TagScheme::Plain || scheme == TagScheme::Iob1;
    const auto isOpen = [](const TagParts& tag) { return tag.position == "B" || tag.position == "I"; };
    const auto isInner = [&](const TagParts& tag) { return tag.position == "I" || (isBioes && tag.position == "E"); };
    const auto mayFollow = [&](const TagParts& before, const TagParts& now) {
        if (isInner(now))
            return isOpen(before) && before.label == now.label;
        return !isBioes || !isOpen(before);
    };
    std::vector<TagParts> parts;
    for (const std::string& tag : tags)
        parts.push_back(partsOf(tag));
    for (const TagParts& now : parts) {
        m_mayBegin.push_back(isFree || !isInner(now));
        m_mayEnd.push_back(!isBioes || !isOpen(now));
        std::vector<int> allowed;
        for (std::size_t k = 0; k < parts.size(); ++k)
            if (isFree || mayFollow(parts[k], now))
                allowed.push_back(int(k));
        const auto group = std::find(m_groups.begin(), m_groups.end(), allowed);
        m_groupOf.push_back(int(group - m_groups.begin()));
        if (group == m_groups.end())
            m_groups.push_back(std::move(allowed));
    }
}

std::vector<int> bestTags(const Eigen::Ref<const Matrix>& scores, const TagRules& rules) {
    const int count = rules.tags();
    const Index length = scores.cols();
    checkRows("scores", scores.rows(), count);
    if (length == 0)
        return {};
    const std::vector<int> all = allTags(count);
    // The best sum of a path to each tag, and by token and group the tag that such a path comes from.
    std::vector<double> sums(std::size_t(count), nothing), next(sums);
    std::vector<int> from(rules.groups().size() * std::size_t(length), -1);
    for (const int k : all)
        if (rules.mayBegin(k))
            sums[std::size_t(k)] = double(scores(k, 0));
    for (Index t = 1; t < length; ++t) {
        int* const source = from.data() + rules.groups().size() * std::size_t(t);
        for (std::size_t g = 0; g < rules.groups().size(); ++g)
            source[g] = best(sums, rules.groups()[g]);
        for (const int k : all) {
            const int before = source[rules.groupOf(k)];
            next[std::size_t(k)] = before < 0 ? nothing : sums[std::size_t(before)] + double(scores(k, t));
        }
        std::swap(sums, next);
    }
    std::vector<int> tags(std::size_t(length), best(sums, endsOf(rules)));
    if (tags.back() < 0)
        return bestOfEach(scores, all);
    for (Index t = length - 1; t > 0; --t)
        tags[std::size_t(t - 1)] =
            from[rules.groups().size() * std::size_t(t) + std::size_t(rules.groupOf(tags[std::size_t(t)]))];
    return tags;
}

std::vector<int> bestTags(const Eigen::Ref<const Matrix>& scores, const Eigen::Ref<const Matrix>& transitions,
                          const TagRules& rules) {
    const int count = rules.tags();
    const Index length = scores.cols();
    checkRows("scores", scores.rows(), count);
    checkRows("transitions", transitions.rows(), count + 1);
    if (length == 0)
        return {};
    std::vector<double> sums(std::size_t(count), nothing), next(sums), through(sums);
    std::vector<int> from(std::size_t(count) * std::size_t(length), -1); // by token and tag
    for (int k = 0; k < count; ++k)
        if (rules.mayBegin(k))
            sums[std::size_t(k)] = double(scores(k, 0)) + double(transitions(k, count));
    for (Index t = 1; t < length; ++t) {
        for (int k = 0; k < count; ++k) {
            const std::vector<int>& allowed = rules.groups()[std::size_t(rules.groupOf(k))];
            for (const int j : allowed)
                through[std::size_t(j)] = sums[std::size_t(j)] + double(transitions(k, j));
            const int before = best(through, allowed);
            from[std::size_t(count) * std::size_t(t) + std::size_t(k)] = before;
            next[std::size_t(k)] = before < 0 ? nothing : through[std::size_t(before)] + double(scores(k, t));
        }
        std::swap(sums, next);
    }
    for (int k = 0; k < count; ++k)
        sums[std::size_t(k)] += double(transitions(count, k));
    std::vector<int> tags(std::size_t(length), best(sums, endsOf(rules)));
    if (tags.back() < 0)
        return bestOfEach(scores, allTags(count));
    for (Index t = length - 1; t > 0; --t)
        tags[std::size_t(t - 1)] = from[std::size_t(count) * std::size_t(t) + std::size_t(tags[std::size_t(t)])];
    return tags;
}

} // namespace headlight
