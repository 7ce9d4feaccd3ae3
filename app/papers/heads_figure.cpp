// LAMA's accuracy for numbers of heads, on IMDB.
#include "papers/curve_figures.h"
#include "papers/option_curve.h"
#include "papers/progress_curves.h"

#include <QObject>

namespace headlight {

namespace {

const char* headsSource = "LAMA paper, Figure 5 (IMDB)";

/// The paper's values of m.
std::vector<PaperSetting> headNumbers() {
    std::vector<PaperSetting> settings;
    for (const int heads : {1, 5, 10, 15, 20})
        settings.push_back(lamaOfHeads(heads));
    return settings;
}

DrawnFigure drawHeads(const PaperMaterial& material) {
    const PaperTraining training = filmReviews();
    const std::vector<PaperSetting> settings = headNumbers();
    DrawnFigure drawn;
    const PictureMetadata source{{QStringLiteral("figure"), QLatin1String(headsSource)}};
    const auto progress = progressPlot(material, training, settings, training.shown, Progress::Epochs);
    progress->setDescription(QObject::tr("Validation accuracy of LAMA+ctx over the epochs"), source);
    const auto best =
        optionPlot(material, training, {{QObject::tr("LAMA+ctx"), settings}}, QObject::tr("heads (m)"), bestOnDev);
    best->setDescription(QObject::tr("Best validation accuracy of LAMA+ctx for numbers of heads"), source);
    drawn.plots = {{QStringLiteral("epochs"), QObject::tr("Validation accuracy over the epochs"), progress},
                   {QStringLiteral("heads"), QObject::tr("Best validation accuracy"), best}};
    drawn.values = runValues(material, training, settings, {});
    drawn.leftOut = othersOf(material, training);
    drawn.remarks << budgetText(training, material.quick)
                  << QObject::tr("The paper trains on 25,000 reviews with word vectors of the corpus, up to 50 epochs; "
                                 "vectors begin at random here.")
                  << QObject::tr("The paper's other half, Yelp-L, is not at hand. Its figure has no numbers; its text "
                                 "says that 15 heads are best on both.");
    return drawn;
}

} // namespace

PaperTraining filmReviews() {
    return {"imdb_sample?label=1&text=4&dev=0.1",
            "classify",
            "imdb",
            "accuracy",
            {{"preset", "ctx"}, {"folds", "0"}, {"epochs", "15"}, {"patience", "0"}},
            2,
            "limit=500",
            {{"epochs", "6"}, {"max_tokens", "60"}, {"minimum_count", "2"}},
            "dev",
            "4,500 reviews, beside 500 that validate",
            "500 reviews, beside 500 that validate"};
}

PaperSetting lamaOfHeads(int heads) {
    return {"m = " + std::to_string(heads), "lama", {{"heads", std::to_string(heads)}}, std::nan(""), double(heads)};
}

PaperFigure lamaHeads() {
    return {"lama-figure-5", "Accuracy for numbers of heads", headsSource,
            [](bool quick) {
                return PaperNeeds{{}, runsOf(filmReviews(), headNumbers(), quick)};
            },
            drawHeads};
}

} // namespace headlight
