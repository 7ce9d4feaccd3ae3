#pragma once

#include "text/tokenizer.h"

#include <QFile>
#include <QTemporaryDir>
#include <memory>
#include <nlohmann/json.hpp>

namespace headlight {

/// A vocabulary of BERT's kind for tests; a token's id is its place.
inline const std::vector<std::string>& smallTokens() {
    static const std::vector<std::string> tokens = {
        "[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", "the", "quiet", "##ly", "##est", "un",   "##quiet", "##ed",
        ",",     ".",     "'",     "!",     "?",      "#",   "s",     "t",    "can",   "cafe", "naive",   "中",
        "国",    "i",     "##i",   "ok",    "☺",      "##☺", "é",     "Ok",   "ᄒ",    "##ᅡ", "##ᆫ",    "σ"};
    return tokens;
}

inline QByteArray smallVocabulary() {
    QByteArray lines;
    for (const std::string& token : smallTokens())
        lines += QByteArray::fromStdString(token) + '\n';
    return lines;
}

/// A tokenizer.json of the same, with all entries that published ones have.
inline nlohmann::ordered_json smallJson() {
    nlohmann::ordered_json document = nlohmann::ordered_json::parse(R"({
        "version": "1.0", "truncation": null, "padding": null, "added_tokens": [],
        "normalizer": {"type": "BertNormalizer", "clean_text": true, "handle_chinese_chars": true,
                       "strip_accents": null, "lowercase": true},
        "pre_tokenizer": {"type": "BertPreTokenizer"},
        "post_processor": {"type": "TemplateProcessing",
            "single": [{"SpecialToken": {"id": "[CLS]", "type_id": 0}}, {"Sequence": {"id": "A", "type_id": 0}},
                       {"SpecialToken": {"id": "[SEP]", "type_id": 0}}],
            "pair": [{"SpecialToken": {"id": "[CLS]", "type_id": 0}}, {"Sequence": {"id": "A", "type_id": 0}},
                     {"SpecialToken": {"id": "[SEP]", "type_id": 0}}, {"Sequence": {"id": "B", "type_id": 1}},
                     {"SpecialToken": {"id": "[SEP]", "type_id": 1}}],
            "special_tokens": {"[CLS]": {"id": "[CLS]", "ids": [2], "tokens": ["[CLS]"]},
                               "[SEP]": {"id": "[SEP]", "ids": [3], "tokens": ["[SEP]"]}}},
        "decoder": {"type": "WordPiece", "prefix": "##", "cleanup": true},
        "model": {"type": "WordPiece", "unk_token": "[UNK]", "continuing_subword_prefix": "##",
                  "max_input_chars_per_word": 100, "vocab": {}}})");
    const std::vector<std::string>& tokens = smallTokens();
    for (std::size_t id = 0; id < tokens.size(); ++id) {
        document["model"]["vocab"][tokens[id]] = id;
        if (id < 5)
            document["added_tokens"].push_back({{"id", id},
                                                {"special", true},
                                                {"content", tokens[id]},
                                                {"single_word", false},
                                                {"lstrip", false},
                                                {"rstrip", false},
                                                {"normalized", false}});
    }
    return document;
}

/// A folder of files that a test writes.
class FilesOfTokenizer {
public:
    std::string path() const { return m_folder.path().toStdString(); }
    std::string write(const QString& name, const QByteArray& bytes) const {
        QFile file(m_folder.filePath(name));
        if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size())
            qFatal("cannot write %s", qPrintable(name));
        return file.fileName().toStdString();
    }
    std::string write(const nlohmann::ordered_json& tokenizer) const {
        return write("tokenizer.json", QByteArray::fromStdString(tokenizer.dump()));
    }

private:
    QTemporaryDir m_folder;
};

/// Tokens, and in brackets what was typed for them where it is something else.
inline QString shown(const std::vector<Token>& tokens, const std::string& text) {
    QStringList all;
    for (const Token& token : tokens) {
        const std::string typed = text.substr(token.begin, token.end - token.begin);
        all += QString::fromStdString(token.text + (typed == token.text ? "" : "(" + typed + ")"));
    }
    return all.join(' ');
}

inline std::vector<int> idsOf(const std::vector<Token>& tokens) {
    std::vector<int> ids;
    for (const Token& token : tokens)
        ids.push_back(token.id);
    return ids;
}

} // namespace headlight
