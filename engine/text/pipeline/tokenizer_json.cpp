#include "text/pipeline/tokenizer_json.h"

#include "core/error.h"
#include "core/files.h"
#include "core/json_text.h"
#include "text/pipeline/decoders.h"
#include "text/pipeline/normalizers.h"
#include "text/pipeline/piece_models.h"
#include "text/pipeline/pipeline_tokenizer.h"
#include "text/pipeline/pre_tokenizers.h"
#include "text/pipeline/tokenizer_settings.h"
#include "text/pipeline/vocabulary_entries.h"

namespace headlight {

namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

void failWith(const JsonEntry& entry, const std::string& problem) {
    if (!problem.empty())
        entry.fail(problem);
}

AddedToken readAddedToken(const JsonEntry& entry) {
    AddedToken added;
    added.text = entry.at("content").text();
    constexpr std::size_t longest = 256; // bytes: at each place of a text as many steps may be made
    if (added.text.size() > longest)
        entry.at("content").fail("it has " + std::to_string(added.text.size()) + " bytes, more than the " +
                                 std::to_string(longest) + " of an added token; is it one?");
    added.id = entry.at("id").whole(0, TokenTable::most - 1);
    added.special = entry.flag("special", false);
    added.singleWord = entry.flag("single_word", false);
    added.takesLeft = entry.flag("lstrip", false);
    added.takesRight = entry.flag("rstrip", false);
    added.normalized = entry.flag("normalized", !added.special);
    return added;
}

void readAddedTokens(const JsonEntry& document, PipelineParts& parts) {
    if (!document.has("added_tokens"))
        return;
    const std::vector<JsonEntry> entries = document.at("added_tokens").all();
    const std::size_t count = std::size_t(parts.tokens.size()) + entries.size();
    for (const JsonEntry& entry : entries) {
        AddedToken added = readAddedToken(entry);
        const std::optional<int> known = parts.tokens.id(added.text);
        if (known && *known != added.id)
            entry.fail("the token \"" + printable(added.text, 40) + "\" has the number " + std::to_string(added.id) +
                       ", in the vocabulary " + std::to_string(*known));
        if (!known && isFarBeyond(added.id, count))
            entry.fail("the token \"" + printable(added.text, 40) + "\" has the number " + std::to_string(added.id) +
                       ", but there are only " + std::to_string(count) + " tokens");
        if (!known)
            failWith(entry, parts.tokens.add(added.text, added.id));
        parts.added.push_back(std::move(added));
    }
}

void readWordPieceDecoding(const JsonEntry& document, const JsonEntry& model, PipelineParts& parts) {
    const std::string prefix = model.text("continuing_subword_prefix", "##");
    if (!document.has("decoder")) {
        parts.decoder = wordPieceDecoder(prefix, true);
        parts.cleansUp = true;
        return;
    }
    const JsonEntry decoder = document.at("decoder");
    parts.decoder = readDecoder(decoder);
    if (decoder.at("type").text() != "WordPiece")
        return;
    if (decoder.text("prefix", prefix) != prefix)
        decoder.at("prefix").fail("expected the \"continuing_subword_prefix\" of the model, \"" +
                                  printable(prefix, 40) + '"');
    parts.cleansUp = decoder.flag("cleanup", true);
}

void readDecoding(const JsonEntry& document, const fs::path& folder, PipelineParts& parts) {
    if (document.has("decoder"))
        parts.decoder = readDecoder(document.at("decoder"));
    std::string where;
    const Json settings = readTokenizerSettings(folder, where);
    parts.cleansUp = JsonEntry(settings, where).flag("clean_up_tokenization_spaces", false);
}

} // namespace

std::unique_ptr<Tokenizer> readTokenizerJson(const fs::path& path) {
    constexpr std::uint64_t largest = 32 << 20; // bytes; those of a hundred languages are 10 MB
    const std::string where = path.string();
    PipelineParts parts;
    VocabularyEntries entries;
    const Json json = parseJson(readFile(path, largest), where, {"model", "vocab"},
                                [&](const std::string& token, const Json& id) { entries.add(token, id); });
    const JsonEntry document(json, where);
    const JsonEntry model = document.at("model");
    const Json& modelJson = json.at("model");
    const PieceModelRow& row = pieceModelRow(model, modelJson); // first: of each the vocabulary looks otherwise
    const std::string type = row.type;
    const bool isWordPiece = type == "WordPiece";
    const JsonEntry vocabulary = model.at("vocab");
    if (type != "Unigram") {
        if (!vocabulary.isObject())
            vocabulary.fail("expected an object of tokens and their numbers");
        failWith(vocabulary, entries.addTo(parts.tokens));
    }
    parts.model = row.read({model, modelJson, parts.tokens});
    readAddedTokens(document, parts); // behind the model, which makes nothing of them
    if (const std::optional<int> gap = parts.tokens.gap(); gap && isWordPiece)
        vocabulary.fail("no token has the number " + std::to_string(*gap) + ", but others have larger ones");
    if (document.has("normalizer"))
        parts.normalizer = readNormalizer(document.at("normalizer"));
    if (isWordPiece || document.has("pre_tokenizer"))
        parts.preTokenizer = readPreTokenizer(document.at("pre_tokenizer"));
    if (document.has("post_processor")) // only BERT's own models read segments, of all that there are
        parts.templates = readTextTemplates(document.at("post_processor"), parts.tokens,
                                            isWordPiece ? SegmentMarks::ByType : SegmentMarks::ByPlace);
    if (isWordPiece)
        readWordPieceDecoding(document, model, parts);
    else
        readDecoding(document, path.parent_path(), parts);
    return std::make_unique<PipelineTokenizer>(std::move(parts));
}

} // namespace headlight
