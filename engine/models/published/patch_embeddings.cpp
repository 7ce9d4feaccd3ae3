#include "models/published/patch_embeddings.h"

#include "autodiff/ops_elementwise.h"
#include "autodiff/ops_lookup.h"
#include "autodiff/ops_sequence.h"
#include "models/published/resample.h"

#include <numeric>
#include <stdexcept>

namespace headlight {

namespace {

std::vector<int> allEntries(Index count) {
    std::vector<int> entries(std::size_t(count), 0);
    std::iota(entries.begin(), entries.end(), 0);
    return entries;
}

/// The sum of columns that the taps name; `at` gives a column's number by its place along the axis.
template <class At>
Vector tapped(const Matrix& columns, const ResampleTaps& taps, At at) {
    Vector sum = Vector::Zero(columns.rows());
    for (std::size_t k = 0; k < taps.weights.size(); ++k)
        sum += Real(taps.weights[k]) * columns.col(at(taps.first + Index(k)));
    return sum;
}

} // namespace

Matrix patchColumns(const std::vector<float>& numbers, Index height, Index width, Index side,
                    const std::vector<Index>& patches) {
    constexpr Index channels = 3;
    const Index across = width / side;
    Matrix columns(channels * side * side, Index(patches.size()));
    for (std::size_t k = 0; k < patches.size(); ++k) {
        const Index top = patches[k] / across * side, left = patches[k] % across * side;
        Index number = 0;
        for (Index channel = 0; channel < channels; ++channel)
            for (Index row = 0; row < side; ++row)
                for (Index column = 0; column < side; ++column)
                    columns(number++, Index(k)) =
                        Real(numbers[std::size_t((channel * height + top + row) * width + left + column)]);
    }
    return columns;
}

PatchEmbeddings::PatchEmbeddings(const Builder& builder, const PatchShape& shape, Index width)
    : m_shape(shape), m_patches(builder.part("patches"), 3 * shape.side * shape.side, width),
      m_positions(builder.table("positions", width, shape.placedMarks() + shape.grid() * shape.grid())) {
    for (const PatchShape::Mark& mark : shape.marks)
        m_marks.push_back(&builder.table(mark.name, width, mark.count));
}

Var PatchEmbeddings::forward(Context& context, const PatchInput& input) const {
    const Index tokens = context.layout().tokens(), marks = m_shape.markTokens();
    const Index places = marks + input.rows * input.columns;
    if (Index(input.places.size()) != tokens)
        throw std::invalid_argument("PatchEmbeddings: expected a place for each of " + std::to_string(tokens) +
                                    " tokens, got " + std::to_string(input.places.size()));
    std::vector<Index> patches, positions; // the column of each token; −1: it has none
    Index next = 0;
    for (const int place : input.places) {
        if (place < 0 || place >= places)
            throw std::invalid_argument("PatchEmbeddings: expected places from 0 to " + std::to_string(places - 1) +
                                        ", got " + std::to_string(place));
        patches.push_back(place < marks ? -1 : next++);
        positions.push_back(place < marks ? -1 : m_shape.placedMarks() + place - marks);
    }
    if (input.pixels.cols() != next)
        throw std::invalid_argument("PatchEmbeddings: expected a column for each of " + std::to_string(next) +
                                    " patches, got " + std::to_string(input.pixels.cols()));
    Tape& tape = context.tape();
    Var x = gatherColumns(m_patches.forwardSequences(context, tape.constant(input.pixels), 1),
                          context.keep(std::move(patches)));
    Index first = 0, placed = 0; // of a mark's tokens, among all and among those with a position
    for (std::size_t k = 0; k < m_marks.size(); ++k) {
        const PatchShape::Mark& mark = m_shape.marks[k];
        std::vector<Index> own;
        for (std::size_t token = 0; token < input.places.size(); ++token) {
            const Index number = input.places[token] - first;
            const bool isIt = number >= 0 && number < mark.count;
            own.push_back(isIt ? number : -1);
            if (isIt && mark.isPlaced)
                positions[token] = placed + number;
        }
        x = add(x, gatherColumns(lookup(tape, *m_marks[k], context.keep(allEntries(mark.count))),
                                 context.keep(std::move(own))));
        first += mark.count;
        placed += mark.isPlaced ? mark.count : 0;
    }
    return add(x, gatherColumns(positionsOf(context, input.rows, input.columns), context.keep(std::move(positions))));
}

/// Of the marks that have one, then of the grid's patches.
Var PatchEmbeddings::positionsOf(Context& context, Index rows, Index columns) const {
    const Index own = m_shape.grid(), marks = m_shape.placedMarks();
    if (rows == own && columns == own)
        return lookup(context.tape(), m_positions, context.keep(allEntries(marks + own * own)));
    const auto tapsOf = [&](Index to) {
        return m_shape.smoothPositions ? resampleTaps(own, to, Resampling::Bicubic) : bicubicTaps(own, to);
    };
    const Matrix table = m_positions.matrix();
    const std::vector<ResampleTaps> down = tapsOf(rows), across = tapsOf(columns);
    Matrix wide(table.rows(), own * columns); // as many rows as before
    for (Index row = 0; row < own; ++row)
        for (Index column = 0; column < columns; ++column)
            wide.col(row * columns + column) =
                tapped(table, across[std::size_t(column)], [&](Index at) { return marks + row * own + at; });
    Matrix all(table.rows(), marks + rows * columns);
    all.leftCols(marks) = table.leftCols(marks);
    for (Index row = 0; row < rows; ++row)
        for (Index column = 0; column < columns; ++column)
            all.col(marks + row * columns + column) =
                tapped(wide, down[std::size_t(row)], [&](Index at) { return at * columns + column; });
    return context.tape().constant(context.keep(std::move(all)));
}

} // namespace headlight
