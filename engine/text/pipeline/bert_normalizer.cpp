#include "text/pipeline/normalizers.h"

namespace headlight {

namespace {

class BertNormalizer final : public Normalizer {
public:
    explicit BertNormalizer(const BertRules& rules) : m_rules(rules) {}
    SpannedText apply(SpannedText text, std::size_t most) const override {
        SpannedText changed = bertText(text, 0, text.text.size(), m_rules);
        checkGrowth(changed, most);
        return changed;
    }

private:
    BertRules m_rules;
};

} // namespace

std::unique_ptr<Normalizer> bertNormalizer(const BertRules& rules) {
    return std::make_unique<BertNormalizer>(rules);
}

std::unique_ptr<Normalizer> readBertNormalizer(const JsonEntry& entry) {
    BertRules rules;
    rules.clean = entry.flag("clean_text", true);
    rules.splitChinese = entry.flag("handle_chinese_chars", true);
    rules.lower = entry.flag("lowercase", true);
    rules.stripAccents = entry.flag("strip_accents", rules.lower);
    return bertNormalizer(rules);
}

} // namespace headlight
