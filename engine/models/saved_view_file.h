#pragma once

#include "models/saved_view.h"

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace headlight {

/// Under this key a PNG holds the view that it shows as a text (tEXt, zTXt or iTXt), and an SVG in a <metadata> with
/// this id.
inline constexpr const char* savedViewKey = "headlight-view";

/// The text of the view in a picture; none where it holds none, or is damaged before it. Nothing is drawn, the first
/// text of that key decides, and no more than longestSavedView bytes are unpacked.
std::optional<std::string> savedViewInPng(std::string_view bytes);
std::optional<std::string> savedViewInSvg(std::string_view bytes);

/// The view of a document or of a picture with one, by what is in the file. Error as savedViewFrom(), and where a
/// picture has none.
SavedView readSavedView(const std::filesystem::path& file);

} // namespace headlight
