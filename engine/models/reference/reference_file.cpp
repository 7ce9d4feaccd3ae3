#include "models/reference/reference_file.h"

#include "core/error.h"
#include "models/record.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace headlight {

namespace {

constexpr std::size_t longestReferenceNumber = 6; ///< digits

/// An array's name without the number before it.
struct NumberedName {
    std::string number, name;
};

NumberedName numberedName(const std::string& name) {
    const std::size_t point = name.find('.');
    const bool isNumber =
        point != std::string::npos && point > 0 && point <= longestReferenceNumber &&
        std::all_of(name.begin(), name.begin() + std::ptrdiff_t(point), [](char c) { return c >= '0' && c <= '9'; });
    return isNumber ? NumberedName{name.substr(0, point), name.substr(point + 1)} : NumberedName{{}, name};
}

/// By number, not by letters: 2 is before 10.
struct ByNumber {
    bool operator()(const std::string& a, const std::string& b) const {
        return a.size() != b.size() ? a.size() < b.size() : a < b;
    }
};

std::vector<int> storedIds(const StoredArray& array) {
    constexpr float most = 16'777'216; // whole numbers up to it are exact as floats
    const auto isLong = [](std::int64_t axis) { return axis != 1; };
    if (array.elements() == 0 || std::count_if(array.shape().begin(), array.shape().end(), isLong) > 1)
        throw Error(array.where() + ": expected one row of whole numbers, at least one");
    if (array.elements() > std::uint64_t(longestSentence))
        throw Error(array.where() + ": it has " + std::to_string(array.elements()) + " tokens; at most " +
                    std::to_string(longestSentence) + " are compared");
    std::vector<float> numbers(std::size_t(array.elements()));
    array.read(0, array.elements(), numbers.data());
    std::vector<int> ids;
    for (const float number : numbers) {
        if (!(number >= 0 && number < most) || number != std::floor(number))
            throw Error(array.where() + ": number " + std::to_string(ids.size()) +
                        " is no id: expected whole numbers "
                        "from 0 on");
        ids.push_back(int(number));
    }
    return ids;
}

std::string knownArrays() {
    std::string names = "ids, token_types, target_ids";
    for (const PassPart part : passParts())
        names += ", " + nameOf(part);
    return names;
}

void addArray(Reference& reference, const std::string& name, const StoredArray& array) {
    if (!array.isNumbers())
        array.refuse();
    if (name == "ids")
        reference.input.ids = storedIds(array);
    else if (name == "token_types")
        reference.input.types = storedIds(array);
    else if (name == "target_ids")
        reference.input.decoderIds = storedIds(array);
    else if (const auto part = passPartNamed(name))
        reference.arrays.emplace(*part, array);
    else
        throw Error(array.where() + ": no array of a reference has this name; they are " + knownArrays());
}

void checkReference(const Reference& reference, const std::string& file) {
    const auto fail = [&](const std::string& array, const std::string& what) {
        throw Error(file + ": array \"" + (reference.name.empty() ? "" : reference.name + ".") + array + "\" " + what);
    };
    const NetworkInput& input = reference.input;
    if (input.ids.empty())
        fail("ids", "is missing: a reference begins with the ids that the network reads");
    if (!input.types.empty() && input.types.size() != input.ids.size())
        fail("token_types",
             "has " + std::to_string(input.types.size()) + " numbers for " + std::to_string(input.ids.size()) + " ids");
    if (reference.arrays.empty())
        fail("ids", "stands alone: there is nothing to compare, neither logits nor hidden_states nor attentions");
    for (const auto& [part, array] : reference.arrays)
        if (isOfDecoder(part) && input.decoderIds.empty())
            fail("target_ids", "is missing: " + nameOf(part) + " are of what the decoder reads");
}

std::vector<Reference> referencesIn(const std::vector<StoredArray>& arrays, const std::string& file) {
    std::map<std::string, Reference, ByNumber> byNumber;
    for (const StoredArray& array : arrays) {
        const NumberedName name = numberedName(array.name());
        addArray(byNumber[name.number], name.name, array);
    }
    std::vector<Reference> references;
    for (auto& [number, reference] : byNumber) {
        reference.name = number;
        reference.input.where = file + (number.empty() ? "" : ", text " + number);
        checkReference(reference, file);
        references.push_back(std::move(reference));
    }
    return references;
}

} // namespace

std::filesystem::path referenceBeside(const std::filesystem::path& model) {
    std::error_code ignored;
    return (std::filesystem::is_directory(model, ignored) ? model : model.parent_path()) / referenceFileName;
}

std::vector<Reference> readReferences(const std::filesystem::path& path) {
    return referencesIn(readArrayFile(path), path.string());
}

std::vector<Reference> referencesOf(std::string bytes, const std::string& shownName) {
    return referencesIn(readArrayBytes(std::move(bytes), shownName), shownName);
}

} // namespace headlight
