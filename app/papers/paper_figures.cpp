#include "papers/paper_figure.h"

#include "engine/core/error.h"

#include <algorithm>
#include <set>
#include <sstream>

namespace headlight {

const std::vector<PaperFigure>& paperFigures() {
    static const std::vector<PaperFigure> table = {
        {"mtsa-figure-1",
         "Time and memory against the length of the input",
         "MTSA paper, Figure 1; memory at length 64 from its Table 1",
         {"bilstm", "bigru", "multicnn", "hrchycnn", "multihead", "disa", "biblosa", "mtsa"},
         true,
         costSweep,
         drawCosts},
        {"biblosan-figure-6",
         "Time and memory against the length of the input",
         "Bi-BloSAN paper, Figure 6, which has no numbers",
         {"bilstm", "bigru", "bisru", "multicnn", "hrchycnn", "multihead", "disa", "biblosa"},
         false,
         costSweep,
         drawCosts},
    };
    return table;
}

std::vector<const PaperFigure*> paperFiguresOf(const std::string& list) {
    std::vector<std::string> ids;
    for (const PaperFigure& figure : paperFigures())
        ids.push_back(figure.id);
    std::set<std::string> wanted;
    std::istringstream words(list);
    for (std::string word; std::getline(words, word, ',');) {
        if (word.empty())
            continue;
        if (word == "all")
            wanted.insert(ids.begin(), ids.end());
        else if (std::find(ids.begin(), ids.end(), word) != ids.end())
            wanted.insert(word);
        else
            throw Error("there is no figure \"" + printable(word, 40) + "\"." + advice(word, ids));
    }
    if (wanted.empty())
        throw Error("which figures are to be made? All of them are: all." + advice("", ids));
    std::vector<const PaperFigure*> figures;
    for (const PaperFigure& figure : paperFigures())
        if (wanted.contains(figure.id))
            figures.push_back(&figure);
    return figures;
}

} // namespace headlight
