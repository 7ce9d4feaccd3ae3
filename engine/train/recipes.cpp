#include "data/corpus.h"
#include "train/run_config.h"

#include <algorithm>

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

/// LAMA (REFERENCE §4.7): whole texts. Word vectors that the authors trained on the corpus itself, and their list of
/// stop words, are not part of it; N(0, 1) stands in for the vectors, since from smaller ones SGD does not get away,
/// and five folds for their splits of 80 and 20 %.
Recipe document(const std::string& id, const std::string& title) {
    return {id,
            title,
            "SGD 0.05 with momentum, batch 32, 250 tokens a text, L2 1e-4 on everything, clip 0.5, keep 0.6, the rate "
            "halved without improvement, five folds without a test set (LAMA, released code)",
            {{"optimizer", "sgd"},
             {"learning_rate", "0.05"},
             {"momentum", "0.9"},
             {"batch", "32"},
             {"l2", "0.0001"},
             {"decay", "all"},
             {"clip", "0.5"},
             {"schedule", "halve"},
             {"restart_optimizer", "true"},
             {"epochs", "50"},
             {"patience", "5"},
             {"keep", "0.6"},
             {"hidden", "512"},
             {"embedding_features", "100"},
             {"minimum_count", "5"},
             {"max_tokens", "250"},
             {"unknown_vectors", "normal"},
             {"folds", "5"}},
            {}};
}

/// SNLI (REFERENCE §4.1). MTSA's code has its own rate of dropout; ELU and the highway layer are what each code had.
/// Distance-based SAN is §1.15.
Recipe inference() {
    const Values elu = {{"pooling_activation", "elu"}, {"hidden_activation", "elu"}};
    const auto with = [&](Values values) {
        values.insert(values.end(), elu.begin(), elu.end());
        return values;
    };
    return {"snli",
            "SNLI and other pairs with a label",
            "Adadelta 0.5, batch 128, L2 5e-5, keep 0.75 (Bi-BloSAN, released code; MTSA: keep 0.65, ELU, highway; "
            "Distance-based SAN: Adam 0.001, batch 64, keep 0.9, normalised hidden layer, |p − h|)",
            {{"optimizer", "adadelta"},
             {"learning_rate", "0.5"},
             {"batch", "128"},
             {"l2", "0.00005"},
             {"keep", "0.75"},
             {"epochs", "50"},
             {"unknown_vectors", "uniform"}},
            {{"mtsa", with({{"preset", "classification"},
                            {"value_activation", "elu"},
                            {"source_activation", "elu"},
                            {"keep", "0.65"},
                            {"highway", "true"}})},
             {"hrchycnn", {{"highway", "true"}}},
             {"distance-san",
              {{"optimizer", "adam"},
               {"learning_rate", "0.001"},
               {"batch", "64"},
               {"keep", "0.9"},
               {"hidden_norm", "true"},
               {"difference", "absolute"}}},
             {"disa", with({{"activation", "elu"}})},
             {"biblosa", with({{"activation", "elu"}})}},
            CorpusKind::Pairs,
            {"multinli", "mnli", "breaking_nli", "med", "rte", "mrpc", "quora", "qqp", "sick"}};
}

/// SICK (REFERENCE §4.3), as Bi-BloSAN's paper has it.
Recipe relatedness(const std::string& id, const std::string& title, const std::vector<std::string>& alsoFor) {
    return {id,
            title,
            "Adadelta 0.5, batch 64, L2 1e-4, keep 0.7 (Bi-BloSAN)",
            {{"optimizer", "adadelta"},
             {"learning_rate", "0.5"},
             {"batch", "64"},
             {"l2", "0.0001"},
             {"keep", "0.7"},
             {"epochs", "50"},
             {"unknown_vectors", "uniform"}},
            {},
            CorpusKind::ScoredPairs,
            alsoFor};
}

/// The name itself, or with something behind it: imdb, imdb_sample, ag_news/test.csv.
bool isNamed(const std::string& name, const std::string& start) {
    return name.starts_with(start) &&
           (name.size() == start.size() || std::string_view("._-/").find(name[start.size()]) != std::string_view::npos);
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
        document("imdb", "IMDB film reviews"),
        document("ag_news", "AG News"),
        document("yelp", "Yelp reviews"),
        inference(),
        relatedness("sick", "SICK relatedness", {}),
        relatedness("stsb", "STS benchmark", {"sts"}),
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
    if (id == "none")
        return;
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
    ids.push_back("none");
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
    if (corpus.kind == CorpusKind::Sentences && name.find("sst") != std::string::npos)
        return corpus.labels.size() == 2 ? "sst2" : corpus.labels.size() == 5 ? "sst5" : "";
    for (const Recipe& recipe : recipes()) {
        const auto& others = recipe.alsoFor;
        if (recipe.kind == corpus.kind &&
            (isNamed(name, recipe.id) ||
             std::any_of(others.begin(), others.end(), [&](const auto& other) { return isNamed(name, other); })))
            return recipe.id;
    }
    return {};
}

} // namespace headlight
