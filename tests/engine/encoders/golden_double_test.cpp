#include "golden_checks.h"

using namespace headlight;

/// The engine against PyTorch (tests/golden), in double: rounding aside, the numbers must be the same.
class GoldenDoubleTest : public QObject {
    Q_OBJECT

    static golden::Case read() {
        QFETCH(QString, name);
        return golden::readCase(name.toStdString());
    }
    static std::string form() {
        QFETCH(QString, form);
        return form.toStdString();
    }

private slots:
    void outputs_data() { golden::addRows(); }
    void outputs() { golden::compareOutputs(read(), form()); }

    void sentenceClassifier_data() { golden::addRows(); }
    void sentenceClassifier() { golden::compareSentenceClassifier(read(), form()); }

    void gradients_data() { golden::addRows(); }
    void gradients() { golden::compareGradients(read(), form()); }

    void maps_data() { golden::addRows(); }
    void maps() { golden::compareMaps(read(), form()); }
};

QTEST_GUILESS_MAIN(GoldenDoubleTest)
#include "golden_double_test.moc"
