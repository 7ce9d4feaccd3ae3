#include "views/map_page_document.h"

#include "engine/models/recording.h"
#include "viewmodels/alterations.h"
#include "viewmodels/map_names.h"
#include "viewmodels/numbered_tokens.h"
#include "views/map_metadata.h"
#include "views/packed_numbers.h"
#include "views/page_answer.h"
#include "wording/shown_text.h"

#include <algorithm>
#include <map>

namespace headlight {

namespace {

using Json = nlohmann::ordered_json;

Json textOf(const QString& text) {
    return text.toStdString();
}

Json textsOf(const QStringList& texts) {
    Json list = Json::array();
    for (const QString& text : texts)
        list.push_back(textOf(text));
    return list;
}

/// Numbered where they are repeated; words that the model does not know stand in ‹ ›.
QStringList pageTokens(const Sequence& sequence) {
    QStringList tokens = numberedTokens(sequence);
    for (std::size_t k = 0; k < sequence.tokens.size(); ++k)
        if (!sequence.tokens[k].known)
            tokens[qsizetype(k)] = QStringLiteral("‹%1›").arg(tokens[qsizetype(k)]);
    return tokens;
}

/// The maps of a page as far as there is room: `opened` first, then what grows with the text only, then pairs.
struct ChosenMaps {
    std::vector<AttentionMap> maps; ///< the combined ones, then in the order of the requests
    QStringList leftOut;            ///< their names
};

ChosenMaps chosenOf(const MapPage& page, std::size_t most) {
    std::vector<std::size_t> order(page.requests.size());
    for (std::size_t k = 0; k < order.size(); ++k)
        order[k] = k;
    const auto rank = [&page](std::size_t k) {
        const MapRequest& request = page.requests[k];
        return request == page.opened ? 0 : isOfPairs(request.address.part) ? 2 : 1;
    };
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return rank(a) < rank(b); });
    std::vector<std::optional<AttentionMap>> made(page.requests.size());
    std::size_t room = most;
    ChosenMaps chosen;
    for (const AttentionMap& map : page.combined)
        if (map.values.size() <= room) {
            room -= map.values.size();
            chosen.maps.push_back(map);
        } else {
            chosen.leftOut << QString::fromStdString(map.combination);
        }
    bool isFull = false; // one did not fit: no time is spent on others that are as large
    for (const std::size_t k : order) {
        if (isFull && isOfPairs(page.requests[k].address.part))
            continue;
        AttentionMap map = page.origin.recording.map(page.requests[k], page.check);
        const std::size_t numbers = map.values.size() + map.standardErrors.size();
        isFull = isFull || numbers > room;
        if (numbers > room)
            continue;
        room -= numbers;
        made[k] = std::move(map);
    }
    for (std::size_t k = 0; k < made.size(); ++k)
        if (made[k])
            chosen.maps.push_back(std::move(*made[k]));
        else
            chosen.leftOut << headName(page.requests[k].address, page.origin.recording);
    return chosen;
}

/// Makes the document, piece by piece.
class PageWriter {
public:
    explicit PageWriter(const MapPage& page) : m_page(page), m_look(page.look) {
        m_look.scale = ColorScale::Linear; // what the page draws
    }

    Json write(std::size_t most) {
        const ChosenMaps chosen = chosenOf(m_page, most);
        shareRanges(chosen.maps);
        const Recording& recording = m_page.origin.recording;
        Json document = {{"title", {}},
                         {"altered", textOf(alterationsText(m_page.origin.changes, &recording))},
                         {"leftOut", textOf(leftOutText(chosen.leftOut, most))},
                         {"answer", pageAnswer(m_page.answer, recording)},
                         {"sequences", Json::array()}};
        for (int k = 0; k < int(recording.sequences().size()); ++k)
            document["sequences"].push_back(sequence(k, chosen.maps));
        const bool isOne = document["sequences"].size() == 1;
        document["title"] =
            isOne ? document["sequences"][0]["title"] : textOf(writtenTitle(QObject::tr("All maps"), m_page.origin));
        document["masks"] = m_masks;
        document["colors"] = m_colors;
        document["count"] = m_numbers.size();
        document["numbers"] = packedNumbers(m_numbers).toStdString();
        return document;
    }

private:
    /// One range for all maps of a kind, as in the window, unless each was to have its own.
    void shareRanges(const std::vector<AttentionMap>& maps) {
        if (m_look.eachItsOwn)
            return;
        const auto spreads = std::make_shared<SharedSpreads>();
        for (const AttentionMap& map : maps)
            spreads->add(map);
        m_look.shared = spreads;
    }

    Json sequence(int number, const std::vector<AttentionMap>& maps) {
        const Recording& recording = m_page.origin.recording;
        std::vector<const AttentionMap*> own;
        for (const AttentionMap& map : maps)
            if (map.querySequence == number)
                own.push_back(&map);
        const Sequence& read = recording.sequences()[std::size_t(number)];
        Json entry = {{"name", recording.sequences().back().isTarget ? Json(read.name)
                                                                     : textOf(nameOfSequence(recording, number))},
                      {"title", textOf(titleOfAll(m_page.origin, number, own))},
                      {"metadata", Json::array()},
                      {"tokens", textsOf(pageTokens(recording.sequences()[std::size_t(number)]))},
                      {"maps", Json::array()}};
        const std::vector<Token>& tokens = recording.sequences()[std::size_t(number)].tokens;
        for (std::size_t token = 0; token < tokens.size(); ++token)
            if (tokens[token].leftOut)
                entry["notRead"].push_back(token);
        for (const auto& [key, value] : metadataOfAll(m_page.origin, number, own, m_look))
            entry["metadata"].push_back({textOf(key), textOf(value)});
        for (const AttentionMap* map : own)
            entry["maps"].push_back(mapEntry(*map));
        return entry;
    }

    Json mapEntry(const AttentionMap& map) {
        const MatrixView view = viewOf(map, m_page.origin.recording, m_look);
        Json entry = {
            {"address", map.address.text()},
            {"layer", map.address.layer},
            {"label", textOf(labelOf(map))},
            {"title", textOf(view.title)},
            {"kind", kindName(map.address.part)},
            {"stage", nameOf(map.stage)},
            {"valueName", textOf(view.valueName)},
            {"rows", axis(view.rowTitle, view.rows, view.rowLabels,
                          !hasQueries(map.address.part) || !map.queryNames.empty(), map.querySequence, map.firstQuery)},
            {"columns", axis(view.columnTitle, view.columns, view.columnLabels, !map.keyNames.empty(), map.keySequence,
                             map.firstKey)},
            {"range", {{"low", view.range.low}, {"high", view.range.high}, {"text", textOf(rangeText(view.range))}}},
            {"colors", colors(view.colorMap)},
            {"mask", mask(view)},
            {"at", m_numbers.size()}};
        if (view.range.choice == RangeChoice::Row)
            entry["range"]["eachRow"] = true;
        ColorUse use;
        view.units(&use);
        for (const auto& [name, is] : {std::pair("below", use.below), std::pair("beyond", use.beyond)})
            if (is)
                entry["range"][name] = true;
        if (view.seesBehind)
            entry["seesBehind"] = true;
        for (const CellHatch hatch : {CellHatch::Forbidden, CellHatch::Forced})
            for (qsizetype cell = view.hatches.indexOf(hatch); cell >= 0; cell = view.hatches.indexOf(hatch, cell + 1))
                entry[hatch == CellHatch::Forbidden ? "forbidden" : "forced"].push_back(cell);
        if (!map.combination.empty())
            entry["combination"] = map.combination;
        else
            addChange(entry, map.address);
        if (isOpened(map))
            entry["opened"] = true;
        m_numbers.insert(m_numbers.end(), map.values.begin(), map.values.end());
        if (!map.standardErrors.empty()) {
            entry["errorsAt"] = m_numbers.size();
            m_numbers.insert(m_numbers.end(), map.standardErrors.begin(), map.standardErrors.end());
        }
        return entry;
    }

    /// What the user changed in the head of a map.
    void addChange(Json& entry, const MapAddress& head) const {
        const auto change = m_page.origin.changes.find(head);
        if (change == m_page.origin.changes.end())
            return;
        Intervention own;
        own[head] = change->second;
        if (const QString text = alterationsText(own, &m_page.origin.recording); !text.isEmpty())
            entry["altered"] = textOf(text); // cells may all be of another text
        if (change->second.scale == 0)
            entry["off"] = true;
    }

    static QString labelOf(const AttentionMap& map) {
        return map.combination.empty()
                   ? thumbnailName(map.address, QString::fromStdString(map.label), QString::fromStdString(map.mask))
                   : QString::fromStdString(map.combination);
    }

    bool isOpened(const AttentionMap& map) const {
        const MapRequest& opened = m_page.opened;
        return map.querySequence == opened.sequence &&
               (m_page.combined.empty() ? map.address == opened.address : !map.combination.empty());
    }

    /// `isNamed`: it has words of its own; else they are tokens of a sequence.
    static Json axis(const QString& title, int count, const QStringList& labels, bool isNamed, int sequence,
                     Index first) {
        Json entry = {{"title", textOf(title)}, {"count", count}};
        if (isNamed)
            entry["names"] = textsOf(labels);
        else
            entry.update({{"sequence", sequence}, {"first", first}});
        return entry;
    }

    /// The number of the mask, −1 where everything is visible. Heads mostly share them: each is kept once.
    int mask(const MatrixView& view) {
        if (!view.hasMasked())
            return -1;
        QByteArray bits((view.masked.size() + 7) / 8, 0);
        for (qsizetype k = 0; k < view.masked.size(); ++k)
            if (view.masked[k])
                bits[k / 8] = char(bits[k / 8] | (1 << (k % 8)));
        const auto [place, isNew] = m_maskPlaces.emplace(bits.toBase64().toStdString(), int(m_masks.size()));
        if (isNew)
            m_masks.push_back(place->first);
        return place->second;
    }

    std::string colors(ColorMapId id) {
        const auto row = std::find_if(colorMapRows().begin(), colorMapRows().end(),
                                      [id](const ColorMapRow& each) { return each.id == id; });
        if (!m_colors.contains(row->key))
            m_colors[row->key] = {{"light", tableText(ColorMap(id, Theme::Light))},
                                  {"dark", tableText(ColorMap(id, Theme::Dark))}};
        return row->key;
    }

    /// "rrggbb" of 256 colours.
    static std::string tableText(const ColorMap& map) {
        QString text;
        for (const QRgb entry : map.table())
            text += QStringLiteral("%1").arg(entry & 0xffffff, 6, 16, QLatin1Char('0'));
        return text.toStdString();
    }

    static QString leftOutText(const QStringList& names, std::size_t most) {
        constexpr qsizetype mostNamed = 5;
        if (names.isEmpty())
            return {};
        QString text = names.mid(0, mostNamed).join(QStringLiteral(", "));
        if (names.size() > mostNamed)
            text = QObject::tr("%1 and %L2 more").arg(text).arg(names.size() - mostNamed);
        return QObject::tr(
                   "A page holds at most %L1 numbers. Left out: %2. Choose fewer heads or a shorter text, or the "
                   "archive of all maps.")
            .arg(qsizetype(most))
            .arg(text);
    }

    const MapPage& m_page;
    MapLook m_look;
    std::vector<float> m_numbers;
    std::map<std::string, int> m_maskPlaces;
    Json m_masks = Json::array(), m_colors = Json::object();
};

} // namespace

nlohmann::ordered_json pageDocument(const MapPage& page, std::size_t most) {
    return PageWriter(page).write(most);
}

} // namespace headlight
