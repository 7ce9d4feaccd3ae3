#include "core/files.h"
#include "core/json_text.h"
#include "models/published/resample.h"

#include <QtTest>

#include <cmath>
#include <filesystem>

using namespace headlight;

/// Images in other sizes as Pillow makes them (tests/golden/make_resized.py).
class ResampleTest : public QObject {
    Q_OBJECT

    using Json = nlohmann::ordered_json;
    static Image imageOf(const Json& rows) {
        Image image{Index(rows.size()), Index(rows.at(0).size()), {}};
        for (const Json& row : rows)
            for (const Json& pixel : row)
                for (const Json& channel : pixel)
                    image.pixels.push_back(channel.get<std::uint8_t>());
        return image;
    }

private slots:
    void imagesAreThoseOfPillow() {
        const std::filesystem::path path =
            std::filesystem::path(HEADLIGHT_SOURCE_DIR) / "tests" / "golden" / "resized.json";
        const Json cases = parseJson(readFile(path), path.string());
        QVERIFY(cases.size() > 3);
        for (const Json& one : cases) {
            const Image wanted = imageOf(one.at("resized"));
            const Resampling kernel = one.at("kernel") == "bicubic" ? Resampling::Bicubic : Resampling::Bilinear;
            QVERIFY2(resized(imageOf(one.at("image")), wanted.height, wanted.width, kernel) == wanted,
                     one.at("kernel").get<std::string>().c_str());
        }
    }

    void weightsAddUpToOneAndStayInside() {
        for (const Index from : {1, 2, 5, 37})
            for (const Index to : {1, 3, 16, 40})
                for (const auto& all : {resampleTaps(from, to, Resampling::Bilinear),
                                        resampleTaps(from, to, Resampling::Bicubic), bicubicTaps(from, to)}) {
                    QCOMPARE(Index(all.size()), to);
                    for (const ResampleTaps& taps : all) {
                        double sum = 0;
                        for (const double weight : taps.weights)
                            sum += weight;
                        QVERIFY(std::abs(sum - 1) < 1e-12);
                        QVERIFY(taps.first >= 0 && taps.first + Index(taps.weights.size()) <= from);
                    }
                }
    }
};

QTEST_GUILESS_MAIN(ResampleTest)
#include "resample_test.moc"
