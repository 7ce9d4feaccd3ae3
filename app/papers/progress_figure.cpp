// Accuracy over the time of training, as Bi-BloSAN's paper shows it on CR.
#include "papers/curve_figures.h"
#include "papers/progress_curves.h"
#include "wording/option_title.h"

#include <QObject>

namespace headlight {

namespace {

const char* progressSource = "Bi-BloSAN paper, Figure 5 (CR)";

/// 800 steps with batches of 32 are 7.5 epochs of nine tenths of CR. The paper has one set of values for all encoders.
PaperTraining reviews() {
    return {"cr",
            "classify",
            "cr",
            "accuracy",
            {{"batch", "32"}, {"keep", "0.6"}, {"epochs", "8"}, {"evaluate_every", "10"}},
            3,
            "limit=1000",
            {{"epochs", "6"}, {"evaluate_every", "5"}},
            "test",
            "nine tenths of 3,771 reviews",
            "nine tenths of 1,000 reviews"};
}

std::vector<PaperSetting> progressEncoders() {
    std::vector<PaperSetting> settings;
    for (const char* encoder : {"bilstm", "multicnn", "multihead", "disa", "biblosa"})
        settings.push_back({encoderTitle(QLatin1String(encoder)).toStdString(), encoder});
    return settings;
}

DrawnFigure drawProgress(const PaperMaterial& material) {
    const PaperTraining training = reviews();
    const std::vector<PaperSetting> settings = progressEncoders();
    DrawnFigure drawn;
    const auto plot = progressPlot(material, training, settings, training.shown, Progress::Seconds);
    const QString title = QObject::tr("Accuracy over the time of training");
    plot->setDescription(title, {{QStringLiteral("figure"), QLatin1String(progressSource)}});
    drawn.plots = {{QStringLiteral("accuracy"), title, plot}};
    drawn.values = progressValues(material, training, training.shown);
    drawn.leftOut = othersOf(material, training);
    drawn.remarks << budgetText(training, material.quick)
                  << QObject::tr(
                         "Accuracy on the first of ten folds, which is held out, every 10 steps; the time is that "
                         "of the training steps alone.")
                  << QObject::tr(
                         "Seconds are of this machine's processor; the paper's are of a GPU, and its figure has no "
                         "numbers.");
    return drawn;
}

} // namespace

PaperFigure biblosanProgress() {
    return {"biblosan-figure-5", "Accuracy over the time of training", progressSource,
            [](bool quick) {
                return PaperNeeds{{}, runsOf(reviews(), progressEncoders(), quick)};
            },
            drawProgress};
}

} // namespace headlight
