#include "models/weights/onnx_tensor.h"

#include "core/error.h"
#include "models/weights/protobuf_fields.h"

#include <array>
#include <cstring>
#include <limits>
#include <set>
#include <utility>
#include <vector>

namespace headlight {

namespace {

/// The numbers of the fields of a TensorProto.
enum OnnxField : std::uint64_t {
    OnnxDims = 1,
    OnnxDataType = 2,
    OnnxSegment = 3,
    OnnxFloatData = 4,
    OnnxInt32Data = 5,
    OnnxInt64Data = 7,
    OnnxName = 8,
    OnnxRawData = 9,
    OnnxDoubleData = 10,
    OnnxExternalData = 13,
    OnnxDataLocation = 14
};

/// A type of numbers, and the field that has them when they are not in raw_data.
struct OnnxType {
    std::uint64_t code;
    Dtype dtype;
    std::uint64_t field;
    std::int64_t low, high; ///< of what stands in int32_data; halves are their 16 bits
};

constexpr std::int64_t onnxLow32 = std::numeric_limits<std::int32_t>::min(), onnxHigh32 = -(onnxLow32 + 1);
constexpr std::array<OnnxType, 10> onnxTypes = {{{1, Dtype::F32, OnnxFloatData, 0, 0},
                                                 {2, Dtype::U8, OnnxInt32Data, 0, 255},
                                                 {3, Dtype::I8, OnnxInt32Data, -128, 127},
                                                 {5, Dtype::I16, OnnxInt32Data, -32768, 32767},
                                                 {6, Dtype::I32, OnnxInt32Data, onnxLow32, onnxHigh32},
                                                 {7, Dtype::I64, OnnxInt64Data, 0, 0},
                                                 {9, Dtype::Bool, OnnxInt32Data, 0, 1},
                                                 {10, Dtype::F16, OnnxInt32Data, 0, 65535},
                                                 {11, Dtype::F64, OnnxDoubleData, 0, 0},
                                                 {16, Dtype::BF16, OnnxInt32Data, 0, 65535}}};

const char* onnxTypeName(std::uint64_t code) {
    constexpr std::array<const char*, 17> names = {
        "UNDEFINED", "FLOAT",   "UINT8",  "INT8",   "UINT16", "INT16",     "INT32",      "INT64",   "STRING",
        "BOOL",      "FLOAT16", "DOUBLE", "UINT32", "UINT64", "COMPLEX64", "COMPLEX128", "BFLOAT16"};
    return code < names.size() ? names[std::size_t(code)] : "a later one";
}

/// Goes through a TensorProto twice: its shape, type and name may stand behind its numbers.
class OnnxTensorReader {
public:
    OnnxTensorReader(const ByteSource& source, ByteCursor tensor) : m_source(source), m_begin(std::move(tensor)) {}

    OnnxTensor read() {
        readFields();
        m_begin.setPlace("tensor \"" + printable(m_tensor.name) + '"');
        if (m_isExternal)
            m_begin.fail("its numbers are in the file \"" + printable(m_externalFile) +
                         "\" beside it, which is not read; save the model with its weights in one file");
        const OnnxType& type = findType();
        m_tensor.info.dtype = type.dtype;
        readNumbers(type);
        return std::move(m_tensor);
    }

private:
    void expect(const ProtobufField& field, WireType type, const char* what) const {
        if (field.type != type)
            m_begin.fail("byte " + std::to_string(field.begin) + ": " + what +
                         " is not of the kind it must be; the file is damaged or no ONNX model");
    }
    /// Of a field that a tensor has once.
    void once(const ProtobufField& field, WireType type, const char* what) {
        expect(field, type, what);
        if (!m_seen.insert(field.number).second)
            m_begin.fail("byte " + std::to_string(field.begin) + ": " + what + " is there twice; the file is damaged");
    }
    std::string textOf(const ProtobufField& field, const char* what) const {
        constexpr std::uint64_t longest = 4096;
        if (field.end - field.begin > longest)
            m_begin.fail("byte " + std::to_string(field.begin) + ": " + what + " is longer than 4,096 bytes; " +
                         "the file is damaged");
        return ByteCursor(m_source, field.begin, field.end).text(field.end - field.begin, what);
    }
    ByteCursor within(const ProtobufField& field) const {
        ByteCursor cursor(m_source, field.begin, field.end);
        cursor.setPlace(m_tensor.name.empty() ? "a tensor" : "tensor \"" + printable(m_tensor.name) + '"');
        return cursor;
    }

    void readFields() {
        ByteCursor cursor = m_begin;
        while (const std::optional<ProtobufField> field = nextField(cursor)) {
            switch (field->number) {
            case OnnxDims:
                addSizes(*field);
                break;
            case OnnxDataType:
                once(*field, WireType::Varint, "its type");
                m_type = field->value;
                break;
            case OnnxSegment:
                m_begin.fail("it is a part of a larger tensor, which can't be read; save the model anew");
            case OnnxName:
                once(*field, WireType::Bytes, "its name");
                m_tensor.name = textOf(*field, "its name");
                break;
            case OnnxRawData:
                once(*field, WireType::Bytes, "its data");
                m_tensor.begin = field->begin;
                m_tensor.bytes = field->end - field->begin;
                m_isRaw = true;
                break;
            case OnnxExternalData:
                expect(*field, WireType::Bytes, "the place of its data");
                readExternal(within(*field));
                break;
            case OnnxDataLocation:
                once(*field, WireType::Varint, "the place of its data");
                m_isExternal = m_isExternal || field->value != 0;
                break;
            default: // numbers for the second time, texts for people, what later versions have
                break;
            }
        }
    }

    void addSizes(const ProtobufField& field) {
        std::vector<std::int64_t>& shape = m_tensor.info.shape;
        const auto add = [&](std::uint64_t size) {
            constexpr std::size_t most = 8;
            shape.push_back(std::int64_t(size));
            if (shape.size() > most)
                m_begin.fail("it has more than the 8 dimensions that are allowed; the file is damaged");
        };
        if (field.type == WireType::Varint)
            return add(field.value);
        expect(field, WireType::Bytes, "its shape");
        for (ByteCursor sizes = within(field); sizes.left() > 0;)
            add(nextVarint(sizes, "its shape"));
    }

    /// A pair of texts, of which the one with the key "location" names the file.
    void readExternal(ByteCursor entry) {
        std::string key, value;
        while (const std::optional<ProtobufField> field = nextField(entry)) {
            if (field->number > 2)
                continue;
            expect(*field, WireType::Bytes, "the place of its data");
            (field->number == 1 ? key : value) = textOf(*field, "the place of its data");
        }
        if (key == "location")
            m_externalFile = value;
        m_isExternal = true;
    }

    const OnnxType& findType() const {
        for (const OnnxType& type : onnxTypes)
            if (type.code == m_type)
                return type;
        m_begin.fail("its number type " + std::to_string(m_type) + " (" + onnxTypeName(m_type) +
                     ") can't be read; convert the model to FLOAT");
    }

    /// Numbers of the type's own field. One run of floats is left where it is.
    void readNumbers(const OnnxType& type) {
        const bool isFixed = type.field == OnnxFloatData || type.field == OnnxDoubleData;
        std::optional<ProtobufField> only;
        std::string decoded;
        ByteCursor cursor = m_begin;
        for (int k = 0; const std::optional<ProtobufField> field = nextField(cursor);) {
            if (field->number != type.field) {
                refuseNumbers(field->number);
                continue;
            }
            if (m_isRaw)
                m_begin.fail("its numbers are there twice, as bytes and one by one; the file is damaged");
            if (++k == 1 && isFixed && field->type == WireType::Bytes) {
                only = field;
                continue;
            }
            if (only)
                addFixed(*std::exchange(only, {}), type, decoded);
            isFixed ? addFixed(*field, type, decoded) : addVarints(*field, type, decoded);
        }
        if (m_isRaw)
            return;
        if (only) {
            m_tensor.begin = only->begin;
            m_tensor.bytes = only->end - only->begin;
        } else {
            m_tensor.decoded = std::move(decoded);
        }
    }

    /// Numbers in the field of another type.
    void refuseNumbers(std::uint64_t field) const {
        if (field == OnnxFloatData || (field >= OnnxInt32Data && field <= OnnxInt64Data) || field == OnnxDoubleData ||
            field == OnnxDoubleData + 1)
            m_begin.fail("it has numbers of another type than " + std::string(onnxTypeName(m_type)) +
                         "; the file is damaged");
    }

    void addFixed(const ProtobufField& field, const OnnxType& type, std::string& decoded) const {
        const auto each = std::size_t(dtypeBytes(type.dtype));
        if (field.type == (each == 4 ? WireType::Fixed32 : WireType::Fixed64)) {
            decoded.append(reinterpret_cast<const char*>(&field.value), each); // little-endian
            return;
        }
        expect(field, WireType::Bytes, "its data");
        const std::uint64_t bytes = field.end - field.begin;
        if (bytes % each != 0)
            m_begin.fail("byte " + std::to_string(field.begin) + ": its data ends in the middle of a number; " +
                         "the file is damaged");
        decoded += ByteCursor(m_source, field.begin, field.end).text(bytes, "its data");
    }

    void addVarints(const ProtobufField& field, const OnnxType& type, std::string& decoded) const {
        if (field.type == WireType::Varint)
            return addWhole(field.value, type, decoded);
        expect(field, WireType::Bytes, "its data");
        for (ByteCursor numbers = within(field); numbers.left() > 0;)
            addWhole(nextVarint(numbers, "its data"), type, decoded);
    }

    void addWhole(std::uint64_t bits, const OnnxType& type, std::string& decoded) const {
        const auto value = std::int64_t(bits);
        if (type.field == OnnxInt32Data && (value < type.low || value > type.high))
            m_begin.fail("it has the number " + std::to_string(value) + ", which is none of the type " +
                         onnxTypeName(m_type) + "; the file is damaged");
        decoded.append(reinterpret_cast<const char*>(&value), std::size_t(dtypeBytes(type.dtype)));
    }

    const ByteSource& m_source;
    ByteCursor m_begin; ///< stands there; its place is that of messages
    OnnxTensor m_tensor;
    std::uint64_t m_type = 0;
    bool m_isRaw = false, m_isExternal = false;
    std::string m_externalFile;
    std::set<std::uint64_t> m_seen;
};

} // namespace

OnnxTensor readOnnxTensor(const ByteSource& source, ByteCursor tensor) {
    return OnnxTensorReader(source, std::move(tensor)).read();
}

} // namespace headlight
