#include "data/corpus.h"
#include "tasks/task.h"
#include "train/run_config.h"

#include <algorithm>

namespace headlight {

namespace {

using OptionValues = std::vector<std::pair<std::string, std::string>>;
using EncoderValues = std::vector<std::pair<std::string, OptionValues>>;

/// How long a recipe trains, and what its help says of that.
Recipe lasting(Recipe recipe, const std::string& epochs, const std::string& help) {
    recipe.values.emplace_back("epochs", epochs);
    recipe.help += ". " + help;
    return recipe;
}

/// The same for as long as the source trains.
Recipe full(Recipe recipe, const std::string& epochs, const std::string& help, const OptionValues& values = {},
            const EncoderValues& encoders = {}) {
    recipe = lasting(std::move(recipe), epochs, help);
    recipe.id += "-full";
    recipe.title += ", whole length";
    recipe.values.insert(recipe.values.end(), values.begin(), values.end());
    recipe.encoders.insert(recipe.encoders.end(), encoders.begin(), encoders.end());
    recipe.byNameOnly = true;
    return recipe;
}

/// What the released sentence classification code fixes for each encoder, whatever the corpus. Of MPSAN it is the
/// paper; its code has Adam 0.001, batch 32 (TREC 16, SST 64), L2 1e-6.
EncoderValues sentenceValues(const std::string& attentionKeep, const OptionValues& biblosa) {
    EncoderValues values = {
        {"mtsa", {{"preset", "classification"}, {"attention_keep", attentionKeep}}},
        {"disa", {{"activation", "relu"}}},
        {"biblosa", {{"preset", "released"}}},
        {"mpsan",
         {{"optimizer", "adadelta"}, {"learning_rate", "0.5"}, {"batch", "64"}, {"l2", "1e-7"}, {"keep", "0.7"}}}};
    values.emplace_back("biblosa", biblosa);
    return values;
}

Recipe questions() {
    return {"trec",
            "TREC question types",
            "Adadelta 0.5, batch 32, L2 5e-5, keep 0.5 (MTSA's code; Bi-BloSAN: keep 0.65; MPSAN: batch 64, L2 1e-7, "
            "keep 0.7). There word vectors are GloVe's (vectors=FILE)",
            {{"optimizer", "adadelta"},
             {"learning_rate", "0.5"},
             {"batch", "32"},
             {"l2", "0.00005"},
             {"keep", "0.5"},
             {"unknown_vectors", "uniform"}},
            sentenceValues("1", {{"keep", "0.65"}})};
}

/// CR, MPQA, SUBJ: Adam, ten folds.
Recipe crossValidated(const std::string& id, const std::string& title, const std::string& keep,
                      const std::string& attentionKeep, const std::string& biblosaEpochs) {
    return {id,
            title,
            "Adam 0.001, batch 64, L2 1e-4, keep " + keep +
                ", ten folds (MTSA's code; Bi-BloSAN: batch 32, keep 0.6; MPSAN: Adadelta 0.5, L2 1e-7, keep 0.7). "
                "There a fold is judged every 500 steps (Bi-BloSAN: 10), and word vectors are GloVe's (vectors=FILE)",
            {{"optimizer", "adam"},
             {"learning_rate", "0.001"},
             {"batch", "64"},
             {"l2", "0.0001"},
             {"keep", keep},
             {"folds", "10"},
             {"unknown_vectors", "uniform"}},
            sentenceValues(attentionKeep, {{"batch", "32"}, {"keep", "0.6"}, {"epochs", biblosaEpochs}})};
}

Recipe treebank(const std::string& id, const std::string& title) {
    Recipe recipe = {id,
                     title,
                     "Adadelta 0.5, batch 64, L2 1e-4, keep 0.7, trained on phrases; new words N(0, 1) (Bi-BloSAN's "
                     "code; MTSA: batch 128; MPSAN: L2 1e-7). There word vectors are GloVe's (vectors=FILE)",
                     {{"optimizer", "adadelta"},
                      {"learning_rate", "0.5"},
                      {"batch", "64"},
                      {"l2", "0.0001"},
                      {"keep", "0.7"},
                      {"unknown_vectors", "normal"}},
                     sentenceValues("1", {})};
    recipe.encoders.push_back({"mtsa", {{"batch", "128"}}});
    return recipe;
}

/// LAMA (REFERENCE §4.7): whole texts. N(0, 1) stands in for word vectors of the corpus, since from smaller ones SGD
/// does not get away.
Recipe document(const std::string& id, const std::string& texts) {
    return {
        id,
        texts + " (LAMA)",
        "SGD 0.05 with momentum, batch 32, 250 tokens a text, L2 1e-4 on everything, clip 0.5, dropout before the "
        "last layer only (output_keep 0.6), the rate halved without improvement, at most 50 epochs (LAMA). There "
        "word vectors are trained on the corpus, here they begin as N(0, 1); stop words are left out; three random "
        "splits of 80 and 20 % are used, here five folds where there is no test set; the code's hidden layer is "
        "linear (hidden_activation=none), the paper says nothing of it, and the code drops the last batch where it "
        "is smaller. LAMA's baselines as there: bigru with the maximum over the tokens (300 features a direction: LAMA "
        "does not say how many), multicnn with 100 features, san without biases and with 3,000 hidden units",
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
         {"keep", "1"},
         {"output_keep", "0.6"},
         {"hidden", "512"},
         {"embedding_features", "100"},
         {"minimum_count", "5"},
         {"max_tokens", "250"},
         {"unknown_vectors", "normal"},
         {"folds", "5"}},
        {{"bigru", {{"reset", "after"}, {"pooling", "max"}}},
         {"multicnn", {{"preset", "lama"}}},
         {"san", {{"preset", "lama-baseline"}, {"hidden", "3000"}}}}};
}

/// REFERENCE §1.11.
Recipe structured() {
    return {
        "lin",
        "Structured self-attention, whole texts",
        "SGD 0.06 without momentum, batch 16, L2 1e-4, keep 0.5, clip 0.5, 3,000 hidden units (Lin et al., values "
        "not checked against the paper; clip and units as in the version of LAMA's author). 20 epochs; how long the "
        "paper trains is not known",
        {{"optimizer", "sgd"},
         {"learning_rate", "0.06"},
         {"momentum", "0"},
         {"batch", "16"},
         {"l2", "0.0001"},
         {"keep", "0.5"},
         {"clip", "0.5"},
         {"hidden", "3000"},
         {"epochs", "20"}},
        {},
        CorpusKind::Sentences,
        {},
        true};
}

/// SNLI (REFERENCE §4.1). MTSA's and DiSAN's code have their own rates; ELU and the highway layer are what each code
/// had. Distance-based SAN is §1.15.
Recipe inference() {
    const OptionValues elu = {{"pooling_activation", "elu"}, {"hidden_activation", "elu"}};
    const auto with = [&](OptionValues values) {
        values.insert(values.end(), elu.begin(), elu.end());
        return values;
    };
    return {
        "snli",
        "SNLI and other pairs with a label",
        "Adadelta 0.5, batch 128, L2 5e-5, keep 0.75 (Bi-BloSAN's code, ELU in its own encoder; its paper: batch 64; "
        "MTSA: keep 0.65, ELU, highway, judged in the last half of its steps only, here from the beginning; DiSAN: "
        "batch 64, ELU; Hrchy-CNN: highway; Distance-based SAN: Adam 0.001, batch 64, keep 0.9, normalised hidden "
        "layer, |p − h|). There word vectors are GloVe's (vectors=FILE)",
        {{"optimizer", "adadelta"},
         {"learning_rate", "0.5"},
         {"batch", "128"},
         {"l2", "0.00005"},
         {"keep", "0.75"},
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
         {"disa", with({{"batch", "64"}, {"activation", "elu"}})},
         {"biblosa", with({{"preset", "released"}, {"activation", "elu"}})}},
        CorpusKind::Pairs,
        {"multinli", "mnli", "breaking_nli", "med", "rte", "mrpc", "quora", "qqp", "sick"}};
}

/// SICK (REFERENCE §4.3), as Bi-BloSAN's paper has it.
Recipe relatedness(const std::string& id, const std::string& title, const std::vector<std::string>& alsoFor = {}) {
    return {id,
            title,
            "Adadelta 0.5, batch 64, L2 1e-4, keep 0.7 (Bi-BloSAN, its code: batch 32, keep 0.75; MPSAN: rate 0.7, L2 "
            "5e-4, keep 0.55). There word vectors are GloVe's (vectors=FILE)",
            {{"optimizer", "adadelta"},
             {"learning_rate", "0.5"},
             {"batch", "64"},
             {"l2", "0.0001"},
             {"keep", "0.7"},
             {"unknown_vectors", "uniform"}},
            {{"biblosa", {{"preset", "released"}}},
             {"mpsan", {{"learning_rate", "0.7"}, {"l2", "0.0005"}, {"keep", "0.55"}}}},
            CorpusKind::ScoredPairs,
            alsoFor};
}

/// SQuAD's sentence selection (REFERENCE §4.4): 200 features from each encoder, at both levels.
Recipe selection() {
    return {"squad",
            "SQuAD sentence selection",
            "Adadelta 0.5, batch 32, L2 1e-4, keep 0.8, 100 features a word, 100 hidden units (Bi-BloSAN's paper; its "
            "code: L2 5e-5, keep 0.75, without the longest 3 % of the training set, judged in its last 20,000 steps "
            "only). There all 87,599 questions of the training "
            "file are learned from, and word vectors are GloVe's (vectors=FILE), without which the words in common are "
            "learned slowly; of the development file alone, which is cut by its articles, a tenth as many. Between "
            "sentences "
            "blocks of Bi-BloSA have 4",
            {{"optimizer", "adadelta"},
             {"learning_rate", "0.5"},
             {"batch", "32"},
             {"l2", "0.0001"},
             {"keep", "0.8"},
             {"embedding_features", "100"},
             {"hidden", "100"},
             {"unknown_vectors", "uniform"}},
            {{"biblosa", {{"preset", "released"}, {"features", "100"}}},
             {"multihead", {{"heads", "4"}, {"head_features", "50"}, {"positions", "sinusoidal"}}},
             {"bilstm", {{"features", "100"}}},
             {"bigru", {{"features", "100"}}},
             {"bisru", {{"features", "100"}, {"input_layer", "true"}}},
             {"multicnn", {{"preset", "context-fusion"}}},
             {"disa", {{"features", "100"}}},
             {"mtsa", {{"preset", "classification"}, {"heads", "2"}, {"head_features", "100"}}}},
            CorpusKind::Selections,
            {"dev-v1", "train-v1", "xquad"}};
}

/// CoNLL-2000: none of the papers has it. The values are those of the best run of a few on the held-out part; figures
/// of three seeds are in tests/bench/accuracy.md.
Recipe chunking() {
    return {"conll2000",
            "CoNLL-2000 chunking",
            "Adam 0.001 that falls to 0, batch 16, no L2, keep 0.6, words seen once unknown, word forms, a conditional "
            "random field on the encoder's own features (no hidden layer); the transformer is the small one with "
            "relative positions. 8 epochs. These are our own values, found on a tenth of the training set "
            "(conll2000?dev=0.1); no paper of these models has this corpus. Parts of speech are not read",
            {{"optimizer", "adam"},
             {"learning_rate", "0.001"},
             {"schedule", "linear"},
             {"batch", "16"},
             {"l2", "0"},
             {"keep", "0.6"},
             {"hidden", "0"},
             {"minimum_count", "2"},
             {"word_forms", "true"},
             {"crf", "true"},
             {"epochs", "8"}},
            {{"transformer", {{"preset", "small"}, {"attention", "rel-pos"}, {"positions", "none"}}}},
            CorpusKind::TaggedSentences};
}

/// What MTSA's semantic role labelling has, whatever its size: REFERENCE §4.5.
Recipe roles(const std::string& help, const OptionValues& values, const OptionValues& ofTransformer) {
    Recipe recipe{"srl",
                  "Semantic roles",
                  help,
                  {{"batch", "32"},
                   {"l2", "0"},
                   {"label_smoothing", "0.1"},
                   {"clip", "1"},
                   {"output_keep", "1"},
                   {"hidden", "0"}},
                  {{"transformer", {{"preset", "mtsa-srl"}}}},
                  CorpusKind::Propositions,
                  {"propbank", "conll05", "conll2005", "conll2012"}};
    recipe.values.insert(recipe.values.end(), values.begin(), values.end());
    recipe.encoders.emplace_back("transformer", ofTransformer);
    return recipe;
}

/// Multi30k: the small Transformer of Wu et al. 2021 ("Good for Misconceived Reasons"), trained with fairseq.
Recipe translation() {
    return {
        "multi30k",
        "Multi30k translation",
        "4 + 4 layers of 128 with 4 heads and 256 feed-forward units, normalisation after each part, one table of "
        "words for all; 10,000 joint merges; Adam (0.9, 0.98), peak rate 0.005 after 2,000 steps of warm-up, then "
        "by the inverse root; 8,192 tokens a batch, dropout 0.3 of the input and of what each part gives, smoothing "
        "0.1, the last ten epochs averaged, beam 5 (Wu et al. 2021, the baseline without pictures). There the tokens "
        "of a batch are counted with padding, Adam's ε is 1e-8, and the penalty of a length is a division by it; here "
        "it is GNMT's with 1.4, which is as steep at 12 tokens. There positions begin with 2, with all sines before "
        "the cosines; here with 0, in turns. Layer normalisation has ε 1e-5 there, 1e-6 here",
        {{"optimizer", "adam98"},
         {"learning_rate", "0.005"},
         {"schedule", "inverse-root"},
         {"warm_up", "2000"},
         {"batch_tokens", "8192"},
         {"l2", "0"},
         {"keep", "0.7"},
         {"label_smoothing", "0.1"},
         {"average", "10"},
         {"merges", "10000"},
         {"beams", "5"},
         {"length_penalty", "1.4"}},
        {{"transformer",
          {{"layers", "4"},
           {"heads", "4"},
           {"features", "128"},
           {"feed_forward", "256"},
           {"norm", "post"},
           {"final_norm", "false"},
           {"positions", "sinusoidal"},
           {"feed_forward_keep", "1"}}}},
        CorpusKind::Translations};
}

/// In a fifth of the passes nearly as many steps, of smaller batches.
Recipe shortTranslation() {
    Recipe recipe = lasting(translation(), "30",
                            "This one is shorter: 2,048 tokens a batch, peak rate 0.003 after 1,000 steps, 30 epochs, "
                            "about 6,700 updates; the source makes 8,000, and “multi30k-full” is as it is");
    recipe.values.insert(recipe.values.end(),
                         {{"batch_tokens", "2048"}, {"learning_rate", "0.003"}, {"warm_up", "1000"}});
    return recipe;
}

/// The name itself, or with something behind it: imdb, imdb_sample, ag_news/test.csv.
bool isNamed(const std::string& name, const std::string& start) {
    return name.starts_with(start) &&
           (name.size() == start.size() || std::string_view("._-/").find(name[start.size()]) != std::string_view::npos);
}

std::vector<Recipe> makeRecipes() {
    const Recipe fine = treebank("sst5", "SST, five classes"), binary = treebank("sst2", "SST, two classes"),
                 sick = relatedness("sick", "SICK relatedness");
    return {
        lasting(questions(), "30", "30 epochs, 5,112 steps with batches of 32; the code runs 99,000"),
        full(questions(), "581", "581 epochs, 99,000 steps with batches of 32, evaluated every 50, as in MTSA's code",
             {{"evaluate_every", "50"}}),
        lasting(binary, "4", "4 epochs, 6,175 steps with batches of 64 (MTSA: half of them); the code runs 120,000"),
        full(binary, "78", "78 epochs, 120,000 steps with batches of 64, as in the code (MTSA: 155)", {},
             {{"mtsa", {{"epochs", "155"}}}}),
        lasting(fine, "4", "4 epochs, 38,740 steps with batches of 64 (MTSA: half of them); the code runs 120,000"),
        full(fine, "12", "12 epochs, 116,000 steps with batches of 64, of the code's 120,000 (MTSA: 25)", {},
             {{"mtsa", {{"epochs", "25"}}}}),
        lasting(crossValidated("cr", "CR customer reviews", "0.475", "0.81", "10"), "20",
                "20 epochs, 1,062 steps with batches of 64 (Bi-BloSAN: 10 epochs, as many steps); the code runs 1,000"),
        lasting(
            crossValidated("mpqa", "MPQA opinions", "0.55", "1", "4"), "8",
            "8 epochs, about 1,190 steps with batches of 64 (Bi-BloSAN: 4 epochs, as many steps); the code runs 1,000"),
        lasting(crossValidated("subj", "SUBJ subjectivity", "0.55", "0.81", "4"), "8",
                "8 epochs, 1,125 steps with batches of 64 (Bi-BloSAN: 4 epochs, as many steps); the code runs 1,000"),
        document("imdb", "IMDB film reviews"),
        document("ag_news", "AG News"),
        document("yelp", "Yelp reviews"),
        structured(),
        lasting(
            inference(), "50",
            "50 epochs, as in Bi-BloSAN's paper, on pairs of any length; the code leaves the longest out of the "
            "training set and runs 500,000 steps with batches of 128, 123 epochs (MTSA: 600,000; DiSAN: 400,000 with "
            "batches of 64)"),
        full(
            inference(), "123",
            "123 epochs of pairs up to the 97th percentile of the lengths, about 500,000 steps with batches of 128, as "
            "in Bi-BloSAN's code (MTSA: 148, 600,000 steps; DiSAN: 50, 400,000 steps with batches of 64; "
            "Distance-based "
            "SAN, whose batches have 64, too: twice the steps)",
            {{"length_percentile", "97"}}, {{"mtsa", {{"epochs", "148"}}}, {"disa", {{"epochs", "50"}}}}),
        lasting(sick, "50", "50 epochs, 3,516 steps with batches of 64; the code runs 20,000"),
        full(sick, "285", "285 epochs, 20,000 steps with batches of 64, as in Bi-BloSAN's code"),
        lasting(relatedness("stsb", "STS benchmark", {"sts"}), "50",
                "50 epochs; these are SICK's values, no paper of these models has this corpus"),
        chunking(),
        shortTranslation(),
        full(translation(), "150", "150 epochs, about 8,000 updates, as in the source"),
        lasting(
            roles("Adam 0.001 that falls to 0 after 200 steps of warm-up, 2,048 tokens a batch, smoothing 0.1, clip 1, "
                  "word forms, words seen once unknown, roles by Viterbi; the transformer is a small form of MTSA's "
                  "stack, 4 layers of 128 with 512 feed-forward units, other models keep a form of their own. These "
                  "are our own values, found on the dev set of the English Web "
                  "Treebank's propositions; “srl-full” is the paper's",
                  {{"optimizer", "adam"},
                   {"learning_rate", "0.001"},
                   {"schedule", "linear"},
                   {"warm_up", "200"},
                   {"batch_tokens", "2048"},
                   {"keep", "0.8"},
                   {"embedding_features", "64"},
                   {"predicate_features", "64"},
                   {"minimum_count", "2"},
                   {"word_forms", "true"},
                   {"decoding", "viterbi"}},
                  {{"layers", "4"}, {"features", "128"}, {"feed_forward", "512"}}),
            "8", "8 epochs"),
        full(
            roles("MTSA's semantic role labelling as released: Adadelta (ε 1e-6) with rate 1, halved after 400,000 and "
                  "500,000 steps, 4,096 tokens a batch, smoothing 0.1, clip 1, the likeliest role of each token; the "
                  "transformer is the stack of 10 layers of 200, other models keep a form of their own. There word "
                  "vectors are GloVe's of 100 features (vectors=FILE), first values are "
                  "Glorot-normal, here uniform of the same variance, and the corpus is CoNLL-2005",
                  {{"optimizer", "adadelta6"},
                   {"learning_rate", "1"},
                   {"schedule", "steps"},
                   {"halve_at", "400000,500000"},
                   {"batch_tokens", "4096"},
                   {"keep", "1"},
                   {"embedding_features", "100"},
                   {"predicate_features", "100"}},
                  {}),
            "2400", "2400 epochs of the English Web Treebank's propositions, about 600,000 updates, as in the code"),
        lasting(selection(), "10",
                "10 epochs, 2,658 steps with batches of 32 of the development file; the code runs 100,000"),
    };
}

} // namespace

const std::vector<Recipe>& recipes() {
    static const std::vector<Recipe> table = makeRecipes();
    return table;
}

const Recipe& recipeRow(const std::string& id) {
    std::vector<std::string> ids;
    for (const Recipe& recipe : recipes()) {
        if (recipe.id == id)
            return recipe;
        ids.push_back(recipe.id);
    }
    ids.push_back("none");
    std::string known;
    for (const std::string& name : ids)
        known += (known.empty() ? "" : " | ") + name;
    throw Error("recipe: expected " + known + ", got \"" + printable(id, 80) + "\"." + suggestion(id, ids));
}

void applyRecipe(RunConfig& config, const std::string& id) {
    if (id == "none")
        return;
    const Recipe& recipe = recipeRow(id);
    for (const auto& [name, value] : recipe.values)
        config.set(name, value);
    for (const auto& [encoder, values] : recipe.encoders)
        if (encoder == config.encoder)
            for (const auto& [name, value] : values)
                config.set(name, value);
}

std::string recipeNote(const Recipe& recipe, CorpusKind kind) {
    if (recipe.kind == kind)
        return {};
    const auto titleOf = [](CorpusKind examples) {
        const auto& tasks = taskRows();
        return (*std::find_if(tasks.begin(), tasks.end(),
                              [&](const auto& task) { return task->examples() == examples; }))
            ->title;
    };
    return "is for another task (" + titleOf(recipe.kind) + ") than the corpus (" + titleOf(kind) + ")";
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
        if (!recipe.byNameOnly && recipe.kind == corpus.kind &&
            (isNamed(name, recipe.id) ||
             std::any_of(others.begin(), others.end(), [&](const auto& other) { return isNamed(name, other); })))
            return recipe.id;
    }
    return {};
}

} // namespace headlight
