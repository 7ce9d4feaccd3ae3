#include "models/line_translator.h"

#include "models/translation_search.h"
#include "models/translator_folder.h"
#include "text/unicode.h"

namespace headlight {

struct LineTranslator::Impl {
    std::unique_ptr<const Translator> translator;
};

LineTranslator::LineTranslator(const std::filesystem::path& folder)
    : m_impl(std::make_unique<const Impl>(Impl{loadTranslator(folder)})) {}

LineTranslator::~LineTranslator() = default;

const TranslationSetup& LineTranslator::setup() const {
    return m_impl->translator->description().setup;
}

std::vector<int> LineTranslator::read(const std::string& text, bool isCut) const {
    std::vector<std::string> words;
    if (isCut)
        for (const std::string_view word : splitAtWhiteSpace(text))
            words.emplace_back(word);
    else
        words = tokenize(text, m_impl->translator->description().typing);
    return words.empty() ? std::vector<int>() : m_impl->translator->sourceIds(words);
}

LineTranslator::Line LineTranslator::translate(const std::vector<int>& source, const TranslationSetup& setup) const {
    const Translation best = headlight::translate(m_impl->translator->network(), source, searchOptions(setup)).front();
    return {m_impl->translator->targetText(best.words()), int(best.tokens.size()), best.ended};
}

} // namespace headlight
