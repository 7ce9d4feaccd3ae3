#pragma once

#include "core/real.h"
#include "results/index.h"

#include <Eigen/Core>
#include <type_traits>

namespace headlight {

/// Activations are column-major [features × tokens]; weights are [outputs × inputs].
using Matrix = Eigen::Matrix<Real, Eigen::Dynamic, Eigen::Dynamic>;
using Vector = Eigen::Matrix<Real, Eigen::Dynamic, 1>;
using MatrixMap = Eigen::Map<Matrix>;
using ConstMatrixMap = Eigen::Map<const Matrix>;
using VectorMap = Eigen::Map<Vector>;
using ConstVectorMap = Eigen::Map<const Vector>;
static_assert(std::is_same_v<Index, Eigen::Index>);

} // namespace headlight
