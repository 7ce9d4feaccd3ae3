#include "text/pipeline/characters.h"
#include "text/pipeline/normalizers.h"
#include "text/pipeline/unicode_forms.h"

namespace headlight {

namespace {

class FormNormalizer final : public Normalizer {
public:
    explicit FormNormalizer(UnicodeForm form) : m_form(form) {}
    SpannedText apply(SpannedText text, std::size_t most) const override {
        SpannedText changed = inForm(text, m_form);
        checkGrowth(changed, most);
        return changed;
    }

private:
    UnicodeForm m_form;
};

class LowercaseNormalizer final : public Normalizer {
public:
    SpannedText apply(SpannedText text, std::size_t most) const override {
        SpannedText changed = lowerCase(text);
        checkGrowth(changed, most);
        return changed;
    }
};

/// Leaves out what is a character of its own above, below or around another; letters with accents stay.
class MarklessNormalizer final : public Normalizer {
public:
    SpannedText apply(SpannedText text, std::size_t) const override {
        SpannedText plain;
        for (std::size_t i = 0; i < text.text.size(); ++i)
            if (!hasCategory(text.text[i], U_GC_M_MASK))
                plain.add(text.text[i], text.spans[i]);
        return plain;
    }
};

} // namespace

std::unique_ptr<Normalizer> readNfc(const JsonEntry&) {
    return std::make_unique<FormNormalizer>(UnicodeForm{false, true});
}

std::unique_ptr<Normalizer> readNfd(const JsonEntry&) {
    return std::make_unique<FormNormalizer>(UnicodeForm{false, false});
}

std::unique_ptr<Normalizer> readNfkc(const JsonEntry&) {
    return std::make_unique<FormNormalizer>(UnicodeForm{true, true});
}

std::unique_ptr<Normalizer> readNfkd(const JsonEntry&) {
    return std::make_unique<FormNormalizer>(UnicodeForm{true, false});
}

std::unique_ptr<Normalizer> readLowercase(const JsonEntry&) {
    return std::make_unique<LowercaseNormalizer>();
}

std::unique_ptr<Normalizer> readStripAccents(const JsonEntry&) {
    return std::make_unique<MarklessNormalizer>();
}

} // namespace headlight
