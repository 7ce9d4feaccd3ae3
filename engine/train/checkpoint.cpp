#include "train/checkpoint.h"

#include "core/files.h"
#include "core/json_text.h"
#include "core/paths.h"
#include "models/safetensors.h"
#include "train/checkpoint_check.h"
#include "train/run_config.h"

#include <cmath>

namespace headlight {

namespace {

using Json = nlohmann::ordered_json;

Json jsonOf(const std::optional<double>& figure) {
    return figure ? Json(*figure) : Json();
}

Json figures(const ReachedMetrics& f) {
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
         {{"loss", s.reportLoss}, {"right", s.reportRight}, {"examples", s.reportAnswers}, {"steps", s.reportSteps}}}};
}

/// The entries of a document, by name. BadEntry for a value of another kind than the one that a training has written.
class Entries {
public:
    explicit Entries(const Json& document, std::string prefix = {})
        : m_document(document), m_prefix(std::move(prefix)) {}

    double number(const char* name) const {
        const Json& entry = m_document.at(name);
        if (!entry.is_number() || !std::isfinite(entry.get<double>()))
            throw BadEntry{m_prefix + name, "expected a number"};
        return entry.get<double>();
    }

    template <class Count>
    Count count(const char* name) const {
        const auto count = wholeNumberOf(m_document.at(name), 0, std::numeric_limits<Count>::max());
        if (!count)
            throw BadEntry{m_prefix + name, "expected a whole number from 0 on"};
        return Count(*count);
    }

    std::vector<double> numbers(const char* name) const {
        std::vector<double> numbers;
        const Json& list = m_document.at(name);
        for (const Json& entry : list) {
            if (!list.is_array() || !entry.is_number())
                throw BadEntry{m_prefix + name, "expected a list of numbers"};
            numbers.push_back(entry.get<double>());
        }
        return numbers;
    }

    std::optional<double> figure(const char* name) const {
        return m_document.at(name).is_null() ? std::nullopt : std::optional(number(name));
    }

    Entries part(const char* name) const { return Entries(m_document.at(name), std::string(name) + "."); }

private:
    const Json& m_document;
    std::string m_prefix;
};

ReachedMetrics figuresOf(const Entries& e) {
    return {e.count<std::int64_t>("step"), e.number("epoch"), e.figure("dev"), e.figure("test")};
}

TrainState stateFrom(const Entries& e) {
    TrainState s;
    s.step = e.count<std::int64_t>("step");
    s.seconds = e.number("seconds");
    s.rateFactor = e.number("rate_factor");
    s.withoutImprovement = e.count<int>("without_improvement");
    s.bestScore = e.number("best_score");
    s.best = figuresOf(e.part("best"));
    s.last = figuresOf(e.part("last"));
    const Entries report = e.part("report");
    s.reportLoss = report.number("loss");
    s.reportRight = report.count<std::int64_t>("right");
    s.reportAnswers = report.count<std::int64_t>("examples");
    s.reportSteps = report.count<std::int64_t>("steps");
    return s;
}

/// All arrays of a training, by name, in one order. Memory order is kept: the file is nobody else's.
template <class Visit>
void forEachArray(const TrainArrays& arrays, Visit visit) {
    auto& [parameters, optimizer, mean] = arrays;
    for (std::size_t p = 0; p < parameters.size(); ++p) {
        visit("parameter." + parameters[p].name, parameters[p].value);
        for (std::size_t k = 0; k < optimizer.state()[p].size(); ++k)
            visit("optimizer." + std::to_string(k) + "." + parameters[p].name, optimizer.state()[p][k]);
        if (mean)
            visit("mean." + parameters[p].name, mean->arrays()[p]);
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
                    const TrainArrays& arrays) {
    std::vector<Eigen::MatrixXf> copies;
    std::vector<TensorView> tensors;
    const auto add = [&](const std::string& name, const Matrix& array) {
        copies.push_back(array.cast<float>());
        tensors.push_back({name, {array.cols(), array.rows()}, nullptr, Dtype::F32});
    };
    forEachArray(arrays, add);
    for (std::size_t t = 0; t < tensors.size(); ++t)
        tensors[t].data = copies[t].data();
    const Json document = {{"identity", identity}, {"state", stateDocument(state, arrays.optimizer)}};
    writeFolder(folder,
                {{"state.json", jsonText(document, 2) + "\n"}, {"arrays.safetensors", safetensorsBytes(tensors)}});
}

void loadCheckpoint(const std::filesystem::path& folder, const Json& identity, const RunFacts& facts, TrainState& state,
                    const TrainArrays& arrays) {
    const std::filesystem::path path = folder / "state.json";
    const std::filesystem::file_type type = typeAt(path);
    if (type == std::filesystem::file_type::not_found)
        throw Error(folder.string() + ": holds no checkpoint to resume from");
    if (type != std::filesystem::file_type::regular) // who reads a pipe may wait for ever
        throw Error(path.string() + ": it is " + typeName(type) + ", expected a regular file");
    TrainState loaded;
    std::int64_t steps = 0;
    std::vector<double> rates;
    try {
        const Json document = parseJson(readFile(path, std::uint64_t(16) << 20), path.string());
        checkIdentity(document.at("identity"), identity, path.string());
        const Entries entries(document.at("state"));
        loaded = stateFrom(entries);
        steps = entries.count<std::int64_t>("optimizer_steps");
        rates = entries.numbers("optimizer_rates");
        checkState(loaded, steps, rates, facts);
    } catch (const BadEntry& bad) {
        throw Error(path.string() + ": damaged checkpoint: \"" + bad.name + "\" has a value that makes no sense: " +
                    bad.why + ". Put an undamaged copy of the folder back, or start a new run");
    } catch (const nlohmann::json::exception&) {
        throw Error(path.string() + ": damaged checkpoint: an entry is missing or of another type");
    }
    const std::string where = (folder / "arrays.safetensors").string();
    const SafetensorsFile file = SafetensorsFile::open(where);
    std::vector<std::vector<float>> values;
    forEachArray(arrays, [&](const std::string& name, const Matrix& array) {
        if (file.info(name).shape != std::vector<std::int64_t>{array.cols(), array.rows()})
            throw Error(where + ": tensor \"" + name + "\": damaged checkpoint, its shape is another");
        values.push_back(file.readFloat(name));
    });
    std::size_t next = 0;
    forEachArray(arrays, [&](const std::string&, Matrix& array) {
        array = Eigen::Map<const Eigen::MatrixXf>(values[next].data(), array.rows(), array.cols()).cast<Real>();
        ++next;
    });
    if (!arrays.optimizer.resumeAt(steps, std::move(rates)))
        throw Error(folder.string() +
                    ": damaged checkpoint: the optimizer's steps, rates and arrays do not fit together");
    state = loaded;
}

} // namespace headlight
