#include "cli/attend_effects.h"

#include "cli/terminal.h"
#include "engine/core/error.h"
#include "viewmodels/numbered_tokens.h"

#include <algorithm>
#include <cmath>

namespace headlight {

namespace {

constexpr std::size_t longestName = 40;

struct Line {
    std::string name;
    double change;
};

} // namespace

std::string effectsText(const Effects& effects, const std::vector<HeadInfo>& heads,
                        const std::vector<Sequence>& sequences) {
    std::vector<Line> lines;
    for (std::size_t head = 0; head < heads.size(); ++head)
        if (effects.heads[head])
            lines.push_back({"head " + heads[head].address.text(), *effects.heads[head]});
    for (std::size_t sequence = 0; sequence < sequences.size(); ++sequence) {
        const QStringList names = plainTokens(sequences[sequence]);
        const bool isPassage = sequences.size() > 2;
        const std::string of = sequence == 0 ? ""
                               : isPassage   ? " of the " + sequences[sequence].name
                                             : " of the second";
        for (std::size_t token = 0; token < sequences[sequence].tokens.size(); ++token)
            if (effects.tokens[sequence][token])
                lines.push_back({"“" + printable(names[qsizetype(token)].toStdString(), longestName) + "”" + of,
                                 *effects.tokens[sequence][token]});
    }
    if (lines.empty())
        return "without     nothing can be left out and compared\n";
    std::stable_sort(lines.begin(), lines.end(),
                     [](const Line& a, const Line& b) { return std::abs(a.change) > std::abs(b.change); });
    std::size_t widest = 7;
    for (const Line& line : lines)
        widest = std::max(widest, width(line.name));
    std::string text = "without" + std::string(widest - 7, ' ') + "  decision (log-odds, or score)\n";
    for (const Line& line : lines) {
        text += line.name + std::string(widest - width(line.name), ' ') + "  " + changed(line.change) + "\n";
    }
    return text;
}

nlohmann::ordered_json effectsDocument(const Effects& effects, const std::vector<HeadInfo>& heads) {
    using Json = nlohmann::ordered_json;
    const auto number = [](const std::optional<double>& change) { return change ? Json(*change) : Json(); };
    Json document = {{"heads", Json::object()}, {"tokens", Json::array()}};
    for (std::size_t head = 0; head < heads.size(); ++head)
        document["heads"][heads[head].address.text()] = number(effects.heads[head]);
    for (const auto& tokens : effects.tokens) {
        Json list = Json::array();
        for (const std::optional<double>& token : tokens)
            list.push_back(number(token));
        document["tokens"].push_back(list);
    }
    return document;
}

} // namespace headlight
