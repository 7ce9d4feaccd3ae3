#include "papers/paper_tables.h"

#include "viewmodels/published.h"
#include "wording/option_title.h"

namespace headlight {

namespace {

/// Of SNLI only the dev and the test set are at hand: a tenth of the dev set chooses the model, the rest trains it.
PaperTraining entailment() {
    return {"snli?train_on_dev=true&dev=0.1",
            "pair",
            "snli",
            "accuracy",
            {{"epochs", "10"}},
            3,
            "limit=1000",
            {{"epochs", "6"}},
            "best",
            "nine tenths of the dev set's 9,842 pairs",
            "1,000 of the dev set's 9,842 pairs"};
}

const char* entailmentRemark =
    "The paper trains on SNLI's 549,367 pairs with GloVe's vectors for 600,000 steps. That set is not at hand: here "
    "pairs of the dev set train, others of it choose the model, and the test set judges it, so accuracies are far "
    "lower. What can be compared is the order of the rows.";

/// Whole sentences: an epoch of all phrases takes as long as all this.
PaperTraining treebank() {
    return {"sst?labels=fine", "classify",        "sst5", "accuracy",        {{"epochs", "8"}}, 3,
            "limit=1000",      {{"epochs", "6"}}, "best", "8,544 sentences", "1,000 sentences"};
}

const char* treebankRemark =
    "The paper trains on all phrases of the trees with GloVe's vectors for 120,000 steps and reports the best of ten "
    "runs; here whole sentences train, and what is shown of several seeds is their mean. What can be compared is the "
    "order of the rows.";

double publishedEntailment(const std::string& encoder) {
    for (const PublishedFigure& one : publishedFigures())
        if (one.corpus == QLatin1String("SNLI") && one.encoder.toStdString() == encoder)
            return one.value(QStringLiteral("accuracy"));
    return std::nan("");
}

PaperSetting mpsan(const std::string& name, double published, const OptionValues& values) {
    return {name, "mpsan", values, published};
}

} // namespace

PaperTable mtsaEncoders() {
    PaperTable table{"mtsa-table-1",
                     "Encoders on natural language inference",
                     "MTSA paper, Table 1 (SNLI)",
                     "Encoder",
                     entailment(),
                     {},
                     {entailmentRemark}};
    for (const char* encoder : {"bilstm", "bigru", "multicnn", "hrchycnn", "multihead", "disa", "biblosa", "mtsa"})
        table.settings.push_back(
            {encoderTitle(QLatin1String(encoder)).toStdString(), encoder, {}, publishedEntailment(encoder)});
    return table;
}

PaperTable mtsaAblations() {
    return {"mtsa-table-3",
            "What MTSA's parts are worth on natural language inference",
            "MTSA paper, Table 3 (SNLI)",
            "Model",
            entailment(),
            {{"MTSA", "mtsa", {}, 0.863},
             {"no masks", "mtsa", {{"masks", "offdiag"}}, 0.853},
             {"no token2token", "mtsa", {{"token2token", "false"}}, 0.858},
             {"no source2token", "mtsa", {{"source", "none"}}, 0.849},
             {"none of them",
              "mtsa",
              {{"masks", "window(0)"}, {"token2token", "false"}, {"source", "none"}, {"combine", "none"}},
              0.843}},
            {entailmentRemark, "“none of them” is a dense layer for each token; the pooling stays, as in the paper."}};
}

PaperTable mpsanMasks() {
    const auto masks = [](const char* text) { return OptionValues{{"masks", text}}; };
    return {"mpsan-table-2",
            "MPSAN's masks on SST with five classes",
            "MPSAN paper, Table 2 (SST-5)",
            "Masks",
            treebank(),
            {mpsan("none", .4919, {{"masks", "all, all, all, all"}, {"fusion", "none"}}),
             mpsan("BW, FW", .5154, masks("fw, bw")), mpsan("BW, FW + SD", .5181, masks("fw+logdist, bw+logdist")),
             mpsan("FA", .5113, masks("fa(2), fa(3)")), mpsan("BW, FW, FA", .5199, masks("fw, bw, fa(2), fa(3)")),
             mpsan("all + SD", .5248, masks("fw+logdist, bw+logdist, fa(2)+logdist, fa(3)+logdist")),
             mpsan("BW, FW + D, FA", .5217, masks("fw+dist(1), bw+dist(1), fa(2), fa(3)")), mpsan("MPSAN", .5253, {})},
            {treebankRemark,
             "BW, FW: backward and forward; FA: faraway by 2 and by 3; D, SD: distance and its logarithm "
             "on what stands before; MPSAN: BW, FW + SD, FA. “none” has four attentions without masks "
             "whose mean is taken, for the paper does not say how they come together."}};
}

PaperTable mpsanFusion() {
    return {"mpsan-table-3",
            "MPSAN's position fusion on SST with five classes",
            "MPSAN paper, Table 3 (SST-5)",
            "Masks and fusion",
            treebank(),
            {mpsan("B&F, gate", .5136, {{"masks", "fw, bw"}, {"fusion", "gate"}}),
             mpsan("B&F, TPW", .5176, {{"masks", "fw, bw"}}), mpsan("mul, gate", .5239, {{"fusion", "gate"}}),
             mpsan("mul, TPW", .5253, {})},
            {treebankRemark,
             "B&F: backward and forward; mul: all four masks; TPW: tokens-position-weight. The paper has "
             "51.76 for B&F with TPW here and 51.54 for what reads the same in its Table 2."}};
}

PaperTable mpsanScores() {
    return {"mpsan-table-4",
            "MPSAN with one weight for a pair, or one for each feature, on SST with five classes",
            "MPSAN paper, Table 4 (SST-5)",
            "Scores and masks",
            treebank(),
            {mpsan("M-D, B&F", .5195, {{"masks", "fw, bw"}, {"scores", "features"}}),
             mpsan("1-D, B&F", .5176, {{"masks", "fw, bw"}}), mpsan("M-D, mul", .5267, {{"scores", "features"}}),
             mpsan("1-D, mul", .5253, {})},
            {treebankRemark,
             "1-D: a weight for a pair of tokens; M-D: one for each feature; B&F: backward and forward; "
             "mul: all four masks."}};
}

PaperTable mpsanComponents() {
    PaperTable table{"mpsan-table-5",
                     "What MPSAN's parts are worth on SST with five classes",
                     "MPSAN paper, Table 5 (SST-5)",
                     "Model",
                     treebank(),
                     {mpsan("MPSAN", .5253, {}), mpsan("no fusion", .5122, {{"fusion", "none"}}),
                      mpsan("no positions", .4919, {{"masks", "all, all, all, all"}, {"fusion", "none"}})},
                     {treebankRemark,
                      "Without fusion the attentions' mean is taken; without positions there is no fusion "
                      "either, by the paper's number of parameters; without attention words are summed."}};
    table.settings.push_back({"no attention", "cbow", {}, .4493});
    return table;
}

} // namespace headlight
