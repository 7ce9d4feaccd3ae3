#include "models/stored_values.h"

#include "core/error.h"
#include "models/coded_tensor.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <mutex>

namespace headlight {

namespace {

template <class Number>
using ByRow = Eigen::Matrix<Number, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

template <class Number>
void checkFinite(const Number* values, Index count, const std::string& where, const std::string& tensor) {
    bool finite = true;
    for (Index k = 0; k < count; ++k) // without a way out, so that it goes by vectors
        finite &= std::isfinite(values[k]);
    if (!finite)
        throw Error(where + ": tensor \"" + tensor + "\": holds a value that is no finite number");
}

/// Null where the engine computes with other numbers than the file's.
template <class Number>
const Number* inPlace(const float* numbers) {
    if constexpr (std::is_same_v<Number, float>)
        return numbers;
    else
        return nullptr;
}

template <class Number>
std::vector<Number> widened(std::vector<float> values) {
    if constexpr (std::is_same_v<Number, float>)
        return values;
    else
        return {values.begin(), values.end()};
}

class TensorValues final : public StoredValues {
public:
    TensorValues(std::shared_ptr<const TensorFile> file, std::string where, const Parameter& parameter)
        : m_file(std::move(file)), m_where(std::move(where)), m_parameter(parameter) {}

    Factor factor() const override {
        const Index rows = m_parameter.value.rows(), columns = m_parameter.columns;
        const bool isWeight = m_parameter.kind == Parameter::Kind::Weight;
        if (const CodedTensor* const lines = coded())
            return isWeight ? Factor(*lines, rows, columns) : Factor(*lines, columns, rows).transposed();
        if (isWeight)
            return Eigen::Map<const ByRow<Real>>(numbers(), rows, columns);
        return ConstMatrixMap(numbers(), rows, columns);
    }

    ConstMatrixMap matrix() const override {
        if (m_parameter.kind != Parameter::Kind::Weight)
            return {numbers(), m_parameter.value.rows(), m_parameter.columns};
        std::call_once(m_turning, [this] { m_turned = readMatrix(*m_file, m_where, m_parameter); });
        return {m_turned.data(), m_turned.rows(), m_turned.cols()};
    }

    void copyColumn(Index column, Real* out) const override {
        std::vector<float> values(std::size_t(m_parameter.value.rows()));
        m_file->refuseChanges();
        m_file->readFloat(m_parameter.name, column * Index(values.size()), Index(values.size()), values.data());
        checkFinite(values.data(), Index(values.size()), m_where, m_file->shownName(m_parameter.name));
        std::copy(values.begin(), values.end(), out);
    }

private:
    Index lineLength() const {
        return m_parameter.kind == Parameter::Kind::Weight ? m_parameter.columns : m_parameter.value.rows();
    }

    /// Where they lie, if they are of a type that products decode; else null.
    const CodedTensor* coded() const {
        std::call_once(m_coding, [this] {
            const Dtype dtype = m_file->info(m_parameter.name).dtype;
            if (!CodedTensor::has(dtype, lineLength()))
                return;
            const char* const bytes = m_file->mappedBytes(m_parameter.name);
            if (!bytes)
                return;
            auto lines = std::make_unique<const CodedTensor>(bytes, dtype, lineLength());
            Vector line(lineLength());
            for (Index k = 0; k < m_parameter.value.rows() * m_parameter.columns / lineLength(); ++k) {
                lines->decode(k, 0, line.size(), line.data());
                checkFinite(line.data(), line.size(), m_where, m_file->shownName(m_parameter.name));
            }
            m_coded = std::move(lines);
        });
        if (m_coded)
            m_file->refuseChanges();
        return m_coded.get();
    }

    /// All of them in the file's order.
    const Real* numbers() const {
        std::call_once(m_reading, [this] { read(); });
        if (m_inFile)
            m_file->refuseChanges();
        return m_inFile ? m_inFile : m_widened.data();
    }

    void read() const {
        if (const float* const mapped = m_file->mapped(m_parameter.name); inPlace<Real>(mapped)) {
            checkFinite(mapped, m_parameter.value.rows() * m_parameter.columns, m_where,
                        m_file->shownName(m_parameter.name));
            m_inFile = inPlace<Real>(mapped);
            return;
        }
        m_file->refuseChanges();
        m_widened = widened<Real>(readFinite(*m_file, m_where, m_parameter.name));
    }

    std::shared_ptr<const TensorFile> m_file;
    std::string m_where;
    const Parameter& m_parameter; ///< whose values these are
    mutable std::once_flag m_reading, m_coding, m_turning;
    mutable std::unique_ptr<const CodedTensor> m_coded;
    mutable const Real* m_inFile = nullptr;
    mutable std::vector<Real> m_widened;
    mutable Matrix m_turned;
};

} // namespace

std::vector<float> readFinite(const TensorFile& file, const std::string& where, const std::string& tensor) {
    std::vector<float> values = file.readFloat(tensor);
    checkFinite(values.data(), Index(values.size()), where, file.shownName(tensor));
    return values;
}

Matrix readMatrix(const TensorFile& file, const std::string& where, const Parameter& parameter) {
    const std::vector<float> values = readFinite(file, where, parameter.name);
    const Index rows = parameter.value.rows(), columns = parameter.columns;
    if (parameter.kind == Parameter::Kind::Weight)
        return Eigen::Map<const ByRow<float>>(values.data(), rows, columns).cast<Real>();
    return Eigen::Map<const Eigen::MatrixXf>(values.data(), rows, columns).cast<Real>();
}

std::shared_ptr<const StoredValues> storedValues(std::shared_ptr<const TensorFile> file, std::string where,
                                                 const Parameter& parameter) {
    return std::make_shared<const TensorValues>(std::move(file), std::move(where), parameter);
}

} // namespace headlight
