#include "tasks/translation_setup.h"

namespace headlight {

const ChoiceNames<SharedTables>& sharedTablesNames() {
    static const ChoiceNames<SharedTables> names = {{SharedTables::None, "none", "None"},
                                                    {SharedTables::TargetAndOutput, "target", "Two of three"},
                                                    {SharedTables::All, "all", "All"}};
    return names;
}

const Fields<TranslationSetup>& translationFields() {
    using O = TranslationSetup;
    static const auto table =
        Fields<O>()
            .group("Translation")
            .integer("merges", "Byte-pair merges", &O::merges, 0, 262144,
                     "merges that are learned from the training set, by which words are cut into pieces; 0: into "
                     "characters")
            .zero("characters")
            .main()
            .flag("joint_merges", "Merges for both languages", &O::jointMerges,
                  "the same merges for both languages, learned from both; else of each language its own, as many")
            .choice("shared_tables", "Shared tables", &O::shared, sharedTablesNames(),
                    "which tables are one: none of those of source words, target words and output layer (CSAN's "
                    "code); that of target words and output layer; or all, which needs merges for both languages "
                    "(MTSA's code)")
            .integer("beams", "Beams", &O::beams, 1, 64,
                     "translations that the search continues at once; 1: the likeliest word each time (greedy)")
            .main()
            .number("length_penalty", "Length penalty", &O::lengthPenalty, 0, 10,
                    "how much longer translations are preferred: α of GNMT's penalty; 0: not at all")
            .zero("not at all")
            .unusedWith("beams", {"1"})
            .integer("extra_tokens", "Most tokens beyond the source", &O::extraTokens, 0, 10000,
                     "a translation is cut when it has so many tokens more than its source");
    return table;
}

} // namespace headlight
