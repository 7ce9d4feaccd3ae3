#include "core/error.h"
#include "text/pipeline/text_template.h"

#include <algorithm>
#include <map>

namespace headlight {

namespace {

using MarksByName = std::map<std::string, std::vector<int>>;

/// The ids of each mark that a template names.
MarksByName readTemplateMarks(const JsonEntry& processor, const TokenTable& tokens) {
    MarksByName marks;
    for (const JsonEntry& mark : processor.at("special_tokens").all())
        for (const JsonEntry& id : mark.at("ids").all())
            marks[mark.at("id").text()].push_back(id.whole(0, tokens.size() - 1));
    return marks;
}

/// A part with the number that the file gives it, in place of `input`.
struct TypedPart {
    int id = -1;
    int type = 0;
    int text = 0; ///< of a text: which
};

std::vector<TypedPart> readTypedParts(const JsonEntry& list, int texts, const MarksByName& marks,
                                      SegmentMarks segments) {
    constexpr int mostMarks = 100;
    std::vector<TypedPart> parts;
    std::vector<int> found(std::size_t(texts), 0);
    for (const JsonEntry& entry : list.all()) {
        const bool isText = entry.has("Sequence");
        const JsonEntry item = entry.at(isText ? "Sequence" : "SpecialToken");
        const std::string name = item.at("id").text();
        const int type = item.whole("type_id", 0, segments == SegmentMarks::ByType ? 1 : 255, 0);
        if (isText) {
            const int text = name == "A" ? 0 : name == "B" ? 1 : texts;
            if (text >= texts || (segments == SegmentMarks::ByType && text != type))
                item.fail("expected the text A with the type_id 0" + std::string(texts == 2 ? ", B with 1" : ""));
            ++found[std::size_t(text)];
            parts.push_back({-1, type, text});
            continue;
        }
        const auto ids = marks.find(name);
        if (ids == marks.end())
            item.fail("\"" + printable(name, 40) + "\" is not among the \"special_tokens\" of the post-processor");
        for (const int id : ids->second)
            parts.push_back({id, type, 0});
        if (parts.size() > std::size_t(mostMarks))
            list.fail("more than " + std::to_string(mostMarks) + " marks");
    }
    if (std::any_of(found.begin(), found.end(), [](int times) { return times != 1; }))
        list.fail("expected each of the texts once");
    return parts;
}

std::vector<TemplatePart> readTemplate(const JsonEntry& list, int texts, const MarksByName& marks,
                                       SegmentMarks segments) {
    const std::vector<TypedPart> typed = readTypedParts(list, texts, marks, segments);
    std::vector<int> types(std::size_t(texts), 0); // of the texts
    for (const TypedPart& part : typed)
        if (part.id < 0)
            types[std::size_t(part.text)] = part.type;
    const bool typesDiffer = texts == 2 && types[0] != types[1];
    std::vector<TemplatePart> parts;
    int text = 0; // that was last
    for (const TypedPart& part : typed) {
        if (part.id < 0)
            text = part.text;
        const bool isOfOther = typesDiffer && part.id >= 0 && part.type == types[std::size_t(1 - text)];
        parts.push_back({part.id, isOfOther ? 1 - text : text});
    }
    return parts;
}

} // namespace

TextTemplates readTemplateProcessing(const JsonEntry& processor, const TokenTable& tokens, SegmentMarks segments) {
    const MarksByName marks = readTemplateMarks(processor, tokens);
    return {readTemplate(processor.at("single"), 1, marks, segments),
            readTemplate(processor.at("pair"), 2, marks, segments)};
}

} // namespace headlight
