// Every published architecture against PyTorch.

#include "published_golden.h"

#include <set>

using namespace headlight;
using namespace headlight::publishedgolden;

class PublishedGoldenTest : public QObject {
    Q_OBJECT

private slots:
    void asPyTorch_data() {
        addColumns();
        addRows("bert");
        addRows("published");
    }
    void asPyTorch() {
        QFETCH(QString, folder);
        QFETCH(QString, example);
        for (const Values values : {Values::Own, Values::Stored})
            compareAll(folderOf(folder.toStdString()), example.toStdString(), values);
    }

    /// None is without its numbers; two are RoBERTa under other names.
    void everyArchitectureHasAFolder() {
        std::set<std::string> types = {"xlm-roberta", "camembert"};
        for (const char* folder : {"bert", "published"})
            for (const auto& entry : fs::directory_iterator(folderOf(folder)))
                if (fs::exists(entry.path() / "config.json"))
                    if (const Architecture* row = architectureIn(jsonOf(entry.path() / "config.json")))
                        types.insert(row->type);
        for (const Architecture& architecture : architectures())
            QVERIFY2(types.contains(architecture.type), architecture.type.c_str());
    }
};

QTEST_GUILESS_MAIN(PublishedGoldenTest)
#include "published_golden_test.moc"
