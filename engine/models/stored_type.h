#pragma once

namespace headlight {

/// Of the numbers in a model's file.
enum class StoredType { Float32, Float16 };

} // namespace headlight
