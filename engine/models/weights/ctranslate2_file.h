#pragma once

#include "models/weights/placed_tensors.h"

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>

namespace headlight {

class ByteCursor;

/// CTranslate2's model.bin, binary versions 2 to 6: the name and revision of the model's kind, named variables one
/// after the other, and from version 3 on aliases, further names of variables, which stand behind them in names().
///
/// An int8 or int16 variable NAME with NAME_scale beside it is quantised: info() tells the stored type, readFloat()
/// gives value / scale, with one scale for all or one for each entry of the first dimension. The scale is listed as
/// any other variable. As in CTranslate2 itself, an int16 "…weight" without a scale has the scale 1000, which old
/// versions did not write.
///
/// The file is taken as hostile; it has no magic number, so everything is checked when it is opened: sizes, types, that
/// nothing is left over. Every fault is an Error with file and variable: model.bin: tensor "decoder/…": … Refused are
/// also int32 weights with a scale, which are packed (AWQ). Limits: those of PlacedTensors, variables and aliases
/// together.
class CTranslate2File final : public PlacedTensors {
public:
    static CTranslate2File open(const std::filesystem::path& path);
    /// The same for bytes in memory; `shownName` stands for the path in messages.
    static CTranslate2File fromBytes(std::string bytes, const std::string& shownName);

    std::uint32_t binaryVersion() const { return m_version; }
    const std::string& specification() const { return m_specification; } ///< "TransformerSpec" …
    std::uint32_t revision() const { return m_revision; }

    bool isReal(const std::string& name) const override {
        return m_scales.contains(name) || PlacedTensors::isReal(name);
    }
    const char* mappedBytes(const std::string& name) const override {
        return m_scales.contains(name) ? nullptr : PlacedTensors::mappedBytes(name);
    }
    using PlacedTensors::readFloat;
    /// Error when a scale is not a positive number.
    void readFloat(const std::string& name, std::int64_t first, std::int64_t count, float* out) const override;

private:
    explicit CTranslate2File(ByteSource source);
    void readAll();
    void readVariable(ByteCursor& cursor);
    void readAliases(ByteCursor& cursor);
    void findScales();
    void findScale(const std::string& name);

    struct Scale {
        std::string variable;     ///< empty: 1000
        std::int64_t numbers = 0; ///< that share a scale
    };
    std::uint32_t m_version = 0, m_revision = 0;
    std::string m_specification;
    std::map<std::string, Scale> m_scales; ///< of quantised variables
};

} // namespace headlight
