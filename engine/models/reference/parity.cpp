#include "models/reference/parity.h"

#include "core/error.h"
#include "models/published/published_pass.h"
#include "models/reference/reference_file.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

namespace headlight {

namespace {

/// Without axes of length 1, which change no number's place.
std::vector<std::int64_t> longAxes(std::vector<std::int64_t> shape) {
    std::erase(shape, 1);
    return shape;
}

/// One array, which is read piece by piece as the model's numbers come.
class ComparedArray {
public:
    explicit ComparedArray(PassPart part, const StoredArray& array) : m_array(array), m_part{part, array.shape(), {}} {}

    void take(const PassRows& rows) {
        if (m_part.ours.empty())
            begin(rows.array);
        if (m_part.layers.empty())
            return;
        constexpr std::size_t piece = 1 << 16;
        std::vector<float> theirs(std::min(piece, rows.numbers.size()));
        const std::uint64_t map = std::uint64_t(rows.layer) * m_heads + std::uint64_t(rows.head);
        const std::uint64_t from = (map * m_rows + std::uint64_t(rows.first)) * m_width;
        for (std::size_t done = 0; done < rows.numbers.size(); done += piece) {
            const std::size_t count = std::min(piece, rows.numbers.size() - done);
            m_array.read(from + done, count, theirs.data());
            for (std::size_t k = 0; k < count; ++k)
                compare(rows, done + k, rows.numbers[done + k], theirs[k]);
        }
    }

    ParityPart result() {
        for (std::size_t layer = 0; layer < m_part.layers.size(); ++layer)
            if (m_part.layers[layer].magnitude == 0) // each difference is then one of the model's numbers
                m_part.layers[layer].magnitude = m_part.layers[layer].largest;
        return m_part;
    }

private:
    void begin(const PassArray& ours) {
        const std::vector<std::int64_t>& shape = ours.shape;
        m_part.ours = shape;
        if (longAxes(shape) != longAxes(m_array.shape()))
            return;
        const std::size_t axes = shape.size();
        m_width = std::uint64_t(shape[axes - 1]);
        m_rows = axes > 1 ? std::uint64_t(shape[axes - 2]) : 1;
        m_heads = axes > 3 ? std::uint64_t(shape[1]) : 1;
        m_part.layers.resize(axes > 2 ? std::size_t(shape[0]) : 1);
    }

    void compare(const PassRows& rows, std::size_t place, float ours, float theirs) {
        if (!std::isfinite(theirs))
            throw Error(m_array.where() + ": a number of " + placeText(rows, place) +
                        " is not finite; write the reference anew, without padding");
        if (!std::isfinite(ours))
            throw Error("the model's " + nameOf(m_part.part) + " are not finite at " + placeText(rows, place) +
                        "; its weights are too large, is the file damaged?");
        ParityLayer& layer = m_part.layers[std::size_t(rows.layer)];
        layer.magnitude = std::max(layer.magnitude, std::abs(double(theirs)));
        const double difference = std::abs(double(ours) - double(theirs));
        if (difference <= layer.largest)
            return;
        layer.largest = difference;
        layer.head = rows.head;
        layer.token = int(rows.first) + int(place / m_width);
        layer.entry = int(place % m_width);
    }

    std::string placeText(const PassRows& rows, std::size_t place) const {
        return "layer " + std::to_string(rows.layer) + ", head " + std::to_string(rows.head) + ", token " +
               std::to_string(rows.first + Index(place / m_width));
    }

    const StoredArray& m_array;
    ParityPart m_part;
    std::uint64_t m_width = 1, m_rows = 1, m_heads = 1;
};

ParityText compareText(const PublishedNetwork& network, const Reference& reference, const RunControl& control) {
    std::set<PassPart> wanted;
    std::map<PassPart, ComparedArray> compared;
    for (const auto& [part, array] : reference.arrays) {
        wanted.insert(part);
        compared.emplace(part, ComparedArray(part, array));
    }
    passOver(
        network, reference.input, wanted, [&](const PassRows& rows) { compared.at(rows.array.part).take(rows); },
        control);
    ParityText text{reference.name, int(reference.input.ids.size()), {}};
    for (auto& [part, array] : compared)
        text.parts.push_back(array.result());
    return text;
}

} // namespace

std::string nameOf(ParityVerdict verdict) {
    return verdict == ParityVerdict::Green ? "green" : verdict == ParityVerdict::Yellow ? "yellow" : "red";
}

ParityVerdict verdictOf(double relative) {
    return relative <= greenParity    ? ParityVerdict::Green
           : relative <= yellowParity ? ParityVerdict::Yellow
                                      : ParityVerdict::Red;
}

std::size_t ParityPart::largestAt() const {
    const auto less = [](const ParityLayer& a, const ParityLayer& b) { return a.largest < b.largest; };
    return std::size_t(std::max_element(layers.begin(), layers.end(), less) - layers.begin());
}

std::size_t ParityPart::relativeAt() const {
    const auto less = [](const ParityLayer& a, const ParityLayer& b) { return a.relative() < b.relative(); };
    return std::size_t(std::max_element(layers.begin(), layers.end(), less) - layers.begin());
}

ParityVerdict ParityPart::verdict() const {
    return fits() ? verdictOf(layers[relativeAt()].relative()) : ParityVerdict::Red;
}

ParityVerdict ParityReport::verdict() const {
    ParityVerdict worst = ParityVerdict::Green;
    for (const ParityText& text : texts)
        for (const ParityPart& part : text.parts)
            worst = std::max(worst, part.verdict());
    return worst;
}

std::optional<double> ParityReport::relative() const {
    std::optional<double> largest;
    for (const ParityText& text : texts)
        for (const ParityPart& part : text.parts)
            if (part.fits())
                largest = std::max(largest.value_or(0), part.layers[part.relativeAt()].relative());
    return largest;
}

bool canCheckParity(const Model& model) {
    return publishedNetworkOf(model);
}

ParityReport checkParity(const Model& model, const std::filesystem::path& reference, const RunControl& control) {
    const PublishedNetwork* const network = publishedNetworkOf(model);
    if (!network)
        throw Error(reference.string() +
                    ": only published models that read texts are checked against a reference, this is a model of "
                    "another kind: " +
                    model.kind());
    ParityReport report{reference, {}};
    for (const Reference& text : readReferences(reference)) {
        if (control.check)
            control.check();
        report.texts.push_back(compareText(*network, text, control));
    }
    return report;
}

} // namespace headlight
