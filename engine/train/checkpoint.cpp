#include "train/checkpoint.h"

#include "core/files.h"
#include "core/json_text.h"
#include "models/safetensors.h"

#include <cmath>

namespace headlight {

namespace {

using Json = nlohmann::ordered_json;

Json jsonOf(const std::optional<double>& figure) {
    return figure ? Json(*figure) : Json();
}

std::optional<double> figureOf(const Json& document) {
    return document.is_null() ? std::nullopt : std::optional(document.get<double>());
}

Json figures(const TrainFigures& f) {
    return {{"step", f.step}, {"epoch", f.epoch}, {"dev", jsonOf(f.dev)}, {"test", jsonOf(f.test)}};
}

TrainFigures figuresFrom(const Json& document) {
    return {document.at("step").get<std::int64_t>(), document.at("epoch").get<double>(), figureOf(document.at("dev")),
            figureOf(document.at("test"))};
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

TrainState stateFrom(const Json& d) {
    TrainState s;
    s.step = d.at("step").get<std::int64_t>();
    s.seconds = d.at("seconds").get<double>();
    s.rateFactor = d.at("rate_factor").get<double>();
    s.withoutImprovement = d.at("without_improvement").get<int>();
    s.bestScore = d.at("best_score").get<double>();
    s.best = figuresFrom(d.at("best"));
    s.last = figuresFrom(d.at("last"));
    s.reportLoss = d.at("report").at("loss").get<double>();
    s.reportRight = d.at("report").at("right").get<std::int64_t>();
    s.reportExamples = d.at("report").at("examples").get<std::int64_t>();
    s.reportSteps = d.at("report").at("steps").get<std::int64_t>();
    return s;
}

/// Error naming the entry with a value that no training has written.
void checkState(const TrainState& s, const std::string& where) {
    const auto refuse = [&](const char* entry) {
        throw Error(where + ": damaged checkpoint: \"" + entry + "\" has a value that makes no sense");
    };
    const auto isAmount = [](double value) { return std::isfinite(value) && value >= 0; };
    const auto isSense = [&](const TrainFigures& figures) {
        const auto isFigure = [](const std::optional<double>& figure) { return !figure || std::isfinite(*figure); };
        return figures.step >= 0 && figures.step <= s.step && isAmount(figures.epoch) && isFigure(figures.dev) &&
               isFigure(figures.test);
    };
    if (s.step < 0)
        refuse("step");
    if (!isAmount(s.seconds))
        refuse("seconds");
    if (!(s.rateFactor >= 0 && s.rateFactor <= 1))
        refuse("rate_factor");
    if (s.withoutImprovement < 0)
        refuse("without_improvement");
    if (!std::isfinite(s.bestScore))
        refuse("best_score");
    if (!isSense(s.best))
        refuse("best");
    if (!isSense(s.last))
        refuse("last");
    if (!std::isfinite(s.reportLoss) || s.reportRight < 0 || s.reportExamples < s.reportRight || s.reportSteps < 0)
        refuse("report");
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

void checkIdentity(const Json& found, const Json& expected, const std::string& where) {
    const Json difference = Json::diff(found, expected);
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
        checkState(loaded, path.string());
        steps = document.at("state").at("optimizer_steps").get<std::int64_t>();
        rates = document.at("state").at("optimizer_rates").get<std::vector<double>>();
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
