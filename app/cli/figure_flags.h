#pragma once

#include "cli/cli11_names.h"
#include "figure/figure_options.h"

namespace headlight {

/// The options of every command that writes a picture: its size on paper, letters, what is drawn, light or dark. The
/// figure dialog of the window asks for the same.
void addFigureFlags(CLI::App& app, FigureOptions& options);

/// Error when the font is not there, which only a program that draws can tell.
void checkFont(const FigureOptions& options);

} // namespace headlight
