#include "viewmodels/tag_lines.h"

#include "engine/models/model.h"
#include "engine/models/predicate.h"
#include "session/open_model.h"
#include "viewmodels/map_archive.h"

#include <algorithm>

namespace headlight {

namespace {

int predicateOf(const Sequence& sequence) {
    const auto found = std::find_if(sequence.tokens.begin(), sequence.tokens.end(),
                                    [](const Token& token) { return token.isPredicate; });
    return found == sequence.tokens.end() ? -1 : int(found - sequence.tokens.begin());
}

/// Without an answer yet.
TagLine lineAbout(const Sequence& sequence) {
    TagLine line{predicateOf(sequence)};
    if (line.predicate >= 0)
        line.predicateText = QString::fromStdString(predicateText(tokenTexts(sequence), line.predicate));
    return line;
}

/// Of an example of the model, as it was cut for the corpus; none where the text is another, or is cut otherwise.
std::optional<std::vector<std::string>> rightLabels(const Model& model, const std::string& sentence, int predicate,
                                                    std::size_t tokens) {
    for (const ExampleText& example : model.examples()) {
        const std::size_t tab = example.text.find('\t');
        if (example.text.substr(0, tab) != sentence || example.labels.size() < tokens)
            continue;
        if (predicate >= 0 && (tab == std::string::npos ||
                               predicateOf(model.read({sentence, example.text.substr(tab + 1)}).front()) != predicate))
            continue;
        return std::vector<std::string>(example.labels.begin(), example.labels.begin() + std::ptrdiff_t(tokens));
    }
    return std::nullopt;
}

/// Second texts of all predicates that the sentence has, as far as is known; some may mean the same token.
std::vector<std::string> predicatesOf(const Model& model, const std::string& sentence) {
    std::vector<std::string> predicates = model.predicates(sentence);
    for (const ExampleText& example : model.examples())
        if (const std::size_t tab = example.text.find('\t'); example.text.substr(0, tab) == sentence)
            predicates.push_back(example.text.substr(tab + 1));
    return predicates;
}

QList<TagLine> linesBeside(const TagLine& own, const AttendInput& input, const Check& check) {
    const Model& model = *input.open->model;
    const std::string& sentence = input.texts.front();
    RunControl control;
    control.check = check;
    QList<TagLine> lines;
    for (const std::string& predicate : predicatesOf(model, sentence)) {
        const std::vector<Sequence> sequences = model.read({sentence, predicate});
        TagLine line = lineAbout(sequences.front());
        const auto isKnown = [&](const TagLine& other) { return other.predicate == line.predicate; };
        if (isKnown(own) || std::any_of(lines.begin(), lines.end(), isKnown))
            continue;
        line.answer = std::get<TagAnswer>(model.run(sequences, input.intervention, control)->answer());
        if (!input.intervention.empty())
            line.was = std::get<TagAnswer>(model.run(sequences, {}, control)->answer());
        line.right = rightLabels(model, sentence, line.predicate, line.answer.tokens.size());
        lines.append(line);
    }
    return lines;
}

} // namespace

TagLines::TagLines(const AttendModel& model, Jobs& jobs, QObject* parent)
    : QObject(parent), m_model(model), m_job(jobs, this) {
    connect(&model, &AttendModel::changed, this, &TagLines::follow);
    follow();
}

bool TagLines::areOthersOf(const AttendInput& input) const {
    return !m_lines.isEmpty() && m_input.open == input.open && m_input.texts.front() == input.texts.front() &&
           m_input.intervention == input.intervention;
}

/// By the place of its predicate.
void TagLines::place(TagLine line) {
    const auto at = std::lower_bound(m_lines.begin(), m_lines.end(), line,
                                     [](const TagLine& a, const TagLine& b) { return a.predicate < b.predicate; });
    if (at != m_lines.end() && at->predicate == line.predicate)
        *at = std::move(line);
    else
        m_lines.insert(at, std::move(line));
}

void TagLines::follow() {
    const TagAnswer* const answer = m_model.answer().tags();
    if (!answer) {
        m_job.cancel();
        m_lines.clear();
        m_shown = -1;
        emit changed();
        return;
    }
    const AttendInput& input = m_model.shown();
    TagLine own = lineAbout(m_model.asRead()->sequences().front());
    own.answer = *answer;
    if (const TagAnswer* before = m_model.answer().tagsWere())
        own.was = *before;
    own.right = rightLabels(*input.open->model, input.texts.front(), own.predicate, answer->tokens.size());
    const int predicate = own.predicate;
    if (areOthersOf(input)) {
        place(std::move(own));
    } else {
        m_lines = {own};
        m_input = input;
        m_job.cancel();
        if (predicate >= 0)
            m_job.start(
                tr("Read the other predicates"),
                [own, input](JobControl& control) { return linesBeside(own, input, [&control] { control.check(); }); },
                [this](QList<TagLine> lines) { takeOthers(std::move(lines)); },
                [](const QString&) {}); // the shown one has been read, and says what there is to say
    }
    tell(predicate);
}

void TagLines::tell(int predicate) {
    const auto isShown = [&](const TagLine& line) { return line.predicate == predicate; };
    m_shown = int(std::find_if(m_lines.begin(), m_lines.end(), isShown) - m_lines.begin());
    emit changed();
}

void TagLines::takeOthers(QList<TagLine> lines) {
    const int predicate = m_lines[m_shown].predicate;
    for (TagLine& line : lines)
        if (line.predicate != predicate)
            place(std::move(line));
    tell(predicate);
}

} // namespace headlight
