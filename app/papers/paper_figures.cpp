#include "papers/paper_figure.h"

#include "engine/core/error.h"
#include "papers/curve_figures.h"
#include "papers/paper_tables.h"
#include "papers/word_figures.h"

#include <algorithm>
#include <set>
#include <sstream>

namespace headlight {

const std::vector<PaperFigure>& paperFigures() {
    static const std::vector<PaperFigure> table = {
        mtsaCosts(),
        figureOf(mtsaEncoders()),
        figureOf(mtsaAblations()),
        biblosanProgress(),
        biblosanCosts(),
        figureOf(mpsanMasks()),
        figureOf(mpsanFusion()),
        figureOf(mpsanScores()),
        figureOf(mpsanComponents()),
        lamaWords(),
        lamaHeads(),
        lamaTopWords(),
        csanSizes(),
        csanNgrams(),
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
