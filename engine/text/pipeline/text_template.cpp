#include "text/pipeline/text_template.h"

#include "text/pipeline/part_row.h"
#include "text/tokenizer.h"

#include <optional>

namespace headlight {

namespace {

struct PostProcessorRow {
    const char* type;
    std::optional<TextTemplates> (*read)(const JsonEntry& entry, const TokenTable& tokens, SegmentMarks segments);
};

int idOfProcessorMark(const JsonEntry& processor, const char* name, const TokenTable& tokens) {
    const std::vector<JsonEntry> tokenAndId = processor.at(name).all();
    if (tokenAndId.size() != 2)
        processor.at(name).fail("expected a token and its number");
    return tokenAndId[1].whole(0, tokens.size() - 1);
}

std::optional<TextTemplates> readMarksAround(const JsonEntry& entry, const TokenTable& tokens, int between) {
    const int opens = idOfProcessorMark(entry, "cls", tokens);
    return markedTemplates(opens, idOfProcessorMark(entry, "sep", tokens), between);
}

std::optional<TextTemplates> readProcessorSequence(const JsonEntry& entry, const TokenTable& tokens,
                                                   SegmentMarks segments);

const std::vector<PostProcessorRow>& postProcessorRows() {
    static const std::vector<PostProcessorRow> rows = {
        {"TemplateProcessing",
         [](const JsonEntry& entry, const TokenTable& tokens, SegmentMarks segments) {
             return std::optional(readTemplateProcessing(entry, tokens, segments));
         }},
        {"BertProcessing", [](const JsonEntry& entry, const TokenTable& tokens,
                              SegmentMarks) { return readMarksAround(entry, tokens, 1); }},
        {"RobertaProcessing", [](const JsonEntry& entry, const TokenTable& tokens,
                                 SegmentMarks) { return readMarksAround(entry, tokens, 2); }},
        {"ByteLevel", [](const JsonEntry&, const TokenTable&, SegmentMarks) { return std::optional<TextTemplates>(); }},
        {"Sequence", readProcessorSequence},
    };
    return rows;
}

std::optional<TextTemplates> readProcessorSequence(const JsonEntry& entry, const TokenTable& tokens,
                                                   SegmentMarks segments) {
    std::vector<JsonEntry> entries;
    gatherParts(entry, "processors", entries);
    std::optional<TextTemplates> found;
    for (const JsonEntry& one : entries) {
        const std::optional<TextTemplates> templates = partRow(one, postProcessorRows()).read(one, tokens, segments);
        if (templates && found)
            one.fail("a second processor with marks is not supported");
        found = templates ? templates : found;
    }
    return found;
}

} // namespace

TextTemplates markedTemplates(int opens, int ends, int between) {
    TextTemplates templates;
    templates.single = {{opens, 0}, {-1, 0}, {ends, 0}};
    templates.pair = templates.single;
    for (int k = 1; k < between; ++k)
        templates.pair.push_back({ends, 0});
    templates.pair.push_back({-1, 1});
    templates.pair.push_back({ends, 1});
    return templates;
}

TextTemplates framedTemplates(std::optional<int> opens, std::optional<int> ends) {
    TextTemplates templates{{}, {}};
    for (const int input : {0, 1}) {
        if (opens)
            templates.pair.push_back({*opens, input});
        templates.pair.push_back({-1, input});
        if (ends)
            templates.pair.push_back({*ends, input});
        if (input == 0)
            templates.single = templates.pair;
    }
    return templates;
}

TextTemplates readTextTemplates(const JsonEntry& processor, const TokenTable& tokens, SegmentMarks segments) {
    return partRow(processor, postProcessorRows()).read(processor, tokens, segments).value_or(TextTemplates());
}

std::vector<Token> joinedBy(const std::vector<TemplatePart>& parts, std::vector<std::vector<Token>> texts,
                            const Tokenizer& tokenizer) {
    std::vector<Token> all;
    for (const TemplatePart& part : parts) {
        if (part.id >= 0) {
            Token& mark = all.emplace_back();
            mark.text = tokenizer.token(part.id);
            mark.id = part.id;
            mark.input = part.input;
            mark.special = true;
            continue;
        }
        for (Token& one : texts.at(std::size_t(part.input))) {
            one.input = part.input;
            all.push_back(std::move(one));
        }
    }
    return all;
}

} // namespace headlight
