#include "models/published/names.h"

#include "core/error.h"

#include <algorithm>
#include <array>
#include <functional>
#include <optional>
#include <set>

namespace headlight {

namespace {

using Axes = TensorName::Axes;

bool isDigit(char c) {
    return c >= '0' && c <= '9';
}

/// Where in `text` a pattern ends that it begins with; the number that "#" stands for goes to `number`.
std::optional<std::size_t> endOfPattern(const std::string& text, const std::string& pattern, std::string& number) {
    std::size_t at = 0;
    for (const char c : pattern) {
        if (c != '#') {
            if (at == text.size() || text[at] != c)
                return {};
            ++at;
            continue;
        }
        const std::size_t begin = at;
        while (at < text.size() && isDigit(text[at]))
            ++at;
        if (at == begin)
            return {};
        number = text.substr(begin, at - begin);
    }
    return at;
}

std::string withNumber(std::string pattern, const std::string& number) {
    for (std::size_t at = pattern.find('#'); at != std::string::npos; at = pattern.find('#', at + number.size()))
        pattern.replace(at, 1, number);
    return pattern;
}

/// What a module's parameter is called in files, the most usual first; empty for another module's.
std::vector<std::string> suffixesOf(const std::string& rest) {
    if (rest.empty())
        return {""};
    if (rest == ".weight")
        return {".weight"};
    if (rest == ".bias")
        return {".bias", ".beta"};
    if (rest == ".gain")
        return {".weight", ".gamma"};
    return {};
}

bool isIgnored(const std::string& name, const Architecture& architecture) {
    std::vector<std::string> prefixes = architecture.prefixes;
    prefixes.emplace_back();
    for (const std::string& prefix : prefixes)
        for (const std::string& pattern : architecture.ignored) {
            const bool open = pattern.ends_with('*');
            std::string number;
            const auto end = endOfPattern(name, prefix + pattern.substr(0, pattern.size() - (open ? 1 : 0)), number);
            if (end && (open || *end == name.size()))
                return true;
        }
    return false;
}

TensorPart::Turn turnOf(Axes axes) {
    switch (axes) {
    case Axes::OutputsFirst:
        break;
    case Axes::OutputsLast:
        return TensorPart::Turn::Whole;
    case Axes::OutputsLastByHead:
        return TensorPart::Turn::Blocks;
    case Axes::WindowLast:
        return TensorPart::Turn::Windows;
    }
    return TensorPart::Turn::None;
}

/// Which rows of a tensor a parameter is, where `rowsOf` says how many a parameter has.
TensorPart partOf(const TensorName& row, std::string tensor, bool isVector, Index keyHeads,
                  const std::function<Index(const std::string& own)>& rowsOf) {
    TensorPart part{.tensor = std::move(tensor), .isVector = isVector};
    if (!isVector)
        part.turn = turnOf(row.axes);
    if (row.together.empty())
        return part;
    part.blocks = row.byKeyHead ? keyHeads : 1;
    for (const std::string& own : row.together) {
        const Index rows = rowsOf(own) / part.blocks;
        if (own == row.own) {
            part.first = part.step;
            part.rows = rows;
        }
        part.step += rows;
    }
    part.ofRows = part.blocks * part.step;
    return part;
}

/// By an architecture's table, the tensor of one parameter, or what it should be called.
struct Found {
    std::optional<TensorPart> part;
    std::string wanted;
};

Found findTensor(const Architecture& architecture, const NetworkShape& shape, const Parameters& parameters,
                 const Parameter& parameter, const TensorFile& file) {
    Found found;
    std::vector<std::string> prefixes = architecture.prefixes;
    prefixes.emplace_back();
    for (const TensorName& row : architecture.names) {
        std::string number;
        const auto end = endOfPattern(parameter.name, row.own, number);
        if (!end)
            continue;
        const std::string rest = parameter.name.substr(*end);
        const std::vector<std::string> suffixes = suffixesOf(rest);
        const auto rowsOf = [&](const std::string& own) {
            const Parameter* const other = parameters.find(withNumber(own, number) + rest);
            return other ? other->value.rows() : 0;
        };
        for (const std::string& prefix : row.isWhole ? std::vector<std::string>{""} : prefixes)
            for (const std::string& suffix : suffixes) {
                std::string name = prefix + withNumber(row.theirs, number) + suffix;
                if (file.contains(name)) {
                    found.part = partOf(row, std::move(name), parameter.kind == Parameter::Kind::Bias,
                                        shape.stack.keyHeads, rowsOf);
                    return found;
                }
                if (found.wanted.empty())
                    found.wanted = std::move(name);
            }
    }
    return found;
}

/// Whether the table has this name for some parameter, whichever that is.
bool isNamed(const std::string& name, const Architecture& architecture) {
    std::vector<std::string> prefixes = architecture.prefixes;
    prefixes.emplace_back();
    for (const TensorName& row : architecture.names)
        for (const std::string& prefix : row.isWhole ? std::vector<std::string>{""} : prefixes) {
            std::string number;
            const auto end = endOfPattern(name, prefix + row.theirs, number);
            constexpr std::array<std::string_view, 5> endings = {"", ".weight", ".bias", ".gamma", ".beta"};
            if (end && std::find(endings.begin(), endings.end(), name.substr(*end)) != endings.end())
                return true;
        }
    return false;
}

} // namespace

std::string listedNames(const std::vector<std::string>& names) {
    constexpr std::size_t shown = 8;
    std::string text;
    for (std::size_t i = 0; i < std::min(shown, names.size()); ++i)
        text += (i == 0 ? "\"" : ", \"") + printable(names[i], 80) + '"';
    return names.size() > shown ? text + " and " + std::to_string(names.size() - shown) + " more" : text;
}

std::vector<std::string> unmatchedTensors(const Architecture& architecture, const TensorFile& file) {
    std::vector<std::string> unmatched;
    for (const std::string& name : file.names())
        if (!isNamed(name, architecture) && !isIgnored(name, architecture))
            unmatched.push_back(name);
    return unmatched;
}

std::shared_ptr<const TensorParts> tensorsOf(const Architecture& architecture, const NetworkShape& shape,
                                             const Parameters& parameters, std::shared_ptr<const TensorFile> file,
                                             const std::string& where) {
    std::map<std::string, TensorPart> parts;
    std::set<std::string> used;
    std::vector<std::string> missing, unmatched;
    for (std::size_t p = 0; p < parameters.size(); ++p) {
        Found found = findTensor(architecture, shape, parameters, parameters[p], *file);
        if (!found.part) {
            missing.push_back(found.wanted.empty() ? parameters[p].name : found.wanted);
            continue;
        }
        used.insert(found.part->tensor);
        parts.emplace(parameters[p].name, std::move(*found.part));
    }
    for (const std::string& name : file->names())
        if (!used.contains(name) && !isIgnored(name, architecture))
            unmatched.push_back(name);
    if (!missing.empty() || !unmatched.empty())
        throw Error(where + ": its tensors are not those of the " + architecture.title + " that config.json describes" +
                    (missing.empty() ? "" : "; it lacks " + listedNames(missing)) +
                    (unmatched.empty() ? "" : "; nothing in the model is " + listedNames(unmatched)));
    try {
        return std::make_shared<const TensorParts>(std::move(file), std::move(parts));
    } catch (const Error& error) {
        throw Error(where + ": " + error.what());
    }
}

} // namespace headlight
