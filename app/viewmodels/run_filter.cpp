#include "viewmodels/run_filter.h"

#include <QObject>
#include <QRegularExpression>
#include <cmath>
#include <vector>

namespace headlight {

struct RunFilter::Node {
    enum class Kind { And, Or, Not, Word, Compare };
    Kind kind = Kind::And;
    std::vector<std::shared_ptr<const Node>> children;
    QString column, operation, text; ///< Word: text alone
    double number = std::nan("");    ///< of the text, when it is one
    QRegularExpression expression;   ///< operation ~
};

namespace {

using Node = RunFilter::Node;
using NodePointer = std::shared_ptr<const Node>;

struct FilterToken {
    enum class Kind { Word, Quoted, Operation, Open, Close, End };
    Kind kind = Kind::End;
    QString text;
    int position = 0, length = 1;

    bool isWord(const char* word) const {
        return kind == Kind::Word && text.compare(QLatin1String(word), Qt::CaseInsensitive) == 0;
    }
};

bool startsOperation(QChar c) {
    return QStringLiteral("=!<>~").contains(c);
}

/// One operation at `position`, or an empty text when there is a lone "!".
QString operationAt(const QString& text, qsizetype position) {
    for (const char* operation : {"!=", "<=", ">=", "==", "<", ">", "=", "~"})
        if (text.mid(position).startsWith(QLatin1String(operation)))
            return QLatin1String(operation);
    return {};
}

FilterToken quotedAt(const QString& text, qsizetype position) {
    const qsizetype end = text.indexOf(text[position], position + 1);
    if (end < 0)
        throw RunFilterError(QObject::tr("a quotation mark is missing at the end"), int(position),
                             int(text.size() - position), true);
    return {FilterToken::Kind::Quoted, text.mid(position + 1, end - position - 1), int(position),
            int(end - position + 1)};
}

FilterToken wordAt(const QString& text, qsizetype position) {
    qsizetype end = position;
    while (end < text.size() && !text[end].isSpace() && text[end] != '(' && text[end] != ')' &&
           !startsOperation(text[end]))
        ++end;
    return {FilterToken::Kind::Word, text.mid(position, end - position), int(position), int(end - position)};
}

FilterToken tokenAt(const QString& text, qsizetype position) {
    const QChar c = text[position];
    if (c == '(' || c == ')')
        return {c == '(' ? FilterToken::Kind::Open : FilterToken::Kind::Close, QString(c), int(position), 1};
    if (c == '"' || c == '\'')
        return quotedAt(text, position);
    if (!startsOperation(c))
        return wordAt(text, position);
    const QString operation = operationAt(text, position);
    if (operation.isEmpty())
        throw RunFilterError(QObject::tr("“!” alone says nothing: write != or not"), int(position), 1,
                             position == text.size() - 1);
    return {FilterToken::Kind::Operation, operation == QLatin1String("==") ? QStringLiteral("=") : operation,
            int(position), int(operation.size())};
}

std::vector<FilterToken> tokenize(const QString& text) {
    std::vector<FilterToken> tokens;
    qsizetype position = 0;
    while (position < text.size()) {
        if (text[position].isSpace()) {
            ++position;
            continue;
        }
        tokens.push_back(tokenAt(text, position));
        position += tokens.back().length;
    }
    tokens.push_back({FilterToken::Kind::End, {}, int(text.size()), 1});
    return tokens;
}

double numberIn(QString text) {
    const bool percent = text.endsWith('%');
    if (percent)
        text.chop(1);
    bool isNumber = false;
    const double number = text.toDouble(&isNumber);
    return isNumber ? (percent ? number / 100 : number) : std::nan("");
}

class Parser {
public:
    Parser(const QString& text, const QList<RunColumn>& columns) : m_tokens(tokenize(text)), m_columns(columns) {}

    NodePointer parse() {
        if (peek().kind == FilterToken::Kind::End)
            return {};
        NodePointer root = either();
        if (peek().kind != FilterToken::Kind::End)
            fail(QObject::tr("there is no “(” to this “)”"), peek());
        return root;
    }
    const QString& lastWord() const { return m_lastWord; }

private:
    const FilterToken& peek(std::size_t ahead = 0) const {
        return m_tokens[std::min(m_next + ahead, m_tokens.size() - 1)];
    }
    const FilterToken& take() { return m_tokens[m_next < m_tokens.size() - 1 ? m_next++ : m_next]; }
    [[noreturn]] static void fail(const QString& message, const FilterToken& token, bool isUnfinished = false) {
        throw RunFilterError(message, token.position, token.length, isUnfinished);
    }
    static NodePointer join(Node::Kind kind, std::vector<NodePointer> children) {
        if (children.size() == 1 && kind != Node::Kind::Not)
            return children.front();
        auto node = std::make_shared<Node>();
        node->kind = kind;
        node->children = std::move(children);
        return node;
    }

    NodePointer either() {
        std::vector<NodePointer> children{all()};
        while (peek().isWord("or")) {
            take();
            children.push_back(all());
        }
        return join(Node::Kind::Or, std::move(children));
    }

    NodePointer all() {
        std::vector<NodePointer> children{one()};
        while (peek().kind != FilterToken::Kind::End && peek().kind != FilterToken::Kind::Close &&
               !peek().isWord("or")) {
            if (peek().isWord("and"))
                take();
            children.push_back(one());
        }
        return join(Node::Kind::And, std::move(children));
    }

    NodePointer one() {
        const FilterToken token = peek();
        if (token.isWord("not")) {
            // A chain of “not” is not a call each: a filter is typed by hand, but may be pasted.
            bool negative = false;
            for (; peek().isWord("not"); take())
                negative = !negative;
            NodePointer inner = one();
            return negative ? join(Node::Kind::Not, {inner}) : inner;
        }
        if (token.kind == FilterToken::Kind::Open)
            return bracket();
        if (token.kind == FilterToken::Kind::Operation)
            fail(QObject::tr("a column's name is missing before “%1”").arg(token.text), token);
        if (token.kind == FilterToken::Kind::End || token.kind == FilterToken::Kind::Close || token.isWord("and") ||
            token.isWord("or"))
            fail(QObject::tr("something is missing here: a word, or a comparison such as accuracy > 0.9"), token,
                 token.kind == FilterToken::Kind::End);
        if (const std::size_t words = wordsOfName())
            return comparison(words);
        auto node = std::make_shared<Node>();
        node->kind = Node::Kind::Word;
        node->text = take().text;
        if (token.kind == FilterToken::Kind::Word && peek().kind == FilterToken::Kind::End)
            m_lastWord = token.text;
        return node;
    }

    NodePointer bracket() {
        const FilterToken open = take();
        if (++m_depth > 100)
            fail(QObject::tr("too many brackets inside each other"), open);
        NodePointer inner = either();
        if (peek().kind != FilterToken::Kind::Close)
            fail(QObject::tr("the “)” to this “(” is missing"), open, peek().kind == FilterToken::Kind::End);
        take();
        --m_depth;
        return inner;
    }

    /// How many words from here on are the name in a comparison; 0 when the next one stands for itself.
    std::size_t wordsOfName() const {
        std::size_t words = 1;
        while (peek(words - 1).kind == FilterToken::Kind::Word && peek(words).kind == FilterToken::Kind::Word)
            ++words;
        if (peek(words).kind != FilterToken::Kind::Operation)
            return 0;
        return words == 1 || columnNamed(textOf(words)) ? words : 0; // trec train loss < 1: the name is shorter
    }
    QString textOf(std::size_t words) const {
        QString text = peek().text;
        for (std::size_t k = 1; k < words; ++k)
            text += ' ' + peek(k).text;
        return text;
    }

    NodePointer comparison(std::size_t words) {
        FilterToken name = peek();
        name.text = textOf(words);
        for (; words > 0; --words)
            take();
        const FilterToken operation = take(), value = take();
        auto node = std::make_shared<Node>();
        node->kind = Node::Kind::Compare;
        node->column = columnOf(name);
        node->operation = operation.text;
        if ((value.kind != FilterToken::Kind::Word && value.kind != FilterToken::Kind::Quoted) || value.isWord("and") ||
            value.isWord("or"))
            fail(QObject::tr("a value is missing after “%1”").arg(operation.text),
                 value.kind == FilterToken::Kind::End ? operation : value, value.kind == FilterToken::Kind::End);
        node->text = value.text;
        const bool hasPercent = value.kind == FilterToken::Kind::Word && peek().kind == FilterToken::Kind::Word &&
                                peek().text == QLatin1String("%");
        node->number = value.kind == FilterToken::Kind::Word ? numberIn(value.text) : std::nan("");
        if (hasPercent) { // 90 %
            take();
            node->number /= 100;
        } else if (isShare(node->column) && node->number > 1 && !value.text.endsWith('%')) {
            fail(QObject::tr("%1 is a share, at most 1: write %2, or %3 %")
                     .arg(name.text, QString::number(node->number / 100), value.text),
                 value);
        }
        if (operation.text == QLatin1String("~")) {
            node->expression = QRegularExpression(value.text, QRegularExpression::CaseInsensitiveOption);
            if (!node->expression.isValid())
                fail(QObject::tr("not a regular expression: %1").arg(node->expression.errorString()), value);
        }
        return node;
    }

    bool isShare(const QString& key) const {
        return std::any_of(m_columns.begin(), m_columns.end(), [&](const RunColumn& column) {
            return column.key == key && column.kind == RunColumn::Kind::Share;
        });
    }

    /// By its key, else by its heading; null when there is none.
    const RunColumn* columnNamed(const QString& name) const {
        for (QString RunColumn::*kind : {&RunColumn::key, &RunColumn::title})
            for (const RunColumn& column : m_columns)
                if ((column.*kind).compare(name, Qt::CaseInsensitive) == 0)
                    return &column;
        return nullptr;
    }

    QString columnOf(const FilterToken& name) const {
        if (const RunColumn* column = columnNamed(name.text))
            return column->key;
        std::vector<std::string> known;
        for (const RunColumn& column : m_columns)
            for (const QString& one : {column.key, column.title})
                known.push_back(one.toLower().toStdString());
        fail(QObject::tr("there is no column “%1”.").arg(name.text) +
                 QString::fromStdString(suggestion(name.text.toLower().toStdString(), known)),
             name);
    }

    std::vector<FilterToken> m_tokens;
    const QList<RunColumn>& m_columns;
    QString m_lastWord;
    std::size_t m_next = 0;
    int m_depth = 0;
};

bool fits(const QString& operation, int order) {
    if (operation == QLatin1String("="))
        return order == 0;
    if (operation == QLatin1String("!="))
        return order != 0;
    if (operation == QLatin1String("<"))
        return order < 0;
    if (operation == QLatin1String("<="))
        return order <= 0;
    if (operation == QLatin1String(">"))
        return order > 0;
    return order >= 0;
}

bool compares(const Node& node, const QVariant& value) {
    if (!value.isValid() || value.toString().isEmpty())
        return node.operation == QLatin1String("!=");
    const QString text = value.toString();
    if (node.operation == QLatin1String("~"))
        return node.expression.match(text).hasMatch();
    bool isNumber = false;
    const double number = value.toDouble(&isNumber);
    if (isNumber && !std::isnan(node.number))
        return fits(node.operation, number < node.number ? -1 : number > node.number ? 1 : 0);
    return fits(node.operation, text.compare(node.text, Qt::CaseInsensitive));
}

bool holds(const Node& node, const RunFilter::Lookup& lookup, const QString& words) {
    switch (node.kind) {
    case Node::Kind::And:
        for (const NodePointer& child : node.children)
            if (!holds(*child, lookup, words))
                return false;
        return true;
    case Node::Kind::Or:
        for (const NodePointer& child : node.children)
            if (holds(*child, lookup, words))
                return true;
        return false;
    case Node::Kind::Not:
        return !holds(*node.children.front(), lookup, words);
    case Node::Kind::Word:
        return words.contains(node.text, Qt::CaseInsensitive);
    case Node::Kind::Compare:
        return compares(node, lookup(node.column));
    }
    return true;
}

} // namespace

RunFilter::RunFilter() = default;

RunFilter::RunFilter(const QString& text, const QList<RunColumn>& columns) {
    Parser parser(text, columns);
    m_root = parser.parse();
    m_lastWord = parser.lastWord();
}

bool RunFilter::accepts(const Lookup& lookup, const QString& words) const {
    return !m_root || holds(*m_root, lookup, words);
}

} // namespace headlight
