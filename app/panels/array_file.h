#pragma once

#include "figure/figure_menu.h"

#include <filesystem>

namespace headlight {

/// An .npz archive in the menu of a figure. `save` may throw Error.
FigureSource::FileKind arrayFile(const QString& title, std::function<void(const std::filesystem::path&)> save);

} // namespace headlight
