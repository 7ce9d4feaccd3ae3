#include "models/weights/tensor_parts.h"

#include "core/error.h"

#include <algorithm>
#include <utility>

namespace headlight {

TensorParts::TensorParts(std::shared_ptr<const TensorFile> file, std::map<std::string, TensorPart> parts)
    : m_file(std::move(file)) {
    for (auto& [name, part] : parts) {
        m_names.push_back(name);
        m_places.emplace(name, placed(std::move(part)));
    }
}

TensorParts::Place TensorParts::placed(TensorPart part) const {
    TensorInfo whole = m_file->info(part.tensor);
    // An axis of one in front of two others is a batch of one (ViT's positions).
    while (part.turn == TensorPart::Turn::None && whole.shape.size() > 2 && whole.shape.front() == 1)
        whole.shape.erase(whole.shape.begin());
    const std::size_t axes = whole.shape.size();
    if (axes == 0 || (part.turn == TensorPart::Turn::Whole && axes < 2) ||
        ((part.turn == TensorPart::Turn::Blocks || part.turn == TensorPart::Turn::Windows) && axes != 3))
        throw Error("tensor \"" + printable(part.tensor, 80) + "\": has " + std::to_string(axes) +
                    " axes, which is not how a model of this kind has it; is it of another one?");
    Place place;
    std::int64_t rows = whole.shape.front();
    if (part.turn == TensorPart::Turn::Whole) {
        rows = whole.shape.back();
    } else if (part.turn == TensorPart::Turn::Blocks) {
        place.blocks = rows;
        rows *= whole.shape.back();
    }
    // No product overflows: the file's reader has made sure of that of all axes.
    place.columns = place.across = rows > 0 ? whole.elements() / rows : 0;
    if (part.turn == TensorPart::Turn::Windows) {
        place.blocks = rows;
        place.across = whole.shape[1];
    }
    if (part.isVector && part.turn == TensorPart::Turn::None) {
        rows = whole.elements();
        place.columns = 1;
    }
    if (part.ofRows != 0 && part.ofRows != rows)
        throw Error("tensor \"" + printable(part.tensor, 80) + "\": has " + std::to_string(rows) +
                    " rows, its parts have " + std::to_string(part.ofRows) +
                    "; do config.json and the weights belong together?");
    if (part.rows == 0)
        part.rows = rows;
    if (part.rows == 0 || part.first < 0 || part.rows < 0 || part.blocks < 1 || part.step < 0 || part.first > rows ||
        part.rows > rows - part.first ||
        (part.blocks > 1 && part.step > (rows - part.first - part.rows) / (part.blocks - 1)))
        throw Error("tensor \"" + printable(part.tensor, 80) + "\": has " + std::to_string(rows) +
                    " rows, too few for its parts; do config.json and the weights belong together?");
    const std::int64_t all = part.blocks * part.rows;
    place.info = {whole.dtype, part.isVector ? std::vector<std::int64_t>{all * place.columns}
                                             : std::vector<std::int64_t>{all, place.columns}};
    place.part = std::move(part);
    return place;
}

const TensorParts::Place& TensorParts::placeOf(const std::string& name) const {
    const auto found = m_places.find(name);
    if (found == m_places.end())
        throw Error("there is no tensor \"" + printable(name, 80) + "\"." + suggestion(name, m_names));
    return found->second;
}

/// All numbers of the part's tensor, as rows.
std::vector<float> TensorParts::turned(const Place& place) const {
    std::vector<float> whole = m_file->readFloat(place.part.tensor);
    if (place.part.turn == TensorPart::Turn::None || whole.empty())
        return whole;
    const std::int64_t size = std::int64_t(whole.size()) / place.blocks, along = size / place.across;
    std::vector<float> result(whole.size());
    for (std::int64_t block = 0; block < place.blocks; ++block)
        for (std::int64_t i = 0; i < place.across; ++i)
            for (std::int64_t k = 0; k < along; ++k)
                result[std::size_t(block * size + k * place.across + i)] =
                    whole[std::size_t(block * size + i * along + k)];
    return result;
}

void TensorParts::readFloat(const std::string& name, std::int64_t first, std::int64_t count, float* out) const {
    const Place& place = placeOf(name);
    if (first < 0 || count < 0 || count > place.info.elements() - first)
        throw std::invalid_argument("TensorParts::readFloat: expected numbers of the tensor \"" + name + '"');
    std::vector<float> all;
    if (place.part.turn != TensorPart::Turn::None)
        all = turned(place);
    while (count > 0) { // as far as the rows of a block reach
        const std::int64_t row = first / place.columns, column = first % place.columns;
        const std::int64_t left = (place.part.rows - row % place.part.rows) * place.columns - column;
        const std::int64_t now = std::min(count, left), from = place.rowOf(row) * place.columns + column;
        if (all.empty())
            m_file->readFloat(place.part.tensor, from, now, out);
        else
            std::copy_n(all.begin() + from, now, out);
        first += now;
        count -= now;
        out += now;
    }
}

const char* TensorParts::mappedBytes(const std::string& name) const {
    const Place& place = placeOf(name);
    const DtypeBlock block = dtypeBlock(place.info.dtype);
    const std::int64_t before = place.part.first * place.columns;
    if (place.part.turn != TensorPart::Turn::None || place.part.blocks > 1 || block.numbers == 0 ||
        before % block.numbers != 0)
        return nullptr;
    const char* const whole = m_file->mappedBytes(place.part.tensor);
    return whole ? whole + before / block.numbers * block.bytes : nullptr;
}

} // namespace headlight
