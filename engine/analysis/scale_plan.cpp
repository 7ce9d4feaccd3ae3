#include "analysis/scale_plan.h"

#include "core/config.h"
#include "core/error.h"
#include "core/json_text.h"
#include "encoders/registry.h"
#include "train/run_config.h"

#include <algorithm>
#include <charconv>
#include <functional>
#include <set>

namespace headlight {

namespace {

constexpr Index longest = 1000000;

std::vector<std::string> split(const std::string& text, char at) {
    std::vector<std::string> parts(1);
    for (const char c : text)
        if (c == at)
            parts.emplace_back();
        else
            parts.back() += c;
    return parts;
}

std::string trimmed(const std::string& text) {
    const std::size_t begin = text.find_first_not_of(" \t");
    return begin == std::string::npos ? std::string() : text.substr(begin, text.find_last_not_of(" \t") + 1 - begin);
}

bool hasForms(const Config& config) {
    const auto rows = config.rows();
    return std::any_of(rows.begin(), rows.end(), [](const OptionRow& row) { return row.name == "form"; });
}

ScaledModel parseModel(const std::string& text) {
    const std::vector<std::string> parts = split(text, ':');
    const EncoderRow& row = encoderRow(trimmed(parts.front()));
    std::shared_ptr<Config> config = row.makeConfig();
    ScaledModel model{row.id, "", nullptr, false};
    std::vector<std::pair<std::string, std::string>> values;
    for (std::size_t k = 1; k < parts.size(); ++k) {
        const auto equals = parts[k].find('=');
        if (equals == std::string::npos)
            throw Error("models: after \"" + row.id + "\" expected option=value, got \"" + printable(parts[k], 80) +
                        "\"");
        const std::string name = trimmed(parts[k].substr(0, equals)), value = trimmed(parts[k].substr(equals + 1));
        if (name == "preset")
            applyPreset(row, *config, value);
        else
            values.emplace_back(name, value);
        model.statesForm = model.statesForm || name == "form";
        model.options += (model.options.empty() ? "" : ":") + name + "=" + value;
    }
    try {
        for (const auto& [name, value] : values) // a preset is what they change, wherever it stands
            config->set(name, value);
    } catch (const Error& error) {
        throw Error("models: " + row.id + ": " + error.what());
    }
    model.config = std::move(config);
    return model;
}

Index parseLength(const std::string& number, const std::string& text) {
    Index value = 0;
    const char* end = number.data() + number.size();
    const auto [stop, failure] = std::from_chars(number.data(), end, value);
    if (failure != std::errc() || stop != end || value < 1 || value > longest)
        throw Error("lengths: expected numbers of 1 … 1,000,000 such as 16:384:16, 256:16384:x2 or 64,128, got \"" +
                    text + "\"");
    return value;
}

/// Of a document, with the ranges of the command line.
Index numberOf(const nlohmann::ordered_json& entry, const std::string& name, Index most) {
    const auto number = wholeNumberOf(entry, 1, most);
    if (!number)
        throw Error(name + ": expected 1 … " + std::to_string(most) + ", got " + printable(jsonText(entry), 40));
    return *number;
}

void addRange(const std::string& range, std::set<Index>& lengths) {
    const std::vector<std::string> parts = split(range, ':');
    if (parts.size() == 1) {
        lengths.insert(parseLength(range, range));
        return;
    }
    if (parts.size() != 3)
        throw Error("lengths: a range is from:to:step or from:to:xFACTOR, got \"" + printable(range, 80) + "\"");
    const Index from = parseLength(parts[0], range), to = parseLength(parts[1], range);
    const bool powers = parts[2].starts_with("x");
    const Index step = parseLength(parts[2].substr(powers ? 1 : 0), range);
    if (from > to || (powers && step < 2))
        throw Error("lengths: \"" + range + "\" has no lengths: expected from ≤ to, and a factor of at least 2");
    for (Index length = from; length <= to; length = powers ? length * step : length + step)
        lengths.insert(length);
}

/// Lengths that are next to each other in a list, and how they are typed together.
struct Range {
    std::size_t size;
    std::string text;
};

/// As many as fit from `at` on.
Range rangeFrom(const std::vector<Index>& lengths, std::size_t at, bool powers) {
    const auto next = [&](Index length, Index step) { return powers ? length * step : length + step; };
    std::size_t end = at + 1;
    const Index second = end < lengths.size() ? lengths[end] : lengths[at];
    const Index step = powers ? second / lengths[at] : second - lengths[at];
    while (end < lengths.size() && lengths[end] == next(lengths[end - 1], step))
        ++end;
    return {end - at, std::to_string(lengths[at]) + ":" + std::to_string(lengths[end - 1]) + (powers ? ":x" : ":") +
                          std::to_string(step)};
}

/// Error for a word that is none of the two.
template <class Enum>
std::vector<Enum> choicesFrom(const nlohmann::ordered_json& words, const std::string& what,
                              const ChoiceNames<Enum>& two) {
    std::vector<Enum> values;
    for (const auto& word : words.get<std::vector<std::string>>()) {
        const auto found = std::find_if(two.begin(), two.end(), [&](const auto& name) { return name.text == word; });
        if (found == two.end())
            throw Error(what + ": unknown \"" + word + "\", expected " + two[0].text + " or " + two[1].text);
        values.push_back(found->value);
    }
    return values;
}

template <class Enum>
std::vector<std::string> textsOf(const ChoiceNames<Enum>& names, const std::vector<Enum>& values) {
    std::vector<std::string> texts;
    for (const Enum value : values)
        texts.push_back(choiceText(names, value));
    return texts;
}

template <class Value, class Wanted>
bool has(const std::vector<Value>& values, const Wanted& wanted) {
    return std::find(values.begin(), values.end(), wanted) != values.end();
}

} // namespace

std::optional<AttentionForm> ScaledModel::form() const {
    if (!hasForms(*config))
        return std::nullopt;
    return choiceOf(attentionForms(), config->get("form"));
}

/// Whether what follows the comma after this may belong to its last value: only texts, such as masks, have commas.
static bool endsInText(const std::string& model) {
    const std::string id = trimmed(model.substr(0, model.find(':')));
    const std::size_t colon = model.rfind(':'), equals = model.find('=', colon);
    if (!isEncoder(id) || colon == std::string::npos || equals == std::string::npos)
        return false;
    const std::string name = trimmed(model.substr(colon + 1, equals - colon - 1));
    const auto rows = encoderRow(id).makeConfig()->rows();
    return std::any_of(rows.begin(), rows.end(),
                       [&](const OptionRow& row) { return row.name == name && row.type == OptionRow::Type::Text; });
}

std::vector<ScaledModel> parseScaledModels(const std::string& text) {
    std::vector<std::string> parts;
    for (const std::string& piece : split(text, ',')) {
        const std::string model = trimmed(piece);
        const bool mayContinue = !parts.empty() && endsInText(parts.back());
        if (mayContinue && !isEncoder(trimmed(model.substr(0, model.find(':')))))
            parts.back() += "," + piece;
        else
            parts.push_back(model);
    }
    std::vector<ScaledModel> models;
    for (const std::string& part : parts) {
        models.push_back(parseModel(part));
        for (std::size_t k = 0; k + 1 < models.size(); ++k)
            if (models[k].text() == models.back().text())
                throw Error("models: \"" + part + "\" is there twice");
    }
    return models;
}

std::vector<Index> parseLengths(const std::string& text) {
    std::set<Index> lengths;
    for (const std::string& range : split(text, ','))
        addRange(range, lengths);
    return {lengths.begin(), lengths.end()};
}

std::string lengthsText(const std::vector<Index>& lengths) {
    std::string text;
    for (std::size_t at = 0; at < lengths.size();) {
        const Range steps = rangeFrom(lengths, at, false), powers = rangeFrom(lengths, at, true);
        const Range& longer = powers.size > steps.size ? powers : steps;
        const bool isList = longer.size <= 3; // is read more easily
        text += (text.empty() ? "" : ",") + (isList ? std::to_string(lengths[at]) : longer.text);
        at += isList ? 1 : longer.size;
    }
    return text;
}

/// The model's own where its options state one, else those asked for.
std::vector<std::optional<AttentionForm>> ScalePlan::formsOf(const ScaledModel& model) const {
    if (hasForms(*model.config) && !model.statesForm)
        return {forms.begin(), forms.end()};
    return {model.form()};
}

std::vector<Sequences> ScalePlan::sequencesOf(std::optional<AttentionForm> form) const {
    return form == AttentionForm::Reference ? std::vector{Sequences::Whole} : sequences;
}

std::string ScalePoint::formText() const {
    return form ? choiceText(attentionForms(), *form) : std::string();
}

bool ScalePoint::sameCurve(const ScalePoint& other) const {
    ScalePoint moved = other;
    moved.length = length;
    return *this == moved;
}

std::vector<ScalePoint> ScalePlan::points() const {
    std::vector<ScalePoint> points;
    for (const Index length : lengths)
        for (const ScaledModel& model : models)
            for (const std::optional<AttentionForm> form : formsOf(model))
                for (const StepMode mode : modes)
                    for (const Sequences together : sequencesOf(form))
                        points.push_back(
                            {model.encoder, model.options, form, mode, batch, length, features, threads, together});
    return points;
}

const ScaledModel& ScalePlan::modelOf(const ScalePoint& point) const {
    for (const ScaledModel& model : models)
        if (model.encoder == point.encoder && model.options == point.options)
            return model;
    throw std::invalid_argument("ScalePlan::modelOf: expected a point of this plan, got one of " + point.encoder);
}

std::string ScalePlan::note() const {
    std::vector<std::string> encoders;
    bool measuresReference = false;
    for (const ScaledModel& model : models) {
        measuresReference = measuresReference || has(formsOf(model), AttentionForm::Reference);
        if (has(forms, AttentionForm::Reference) && !hasForms(*model.config) && !has(encoders, model.encoder))
            encoders.push_back(model.encoder);
    }
    std::string text;
    for (const std::string& encoder : encoders)
        text += (text.empty() ? "" : ", ") + encoder;
    if (!encoders.empty())
        text += std::string(encoders.size() == 1 ? " has" : " have") + " one form only, and that is measured";
    if (measuresReference && has(sequences, Sequences::Single))
        text +=
            std::string(text.empty() ? "" : "; ") + "reference forms take the batch whole, not one sequence at a time";
    return text;
}

ScalePlan ScalePlan::joinedWith(const ScalePlan& other) const {
    ScalePlan joined = *this;
    const auto add = [](auto& all, const auto& more, auto same) {
        for (const auto& one : more)
            if (std::none_of(all.begin(), all.end(), [&](const auto& present) { return same(present, one); }))
                all.push_back(one);
    };
    add(joined.models, other.models, [](const auto& a, const auto& b) { return a.text() == b.text(); });
    add(joined.forms, other.forms, std::equal_to<>());
    add(joined.modes, other.modes, std::equal_to<>());
    add(joined.sequences, other.sequences, std::equal_to<>());
    add(joined.lengths, other.lengths, std::equal_to<>());
    std::sort(joined.lengths.begin(), joined.lengths.end());
    return joined;
}

nlohmann::ordered_json ScalePlan::toJson() const {
    std::string names;
    for (const ScaledModel& model : models)
        names += (names.empty() ? "" : ",") + model.text();
    return {{"models", names},
            {"forms", textsOf(attentionForms(), forms)},
            {"modes", textsOf(stepModes(), modes)},
            {"sequences", textsOf(sequencesNames(), sequences)},
            {"lengths", lengths},
            {"batch", batch},
            {"features", features},
            {"threads", threads},
            {"repetitions", repetitions},
            {"optimizer", optimizer}};
}

ScalePlan ScalePlan::fromJson(const nlohmann::ordered_json& document, const std::string& where) {
    ScalePlan plan;
    try {
        plan.models = parseScaledModels(document.at("models").get<std::string>());
        plan.forms = choicesFrom(document.at("forms"), "forms", attentionForms());
        plan.modes = choicesFrom(document.at("modes"), "modes", stepModes());
        if (document.contains("sequences"))
            plan.sequences = choicesFrom(document.at("sequences"), "sequences",
                                         onlyChoices(sequencesNames(), {Sequences::Pieces, Sequences::Single}));
        for (const auto& length : document.at("lengths"))
            plan.lengths.push_back(parseLength(jsonText(length), printable(jsonText(length), 40)));
        plan.batch = numberOf(document.at("batch"), "batch", 65536);
        plan.features = numberOf(document.at("features"), "features", 16384);
        plan.threads = int(numberOf(document.at("threads"), "threads", 1024));
        plan.repetitions = int(numberOf(document.at("repetitions"), "repetitions", 10000));
        plan.optimizer = document.at("optimizer").get<std::string>();
        TrainOptions training; // knows the optimizers
        trainFields().set(training, "optimizer", plan.optimizer);
    } catch (const nlohmann::json::exception&) {
        throw Error(where + ": its plan is damaged: an entry is missing or of another type");
    } catch (const Error& error) {
        throw Error(where + ": " + error.what());
    }
    return plan;
}

const std::vector<ScalePreset>& scalePresets() {
    static const std::vector<ScalePreset> presets = {
        {"paper", "as in the papers: batch 64, 300 features, lengths 16 to 384", "16:384:16", 64, 300},
        {"long", "one long sequence: lengths 256 to 16,384", "256:16384:x2", 1, 300},
    };
    return presets;
}

} // namespace headlight
