#include "text/word_piece_vocab.h"

#include "core/error.h"
#include "text/pipeline/decoders.h"
#include "text/pipeline/normalizers.h"
#include "text/pipeline/piece_models.h"
#include "text/pipeline/pipeline_tokenizer.h"
#include "text/pipeline/pre_tokenizers.h"
#include "text/pipeline/tokenizer_settings.h"
#include "text/smiles_pieces.h"
#include "text/token_lines.h"

#include <algorithm>

namespace headlight {

namespace {

namespace fs = std::filesystem;

constexpr const char* smilesClass = "SmilesTokenizer"; // of rxnmapper, rxnfp and DeepChem, whose folders seldom name it

/// Others have a vocab.txt, too, and cut words in ways of their own.
void checkClass(const std::string& name, const JsonEntry& config) {
    const std::vector<std::string> known = {"BertTokenizer",       "DistilBertTokenizer", "ElectraTokenizer",
                                            "MobileBertTokenizer", "ConvBertTokenizer",   "SqueezeBertTokenizer",
                                            "LayoutLMTokenizer",   "LxmertTokenizer",     smilesClass};
    if (std::find(known.begin(), known.end(), name) == known.end())
        config.at("tokenizer_class")
            .fail("\"" + printable(name, 80) + "\" is not supported with a vocab.txt; BertTokenizer is, and those " +
                  "that are like it. Give the model's tokenizer.json if there is one");
    if (!config.flag("do_basic_tokenize", true))
        config.at("do_basic_tokenize").fail("false is not supported: Headlight cuts text into words itself");
}

int markOf(const TokenTable& tokens, const fs::path& path, const char* name, const std::string& token) {
    const std::optional<int> id = tokens.id(token);
    if (!id)
        throw Error(path.string() + ": the token \"" + printable(token, 40) +
                    "\" is missing; it must be there as the " + name +
                    ", or tokenizer_config.json must name another one");
    return *id;
}

void cutAsWordPieces(PipelineParts& parts, const JsonEntry& config, const std::string& unknown) {
    BertRules rules;
    rules.lower = config.flag("do_lower_case", true);
    rules.stripAccents = config.flag("strip_accents", rules.lower);
    rules.splitChinese = config.flag("tokenize_chinese_chars", true);
    WordPieceOptions options;
    options.unknown = unknown;
    parts.normalizer = bertNormalizer(rules);
    parts.preTokenizer = bertPreTokenizer();
    parts.model = wordPieceModel(parts.tokens, options);
    parts.decoder = wordPieceDecoder(options.prefix, true);
    parts.cleansUp = true;
}

void applyConfig(PipelineParts& parts, const JsonEntry& config, const fs::path& path) {
    const std::string kind = tokenizerClassIn(config, isOfSmiles(parts.tokens) ? smilesClass : "BertTokenizer");
    checkClass(kind, config);
    const std::string unknown = tokenNameIn(config, "unk_token", "[UNK]"),
                      opens = tokenNameIn(config, "cls_token", "[CLS]"),
                      ends = tokenNameIn(config, "sep_token", "[SEP]");
    const int unk = markOf(parts.tokens, path, "unk_token", unknown);
    const int cls = markOf(parts.tokens, path, "cls_token", opens);
    const int sep = markOf(parts.tokens, path, "sep_token", ends);
    for (const std::string& mark :
         {unknown, ends, tokenNameIn(config, "pad_token", "[PAD]"), opens, tokenNameIn(config, "mask_token", "[MASK]")})
        if (const std::optional<int> id = parts.tokens.id(mark))
            parts.added.push_back({mark, *id});
    parts.templates = markedTemplates(cls, sep, 1);
    if (kind == smilesClass)
        cutAsSmiles(parts, unk);
    else
        cutAsWordPieces(parts, config, unknown);
}

} // namespace

std::unique_ptr<Tokenizer> readWordPieceVocabulary(const fs::path& vocabulary) {
    PipelineParts parts;
    parts.tokens = readTokenLines(vocabulary);
    std::string where;
    const nlohmann::ordered_json document = readTokenizerSettings(vocabulary.parent_path(), where);
    applyConfig(parts, JsonEntry(document, where), vocabulary);
    return std::make_unique<PipelineTokenizer>(std::move(parts));
}

} // namespace headlight
