#include "train/checkpoint.h"

#include "core/files.h"
#include "core/json_text.h"
#include "models/safetensors.h"
#include "train/run_config.h"

#include <cmath>

namespace headlight {

namespace {

using Json = nlohmann::ordered_json;

Json jsonOf(const std::optional<double>& figure) {
    return figure ? Json(*figure) : Json();
}

Json figures(const TrainFigures& f) {
    return {{"step", f.step}, {"epoch", f.epoch}, {"dev", jsonOf(f.dev)}, {"test", jsonOf(f.test)}};
}

Json stateDocument(const TrainState& s, const Optimizer& optimizer) {
    return {
        {"step", s.step},
        {"optimizer_steps", optimizer.steps()},
        {"optimizer_rates", optimizer.rates()},
        {"seconds", s.seconds},
        {"rate_factor", s.rateFactor},
        {"without_improvement", s.withoutImprovement},
        {"best_score", s.bestScore},
        {"best", figures(s.best)},
        {"last", figures(s.last)},
        {"report",
         {{"loss", s.reportLoss}, {"right", s.reportRight}, {"examples", s.reportExamples}, {"steps", s.reportSteps}}}};
}

/// A document with values that a training has written. BadEntry for any other.
struct BadEntry {
    std::string name;
};

double numberOf(const Json& document, const char* name) {
    const Json& entry = document.at(name);
    if (!entry.is_number() || !std::isfinite(entry.get<double>()))
        throw BadEntry{name};
    return entry.get<double>();
}

double amountOf(const Json& document, const char* name) {
    const double amount = numberOf(document, name);
    if (amount < 0)
        throw BadEntry{name};
    return amount;
}

template <class Count>
Count countOf(const Json& document, const char* name) {
    const auto count = wholeNumberOf(document.at(name), 0, std::numeric_limits<Count>::max());
    if (!count)
        throw BadEntry{name};
    return Count(*count);
}

std::optional<double> figureOf(const Json& document, const char* name) {
    return document.at(name).is_null() ? std::nullopt : std::optional(numberOf(document, name));
}

TrainFigures figuresOf(const Json& document, const char* name, std::int64_t lastStep) {
    const Json& entry = document.at(name);
    const TrainFigures f = {countOf<std::int64_t>(entry, "step"), amountOf(entry, "epoch"), figureOf(entry, "dev"),
                            figureOf(entry, "test")};
    if (f.step > lastStep)
        throw BadEntry{name};
    return f;
}

TrainState stateFrom(const Json& d) {
    TrainState s;
    s.step = countOf<std::int64_t>(d, "step");
    s.seconds = amountOf(d, "seconds");
    s.rateFactor = amountOf(d, "rate_factor");
    if (s.rateFactor > 1)
        throw BadEntry{"rate_factor"};
    s.withoutImprovement = countOf<int>(d, "without_improvement");
    s.bestScore = numberOf(d, "best_score");
    s.best = figuresOf(d, "best", s.step);
    s.last = figuresOf(d, "last", s.step);
    const Json& report = d.at("report");
    s.reportLoss = numberOf(report, "loss");
    s.reportRight = countOf<std::int64_t>(report, "right");
    s.reportExamples = countOf<std::int64_t>(report, "examples");
    s.reportSteps = countOf<std::int64_t>(report, "steps");
    if (s.reportExamples < s.reportRight)
        throw BadEntry{"right"};
    return s;
}

std::vector<double> ratesOf(const Json& document, const char* name) {
    std::vector<double> rates;
    for (const Json& rate : document.at(name)) {
        if (!rate.is_number() || !document.at(name).is_array())
            throw BadEntry{name};
        rates.push_back(rate.get<double>());
    }
    return rates;
}

/// All arrays of a training, by name, in one order. Memory order is kept: the file is nobody else's.
template <class Visit>
void forEachArray(Parameters& parameters, Optimizer& optimizer, Visit visit) {
    for (std::size_t p = 0; p < parameters.size(); ++p) {
        visit("parameter." + parameters[p].name, parameters[p].value);
        for (std::size_t k = 0; k < optimizer.state()[p].size(); ++k)
            visit("optimizer." + std::to_string(k) + "." + parameters[p].name, optimizer.state()[p][k]);
    }
}

/// An older program's checkpoint lacks the options that were added since. Their defaults are what it did.
Json completed(Json identity) {
    try {
        Json config = RunConfig::fromJson(identity.at("config"), "config").toJson();
        config.erase("data");
        identity["config"] = std::move(config);
    } catch (const std::exception&) {
        // It is no configuration of ours: the comparison tells.
    }
    return identity;
}

void checkIdentity(const Json& found, const Json& expected, const std::string& where) {
    const Json difference = Json::diff(completed(found), expected);
    if (difference.empty())
        return;
    const std::string path = difference[0].at("path").get<std::string>(); // "" where the whole is something else
    throw Error(where + ": belongs to another run: " +
                (path.empty() ? "its identity" : "\"" + printable(path.substr(1), 80) + "\"") +
                " differs. Resume it with its own configuration and corpus, or start a new run");
}

} // namespace

void saveCheckpoint(const std::filesystem::path& folder, const Json& identity, const TrainState& state,
                    Parameters& parameters, Optimizer& optimizer) {
    std::vector<Eigen::MatrixXf> copies;
    std::vector<TensorView> tensors;
    const auto add = [&](const std::string& name, const Matrix& array) {
        copies.push_back(array.cast<float>());
        tensors.push_back({name, {array.cols(), array.rows()}, nullptr, Dtype::F32});
    };
    forEachArray(parameters, optimizer, add);
    for (std::size_t t = 0; t < tensors.size(); ++t)
        tensors[t].data = copies[t].data();
    const Json document = {{"identity", identity}, {"state", stateDocument(state, optimizer)}};
    writeFolder(folder, {{"state.json", document.dump(2) + "\n"}, {"arrays.safetensors", safetensorsBytes(tensors)}});
}

void loadCheckpoint(const std::filesystem::path& folder, const Json& identity, TrainState& state,
                    Parameters& parameters, Optimizer& optimizer) {
    const std::filesystem::path path = folder / "state.json";
    if (!std::filesystem::exists(path))
        throw Error(folder.string() + ": holds no checkpoint to resume from");
    TrainState loaded;
    std::int64_t steps = 0;
    std::vector<double> rates;
    try {
        const Json document = parseJson(readFile(path, std::uint64_t(16) << 20), path.string());
        checkIdentity(document.at("identity"), identity, path.string());
        loaded = stateFrom(document.at("state"));
        steps = countOf<std::int64_t>(document.at("state"), "optimizer_steps");
        rates = ratesOf(document.at("state"), "optimizer_rates");
    } catch (const BadEntry& bad) {
        throw Error(path.string() + ": damaged checkpoint: \"" + bad.name + "\" has a value that makes no sense");
    } catch (const nlohmann::json::exception&) {
        throw Error(path.string() + ": damaged checkpoint: an entry is missing or of another type");
    }
    const std::string where = (folder / "arrays.safetensors").string();
    const SafetensorsFile file = SafetensorsFile::open(where);
    std::vector<std::vector<float>> values;
    forEachArray(parameters, optimizer, [&](const std::string& name, const Matrix& array) {
        if (file.info(name).shape != std::vector<std::int64_t>{array.cols(), array.rows()})
            throw Error(where + ": tensor \"" + name + "\": damaged checkpoint, its shape is another");
        values.push_back(file.readFloat(name));
    });
    std::size_t next = 0;
    forEachArray(parameters, optimizer, [&](const std::string&, Matrix& array) {
        array = Eigen::Map<const Eigen::MatrixXf>(values[next].data(), array.rows(), array.cols()).cast<Real>();
        ++next;
    });
    if (!optimizer.resumeAt(steps, std::move(rates)))
        throw Error(folder.string() +
                    ": damaged checkpoint: the optimizer's steps, rates and arrays do not fit together");
    state = loaded;
}

} // namespace headlight
