#include "text/sentence_piece_classes.h"

#include <algorithm>

namespace headlight {

namespace {

const std::vector<std::string> endsEach = {"A", "eos"}, endsBoth = {"A", "eos", "B", "eos"};
const std::vector<std::string> bertSingle = {"cls", "A", "sep"}, bertPair = {"cls", "A", "sep", "B", "sep"};
const std::vector<std::string> robertaPair = {"cls", "A", "sep", "sep", "B", "sep"};
const std::vector<std::string> beginsSingle = {"bos", "A"}, beginsPair = {"bos", "A", "bos", "B"};

const MarkNames fairseqMarks = {"<s>", "</s>", "<unk>", "</s>", "<pad>", "<s>", "<mask>"};

SentencePieceClass t5Class() {
    SentencePieceClass row{"T5Tokenizer", {"t5", "mt5", "umt5", "longt5"}, "spiece.model"};
    row.marks = {"", "</s>", "<unk>", "", "<pad>", "", ""};
    row.single = endsEach;
    row.pair = endsBoth;
    row.extraIds = 100;
    return row;
}

SentencePieceClass marianClass() {
    SentencePieceClass row{"MarianTokenizer", {"marian"}, "source.spm", PieceLayout::VocabularyFile};
    row.marks = {"", "</s>", "<unk>", "", "<pad>", "", ""};
    row.single = endsEach;
    row.pair = {"A", "B", "eos"};
    return row;
}

SentencePieceClass llamaClass() {
    SentencePieceClass row{"LlamaTokenizer", {"llama", "mistral", "mixtral"}, "tokenizer.model"};
    row.marks = {"<s>", "</s>", "<unk>", "", "", "", ""};
    row.single = beginsSingle;
    row.pair = beginsPair;
    row.cleanUp = false;
    return row;
}

SentencePieceClass gemmaClass() {
    SentencePieceClass row = llamaClass();
    row.name = "GemmaTokenizer";
    row.modelTypes = {"gemma", "gemma2", "gemma3", "gemma3_text"};
    row.marks = {"<bos>", "<eos>", "<unk>", "", "<pad>", "", ""};
    return row;
}

SentencePieceClass albertClass() {
    SentencePieceClass row{"AlbertTokenizer", {"albert"}, "spiece.model"};
    row.marks = {"[CLS]", "[SEP]", "<unk>", "[SEP]", "<pad>", "[CLS]", "[MASK]"};
    row.single = bertSingle;
    row.pair = bertPair;
    row.lower = true;
    row.keepAccents = false;
    row.plainQuotes = row.cutsCommas = true;
    return row;
}

SentencePieceClass xlnetClass() {
    SentencePieceClass row{"XLNetTokenizer", {"xlnet"}, "spiece.model"};
    row.marks = {"<s>", "</s>", "<unk>", "<sep>", "<pad>", "<cls>", "<mask>"};
    row.single = {"A", "sep", "cls"};
    row.pair = {"A", "sep", "B", "sep", "cls"};
    row.keepAccents = false;
    row.plainQuotes = row.cutsCommas = true;
    row.moreMarks = {"<eop>", "<eod>"};
    return row;
}

SentencePieceClass debertaClass() {
    SentencePieceClass row{"DebertaV2Tokenizer", {"deberta-v2"}, "spm.model"};
    row.marks = {"[CLS]", "[SEP]", "[UNK]", "[SEP]", "[PAD]", "[CLS]", "[MASK]"};
    row.single = bertSingle;
    row.pair = bertPair;
    row.maskTakesSpace = false;
    return row;
}

SentencePieceClass xlmRobertaClass() {
    SentencePieceClass row{
        "XLMRobertaTokenizer", {"xlm-roberta", "xlm-roberta-xl"}, "sentencepiece.bpe.model", PieceLayout::Fairseq};
    row.marks = fairseqMarks;
    row.single = bertSingle;
    row.pair = robertaPair;
    return row;
}

SentencePieceClass camembertClass() {
    SentencePieceClass row = xlmRobertaClass();
    row.name = "CamembertTokenizer";
    row.modelTypes = {"camembert"};
    row.layout = PieceLayout::Camembert;
    row.moreMarks = {"<s>NOTUSED", "</s>NOTUSED"};
    return row;
}

SentencePieceClass mbartClass() {
    SentencePieceClass row = xlmRobertaClass();
    row.name = "MBartTokenizer";
    row.modelTypes = {"mbart"};
    row.layout = PieceLayout::FairseqLanguages;
    row.single = {"A", "eos", "language"};
    row.pair = {"A", "B", "eos", "language"};
    row.moreMarks = fairseqLanguages();
    return row;
}

} // namespace

const std::vector<std::string>& fairseqLanguages() {
    static const std::vector<std::string> codes = {"ar_AR", "cs_CZ", "de_DE", "en_XX", "es_XX", "et_EE", "fi_FI",
                                                   "fr_XX", "gu_IN", "hi_IN", "it_IT", "ja_XX", "kk_KZ", "ko_KR",
                                                   "lt_LT", "lv_LV", "my_MM", "ne_NP", "nl_XX", "ro_RO", "ru_RU",
                                                   "si_LK", "tr_TR", "vi_VN", "zh_CN"};
    return codes;
}

const std::vector<SentencePieceClass>& sentencePieceClasses() {
    static const std::vector<SentencePieceClass> rows = {
        t5Class(),    marianClass(),  llamaClass(),      gemmaClass(),     albertClass(),
        xlnetClass(), debertaClass(), xlmRobertaClass(), camembertClass(), mbartClass()};
    return rows;
}

const SentencePieceClass* sentencePieceClass(std::string_view tokenizerClass, std::string_view modelType) {
    if (tokenizerClass.ends_with("Fast"))
        tokenizerClass.remove_suffix(4);
    for (const SentencePieceClass& row : sentencePieceClasses()) {
        const bool isType = std::find(row.modelTypes.begin(), row.modelTypes.end(), modelType) != row.modelTypes.end();
        if (tokenizerClass.empty() ? isType : row.name == tokenizerClass)
            return &row;
    }
    return nullptr;
}

} // namespace headlight
