#pragma once

#include "models/given/given_named.h"
#include "models/given/number_json.h"

#include <string>

namespace headlight {

/// The maps of a JSON document; see readGivenMaps() for its forms.
NamedMaps mapsOfJson(const std::string& text, const std::string& where);

/// Numbers of the document as an array. Error as arrayOf().
std::shared_ptr<const GivenArray> jsonArray(const NumberJson& document, const JsonValue& value,
                                            const std::string& where);

/// A list of texts; none for anything else.
std::optional<std::vector<std::string>> textsIn(const JsonValue* value);

/// The text of an object's entry; empty where there is none.
std::string textIn(const JsonValue& object, const std::string& name);

/// The maps of a document that this program wrote: {"tokens", "maps": […], "second", "translation" or "shifted"}.
NamedMaps mapsOfOwnDocument(const NumberJson& document, const std::string& where);

} // namespace headlight
