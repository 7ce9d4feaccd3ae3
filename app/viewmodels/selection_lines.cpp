#include "viewmodels/selection_lines.h"

#include "engine/models/model.h"
#include "session/open_model.h"

#include <algorithm>

namespace headlight {

namespace {

/// Numbers of the right sentences, as an example of the model's corpus has them; empty where the texts are others.
std::vector<std::string> rightNumbers(const AttendModel& model) {
    const AttendInput& input = model.shown();
    if (!input.open || input.texts.size() != 2)
        return {};
    for (const ExampleText& example : input.open->model->examples())
        if (example.text == input.texts[0] + '\t' + input.texts[1])
            return example.labels;
    return {};
}

} // namespace

bool knowsRightSentence(const AttendModel& model) {
    return model.selection() && !rightNumbers(model).empty();
}

std::vector<SelectionLine> selectionLines(const AttendModel& model) {
    const SelectionAnswer* const answer = model.selection();
    if (!answer)
        return {};
    const std::vector<std::string> right = rightNumbers(model);
    const std::string& passage = model.shown().texts.back();
    const std::vector<AnswerRow>& rows = model.answer().rows();
    std::vector<SelectionLine> lines;
    for (std::size_t k = 0; k < answer->sentences.size(); ++k) {
        const SelectionAnswer::Sentence& sentence = answer->sentences[k];
        SelectionLine& line = lines.emplace_back();
        line.text = QString::fromStdString(passage.substr(sentence.begin, sentence.end - sentence.begin));
        line.probability = answer->places.probabilities[k];
        line.was = rows[k].was;
        line.best = k == answer->places.best();
        line.right = std::find(right.begin(), right.end(), std::to_string(k + 1)) != right.end();
        line.shown = model.sequenceAt(1) == int(k) + 1;
        line.isRead = sentence.isRead;
        for (const SelectionAnswer::Choice& choice : answer->choices)
            if (choice.sentence == k)
                line.chosenBy << QString::fromStdString(choice.title);
    }
    return lines;
}

} // namespace headlight
