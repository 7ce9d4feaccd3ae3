#include "autodiff/window_products.h"

#include "core/product.h"
#include "core/vectors.h"

#include <algorithm>
#include <array>
#include <utility>

namespace headlight {

namespace {

// The windows at token 0 to 3 of a tile of taps + 3 tokens give four results. They are coefficients of a product of
// polynomials, transposed: so the tokens, the weights and the products are brought to taps + 3 points and back.
constexpr int mostTaps = 5, tileResults = 4, mostPoints = mostTaps + tileResults - 1;
// And infinity. These numbers and their quotients are exact, and lose least to rounding.
constexpr double finitePoints[mostPoints - 1] = {0, 1, -1, 0.5, -2, -0.5, 2};

/// Tiles that are multiplied at a time, and outputs or inputs: few enough for the cache.
constexpr Index chunkTiles = 48, gradientTiles = 192, blockOutputs = 320, blockInputs = 160;

/// Of fewer windows than this, preparing the weight takes longer than its multiplications save.
constexpr Index fewWindows = 128;

/// What the numbers at a point are made of.
struct Filter {
    explicit Filter(int tapCount);

    int taps, points;
    Real ofTokens[mostPoints][mostPoints] = {};   ///< [point][token of the tile]
    Real ofWeights[mostPoints][mostTaps] = {};    ///< [point][tap]
    Real ofResults[mostPoints][tileResults] = {}; ///< [point][result of the tile]
};

Filter::Filter(int tapCount) : taps(tapCount), points(tapCount + tileResults - 1) {
    for (int i = 0; i < points; ++i) {
        const bool infinite = i == points - 1;
        double polynomial[mostPoints] = {1}, scale = 1; // of all other finite points, Π (x − p)
        for (int j = 0, degree = 0; j < points - 1; ++j) {
            if (j == i)
                continue;
            ++degree;
            for (int k = degree; k >= 0; --k)
                polynomial[k] = (k > 0 ? polynomial[k - 1] : 0) - finitePoints[j] * polynomial[k];
            scale *= infinite ? 1 : finitePoints[i] - finitePoints[j];
        }
        for (int k = 0; k < points; ++k)
            ofTokens[i][k] = Real(polynomial[k]);
        double power = 1 / scale;
        for (int t = 0; t < taps; ++t) {
            ofWeights[i][t] = Real(infinite ? t == taps - 1 : power);
            power *= infinite ? 0 : finitePoints[i];
        }
        power = 1;
        for (int j = 0; j < tileResults; ++j) {
            ofResults[i][j] = Real(infinite ? j == tileResults - 1 : power);
            power *= infinite ? 0 : finitePoints[i];
        }
    }
}

struct Tile {
    Index token;      ///< column of its first token; may lie before `begin`
    Index begin, end; ///< columns of its sequence
    Index result;     ///< column of its first result
    int results;      ///< the last tile of a sequence may have fewer
    unsigned zeros;   ///< bit j: result j is of zeros only
};

std::vector<Tile> tilesOf(const std::vector<WindowRun>& runs, Index firstTap) {
    std::vector<Tile> tiles;
    for (const WindowRun& run : runs)
        for (Index k = 0; k < run.count; k += tileResults)
            tiles.push_back({run.begin + run.start + firstTap + k, run.begin, run.begin + run.length, run.results + k,
                             int(std::min<Index>(tileResults, run.count - k)), 0});
    return tiles;
}

/// Where the tokens are zeros the results are: the points would leave rounding there. A sensitivity is 0 to the bit
/// beyond the reach of the windows then, and nothing is multiplied for most of its tokens.
class Zeros {
public:
    explicit Zeros(const Strided& in) : m_columns(std::size_t(in.cols())) {
        for (Index j = 0; j < in.cols(); ++j) {
            m_columns[std::size_t(j)] = (in.col(j).array() == 0).all();
            m_any = m_any || m_columns[std::size_t(j)];
        }
    }

    /// Without the tiles of zeros only; the others know which of their results are.
    std::vector<Tile> mark(std::vector<Tile> tiles, const Filter& filter) const {
        if (!m_any) // as in training
            return tiles;
        std::erase_if(tiles, [&](const Tile& tile) { return cover(tile, 0, filter.points); });
        for (Tile& tile : tiles)
            for (int j = 0; j < tile.results; ++j)
                tile.zeros |= unsigned(cover(tile, j, j + filter.taps)) << j;
        return tiles;
    }

private:
    /// All tokens `first` to `last` of a tile.
    bool cover(const Tile& tile, Index first, Index last) const {
        first = std::max(tile.begin, tile.token + first);
        last = std::min(tile.end, tile.token + last);
        return first >= last ||
               std::all_of(m_columns.begin() + first, m_columns.begin() + last, [](bool zero) { return zero; });
    }

    std::vector<bool> m_columns;
    bool m_any = false;
};

/// Calls run(first tap, filter) for parts of a window that are as equal as can be.
template <class Run>
void forEachPart(Index window, Run run) {
    const Index parts = (window + mostTaps - 1) / mostTaps;
    for (Index part = 0; part < parts; ++part) {
        const Index first = window * part / parts, last = window * (part + 1) / parts;
        run(first, Filter(int(last - first)));
    }
}

/// Calls run(first, count) for parts of `all` of at most `most`, as equal as can be.
template <class Run>
void forEachBlock(Index all, Index most, Run run) {
    const Index parts = (all + most - 1) / most;
    for (Index part = 0; part < parts; ++part) {
        const Index first = all * part / parts;
        run(first, all * (part + 1) / parts - first);
    }
}

/// A sum of columns with factors, in one pass over the numbers.
class Sum {
public:
    void take(Real factor, const Real* column) {
        if (factor == 0)
            return;
        m_factors[m_terms] = factor;
        m_columns[m_terms++] = column;
    }
    void store(Real* to, Index rows) const { (this->*stores[m_terms])(to, rows); }
    void add(Real* to, Index rows) const { (this->*adds[m_terms])(to, rows); }

private:
    template <int terms, bool adding>
    Lane at(const Real* to, WholeVector part) const {
        Lane sum = adding ? load(to, part) : Lane::Zero();
        for (int t = 0; t < terms; ++t)
            sum += m_factors[t] * load(m_columns[t], part);
        return sum;
    }

    template <int terms, bool adding>
    void run(Real* to, Index rows) const {
        if (rows < lanes) {
            for (Index r = 0; r < rows; ++r) {
                Real sum = adding ? to[r] : Real(0);
                for (int t = 0; t < terms; ++t)
                    sum += m_factors[t] * m_columns[t][r];
                to[r] = sum;
            }
            return;
        }
        const WholeVector last{rows - lanes}; // overlaps the one before it, so it is computed before that is stored
        const Lane end = at<terms, adding>(to, last);
        for (Index first = 0; first + lanes <= rows; first += lanes)
            ::headlight::store(to, WholeVector{first}, at<terms, adding>(to, WholeVector{first}));
        ::headlight::store(to, last, end);
    }

    using Run = void (Sum::*)(Real*, Index) const;
    template <bool adding, int... terms>
    static constexpr std::array<Run, sizeof...(terms)> runs(std::integer_sequence<int, terms...>) {
        return {&Sum::run<terms, adding>...};
    }
    static const std::array<Run, mostPoints + 1> stores, adds;

    int m_terms = 0;
    Real m_factors[mostPoints];
    const Real* m_columns[mostPoints];
};

const std::array<Sum::Run, mostPoints + 1> Sum::stores = runs<false>(std::make_integer_sequence<int, mostPoints + 1>()),
                                           Sum::adds = runs<true>(std::make_integer_sequence<int, mostPoints + 1>());

/// The numbers at a point of the tokens of a tile, `rows` of them from `first` on.
void takeTokens(const Filter& filter, int point, const Strided& in, const Tile& tile, Index first, Index rows,
                Real* to) {
    Sum sum;
    for (int k = 0; k < filter.points; ++k)
        if (const Index token = tile.token + k; token >= tile.begin && token < tile.end)
            sum.take(filter.ofTokens[point][k], in.col(token).data() + first);
    sum.store(to, rows);
}

/// Column k of the weight at every point, one point's below the other's; columnOf(tap, k) is that of a tap.
template <class TapColumn>
void takeWeights(const Filter& filter, TapColumn columnOf, MatrixMap& to) {
    const Index rows = to.rows() / filter.points;
    for (Index k = 0; k < to.cols(); ++k)
        for (int i = 0; i < filter.points; ++i) {
            Sum sum;
            for (int t = 0; t < filter.taps; ++t)
                sum.take(filter.ofWeights[i][t], columnOf(t, k));
            sum.store(to.col(k).data() + i * rows, rows);
        }
}

bool areFew(const std::vector<WindowRun>& runs) {
    Index windows = 0;
    for (const WindowRun& run : runs)
        windows += run.count;
    return windows < fewWindows;
}

/// Calls run(first result, first token, count) for neighbouring windows whose token at this tap is one of their
/// sequence: the definition.
template <class Run>
void forEachRun(const std::vector<WindowRun>& runs, Index tap, Run run) {
    for (const WindowRun& windows : runs) {
        const Index start = windows.start + tap, first = std::max<Index>(0, -start),
                    last = std::min(windows.count, windows.length - start);
        if (first < last)
            run(windows.results + first, windows.begin + start + first, last - first);
    }
}

void addTap(Strided out, const PackedFactor& weight, const Strided& in, const std::vector<WindowRun>& runs, Index tap) {
    forEachRun(runs, tap, [&](Index result, Index token, Index count) {
        weight.addProduct(out.middleCols(result, count), in.middleCols(token, count));
    });
}

/// `factors`: of each point, for `rows` outputs from `first` on.
void addBlock(Tape& tape, Strided out, const Strided& in, const Filter& filter, const std::vector<Tile>& tiles,
              const std::vector<PackedFactor>& factors, Index first, Index rows) {
    const Index depth = in.rows();
    const Index chunks = (Index(tiles.size()) + chunkTiles - 1) / chunkTiles;
    tape.forEach(chunks, [&](Index chunk) {
        const Index begin = chunk * chunkTiles, count = std::min(chunkTiles, Index(tiles.size()) - begin);
        Tape::Scratch tokens(tape, filter.points * depth, count), products(tape, filter.points * rows, count);
        for (int i = 0; i < filter.points; ++i) {
            for (Index c = 0; c < count; ++c)
                takeTokens(filter, i, in, tiles[std::size_t(begin + c)], 0, depth, tokens.col(c).data() + i * depth);
            factors[std::size_t(i)].setProduct(products.middleRows(i * rows, rows),
                                               tokens.middleRows(i * depth, depth));
        }
        for (Index c = 0; c < count; ++c) {
            const Tile& tile = tiles[std::size_t(begin + c)];
            for (int j = 0; j < tile.results; ++j) {
                if (tile.zeros >> j & 1)
                    continue;
                Sum sum;
                for (int i = 0; i < filter.points; ++i)
                    sum.take(filter.ofResults[i][j], products.col(c).data() + i * rows);
                sum.add(out.col(tile.result + j).data() + first, rows);
            }
        }
    });
}

} // namespace

void addWindowProducts(Tape& tape, Strided out, const Strided& weight, const Strided& in,
                       const std::vector<WindowRun>& runs) {
    const Index inputs = in.rows(), window = weight.cols() / inputs;
    if (areFew(runs)) {
        for (Index t = 0; t < window; ++t)
            addTap(out, PackedFactor(weight.middleCols(t * inputs, inputs)), in, runs, t);
        return;
    }
    const Zeros zeros(in);
    forEachPart(window, [&](Index firstTap, const Filter& filter) {
        const std::vector<Tile> tiles = zeros.mark(tilesOf(runs, firstTap), filter);
        forEachBlock(out.rows(), blockOutputs, [&](Index first, Index rows) {
            std::vector<PackedFactor> factors;
            Tape::Scratch packed(tape, PackedFactor::sizeOf(rows, inputs), filter.points);
            {
                Tape::Scratch weights(tape, filter.points * rows, inputs);
                const auto columnOf = [&](int tap, Index k) {
                    return weight.col((firstTap + tap) * inputs + k).data() + first;
                };
                takeWeights(filter, columnOf, weights);
                for (int i = 0; i < filter.points; ++i)
                    factors.emplace_back(weights.middleRows(i * rows, rows), packed.col(i).data());
            }
            addBlock(tape, out, in, filter, tiles, factors, first, rows);
        });
    });
}

void addFlippedWindowProducts(Tape& tape, Strided out, const Strided& weight, const Strided& in,
                              const std::vector<WindowRun>& runs) {
    const Index inputs = out.rows(), outputs = in.rows(), window = weight.cols() / inputs;
    if (areFew(runs)) {
        for (Index t = 0; t < window; ++t)
            addTap(out, PackedFactor(weight.middleCols((window - 1 - t) * inputs, inputs).transpose()), in, runs, t);
        return;
    }
    const Zeros zeros(in);
    forEachPart(window, [&](Index firstTap, const Filter& filter) {
        const std::vector<Tile> tiles = zeros.mark(tilesOf(runs, firstTap), filter);
        forEachBlock(inputs, blockInputs, [&](Index first, Index rows) {
            std::vector<PackedFactor> factors;
            Tape::Scratch packed(tape, PackedFactor::sizeOf(rows, outputs), filter.points);
            {
                Tape::Scratch weights(tape, filter.points * outputs, rows);
                const auto columnOf = [&](int tap, Index k) {
                    return weight.col((window - 1 - firstTap - tap) * inputs + first + k).data();
                };
                takeWeights(filter, columnOf, weights);
                for (int i = 0; i < filter.points; ++i)
                    factors.emplace_back(weights.middleRows(i * outputs, outputs).transpose(), packed.col(i).data());
            }
            addBlock(tape, out, in, filter, tiles, factors, first, rows);
        });
    });
}

void addWindowGradient(Tape& tape, Strided dWeight, const Strided& dOut, const Strided& in,
                       const std::vector<WindowRun>& runs) {
    const Index inputs = in.rows(), outputs = dOut.rows(), window = dWeight.cols() / inputs;
    if (areFew(runs)) {
        for (Index t = 0; t < window; ++t)
            forEachRun(runs, t, [&](Index result, Index token, Index count) {
                addProduct(dWeight.middleCols(t * inputs, inputs), dOut.middleCols(result, count),
                           in.middleCols(token, count).transpose());
            });
        return;
    }
    const auto addChunk = [&](const Filter& filter, const Tile* tiles, Index count, Index first, MatrixMap& sums) {
        tape.forEach(filter.points, [&](Index point) {
            const int i = int(point);
            Tape::Scratch results(tape, outputs, count), tokens(tape, sums.cols(), count);
            for (Index c = 0; c < count; ++c) {
                Sum sum;
                for (int j = 0; j < tiles[c].results; ++j)
                    sum.take(filter.ofResults[i][j], dOut.col(tiles[c].result + j).data());
                sum.store(results.col(c).data(), outputs);
                takeTokens(filter, i, in, tiles[c], first, tokens.rows(), tokens.col(c).data());
            }
            addProduct(sums.middleRows(i * outputs, outputs), results, tokens.transpose());
        });
    };
    forEachPart(window, [&](Index firstTap, const Filter& filter) {
        const std::vector<Tile> tiles = tilesOf(runs, firstTap);
        forEachBlock(inputs, blockInputs, [&](Index first, Index rows) {
            Tape::Scratch sums(tape, filter.points * outputs, rows);
            sums.setZero();
            forEachBlock(Index(tiles.size()), gradientTiles,
                         [&](Index begin, Index count) { addChunk(filter, tiles.data() + begin, count, first, sums); });
            for (Index k = 0; k < rows; ++k)
                for (int t = 0; t < filter.taps; ++t) {
                    Sum sum;
                    for (int i = 0; i < filter.points; ++i)
                        sum.take(filter.ofWeights[i][t], sums.col(k).data() + i * outputs);
                    sum.add(dWeight.col((firstTap + t) * inputs + first + k).data(), outputs);
                }
        });
    });
}

} // namespace headlight
