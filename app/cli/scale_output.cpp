#include "cli/scale_output.h"

#include "cli/csv_row.h"
#include "cli/terminal.h"
#include "engine/analysis/curve_growth.h"
#include "engine/analysis/memory_falls.h"
#include "viewmodels/scaling_curves.h"
#include "wording/curve_title.h"
#include "wording/memory_size.h"

#include <algorithm>
#include <cstdio>
#include <iomanip>
#include <sstream>

namespace headlight {

namespace {

using Status = ScaleMeasurement::Status;

std::string statusText(const ScaleMeasurement& one) {
    switch (one.status) {
    case Status::Measured:
        return "measured";
    case Status::TooLarge:
        return "too large: " + neededText(one.predictedBytes);
    case Status::Failed:
        break;
    }
    return "failed: " + one.message;
}

std::string figure(double number) {
    char text[32];
    std::snprintf(text, sizeof text, "%.9g", number);
    return text;
}

/// A forecast may be beyond what integers hold. Nothing where there is none.
std::string predicted(const ScaleMeasurement& one) {
    if (one.predictedBytes <= 0)
        return {};
    std::ostringstream text;
    text << std::fixed << std::setprecision(0) << one.predictedBytes;
    return text.str();
}

std::string durationText(double seconds) {
    return seconds < 1 ? brief(seconds * 1000) + " ms" : brief(seconds) + " s";
}

/// What is said of a curve's growth, a row for each: time, what grows of the memory, and attention where there is any.
std::vector<std::vector<std::string>> growthRows(const std::vector<ScaleMeasurement>& curve) {
    const std::string name = curveName(curve.front().point);
    std::vector<std::vector<std::string>> rows = {{name, "time", timeGrowth(curve).text()},
                                                  {name, "activations and attention", memoryGrowth(curve).text()}};
    if (std::any_of(curve.begin(), curve.end(), [](const auto& one) { return one.memory.attention > 0; }))
        rows.push_back({name, "attention alone", attentionGrowth(curve).text()});
    return rows;
}

} // namespace

std::string curveName(const ScalePoint& point) {
    return curveId(point).toStdString() + ", " + choiceText(stepModes(), point.mode);
}

std::string neededText(double bytes) {
    return "would need " + sizeText(bytes);
}

std::string csvOf(const std::vector<ScaleMeasurement>& measurements) {
    std::string csv = csvRow({"model", "options", "form", "mode", "sequences", "batch", "length", "features", "threads",
                              "seconds", "seconds_low", "seconds_high", "peak_bytes", "parameter_bytes",
                              "activation_bytes", "attention_bytes", "sequences_at_once", "foretold_bytes", "status"});
    const auto text = [](auto number) { return std::to_string(number); };
    for (const ScaleMeasurement& one : measurements) {
        const ScalePoint& point = one.point;
        std::vector<std::string> fields = {point.encoder,
                                           point.options,
                                           point.formText(),
                                           choiceText(stepModes(), point.mode),
                                           choiceText(sequencesNames(), point.sequences),
                                           text(point.batch),
                                           text(point.length),
                                           text(point.features),
                                           text(point.threads)};
        std::vector<std::string> figures(8);
        if (one.status == Status::Measured)
            figures = {figure(one.seconds),        figure(one.secondsLow),      figure(one.secondsHigh),
                       text(one.memory.total()),   text(one.memory.parameters), text(one.memory.activations),
                       text(one.memory.attention), text(one.sequencesAtOnce)};
        fields.insert(fields.end(), figures.begin(), figures.end());
        fields.push_back(predicted(one));
        fields.push_back(statusText(one));
        csv += csvRow(fields);
    }
    return csv;
}

std::string textOf(const std::vector<ScaleMeasurement>& measurements) {
    std::vector<std::vector<std::string>> rows = {
        {"model", "batch", "length", "time", "from", "to", "memory", "attention", "at once", "process", "status"}};
    std::vector<std::vector<ScaleMeasurement>> curves;
    for (const ScaleMeasurement& one : measurements) {
        const bool measured = one.status == Status::Measured;
        rows.push_back({curveName(one.point), std::to_string(one.point.batch), std::to_string(one.point.length),
                        measured ? durationText(one.seconds) : "–", measured ? durationText(one.secondsLow) : "–",
                        measured ? durationText(one.secondsHigh) : "–",
                        measured ? sizeText(double(one.memory.total())) : "–",
                        measured ? sizeText(double(one.memory.attention)) : "–",
                        measured ? std::to_string(one.sequencesAtOnce) : "–",
                        measured && one.processBytes > 0 ? sizeText(one.processBytes) : "–", statusText(one)});
        const auto curve = std::find_if(curves.begin(), curves.end(),
                                        [&](const auto& known) { return known.front().point.sameCurve(one.point); });
        (curve == curves.end() ? curves.emplace_back() : *curve).push_back(one);
    }
    std::vector<std::vector<std::string>> growth = {{"model", "of", "grows as"}};
    for (const auto& curve : curves)
        for (const auto& row : growthRows(curve))
            growth.push_back(row);
    std::vector<MemoryFall> falls;
    for (const auto& curve : curves)
        for (const MemoryFall& fall : memoryFalls(curve))
            falls.push_back(fall);
    const std::string why = memoryFallsText(falls, falls.size());
    return table(rows, {1, 2, 3, 4, 5, 6, 7, 8, 9}) + "\n" + table(growth) + (why.empty() ? "" : "\n" + why + "\n");
}

} // namespace headlight
