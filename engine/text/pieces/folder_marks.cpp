#include "text/pieces/folder_marks.h"

#include "core/error.h"

#include <charconv>

namespace headlight {

namespace {

/// A mark before it has its number.
struct WantedMark {
    PieceMark mark;
    std::optional<int> id;
    std::string where; ///< for messages
};

class WantedMarks {
public:
    /// Of a text that is there already what is new stands.
    void add(const PieceMark& mark, std::optional<int> id, const std::string& where) {
        constexpr std::size_t longest = 256; // bytes: each place of a text is compared with all of them
        const std::string& text = mark.token.text;
        if (text.empty())
            return;
        if (text.size() > longest)
            throw Error(where + ": it has " + std::to_string(text.size()) + " bytes, more than the " +
                        std::to_string(longest) + " of an added token; is it one?");
        const auto [place, isNew] = m_places.try_emplace(text, int(m_all.size()));
        if (isNew)
            m_all.push_back({mark, id, where});
        else
            m_all[std::size_t(place->second)] = {mark, id ? id : m_all[std::size_t(place->second)].id, where};
    }
    const WantedMark* find(const std::string& text) const {
        const auto place = m_places.find(text);
        return place == m_places.end() ? nullptr : &m_all[std::size_t(place->second)];
    }
    const std::vector<WantedMark>& all() const { return m_all; }

private:
    std::vector<WantedMark> m_all;
    NumberOfText m_places;
};

PieceMark plainMark(std::string text, bool special = true) {
    PieceMark mark;
    mark.token.text = std::move(text);
    mark.token.special = special;
    return mark;
}

/// A text, or an object that says more.
PieceMark readMark(const JsonEntry& entry, bool special) {
    if (!entry.isObject())
        return plainMark(entry.text(), special);
    PieceMark mark = plainMark(entry.at("content").text(), entry.flag("special", special));
    mark.token.singleWord = entry.flag("single_word", false);
    mark.takesSpaceBefore = entry.flag("lstrip", false);
    mark.takesSpaceBehind = entry.flag("rstrip", false);
    return mark;
}

std::string nameIn(const MarkFiles& files, const char* name, const std::string& otherwise) {
    for (const FolderDocument* file : {&files.special, &files.config})
        if (file->entry().has(name))
            return readMark(file->entry().at(name), true).token.text;
    return otherwise;
}

/// Those with a place of their own, such as "bos_token".
void wantNamed(WantedMarks& wanted, const MarkFiles& files, const char* name, const std::string& otherwise,
               bool takesSpace) {
    PieceMark mark = plainMark(otherwise);
    mark.takesSpaceBefore = takesSpace;
    std::string where = files.config.where;
    for (const FolderDocument* file : {&files.config, &files.special})
        if (file->entry().has(name)) {
            const JsonEntry entry = file->entry().at(name);
            mark = readMark(entry, true);
            if (!entry.isObject())
                mark.takesSpaceBefore = takesSpace;
            where = entry.where();
        }
    wanted.add(mark, std::nullopt, where);
}

void wantAdditional(WantedMarks& wanted, const JsonEntry& file) {
    if (!file.has("additional_special_tokens"))
        return;
    for (const JsonEntry& entry : file.at("additional_special_tokens").all()) {
        const PieceMark mark = readMark(entry, true);
        if (wanted.find(mark.token.text) == nullptr)
            wanted.add(mark, std::nullopt, entry.where());
    }
}

int numberOf(const std::string& name, const JsonEntry& entry) {
    int id = -1;
    const auto [end, fault] = std::from_chars(name.data(), name.data() + name.size(), id);
    if (fault != std::errc() || end != name.data() + name.size() || id < 0 || id >= TokenTable::most)
        entry.fail("its name is no number from 0 to " + std::to_string(TokenTable::most - 1));
    return id;
}

JsonEntry named(const std::string& name, const nlohmann::ordered_json& value, const std::string& where) {
    return {value, where + ": \"" + printable(name, 80) + '"'};
}

/// added_tokens.json has the numbers by their tokens, "added_tokens_decoder" the tokens by their numbers.
void wantNumbered(WantedMarks& wanted, const MarkFiles& files) {
    for (const auto& [text, value] : files.added.document.items()) {
        const JsonEntry entry = named(text, value, files.added.where);
        const WantedMark* known = wanted.find(text);
        const PieceMark mark = known == nullptr ? plainMark(text, false) : known->mark;
        wanted.add(mark, entry.whole(0, TokenTable::most - 1), entry.where());
    }
    if (!files.config.entry().has("added_tokens_decoder"))
        return;
    const JsonEntry decoder = files.config.entry().at("added_tokens_decoder");
    if (!decoder.isObject())
        decoder.fail("expected an object of numbers and tokens");
    for (const auto& [number, value] : files.config.document["added_tokens_decoder"].items()) {
        const JsonEntry entry = named(number, value, decoder.where());
        wanted.add(readMark(entry, false), numberOf(number, entry), entry.where());
    }
}

/// Those that have a number first: the others follow behind the largest.
void placeMarks(SentencePieceParts& parts, const std::vector<WantedMark>& all) {
    for (const bool isNumbered : {true, false})
        for (const WantedMark& wanted : all) {
            if (wanted.id.has_value() != isNumbered)
                continue;
            PieceMark mark = wanted.mark;
            const std::optional<int> known = parts.tokens.id(mark.token.text);
            mark.token.id = known ? *known : wanted.id.value_or(parts.tokens.size());
            mark.isExtra = !parts.model.pieces.id(mark.token.text);
            if (known && wanted.id && *known != *wanted.id)
                throw Error(wanted.where + ": the token \"" + printable(mark.token.text, 40) + "\" has the number " +
                            std::to_string(*wanted.id) + ", in the vocabulary " + std::to_string(*known));
            if (!known)
                if (const std::string problem = parts.tokens.add(mark.token.text, mark.token.id); !problem.empty())
                    throw Error(wanted.where + ": " + problem);
            parts.marks.push_back(std::move(mark));
        }
    if (const std::optional<int> gap = parts.tokens.gap())
        throw Error(parts.where + ": no token has the number " + std::to_string(*gap) +
                    ", but marks that the folder's files add have larger ones");
}

} // namespace

MarkNames markNames(const SentencePieceClass& row, const MarkFiles& files) {
    MarkNames names;
    names.bos = nameIn(files, "bos_token", row.marks.bos);
    names.eos = nameIn(files, "eos_token", row.marks.eos);
    names.unknown = nameIn(files, "unk_token", row.marks.unknown);
    names.separator = nameIn(files, "sep_token", row.marks.separator);
    names.padding = nameIn(files, "pad_token", row.marks.padding);
    names.first = nameIn(files, "cls_token", row.marks.first);
    names.mask = nameIn(files, "mask_token", row.marks.mask);
    return names;
}

void addFolderMarks(SentencePieceParts& parts, const SentencePieceClass& row, const MarkNames& names,
                    const MarkFiles& files) {
    WantedMarks wanted;
    wantNamed(wanted, files, "bos_token", names.bos, false);
    wantNamed(wanted, files, "eos_token", names.eos, false);
    wantNamed(wanted, files, "unk_token", names.unknown, false);
    wantNamed(wanted, files, "sep_token", names.separator, false);
    wantNamed(wanted, files, "pad_token", names.padding, false);
    wantNamed(wanted, files, "cls_token", names.first, false);
    wantNamed(wanted, files, "mask_token", names.mask, row.maskTakesSpace);
    for (const std::string& token : parts.tokens.tokens()) {
        const bool isExtraId = row.extraIds > 0 && token.starts_with("<extra_id_") && !parts.model.pieces.id(token);
        const bool isTarget = row.layout == PieceLayout::VocabularyFile && token.starts_with(">>") &&
                              token.ends_with("<<") && token.size() < 40;
        if (isExtraId || isTarget)
            wanted.add(plainMark(token), std::nullopt, parts.where);
    }
    for (const std::string& token : row.moreMarks)
        wanted.add(plainMark(token), std::nullopt, parts.where);
    wantAdditional(wanted, files.config.entry());
    wantAdditional(wanted, files.special.entry());
    wantNumbered(wanted, files);
    placeMarks(parts, wanted.all());
}

} // namespace headlight
