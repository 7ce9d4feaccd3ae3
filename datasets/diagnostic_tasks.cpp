#include "diagnostic.h"

#include <algorithm>
#include <array>

namespace headlight {

namespace {

using Tokens = std::vector<std::string>;
using Options = DiagnosticOptions;

Tokens allTasksAnd(Tokens further) {
    Tokens names = {"length", "seed", "train", "dev", "test"};
    names.insert(names.end(), further.begin(), further.end());
    return names;
}

std::size_t place(Random& random, std::size_t count) {
    return std::size_t(random.below(count));
}

std::string kindName(int kind) {
    return std::string(1, char('a' + kind));
}

/// A word of a kind: its letter and a number, e.g. c7.
std::string wordOfKind(int kind, const Options& options, int kinds, Random& random) {
    const int variants = std::max(1, options.vocabulary / kinds);
    return kindName(kind).append(std::to_string(random.below(std::uint64_t(variants))));
}

Tokens kindLabels(const Options& options) {
    Tokens labels;
    for (int kind = 0; kind < options.classes; ++kind)
        labels.push_back(kindName(kind));
    return labels;
}

/// Words of random kinds, but of the given one at the position.
Tokens lookup(const Options& options, int label, std::size_t position, Random& random) {
    Tokens tokens;
    for (std::size_t i = 0; i < std::size_t(options.length); ++i) {
        const int kind = i == position ? label : int(random.below(std::uint64_t(options.classes)));
        tokens.push_back(wordOfKind(kind, options, options.classes, random));
    }
    return tokens;
}

Tokens firstToken(const Options& options, int label, Random& random) {
    return lookup(options, label, 0, random);
}

Tokens lastToken(const Options& options, int label, Random& random) {
    return lookup(options, label, std::size_t(options.length - 1), random);
}

Tokens tokenBack(const Options& options, int label, Random& random) {
    return lookup(options, label, std::size_t(options.length - 1 - options.back), random);
}

void checkBack(const Options& options) {
    if (options.back >= options.length)
        throw Error("back: expected 1 … " + std::to_string(options.length - 1) + " (below the length), got \"" +
                    std::to_string(options.back) + "\".");
}

/// Words without meaning for the tasks that hide something among them.
Tokens fillers(const Options& options, Random& random) {
    Tokens tokens;
    for (int i = 0; i < options.length; ++i)
        tokens.push_back(wordOfKind('w' - 'a', options, 1, random));
    return tokens;
}

Tokens whichFirst(const Options& options, int label, Random& random) {
    Tokens tokens = fillers(options, random);
    std::size_t a = place(random, tokens.size());
    std::size_t b = place(random, tokens.size() - 1);
    b += b >= a;
    if ((label == 0) != (a < b))
        std::swap(a, b);
    tokens[a] = "red";
    tokens[b] = "blue";
    return tokens;
}

constexpr std::array<std::array<const char*, 2>, 2> bracketPairs = {{{"(", ")"}, {"[", "]"}}};

bool areBalanced(const Tokens& tokens) {
    Tokens expected;
    for (const std::string& token : tokens) {
        if (token == "(" || token == "[") {
            expected.push_back(token == "(" ? ")" : "]");
        } else {
            if (expected.empty() || expected.back() != token)
                return false;
            expected.pop_back();
        }
    }
    return expected.empty();
}

Tokens balancedBrackets(const Options& options, Random& random) {
    Tokens tokens;
    std::vector<std::size_t> open;
    for (auto left = std::size_t(options.length); left > 0; --left) {
        // Closing is possible when something is open, and needed when only as many places are left.
        const bool closes = !open.empty() && (open.size() == left || random.below(2) == 0);
        if (closes) {
            tokens.emplace_back(bracketPairs[open.back()][1]);
            open.pop_back();
        } else {
            open.push_back(place(random, 2));
            tokens.emplace_back(bracketPairs[open.back()][0]);
        }
    }
    return tokens;
}

/// The brackets of a balanced sentence with two of them exchanged: counting them does not find it.
Tokens brackets(const Options& options, int label, Random& random) {
    for (;;) {
        Tokens tokens = balancedBrackets(options, random);
        if (label == 0)
            return tokens;
        for (int attempt = 0; attempt < 100; ++attempt) {
            std::swap(tokens[place(random, tokens.size())], tokens[place(random, tokens.size())]);
            if (!areBalanced(tokens))
                return tokens;
        }
    }
}

void checkEven(const Options& options) {
    if (options.length % 2 != 0)
        throw Error("length: expected an even number, because brackets come in pairs; got \"" +
                    std::to_string(options.length) + "\".");
}

Tokens majority(const Options& options, int label, Random& random) {
    const int fewest = options.length / 2 + 1; // of the kind that wins
    const int winners = fewest + int(random.below(std::uint64_t(std::max(1, options.length / 4))));
    Tokens tokens;
    for (int i = 0; i < options.length; ++i)
        tokens.push_back(wordOfKind(i < winners ? label : 1 - label, options, 2, random));
    random.shuffle(tokens);
    return tokens;
}

constexpr std::array<const char*, 12> nouns = {"dog",    "farmer", "teacher", "bird",   "singer", "horse",
                                               "doctor", "pilot",  "king",    "lawyer", "girl",   "painter"};
constexpr std::array<const char*, 6> verbs = {"sleep", "laugh", "arrive", "win", "sing", "wait"};
constexpr std::array<const char*, 4> prepositions = {"near", "behind", "beside", "before"};
constexpr std::array<const char*, 4> adverbs = {"quietly", "often", "never", "gladly"};

template <std::size_t N>
std::string oneOf(const std::array<const char*, N>& words, Random& random) {
    return words[place(random, N)];
}

std::string noun(bool isPlural, Random& random) {
    return oneOf(nouns, random).append(isPlural ? "s" : "");
}

/// "the dogs near the singer … quietly sleep": the verb has to agree with the first noun and not with the others.
Tokens agreement(const Options& options, int label, Random& random) {
    const bool isPlural = random.below(2) == 1;
    const bool verbIsPlural = isPlural == (label == 0);
    Tokens tokens = {"the", noun(isPlural, random)};
    while (tokens.size() + 4 <= std::size_t(options.length)) {
        tokens.push_back(oneOf(prepositions, random));
        tokens.emplace_back("the");
        tokens.push_back(noun(random.below(2) == 1, random));
    }
    while (tokens.size() + 1 < std::size_t(options.length))
        tokens.push_back(oneOf(adverbs, random));
    tokens.push_back(oneOf(verbs, random).append(verbIsPlural ? "" : "s"));
    return tokens;
}

Tokens duplicate(const Options& options, int label, Random& random) {
    std::vector<int> words(std::size_t(options.vocabulary));
    for (std::size_t i = 0; i < words.size(); ++i)
        words[i] = int(i);
    random.shuffle(words);
    Tokens tokens;
    for (std::size_t i = 0; i < std::size_t(options.length); ++i)
        tokens.push_back(kindName('w' - 'a').append(std::to_string(words[i])));
    if (label == 0) {
        const std::size_t a = place(random, tokens.size());
        const std::size_t b = place(random, tokens.size() - 1);
        tokens[b + (b >= a)] = tokens[a];
    }
    return tokens;
}

void checkDistinct(const Options& options) {
    if (options.vocabulary < options.length)
        throw Error("vocabulary: expected " + std::to_string(options.length) +
                    " or more, because a sentence of that length may have no word twice; got \"" +
                    std::to_string(options.vocabulary) + "\".");
}

} // namespace

const std::vector<DiagnosticTask>& diagnosticTasks() {
    static const std::vector<DiagnosticTask> tasks = {
        {"first", "First token", "Of which kind is the first token? A strict forward mask finds it from everywhere.",
         allTasksAnd({"vocabulary", "classes"}), kindLabels, firstToken, nullptr},
        {"last", "Last token", "Of which kind is the last token? A strict backward mask finds it from everywhere.",
         allTasksAnd({"vocabulary", "classes"}), kindLabels, lastToken, nullptr},
        {"back", "k-back token", "Of which kind is the token `back` places before the last? Needs distances or order.",
         allTasksAnd({"vocabulary", "classes", "back"}), kindLabels, tokenBack, checkBack},
        {"order", "Which came first",
         "Does red or blue come first? Attention without directional masks or positions "
         "cannot tell.",
         allTasksAnd({"vocabulary"}),
         [](const Options&) {
             return Tokens{"red", "blue"};
         },
         whichFirst, nullptr},
        {"brackets", "Bracket matching",
         "Do the brackets match? The unmatched ones have two of them exchanged, so "
         "counting does not help.",
         allTasksAnd({}),
         [](const Options&) {
             return Tokens{"matched", "unmatched"};
         },
         brackets, checkEven},
        {"majority", "Majority", "Are more of the words of kind a or b? Pooling alone can do it; the baseline of all.",
         allTasksAnd({"vocabulary"}),
         [](const Options&) {
             return Tokens{"a", "b"};
         },
         majority, nullptr},
        {"agreement", "Long-range agreement",
         "Does the verb at the end agree with the first noun? The nouns between them mislead local attention.",
         allTasksAnd({}),
         [](const Options&) {
             return Tokens{"agrees", "differs"};
         },
         agreement, nullptr},
        {"duplicate", "Duplicate detection",
         "Does some word occur twice? Needs a comparison of every token with every "
         "other.",
         allTasksAnd({"vocabulary"}),
         [](const Options&) {
             return Tokens{"twice", "once"};
         },
         duplicate, checkDistinct},
    };
    return tasks;
}

} // namespace headlight
