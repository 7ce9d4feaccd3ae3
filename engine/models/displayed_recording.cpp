#include "models/displayed_recording.h"

#include "nn/map_source.h"
#include "text/read_pieces.h"

#include <algorithm>

namespace headlight {

namespace {

using TokenGroups = std::vector<TokenGroup>;

/// Of an axis of so many places: the groups of the tokens, or each place by itself where these are not the tokens.
TokenGroups axisGroups(const Sequence& sequence, Index places, bool isTokens, const TokenDisplay& display) {
    if (isTokens && places == Index(sequence.tokens.size()))
        return groupsOf(sequence, display);
    TokenGroups single;
    for (Index place = 0; place < places; ++place)
        single.push_back({place, place + 1});
    return single;
}

/// The keys that each group of queries sees, where these are an interval for each; else none, and pairs are asked.
std::vector<Mask::Interval> intervalsOf(const MapSource& source, const TokenGroups& rows) {
    if (source.hides || (source.mask && !source.mask->isPlainInterval()))
        return {};
    std::vector<Mask::Interval> intervals;
    for (const TokenGroup& row : rows) {
        Mask::Interval all{0, 0};
        for (Index query = row.begin; query < row.end; ++query) {
            const Mask::Interval own = source.mask ? source.mask->visibleKeys(source.queryOffset + query, source.keys)
                                                   : Mask::Interval{0, source.keys};
            if (own.size() == 0)
                continue;
            if (all.size() > 0 && (own.begin > all.end || own.end < all.begin))
                return {};
            all = all.size() == 0 ? own : Mask::Interval{std::min(all.begin, own.begin), std::max(all.end, own.end)};
        }
        intervals.push_back(all);
    }
    return intervals;
}

/// What a displayed source owns.
struct DisplayedHead {
    std::shared_ptr<const MapSource> source;
    TokenGroups rows, columns;
    std::vector<Mask::Interval> seen; ///< intervalsOf()
    bool sums = false;                ///< of keys; else the mean
    bool renormalises = false;        ///< rows of weights

    Index features() const { return source->features; }

    /// Adds a query's numbers to those of its group, [features × groups of keys].
    void add(const MapRow& row, double* group) const {
        for (const TokenGroup& keys : columns) {
            const double share = sums ? 1 : 1 / double(keys.size());
            for (Index key = keys.begin; key < keys.end; ++key)
                for (Index feature = 0; feature < features(); ++feature)
                    group[feature] += share * double(row.values[std::size_t(key * features() + feature)]);
            group += features();
        }
    }

    /// Each feature's weights divided by their sum.
    void renormalise(Eigen::Map<Eigen::MatrixXd> weights) const {
        for (Index feature = 0; feature < weights.rows(); ++feature)
            if (const double sum = weights.row(feature).sum(); sum > 0)
                weights.row(feature) /= sum;
    }

    /// [features·keys × queries] of neighbouring groups.
    void fill(Index first, Index count, Matrix& numbers) const {
        const Index height = features() * Index(columns.size());
        Eigen::MatrixXd sum = Eigen::MatrixXd::Zero(height, count);
        std::vector<Index> seeing(std::size_t(count), 0);
        const Index begin = rows[std::size_t(first)].begin, end = rows[std::size_t(first + count - 1)].end;
        Index group = 0;
        forEachQuery(
            *source, MapStage::Weight, {},
            [&](const MapRow& row) {
                const Index query = begin + row.query;
                while (query >= rows[std::size_t(first + group)].end)
                    ++group;
                const bool isOfGroup = query >= rows[std::size_t(first + group)].begin; // else it is hidden
                if (!isOfGroup || std::find(row.visible.begin(), row.visible.end(), 1) == row.visible.end())
                    return;
                ++seeing[std::size_t(group)];
                add(row, sum.col(group).data());
            },
            {}, MapBlock{begin, end - begin, 0, source->keys});
        for (Index j = 0; j < count; ++j) {
            sum.col(j) /= double(std::max<Index>(1, seeing[std::size_t(j)]));
            if (renormalises)
                renormalise({sum.col(j).data(), features(), Index(columns.size())});
        }
        numbers = sum.cast<Real>();
    }

    bool isHidden(Index key, Index query) const {
        const TokenGroup &queries = rows[std::size_t(query)], &keys = columns[std::size_t(key)];
        if (!seen.empty())
            return keys.end <= seen[std::size_t(query)].begin || keys.begin >= seen[std::size_t(query)].end;
        for (Index q = queries.begin; q < queries.end; ++q)
            for (Index k = keys.begin; k < keys.end; ++k)
                if (sees(*source, q, k))
                    return false;
        return true;
    }

    /// Every query sees every key.
    bool seesAll() const {
        return !seen.empty() && std::all_of(seen.begin(), seen.end(), [this](const Mask::Interval& interval) {
            return interval.size() == source->keys;
        });
    }

    std::vector<float> standardErrors() const {
        std::vector<float> errors;
        for (const TokenGroup& queries : rows)
            for (const TokenGroup& keys : columns) {
                double sum = 0;
                for (Index q = queries.begin; q < queries.end; ++q)
                    for (Index k = keys.begin; k < keys.end; ++k)
                        sum += double(source->standardErrors[std::size_t(q * source->keys + k)]);
                errors.push_back(float(sum / double(queries.size() * keys.size())));
            }
        return errors;
    }
};

/// What makes the numbers of a finished map.
std::shared_ptr<const MapSource> sourceOfMap(const AttentionMap& map) {
    const auto source = std::make_shared<MapSource>();
    source->address = map.address;
    source->label = map.label;
    source->queries = map.queries;
    source->keys = map.keys;
    source->queryOffset = map.queryOffset;
    source->querySequence = map.querySequence;
    source->keySequence = map.keySequence;
    source->numbers = MapNumbers::Weights;
    source->scores = [&map](Index query, Index queries, Matrix& scores) {
        scores =
            Eigen::Map<const Eigen::MatrixXf>(map.values.data() + query * map.keys, map.keys, queries).cast<Real>();
    };
    source->hides = [&map](Index key, Index query) { return !map.isVisible(query, key); };
    return source;
}

/// By its place among what the model read, where a token stands; of one that is hidden the one before, or the first.
std::size_t shownPlace(const TokenGroups& groups, std::size_t token) {
    std::size_t place = 0;
    while (place + 1 < groups.size() && groups[place + 1].begin <= Index(token))
        ++place;
    return place;
}

TagAnswer displayedTags(const TagAnswer& answer, const TokenGroups& groups) {
    TagAnswer shown;
    shown.labels = answer.labels;
    for (const TokenGroup& group : groups)
        shown.tokens.push_back(answer.tokens[std::size_t(group.begin)]);
    for (TagSpan span : answer.spans) {
        const auto isOfSpan = [&span](const TokenGroup& group) {
            return group.begin >= Index(span.begin) && group.begin < Index(span.end);
        };
        const auto first = std::find_if(groups.begin(), groups.end(), isOfSpan);
        const auto last = std::find_if_not(first, groups.end(), isOfSpan);
        if (first == last) // of marks, or of pieces behind the first
            continue;
        span.begin = decltype(span.begin)(first - groups.begin());
        span.end = decltype(span.end)(last - groups.begin());
        shown.spans.push_back(span);
    }
    return shown;
}

Answer displayedAnswer(Answer answer, const std::vector<Sequence>& sequences, const TokenDisplay& display) {
    if (auto* const tags = std::get_if<TagAnswer>(&answer))
        *tags = displayedTags(*tags, groupsOf(sequences.front(), display));
    if (auto* const tokens = std::get_if<TokenAnswer>(&answer))
        for (TokenAnswer::Place& place : tokens->places)
            place.token =
                int(shownPlace(groupsOf(sequences[std::size_t(place.sequence)], display), std::size_t(place.token)));
    return answer;
}

std::vector<Sequence> displayedAll(const std::vector<Sequence>& sequences, const TokenDisplay& display) {
    std::vector<Sequence> shown;
    for (const Sequence& sequence : sequences)
        shown.push_back(displayed(sequence, display));
    return shown;
}

} // namespace

std::shared_ptr<const MapSource> displayedSource(std::shared_ptr<const MapSource> source,
                                                 const std::vector<Sequence>& sequences, const TokenDisplay& display) {
    if (!display.changesMaps())
        return source;
    const bool attends = isAttention(source->address.part);
    const auto head = std::make_shared<DisplayedHead>();
    head->rows = axisGroups(sequences[std::size_t(source->querySequence)], source->queries,
                            hasQueries(source->address.part) && source->queryNames.empty(), display);
    head->columns =
        axisGroups(sequences[std::size_t(source->keySequence)], source->keys, source->keyNames.empty(), display);
    head->sums = attends;
    head->renormalises = attends && display.marks == MarkDisplay::Renormalised && source->numbers != MapNumbers::Any;
    head->source = source;
    head->seen = intervalsOf(*source, head->rows);
    const auto shown = std::make_shared<MapSource>();
    shown->address = source->address;
    shown->label = source->label;
    shown->queries = Index(head->rows.size());
    shown->keys = Index(head->columns.size());
    shown->features = source->features;
    shown->queryOffset = source->queryOffset;
    shown->maskName = source->mask ? source->mask->text() : source->maskName;
    shown->queryNames = source->queryNames;
    shown->keyNames = source->keyNames;
    shown->querySequence = source->querySequence;
    shown->keySequence = source->keySequence;
    shown->numbers = source->numbers == MapNumbers::Any ? MapNumbers::Any : MapNumbers::Weights;
    if (!source->standardErrors.empty())
        shown->standardErrors = head->standardErrors();
    shown->scores = [head](Index query, Index queries, Matrix& scores) { head->fill(query, queries, scores); };
    if (!head->seesAll())
        shown->hides = [head](Index key, Index query) { return head->isHidden(key, query); };
    return shown;
}

AttentionMap displayedMap(const AttentionMap& map, const std::vector<Sequence>& sequences,
                          const TokenDisplay& display) {
    AttentionMap shown =
        mapOf(*displayedSource(sourceOfMap(map), sequences, display), MapStage::Weight, meanOfFeatures);
    shown.combination = map.combination;
    shown.mask = map.mask;
    shown.mechanismFeatures = map.mechanismFeatures;
    shown.choice = map.choice;
    return shown;
}

std::shared_ptr<const Recording> displayedAs(std::shared_ptr<const Recording> recording, const TokenDisplay& display) {
    if (display == TokenDisplay{})
        return recording;
    const std::vector<Sequence>& sequences = recording->sequences();
    if (recording->read())
        return std::make_shared<const Recording>(recording, displayedAs(recording->read(), display),
                                                 displayedAll(sequences, display));
    std::vector<Recording::Head> heads;
    for (int sequence = 0; sequence < int(sequences.size()); ++sequence)
        for (const MapAddress& address : recording->heads(sequence))
            heads.push_back({address, sequence, [recording, address, sequence, display](const Check& check) {
                                 return displayedSource(recording->source(address, sequence, check),
                                                        recording->sequences(), display);
                             }});
    return std::make_shared<const Recording>(recording, display, displayedAll(sequences, display), std::move(heads),
                                             displayedAnswer(recording->answer(), sequences, display));
}

} // namespace headlight
