#pragma once

#include "core/product.h"

#include <limits>
#include <memory>
#include <string>
#include <vector>

namespace headlight {

/// Numbers of a parameter that stay in a file until they are used, [rows × columns]. Several threads may use them at
/// once. Error, with file and tensor, when they can't be read any more or one of them is no finite number.
class StoredValues {
public:
    virtual ~StoredValues() = default;
    /// All of them as they lie in the file, where a weight's rows are contiguous.
    virtual Factor factor() const = 0;
    /// All of them column by column; of a weight that is a copy, made when it is first asked for.
    virtual ConstMatrixMap matrix() const = 0;
    /// One column of a table, and nothing else is read; `out` has room for its rows.
    virtual void copyColumn(Index column, Real* out) const = 0;
};

/// A trained array. Weights are [outputs × inputs], biases [outputs × 1], embedding tables [width × entries].
struct Parameter {
    enum class Kind {
        Weight, ///< on disk [outputs, inputs]
        Bias,   ///< on disk [outputs]
        Table   ///< one column per entry; on disk [entries, width]; gradients and updates touch only the columns used
    };
    std::string name; ///< dotted path: "encoder.query.weight"
    Kind kind = Kind::Weight;
    Matrix value;         ///< numbers of its own; [rows × 0] if they are only counted, still to be read, or `stored`
    Index columns = 0;    ///< of value, or those it would have
    bool decays = true;   ///< takes part in the L2 penalty
    Index trainBegin = 0; ///< Table: the columns [trainBegin, trainEnd) are trained, the others are constant
    Index trainEnd = 0;
    std::size_t index = 0;                      ///< its place in Parameters and in every Gradients
    std::shared_ptr<const StoredValues> stored; ///< of a model that is only looked at; null: it has its own

    // Its numbers, wherever they are.
    Factor factor() const { return stored ? stored->factor() : Factor(value); }
    ConstMatrixMap matrix() const {
        return stored ? stored->matrix() : ConstMatrixMap(value.data(), value.rows(), value.cols());
    }
    void copyColumn(Index column, Real* out) const {
        if (stored)
            stored->copyColumn(column, out);
        else
            VectorMap(out, value.rows()) = value.col(column);
    }
};

/// All parameters of a model, in the order in which its modules were built. Addresses never change.
class Parameters {
public:
    /// More values than `limit` are refused: whoever reads a foreign configuration knows how many there can be, and a
    /// wrong one must not exhaust the memory.
    explicit Parameters(Index limit = mostValues) : m_limit(limit) {}
    /// Takes no memory for values, whatever the sizes: those of a model that is built to be counted. Every value is
    /// [rows × 0] then, so that what sets values column by column does nothing.
    static Parameters onlyCounted();
    /// The same for a model whose values are then read or `stored`, so that no first ones are drawn.
    static Parameters toBeRead(Index limit);

    /// std::invalid_argument when the name is taken, Error beyond the limit.
    Parameter& add(std::string name, Parameter::Kind kind, Index rows, Index columns);

    std::size_t size() const { return m_items.size(); }
    Parameter& operator[](std::size_t index) { return *m_items[index]; }
    const Parameter& operator[](std::size_t index) const { return *m_items[index]; }
    Parameter* find(const std::string& name);
    const Parameter* find(const std::string& name) const;

    /// Number of values whose path starts with the prefix ("encoder."); tables do not count.
    Index count(const std::string& prefix = {}) const;

private:
    static constexpr Index mostValues = std::numeric_limits<Index>::max() / Index(sizeof(Real)); ///< bytes are an Index

    std::vector<std::unique_ptr<Parameter>> m_items;
    Index m_limit;
    bool m_withoutValues = false;
};

/// The gradients of one shard, one entry per parameter. Entries that nothing was added to are not `touched` and hold no
/// meaning, so nothing has to be cleared between steps.
class Gradients {
public:
    struct Entry {
        Matrix dense;               ///< like the parameter; for tables [width × columns.size()]
        std::vector<Index> columns; ///< tables: which columns, in the order of first use
        bool touched = false;
    };
    explicit Gradients(const Parameters& parameters);

    Entry& operator[](std::size_t index) { return m_entries[index]; }
    const Entry& operator[](std::size_t index) const { return m_entries[index]; }
    std::size_t size() const { return m_entries.size(); }
    void clear(); ///< nothing is touched any more; memory stays

    /// Adds one column of a table's gradient.
    void addColumn(std::size_t index, Index column, const Real* gradient);
    /// Adds all entries of another shard. Called in shard order, the sum has the same bits for any number of threads.
    void add(const Gradients& other);

private:
    std::vector<Entry> m_entries;
    std::vector<std::vector<int>> m_slots; ///< tables: column → place in columns, −1 where unused
};

} // namespace headlight
