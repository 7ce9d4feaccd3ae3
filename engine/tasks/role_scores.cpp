#include "tasks/role_scores.h"

#include <algorithm>
#include <stdexcept>
#include <string_view>

namespace headlight {

namespace {

constexpr std::string_view continuation = "C-", predicateLabel = "V";

std::vector<RoleArgument> judgedArguments(std::span<const std::string> tags) {
    std::vector<RoleArgument> arguments = argumentsOf(tags);
    std::erase_if(arguments, [](const RoleArgument& argument) { return argument.label == predicateLabel; });
    return arguments;
}

double shareOf(std::int64_t part, std::int64_t all) {
    return all > 0 ? double(part) / double(all) : 0;
}

} // namespace

std::vector<RoleArgument> argumentsOf(std::span<const std::string> tags) {
    std::vector<RoleArgument> arguments;
    for (TagSpan& span : spansOf(tags)) {
        auto begun = arguments.rend();
        if (span.label.starts_with(continuation)) {
            span.label.erase(0, continuation.size());
            begun = std::find_if(arguments.rbegin(), arguments.rend(),
                                 [&](const RoleArgument& argument) { return argument.label == span.label; });
        }
        if (begun == arguments.rend())
            arguments.push_back({span.label, {span}});
        else
            begun->pieces.push_back(span);
    }
    return arguments;
}

void RoleScores::add(std::span<const std::string> gold, std::span<const std::string> predicted) {
    if (predicted.size() > gold.size())
        throw std::invalid_argument("RoleScores::add: expected at most " + std::to_string(gold.size()) +
                                    " predicted tags, got " + std::to_string(predicted.size()));
    m_tokens += std::int64_t(gold.size());
    for (std::size_t t = 0; t < predicted.size(); ++t)
        m_rightTokens += gold[t] == predicted[t];
    const std::vector<RoleArgument> wanted = judgedArguments(gold), found = judgedArguments(predicted);
    const auto count = [this](const RoleArgument& argument, std::int64_t MatchCounts::*what) {
        ++(m_overall.*what);
        ++(m_perLabel[argument.label].*what);
    };
    std::size_t right = 0;
    for (const RoleArgument& argument : wanted)
        count(argument, &MatchCounts::gold);
    for (const RoleArgument& argument : found) {
        count(argument, &MatchCounts::found);
        if (std::find(wanted.begin(), wanted.end(), argument) != wanted.end()) {
            count(argument, &MatchCounts::correct);
            ++right;
        }
    }
    ++m_propositions;
    m_complete += right == wanted.size() && right == found.size();
}

double RoleScores::complete() const {
    return shareOf(m_complete, m_propositions);
}

double RoleScores::accuracy() const {
    return shareOf(m_rightTokens, m_tokens);
}

} // namespace headlight
