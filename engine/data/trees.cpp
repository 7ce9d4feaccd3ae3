#include "data/formats.h"

namespace headlight {

namespace {

constexpr int deepestTree = 2000;

bool isLabel(char c) {
    return c >= '0' && c <= '4';
}

struct Phrase {
    int label;
    std::size_t begin, end; ///< into the text of the whole sentence
};

/// One line `(3 (2 The) (4 Rock))`: the sentence's words and all of its phrases, the whole sentence last.
class TreeReader {
public:
    TreeReader(const SourceFile& file, const SourceLine& line) : m_file(file), m_line(line) {}

    void read() {
        readNode(0);
        skipSpaces();
        if (m_position != m_line.text.size())
            fail("expected the end of the line after the tree");
    }

    std::string sentence;
    std::vector<Phrase> phrases;

private:
    void readNode(int depth) {
        if (depth > deepestTree)
            fail("the tree is deeper than " + std::to_string(deepestTree) + " phrases");
        skipSpaces();
        if (!take('('))
            fail("expected \"(\" of a tree");
        const char label = peek();
        if (!isLabel(label))
            fail("expected a label from 0 to 4 in the tree");
        ++m_position;
        skipSpaces();
        const std::size_t begin = sentence.size() + (sentence.empty() ? 0 : 1);
        if (peek() == '(') {
            while (peek() == '(') {
                readNode(depth + 1);
                skipSpaces();
            }
        } else {
            readWord();
        }
        if (!take(')'))
            fail("expected \")\" of the tree");
        phrases.push_back({label - '0', begin, sentence.size()});
    }

    void readWord() {
        const std::size_t end = m_line.text.find_first_of(" ()", m_position);
        if (end == std::string_view::npos || end == m_position)
            fail("expected a word in the tree");
        if (!sentence.empty())
            sentence += ' ';
        for (; m_position < end; ++m_position)
            if (m_line.text[m_position] != '\\') // only / and * are escaped
                sentence += m_line.text[m_position];
        skipSpaces();
    }

    char peek() const { return m_position < m_line.text.size() ? m_line.text[m_position] : '\0'; }

    bool take(char c) {
        if (peek() != c)
            return false;
        ++m_position;
        return true;
    }

    void skipSpaces() {
        while (peek() == ' ')
            ++m_position;
    }

    [[noreturn]] void fail(const std::string& what) const {
        throw Error(m_file.at(m_line.number) + "character " + std::to_string(m_position + 1) + ": " + what);
    }

    const SourceFile& m_file;
    const SourceLine& m_line;
    std::size_t m_position = 0;
};

} // namespace

bool looksLikeTrees(const SourceFile& file, const CorpusOptions&) {
    const std::size_t begin = file.text.find_first_not_of(" \t\r\n");
    return file.text.size() - begin > 3 && file.text[begin] == '(' && isLabel(file.text[begin + 1]) &&
           file.text[begin + 2] == ' ';
}

/// REFERENCE §4.2: training takes every phrase; for five classes each one that is not neutral, and each whole sentence,
/// stands there four times. Two classes leave out what is neutral. Dev and test are whole sentences.
std::vector<RawExample> readTrees(const SourceFile& file, const CorpusOptions& options, Part part, Notes&) {
    const bool isBinary = options.labels == CorpusOptions::Labels::Binary;
    const bool withPhrases = part == Part::Train && options.phrases;
    std::vector<RawExample> examples;
    for (const SourceLine& line : linesOf(file)) {
        TreeReader tree(file, line);
        tree.read();
        for (std::size_t i = withPhrases ? 0 : tree.phrases.size() - 1; i < tree.phrases.size(); ++i) {
            const Phrase& phrase = tree.phrases[i];
            const bool isNeutral = phrase.label == 2;
            if (isBinary && isNeutral)
                continue;
            const int label = isBinary ? int(phrase.label > 2) : phrase.label;
            const bool isSentence = i + 1 == tree.phrases.size();
            const int copies = withPhrases && !isBinary && (!isNeutral || isSentence) ? 4 : 1;
            for (int copy = 0; copy < copies; ++copy)
                examples.push_back({std::to_string(label),
                                    tree.sentence.substr(phrase.begin, phrase.end - phrase.begin), line.number});
        }
    }
    return examples;
}

} // namespace headlight
