#pragma once

#include "models/tensor_file.h"

#include <map>
#include <memory>
#include <string>
#include <vector>

namespace headlight {

/// Where the numbers of a matrix, or of a vector, are among those of a file's tensor: rows of it, after it was turned.
struct TensorPart {
    /// The file's tensor as a matrix.
    enum class Turn {
        None,   ///< a row for each entry of the first axis
        Whole,  ///< a row for each entry of the last axis: [inputs, outputs], [heads, inputs, outputs of all]
        Blocks, ///< [heads, inputs, outputs]: the outputs of each head are rows
        Windows ///< [outputs, inputs, window] of a convolution: a row has all inputs of one place after the other's
    };
    std::string tensor; ///< its name in the file
    Turn turn = Turn::None;
    std::int64_t first = 0, rows = 0;  ///< of each block of rows; 0 rows: all
    std::int64_t blocks = 1, step = 0; ///< first rows of neighbouring blocks are `step` apart
    std::int64_t ofRows = 0;           ///< that the tensor has, with those of other parts; 0: any number
    bool isVector = false;             ///< one axis, whatever the file has
};

/// Tensors of a file under other names, parts of tensors among them. Everything else is as the file does it.
class TensorParts final : public TensorFile {
public:
    /// Error when a part's tensor is not in the file, or has no such rows.
    TensorParts(std::shared_ptr<const TensorFile> file, std::map<std::string, TensorPart> parts);

    const std::vector<std::string>& names() const override { return m_names; }
    bool contains(const std::string& name) const override { return m_places.contains(name); }
    const TensorInfo& info(const std::string& name) const override { return placeOf(name).info; }
    bool isReal(const std::string& name) const override { return m_file->isReal(placeOf(name).part.tensor); }
    const std::string& shownName(const std::string& name) const override { return placeOf(name).part.tensor; }
    using TensorFile::readFloat;
    void readFloat(const std::string& name, std::int64_t first, std::int64_t count, float* out) const override;
    /// Null where the part's rows are not one stretch of the file, too.
    const char* mappedBytes(const std::string& name) const override;
    void refuseChanges() const override { m_file->refuseChanges(); }
    void refuseGaps() const override { m_file->refuseGaps(); }

private:
    struct Place {
        TensorPart part;
        TensorInfo info; ///< of the part
        std::int64_t columns = 0;
        std::int64_t blocks = 1, across = 0; ///< of what is turned: matrices after each other, and rows of each
        std::int64_t rowOf(std::int64_t row) const {
            return part.first + row / part.rows * part.step + row % part.rows;
        }
    };
    Place placed(TensorPart part) const;
    const Place& placeOf(const std::string& name) const;
    std::vector<float> turned(const Place& place) const;

    std::shared_ptr<const TensorFile> m_file;
    std::vector<std::string> m_names;
    std::map<std::string, Place> m_places;
};

} // namespace headlight
