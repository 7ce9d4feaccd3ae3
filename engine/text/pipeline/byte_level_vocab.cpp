#include "text/pipeline/byte_level_vocab.h"

#include "core/error.h"
#include "core/files.h"
#include "core/json_text.h"
#include "text/pipeline/bpe_model.h"
#include "text/pipeline/decoders.h"
#include "text/pipeline/merge_list.h"
#include "text/pipeline/pipeline_tokenizer.h"
#include "text/pipeline/pre_tokenizers.h"
#include "text/pipeline/tokenizer_settings.h"
#include "text/pipeline/vocabulary_entries.h"

#include <algorithm>

namespace headlight {

namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

constexpr std::uint64_t largestByteLevelFile = 32 << 20;

void readByteLevelTokens(const fs::path& path, TokenTable& tokens) {
    VocabularyEntries entries;
    const Json document = parseJson(readFile(path, largestByteLevelFile), path.string(), {},
                                    [&](const std::string& token, const Json& id) { entries.add(token, id); });
    const JsonEntry entry(document, path.string());
    if (!entry.isObject())
        entry.fail("expected an object of tokens and their numbers");
    if (const std::string problem = entries.addTo(tokens); !problem.empty())
        entry.fail(problem);
    if (tokens.size() == 0)
        entry.fail("it has no tokens");
}

std::vector<Merge> readByteLevelMerges(const fs::path& path, const TokenTable& tokens) {
    const std::string content = readFile(path, largestByteLevelFile);
    MergeList list(tokens);
    int number = 0;
    for (std::size_t begin = 0; begin < content.size();) {
        const std::size_t end = std::min(content.find('\n', begin), content.size());
        std::string_view line = std::string_view(content).substr(begin, end - begin);
        begin = end + 1;
        if (line.ends_with('\r'))
            line.remove_suffix(1);
        if (++number == 1 && line.starts_with("#version"))
            continue;
        if (line.empty())
            continue;
        if (const std::string problem = list.addLine(line); !problem.empty())
            throw Error(path.string() + ", line " + std::to_string(number) + ": " + problem);
    }
    return list.merges();
}

/// Beside the vocabulary; older folders have them apart.
void readAddedTokensJson(const fs::path& path, PipelineParts& parts) {
    std::error_code ignored;
    if (!fs::exists(path, ignored))
        return;
    const Json document = parseJson(readFile(path, largestByteLevelFile), path.string());
    const JsonEntry all(document, path.string());
    if (!all.isObject())
        all.fail("expected an object of tokens and their numbers");
    for (const auto& [text, value] : document.items()) {
        const JsonEntry entry(value, path.string() + ": \"" + printable(text, 80) + '"');
        const int id = entry.whole(0, TokenTable::most - 1);
        const std::optional<int> known = parts.tokens.id(text);
        if (isFarBeyond(id, std::size_t(parts.tokens.size()) + document.size()) || (known && *known != id))
            entry.fail("this number does not go on from those of vocab.json");
        if (!known)
            if (const std::string problem = parts.tokens.add(text, id); !problem.empty())
                entry.fail(problem);
        parts.added.push_back({text, id, false});
    }
}

/// True for RoBERTa's kind, false for GPT-2's.
bool isRobertaKind(const JsonEntry& settings, const TokenTable& tokens) {
    const auto has = [&](const char* token) { return tokens.id(token).has_value(); };
    const std::string name =
        tokenizerClassIn(settings, has("<s>") && has("</s>") && has("<mask>") ? "RobertaTokenizer" : "GPT2Tokenizer");
    for (const char* known : {"RobertaTokenizer", "BartTokenizer", "LongformerTokenizer", "LEDTokenizer"})
        if (name == known)
            return true;
    if (name != "GPT2Tokenizer" && name != "CodeGenTokenizer")
        settings.at("tokenizer_class")
            .fail("\"" + printable(name, 80) +
                  "\" is not supported with vocab.json and merges.txt; GPT2Tokenizer and " +
                  "RobertaTokenizer are. Give the model's tokenizer.json if there is one");
    return false;
}

/// Adds the mark that the settings name; none where the vocabulary lacks it.
std::optional<int> addByteLevelMark(PipelineParts& parts, const JsonEntry& settings, const char* name,
                                    const char* otherwise) {
    const std::string text = tokenNameIn(settings, name, otherwise);
    const std::optional<int> id = text.empty() ? std::nullopt : parts.tokens.id(text);
    if (!id)
        return std::nullopt;
    AddedToken mark{text, *id};
    mark.takesLeft = std::string_view(name) == "mask_token"; // as the classes define it
    const bool isThere =
        std::any_of(parts.added.begin(), parts.added.end(), [&](const AddedToken& added) { return added.id == *id; });
    if (!isThere)
        parts.added.push_back(std::move(mark));
    return id;
}

void addRobertaMarks(PipelineParts& parts, const JsonEntry& settings, const fs::path& path) {
    const auto opens = addByteLevelMark(parts, settings, "cls_token", "<s>");
    const auto ends = addByteLevelMark(parts, settings, "sep_token", "</s>");
    if (!opens || !ends)
        throw Error(path.string() + ": the token \"" +
                    printable(tokenNameIn(settings, opens ? "sep_token" : "cls_token", opens ? "</s>" : "<s>"), 40) +
                    "\" is missing; texts of this model have it around them");
    addByteLevelMark(parts, settings, "bos_token", "<s>");
    addByteLevelMark(parts, settings, "eos_token", "</s>");
    addByteLevelMark(parts, settings, "unk_token", "<unk>");
    addByteLevelMark(parts, settings, "pad_token", "<pad>");
    addByteLevelMark(parts, settings, "mask_token", "<mask>");
    parts.templates = markedTemplates(*opens, *ends, 2);
}

void addGpt2Marks(PipelineParts& parts, const JsonEntry& settings) {
    const char* const usual = "<|endoftext|>";
    const std::optional<int> opens = addByteLevelMark(parts, settings, "bos_token", usual);
    addByteLevelMark(parts, settings, "eos_token", usual);
    addByteLevelMark(parts, settings, "unk_token", usual);
    addByteLevelMark(parts, settings, "pad_token", "");
    if (!settings.flag("add_bos_token", false))
        return;
    if (!opens)
        settings.at("add_bos_token").fail("the vocabulary does not have the bos_token that it asks for");
    parts.templates = framedTemplates(opens, std::nullopt);
}

} // namespace

std::unique_ptr<Tokenizer> readByteLevelVocabulary(const fs::path& folder) {
    PipelineParts parts;
    readByteLevelTokens(folder / "vocab.json", parts.tokens);
    const std::vector<Merge> merges = readByteLevelMerges(folder / "merges.txt", parts.tokens);
    parts.model = std::make_unique<BpeModel>(parts.tokens, merges, BpeOptions());
    readAddedTokensJson(folder / "added_tokens.json", parts);
    std::string where;
    const Json document = readTokenizerSettings(folder, where);
    const JsonEntry settings(document, where);
    if (isRobertaKind(settings, parts.tokens))
        addRobertaMarks(parts, settings, folder / "vocab.json");
    else
        addGpt2Marks(parts, settings);
    parts.preTokenizer = byteLevelPreTokenizer(settings.flag("add_prefix_space", false), true);
    parts.decoder = byteLevelDecoder();
    parts.cleansUp = settings.flag("clean_up_tokenization_spaces", false);
    return std::make_unique<PipelineTokenizer>(std::move(parts));
}

} // namespace headlight
