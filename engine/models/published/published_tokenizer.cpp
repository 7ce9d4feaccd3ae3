#include "models/published/published_tokenizer.h"

#include "text/read_tokenizer.h"
#include "text/typed_ids.h"

namespace headlight {

std::unique_ptr<Tokenizer> publishedTokenizer(const std::filesystem::path& folder,
                                              const PublishedDescription& described) {
    if (hasTokenizer(folder))
        return readTokenizer(folder, described.architecture->type);
    return std::make_unique<TypedIds>(int(described.shape.embeddings.vocabulary));
}

} // namespace headlight
