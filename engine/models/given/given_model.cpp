#include "models/given/given_model.h"

#include "core/error.h"
#include "models/given/given_source.h"

#include <algorithm>
#include <array>
#include <map>
#include <mutex>
#include <stdexcept>
#include <utility>

namespace headlight {

namespace {

/// The source of one head, made when it is first asked for.
class GivenSourceOnce {
public:
    GivenSourceOnce(const GivenMap& map, GivenPlaces places) : m_map(map), m_places(std::move(places)) {}

    std::shared_ptr<const MapSource> get(const Check& check) {
        const std::scoped_lock lock(m_mutex);
        if (!m_source)
            m_source = givenSource(m_map, m_places, check);
        return m_source;
    }

private:
    GivenMap m_map; ///< its own: the recording outlives the model
    GivenPlaces m_places;
    std::mutex m_mutex;
    std::shared_ptr<const MapSource> m_source;
};

/// A token's id says which text of the file it is of, and where it stands there.
constexpr int placesOfText = 32'768;

/// In the file, of the tokens that are shown; empty: all are.
std::vector<std::int64_t> shownPlaces(const Sequence& shown, const Sequence& all) {
    std::vector<std::int64_t> places;
    if (shown.tokens.size() < all.tokens.size())
        for (const Token& token : shown.tokens)
            places.push_back(token.id % placesOfText);
    return places;
}

/// Titles of one line, each for itself.
void makeTitlesUnique(std::vector<GivenText>& texts) {
    std::map<std::string, int> times;
    for (std::size_t number = 0; number < texts.size(); ++number) {
        std::string& title = texts[number].title;
        title = printable(title);
        if (title.find_first_not_of(' ') == std::string::npos)
            title = "text " + std::to_string(number + 1);
        if (const int time = ++times[title]; time > 1)
            title += " (" + std::to_string(time) + ")";
    }
}

HeadInfo headInfo(const GivenMap& map) {
    HeadInfo info;
    info.address = map.address;
    info.label = map.label;
    info.features = Index(map.features);
    info.sequence = map.sequence;
    if (map.kind != GivenKind::Scores || !isAttention(map.address.part))
        info.stages = {MapStage::Weight};
    if (map.address.part == MapPart::Groups)
        info.groups = Index(map.keys);
    return info;
}

} // namespace

GivenModel::GivenModel(GivenMaps maps) : m_texts(std::move(maps.texts)), m_note(std::move(maps.note)) {
    makeTitlesUnique(m_texts);
    std::map<MapAddress, HeadInfo> heads;
    for (std::size_t number = 0; number < m_texts.size(); ++number) {
        GivenText& text = m_texts[number];
        m_sequences = std::max(m_sequences, int(text.sequences.size()));
        for (const GivenMap& map : text.maps) {
            const auto [place, isNew] = heads.try_emplace(map.address, headInfo(map));
            if (!isNew && place->second.sequence != map.sequence)
                place->second.sequence = -1;
        }
        for (Sequence& sequence : text.sequences)
            for (std::size_t token = 0; token < sequence.tokens.size(); ++token)
                sequence.tokens[token].id = int(number) * placesOfText + int(token);
    }
    for (auto& [address, info] : heads) {
        info.sequence = m_sequences > 1 ? info.sequence : -1;
        m_heads.push_back(info);
    }
}

std::vector<InputText> GivenModel::inputs() const {
    InputText title{"text of the file"};
    title.isChoice = true;
    return {title};
}

std::vector<ExampleText> GivenModel::examples() const {
    std::vector<ExampleText> examples;
    for (const GivenText& text : m_texts)
        examples.push_back({text.title});
    return examples;
}

const GivenText& GivenModel::textNamed(const std::string& title) const {
    for (const GivenText& text : m_texts)
        if (text.title == title)
            return text;
    for (std::size_t number = 0; number < m_texts.size(); ++number)
        if (std::to_string(number + 1) == title)
            return m_texts[number];
    const std::string wrong = "the file has no text “" + printable(title, 80) + "”; ";
    const std::string first = "“" + printable(m_texts.front().title, 80) + "”";
    if (m_texts.size() == 1)
        throw Error(wrong + "its only one is " + first);
    throw Error(wrong + "choose one of its " + std::to_string(m_texts.size()) +
                " by its title or number, as 1: " + first);
}

std::vector<Sequence> GivenModel::read(const std::vector<std::string>& texts) const {
    const bool isEmpty = texts.empty() || texts.front().find_first_not_of(" \t\n") == std::string::npos;
    if (isEmpty && m_texts.size() == 1)
        return m_texts.front().sequences;
    if (isEmpty)
        throw Error("the file has " + std::to_string(m_texts.size()) + " texts; choose one by its title or number");
    return textNamed(texts.front()).sequences;
}

const GivenText& GivenModel::textOf(const std::vector<Sequence>& sequences) const {
    for (const Sequence& sequence : sequences)
        for (const Token& token : sequence.tokens)
            if (const int number = token.id / placesOfText;
                token.id >= 0 && std::size_t(number) < m_texts.size() &&
                m_texts[std::size_t(number)].sequences.size() == sequences.size())
                return m_texts[std::size_t(number)];
    throw std::invalid_argument("GivenModel: these sequences are not what read() gave");
}

std::shared_ptr<const Recording> GivenModel::pass(std::vector<Sequence> sequences, const Intervention&,
                                                  const RunControl&) const {
    const GivenText& text = textOf(sequences);
    std::vector<std::vector<std::int64_t>> places;
    for (std::size_t k = 0; k < sequences.size(); ++k)
        places.push_back(shownPlaces(sequences[k], text.sequences[k]));
    std::vector<Recording::Head> heads;
    for (const GivenMap& map : text.maps) {
        const int keys = keySequenceOf(map.address.part, map.sequence);
        const auto once = std::make_shared<GivenSourceOnce>(
            map, GivenPlaces{places[std::size_t(map.sequence)], places[std::size_t(keys)]});
        heads.push_back({map.address, map.sequence, [once](const Check& check) { return once->get(check); }});
    }
    std::string note = m_note;
    if (std::any_of(places.begin(), places.end(), [](const auto& of) { return !of.empty(); }))
        note += (note.empty() ? "" : " ") + std::string("The maps come from a file: what is left out is hidden, and "
                                                        "the other numbers stay as they are.");
    return std::make_shared<const Recording>(std::move(sequences), std::move(heads), Answer{}, note);
}

ModelSummary GivenModel::summary() const {
    std::size_t tokens = 0, maps = 0;
    for (const GivenText& text : m_texts) {
        maps += text.maps.size();
        for (const Sequence& sequence : text.sequences)
            tokens = std::max(tokens, sequence.tokens.size());
    }
    return {kind(),
            0,
            {{"total", 0}},
            {{"texts", m_texts.size()}, {"heads", m_heads.size()}, {"maps", maps}, {"longest", tokens}}};
}

bool isCalledMaps(const std::filesystem::path& file) {
    const std::string name = file.filename().string(), suffix = file.extension().string();
    if (suffix != ".json")
        return suffix == ".npy" || suffix == ".npz";
    static constexpr std::array<const char*, 4> ofModels = {"config.json", "tokenizer.json", "tokenizer_config.json",
                                                            "vocab.json"};
    return !name.ends_with(".index.json") && std::find(ofModels.begin(), ofModels.end(), name) == ofModels.end();
}

std::shared_ptr<const GivenModel> openGivenMaps(const std::filesystem::path& path) {
    return std::make_shared<const GivenModel>(readGivenMaps(path));
}

} // namespace headlight
