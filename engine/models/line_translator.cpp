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

void LineTranslator::translate(const std::vector<std::vector<int>>& sources, const TranslationSetup& setup,
                               ThreadPool& pool,
                               const std::function<void(std::size_t, std::vector<Line>)>& done) const {
    translateAll(
        m_impl->translator->network(), sources, searchOptions(setup), pool,
        [&](std::size_t first, const std::vector<Translation>& best) {
            std::vector<Line> lines;
            for (const Translation& one : best)
                lines.push_back({m_impl->translator->targetText(one.words()), int(one.tokens.size()), one.ended});
            done(first, std::move(lines));
        });
}

} // namespace headlight
