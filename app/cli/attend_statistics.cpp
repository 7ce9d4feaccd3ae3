#include "cli/attend_statistics.h"

#include "cli/terminal.h"
#include "viewmodels/attend_run.h"
#include "viewmodels/statistic_columns.h"

#include <cstdio>

namespace headlight {

namespace {

/// Calls visit(address, statistics) for what has attention, in order; maps of longer texts are drawn nowhere.
template <class Visit>
void forEachHead(const Recording& recording, int sequence, const std::optional<TextPair>& between, Visit visit) {
    for (const MapAddress& address : recording.heads(sequence)) {
        const auto tokens = Index(recording.sequences()[std::size_t(sequence)].tokens.size());
        if (!isAttention(address.part) || (isOfPairs(address.part) && tokens > longestMap))
            continue;
        const MapRequest request{address, sequence, MapStage::Weight, meanOfFeatures, between};
        if (const auto statistics = recording.glance(request, thumbnailSize).statistics)
            visit(address, *statistics);
    }
}

} // namespace

std::string statisticsText(const Recording& recording, const std::optional<TextPair>& between) {
    std::string text;
    for (int sequence = 0; sequence < int(recording.sequences().size()); ++sequence) {
        std::vector<std::vector<std::string>> rows = {{"head"}};
        std::vector<std::size_t> right;
        for (const StatisticColumn& column : statisticColumns()) {
            right.push_back(rows.front().size());
            rows.front().push_back(column.name);
        }
        forEachHead(recording, sequence, between, [&](const MapAddress& address, const HeadStatistics& statistics) {
            std::vector<std::string>& row = rows.emplace_back(std::vector{address.text()});
            for (const StatisticColumn& column : statisticColumns()) {
                char number[32] = "";
                if (const std::optional<double>& value = statistics.*column.value)
                    std::snprintf(number, sizeof number, "%.3f", *value);
                row.push_back(number);
            }
        });
        text += (text.empty() ? "" : "\n") + table(rows, right);
    }
    return text;
}

nlohmann::ordered_json statisticsDocument(const Recording& recording, const std::optional<TextPair>& between) {
    using Json = nlohmann::ordered_json;
    Json document = Json::array();
    for (int sequence = 0; sequence < int(recording.sequences().size()); ++sequence) {
        Json& heads = document.emplace_back(Json::object());
        forEachHead(recording, sequence, between, [&](const MapAddress& address, const HeadStatistics& statistics) {
            Json& row = heads[address.text()];
            for (const StatisticColumn& column : statisticColumns()) {
                const std::optional<double>& value = statistics.*column.value;
                row[column.name] = value ? Json(*value) : Json();
            }
        });
    }
    return document;
}

} // namespace headlight
