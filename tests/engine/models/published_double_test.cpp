// The networks of published models in double: against PyTorch, and the gradients of every parameter.

#include "autodiff/gradient_check.h"
#include "published_golden.h"

#include <cmath>
#include <deque>

using namespace headlight;
using namespace headlight::publishedgolden;

class PublishedDoubleTest : public QObject {
    Q_OBJECT

    /// The first and the last of a grid, and its second one.
    static PatchInput somePatches(const PatchShape& shape) {
        PatchInput input{Matrix(3 * shape.side * shape.side, 3), {}, shape.grid(), shape.grid()};
        for (Index k = 0; k < input.pixels.size(); ++k)
            input.pixels.data()[k] = std::sin(Real(k));
        const int marks = int(shape.markTokens()), last = int(shape.grid() * shape.grid()) - 1;
        for (const std::vector<int>& patches : {std::vector<int>{0, last}, std::vector<int>{1}}) {
            for (int mark = 0; mark < marks; ++mark)
                input.places.push_back(mark);
            for (const int patch : patches)
                input.places.push_back(marks + patch);
        }
        return input;
    }

private slots:
    void asPyTorch_data() {
        addColumns();
        addRows("bert");
        addRows("published");
    }
    void asPyTorch() {
        QFETCH(QString, folder);
        QFETCH(QString, example);
        compareAll(folderOf(folder.toStdString()), example.toStdString());
    }

    void gradients_data() {
        QTest::addColumn<QString>("folder");
        for (const char* group : {"bert", "published"})
            for (const auto& entry : fs::directory_iterator(folderOf(group)))
                if (isRead(entry.path()))
                    QTest::newRow(entry.path().filename().c_str()) << QString::fromStdString(entry.path().string());
    }
    /// On a few tokens of two texts, or a few patches of two images. Numbers of a table that no token has don't move.
    void gradients() {
        QFETCH(QString, folder);
        const auto network = loadPublished(folder.toStdString());
        Parameters& parameters = network->parameters();
        for (std::size_t p = 0; p < parameters.size(); ++p)
            if (parameters[p].kind == Parameter::Kind::Table)
                parameters[p].trainEnd = std::min<Index>(parameters[p].trainEnd, 4);
        const auto& patches = network->shape().patches;
        const Index marks = patches ? patches->markTokens() : 0;
        const Layout layout = patches ? Layout({marks + 2, marks + 1}) : Layout({3, 2});
        const PatchInput images = patches ? somePatches(*patches) : PatchInput();
        std::deque<Context> contexts; // live until backward
        // Of a key's bias the gradient is 0, and of a step of 1e-5 the rounding is 7e-6 there; the larger step costs
        // the others up to 2e-6, with the square of it.
        const GradientError error = checkGradients(
            parameters,
            [&](Tape& tape) {
                Context& context = contexts.emplace_back(tape, layout);
                auto pass = patches ? network->read(context, images)
                                    : network->read(context, {1, 5, 3, 2, 1}, std::vector<int>(5, 0));
                const TopShape::Kind kind = network->shape().top.kind;
                if (network->shape().decoder) // which writes as many
                    pass = network->decode(context, pass.stack.last, layout, {2, 5, 4, 2, 3});
                return kind == TopShape::Kind::Classes ? network->classScores(context, pass.stack.last)
                       : kind == TopShape::Kind::None  ? pass.stack.last
                                                       : network->tokenScores(context, pass.stack.last);
            },
            1e-4);
        QVERIFY2(error.relative <= 2e-6,
                 qPrintable(QString("%1: %2").arg(QString::fromStdString(error.parameter)).arg(error.relative)));
    }
};

QTEST_GUILESS_MAIN(PublishedDoubleTest)
#include "published_double_test.moc"
