#include "engine/core/error.h"
#include "engine/core/npz.h"
#include "panels/array_file.h"

#include <QFile>
#include <QTemporaryDir>
#include <QtTest>

using namespace headlight;

/// The archive of arrays that a figure's menu offers.
class ArrayFileTest : public QObject {
    Q_OBJECT

private slots:
    void savesTheArchive() {
        QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("Köln.npz"));
        const FigureSource::FileKind kind = arrayFile(QStringLiteral("Numbers"), [](const auto& target) {
            NpzWriter writer;
            writer.add("a", {2}, std::vector<float>{3, 4});
            writer.save(target);
        });
        QCOMPARE(kind.title, QStringLiteral("Numbers"));
        QCOMPARE(kind.extension, QStringLiteral("npz"));
        QCOMPARE(kind.write(path), QString());
        QCOMPARE(readNpz(std::filesystem::path(path.toStdU16String())).at("a").values, (std::vector<float>{3, 4}));
    }

    void saysWhyItCannot() {
        const FigureSource::FileKind kind =
            arrayFile(QStringLiteral("Numbers"), [](const auto&) { throw Error("the disk is full"); });
        QCOMPARE(kind.write(QStringLiteral("x.npz")), QStringLiteral("the disk is full"));
    }
};

QTEST_MAIN(ArrayFileTest)
#include "array_file_test.moc"
