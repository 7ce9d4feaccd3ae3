#include "models/stored_parameters.h"

#include "core/error.h"
#include "models/safetensors.h"
#include "models/stored_values.h"

#include <set>

namespace headlight {

namespace {

std::string shapeText(const std::vector<std::int64_t>& shape) {
    std::string text;
    for (const std::int64_t size : shape)
        text += (text.empty() ? "[" : ", ") + std::to_string(size);
    return text.empty() ? "[]" : text + "]";
}

using RowMajor = Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

void checkTensor(const TensorFile& file, const std::string& where, const Parameter& parameter) {
    const std::string tensor = where + ": tensor \"" + file.shownName(parameter.name) + "\": ";
    const TensorInfo& info = file.info(parameter.name);
    if (!file.isReal(parameter.name))
        throw Error(tensor + "expected F32, F16 or BF16, got " + dtypeName(info.dtype));
    if (info.shape != diskShape(parameter))
        throw Error(tensor + "expected shape " + shapeText(diskShape(parameter)) + ", got " + shapeText(info.shape));
}

/// Calls take(parameter) for each once its tensor is found to be right.
void forEachTensor(const TensorFile& file, const std::string& where, Parameters& parameters,
                   const std::function<bool(const std::string&)>& ignored,
                   const std::function<void(Parameter&)>& take) {
    std::set<std::string> expected;
    for (std::size_t i = 0; i < parameters.size(); ++i)
        expected.insert(parameters[i].name);
    std::vector<std::string> unknown;
    for (const std::string& name : file.names())
        if (!expected.contains(name) && !(ignored && ignored(name)))
            unknown.push_back(name);
    for (std::size_t i = 0; i < parameters.size(); ++i)
        if (!file.contains(parameters[i].name))
            throw Error(where + ": tensor \"" + parameters[i].name + "\": missing, although config.json describes it." +
                        suggestion(parameters[i].name, unknown));
    file.refuseGaps();
    for (std::size_t i = 0; i < parameters.size(); ++i) {
        checkTensor(file, where, parameters[i]);
        take(parameters[i]);
    }
    if (!unknown.empty())
        throw Error(where + ": tensor \"" + printable(unknown.front(), 80) +
                    "\": config.json describes no such tensor." +
                    suggestion(unknown.front(), {expected.begin(), expected.end()}));
}

} // namespace

std::vector<std::int64_t> diskShape(const Parameter& parameter) {
    const std::int64_t rows = parameter.value.rows(), columns = parameter.columns;
    switch (parameter.kind) {
    case Parameter::Kind::Weight:
        return {rows, columns};
    case Parameter::Kind::Bias:
        return {rows};
    case Parameter::Kind::Table:
        return {columns, rows};
    }
    return {};
}

/// A table's columns are its entries, so its memory is row-major [entries, width] as it stands.
std::vector<float> diskValues(const Parameter& parameter) {
    const ConstMatrixMap matrix = parameter.matrix();
    std::vector<float> values(std::size_t(matrix.size()));
    if (parameter.kind == Parameter::Kind::Weight)
        Eigen::Map<RowMajor>(values.data(), matrix.rows(), matrix.cols()) = matrix.cast<float>();
    else
        Eigen::Map<Eigen::MatrixXf>(values.data(), matrix.rows(), matrix.cols()) = matrix.cast<float>();
    return values;
}

std::string parametersFile(const Parameters& parameters, StoredType type) {
    std::vector<std::vector<float>> values;
    std::vector<TensorView> tensors;
    for (std::size_t i = 0; i < parameters.size(); ++i) {
        values.push_back(diskValues(parameters[i]));
        tensors.push_back({parameters[i].name, diskShape(parameters[i]), values.back().data(),
                           type == StoredType::Float16 ? Dtype::F16 : Dtype::F32});
    }
    return safetensorsBytes(tensors, {{"format", "pt"}});
}

void readParameters(const TensorFile& file, const std::string& where, Parameters& parameters,
                    const std::function<bool(const std::string&)>& ignored) {
    forEachTensor(file, where, parameters, ignored,
                  [&](Parameter& parameter) { parameter.value = readMatrix(file, where, parameter); });
}

void fillParameters(Values values, const std::shared_ptr<const TensorFile>& file, const std::string& where,
                    Parameters& parameters, const std::function<bool(const std::string&)>& ignored) {
    if (values == Values::Own)
        return readParameters(*file, where, parameters, ignored);
    forEachTensor(*file, where, parameters, ignored,
                  [&](Parameter& parameter) { parameter.stored = storedValues(file, where, parameter); });
}

Index mostValues(const TensorFile& file) {
    Index count = 1000000;
    for (const std::string& name : file.names())
        count += 2 * Index(file.info(name).elements());
    return count;
}

} // namespace headlight
