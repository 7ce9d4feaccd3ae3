#include "data/corpus.h"
#include "train/run_config.h"

namespace headlight {

namespace {

using Values = std::vector<std::pair<std::string, std::string>>;

/// What the released sentence classification code fixes for each encoder, whatever the corpus.
std::vector<std::pair<std::string, Values>> encoderValues(const std::string& attentionKeep) {
    return {{"mtsa", {{"preset", "classification"}, {"attention_keep", attentionKeep}}},
            {"disa", {{"activation", "relu"}}}};
}

/// CR, MPQA, SUBJ: Adam, ten folds.
Recipe crossValidated(const std::string& id, const std::string& title, const std::string& keep,
                      const std::string& attentionKeep, const std::string& epochs) {
    return {id,
            title,
            "Adam 0.001, batch 64, L2 1e-4, keep " + keep + ", ten folds (released MTSA code)",
            {{"optimizer", "adam"},
             {"learning_rate", "0.001"},
             {"batch", "64"},
             {"l2", "0.0001"},
             {"keep", keep},
             {"epochs", epochs},
             {"folds", "10"},
             {"unknown_vectors", "uniform"}},
            encoderValues(attentionKeep)};
}

Recipe treebank(const std::string& id, const std::string& title, const std::string& epochs) {
    return {
        id,
        title,
        "Adadelta 0.5, batch 64, L2 1e-4, keep 0.7, trained on phrases; new words N(0, 1) (Bi-BloSAN, released code)",
        {{"optimizer", "adadelta"},
         {"learning_rate", "0.5"},
         {"batch", "64"},
         {"l2", "0.0001"},
         {"keep", "0.7"},
         {"epochs", epochs},
         {"unknown_vectors", "normal"}},
        encoderValues("1")};
}

} // namespace

const std::vector<Recipe>& recipes() {
    static const std::vector<Recipe> table = {
        {"trec",
         "TREC question types",
         "Adadelta 0.5, batch 32, L2 5e-5, keep 0.5 (released MTSA code)",
         {{"optimizer", "adadelta"},
          {"learning_rate", "0.5"},
          {"batch", "32"},
          {"l2", "0.00005"},
          {"keep", "0.5"},
          {"epochs", "30"},
          {"unknown_vectors", "uniform"}},
         encoderValues("1")},
        treebank("sst2", "SST, two classes", "4"),
        treebank("sst5", "SST, five classes", "4"),
        crossValidated("cr", "CR customer reviews", "0.475", "0.81", "20"),
        crossValidated("mpqa", "MPQA opinions", "0.55", "1", "8"),
        crossValidated("subj", "SUBJ subjectivity", "0.55", "0.81", "8"),
    };
    return table;
}

std::string taskOf(const Corpus& corpus) {
    switch (corpus.kind) {
    case CorpusKind::Sentences:
        return "classify";
    case CorpusKind::Pairs:
        return "pair";
    case CorpusKind::ScoredPairs:
        return "relatedness";
    }
    return {};
}

void applyRecipe(RunConfig& config, const std::string& id) {
    std::vector<std::string> ids;
    for (const Recipe& recipe : recipes()) {
        ids.push_back(recipe.id);
        if (recipe.id != id)
            continue;
        for (const auto& [name, value] : recipe.values)
            config.set(name, value);
        for (const auto& [encoder, values] : recipe.encoders)
            if (encoder == config.encoder)
                for (const auto& [name, value] : values)
                    config.set(name, value);
        return;
    }
    std::string known;
    for (const std::string& name : ids)
        known += (known.empty() ? "" : " | ") + name;
    throw Error("recipe: expected " + known + ", got \"" + id + "\"." + suggestion(id, ids));
}

std::string recipeFor(const Corpus& corpus) {
    if (corpus.spec.starts_with("diagnostic:"))
        return {};
    std::string name;
    for (const char c : corpus.name)
        name += char(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
    if (name.find("sst") != std::string::npos)
        return corpus.labels.size() == 2 ? "sst2" : corpus.labels.size() == 5 ? "sst5" : "";
    for (const Recipe& recipe : recipes())
        if (name == recipe.id || name.starts_with(recipe.id + ".") || name.starts_with(recipe.id + "_") ||
            name.starts_with(recipe.id + "-"))
            return recipe.id;
    return {};
}

} // namespace headlight
