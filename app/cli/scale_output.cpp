#include "cli/scale_output.h"

#include "analysis/growth.h"
#include "cli/terminal.h"
#include "models/memory_size.h"

#include <algorithm>
#include <cstdio>
#include <sstream>

namespace headlight {

namespace {

using Status = ScaleMeasurement::Status;

std::string quoted(const std::string& text) {
    if (text.find_first_of(",\"\n") == std::string::npos)
        return text;
    std::string result = "\"";
    for (const char c : text)
        result += c == '"' ? "\"\"" : std::string(1, c);
    return result + "\"";
}

std::string statusText(const ScaleMeasurement& one) {
    switch (one.status) {
    case Status::Measured:
        return "measured";
    case Status::TooLarge:
        return "too large: " + neededText(one.foretoldBytes);
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

std::string curveName(const ScalePoint& point) {
    return point.encoder + (point.options.empty() ? "" : ":" + point.options) +
           (point.form.empty() ? "" : ", " + point.form) + ", " + point.mode;
}

std::string timeText(double seconds) {
    return seconds < 1 ? brief(seconds * 1000) + " ms" : brief(seconds) + " s";
}

/// The measured points of the same curve as `first`, as (length, figure).
template <class Figure>
std::vector<std::pair<double, double>> curveOf(const std::vector<ScaleMeasurement>& all, const ScalePoint& first,
                                               Figure figure) {
    std::vector<std::pair<double, double>> curve;
    for (const ScaleMeasurement& one : all)
        if (one.status == Status::Measured && one.point.sameCurve(first))
            curve.emplace_back(double(one.point.length), figure(one));
    std::sort(curve.begin(), curve.end());
    return curve;
}

std::string growthText(const std::vector<std::pair<double, double>>& curve) {
    const auto growth = growthOf(curve);
    return growth ? growth->text() : "–";
}

} // namespace

std::string neededText(double bytes) {
    return "would need " + sizeText(bytes);
}

std::string csvOf(const std::vector<ScaleMeasurement>& measurements) {
    std::ostringstream csv;
    csv << "model,options,form,mode,batch,length,features,threads,seconds,seconds_low,seconds_high,peak_bytes,"
           "parameter_bytes,activation_bytes,attention_bytes,status\n";
    for (const ScaleMeasurement& one : measurements) {
        const ScalePoint& point = one.point;
        csv << point.encoder << ',' << quoted(point.options) << ',' << point.form << ',' << point.mode << ','
            << point.batch << ',' << point.length << ',' << point.features << ',' << point.threads << ',';
        if (one.status == Status::Measured)
            csv << figure(one.seconds) << ',' << figure(one.secondsLow) << ',' << figure(one.secondsHigh) << ','
                << one.memory.total() << ',' << one.memory.parameters << ',' << one.memory.activations << ','
                << one.memory.attention;
        else
            csv << ",,,,,,";
        csv << ',' << quoted(statusText(one)) << '\n';
    }
    return csv.str();
}

std::string textOf(const std::vector<ScaleMeasurement>& measurements) {
    std::vector<std::vector<std::string>> rows = {
        {"model", "batch", "length", "time", "from", "to", "memory", "attention", "process", "status"}};
    std::vector<ScalePoint> curves;
    for (const ScaleMeasurement& one : measurements) {
        const bool measured = one.status == Status::Measured;
        rows.push_back({curveName(one.point), std::to_string(one.point.batch), std::to_string(one.point.length),
                        measured ? timeText(one.seconds) : "–", measured ? timeText(one.secondsLow) : "–",
                        measured ? timeText(one.secondsHigh) : "–",
                        measured ? sizeText(double(one.memory.total())) : "–",
                        measured ? sizeText(double(one.memory.attention)) : "–",
                        measured && one.processBytes > 0 ? sizeText(one.processBytes) : "–", statusText(one)});
        if (std::none_of(curves.begin(), curves.end(), [&](const auto& first) { return first.sameCurve(one.point); }))
            curves.push_back(one.point);
    }
    std::vector<std::vector<std::string>> growth = {{"model", "time grows as", "memory grows as"}};
    for (const ScalePoint& first : curves)
        growth.push_back(
            {curveName(first), growthText(curveOf(measurements, first, [](const auto& one) { return one.seconds; })),
             growthText(curveOf(measurements, first, [](const auto& one) { return double(one.memory.total()); }))});
    return table(rows, {1, 2, 3, 4, 5, 6, 7, 8}) + "\n" + table(growth);
}

} // namespace headlight
