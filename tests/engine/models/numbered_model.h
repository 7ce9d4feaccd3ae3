#pragma once

#include "models/published/published_model.h"
#include "numbered_tokens.h"
#include "published_golden.h"

namespace headlight::publishedgolden {

/// The model of a folder that has no tokenizer: its texts are numbers (NumberedTokens).
inline std::unique_ptr<PublishedModel> numberedModelOf(const fs::path& folder) {
    const PublishedDescription described = describedBy(folder);
    return std::make_unique<PublishedModel>(
        *described.architecture, loadPublished(folder, Values::Stored),
        std::make_unique<NumberedTokens>(int(described.shape.embeddings.vocabulary), std::optional<int>()));
}

} // namespace headlight::publishedgolden
