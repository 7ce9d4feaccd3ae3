#include "models/weights/torch_file.h"

#include "core/files.h"
#include "core/json_text.h"
#include "core/random.h"
#include "message_of.h"
#include "models/safetensors.h"
#include "torch_pieces.h"

#include <QFileInfo>
#include <QTemporaryDir>
#include <QtTest>
#include <bit>
#include <cstring>

using namespace headlight;
using namespace headlight::torchpieces;

namespace {

const std::filesystem::path goldens =
    std::filesystem::path(HEADLIGHT_SOURCE_DIR) / "tests" / "golden" / "weights" / "torch";
const std::string shared = std::string(HEADLIGHT_SOURCE_DIR) + "/../shared/data/models/";

std::vector<std::uint32_t> bitsOf(const std::vector<float>& values) {
    std::vector<std::uint32_t> bits;
    for (const float value : values)
        bits.push_back(std::bit_cast<std::uint32_t>(value));
    return bits;
}

QString refusal(const std::string& bytes) {
    return messageOf([&] { TorchFile::fromBytes(bytes, "m.bin"); });
}

/// A checkpoint of 6 floats with a pickle of its own.
QString pickleRefusal(const std::string& pickle) {
    return refusal(archiveOf(pickle, std::string(24, '\1')));
}

/// Opens and reads everything; an Error is a fine answer, a crash or another exception is not.
bool loads(const std::string& bytes) {
    try {
        const auto file = TorchFile::fromBytes(bytes, "m.bin");
        for (const std::string& name : file.names())
            if (file.readFloat(name).size() != std::size_t(file.info(name).elements()))
                qFatal("wrong number of values");
        return true;
    } catch (const Error&) {
        return false;
    }
}

} // namespace

class TorchFileTest : public QObject {
    Q_OBJECT

private slots:
    void readsWhatTorchWrote_data() {
        QTest::addColumn<QString>("name");
        for (const char* name : {"zip2.pt", "zip4.pt", "legacy2.pt", "legacy4.pt"})
            QTest::newRow(name) << QString(name);
    }
    void readsWhatTorchWrote() {
        QFETCH(QString, name);
        static const std::map<std::string, std::string> types = {
            {"float64", "F64"}, {"float32", "F32"}, {"float16", "F16"}, {"bfloat16", "BF16"}, {"int64", "I64"},
            {"int32", "I32"},   {"int16", "I16"},   {"int8", "I8"},     {"uint8", "U8"},      {"bool", "BOOL"}};
        const auto file = TorchFile::open(goldens / name.toStdString());
        const auto expected = parseJson(readFile(goldens / "expected.json"), "expected.json");
        QCOMPARE(file.names().size(), expected.size());
        for (const auto& [tensor, entry] : expected.items()) {
            QVERIFY2(file.contains(tensor), tensor.c_str());
            QCOMPARE(dtypeName(file.info(tensor).dtype), types.at(entry.at("dtype").get<std::string>()));
            QCOMPARE(file.info(tensor).shape, entry.at("shape").get<std::vector<std::int64_t>>());
            QCOMPARE(bitsOf(file.readFloat(tensor)), entry.at("bits").get<std::vector<std::uint32_t>>());
            if (const float* const mapped = file.mapped(tensor))
                QCOMPARE(bitsOf(std::vector<float>(mapped, mapped + file.info(tensor).elements())),
                         entry.at("bits").get<std::vector<std::uint32_t>>());
        }
        QCOMPARE(file.otherCount(), std::size_t(10));
        QCOMPARE(file.others(), (std::vector<std::string>{"layers.1.1", "epoch", "big", "rate", "name", "none", "flag",
                                                          "size.0", "size.1", "type"}));
    }

    void partsOfViewsAreReadAlone() {
        const auto file = TorchFile::open(goldens / "zip2.pt");
        for (const std::string name : {"decoder.transposed", "decoder.cube", "decoder.column", "encoder.weight"}) {
            const std::vector<float> all = file.readFloat(name);
            for (std::size_t first = 0; first < all.size(); ++first)
                for (std::size_t count = 0; count <= all.size() - first; ++count) {
                    std::vector<float> part(count);
                    file.readFloat(name, std::int64_t(first), std::int64_t(count), part.data());
                    const auto begin = all.begin() + std::ptrdiff_t(first);
                    QCOMPARE(part, std::vector<float>(begin, begin + std::ptrdiff_t(count)));
                }
        }
        float none = 0;
        QVERIFY_THROWS_EXCEPTION(std::invalid_argument, file.readFloat("scalar", 1, 1, &none));
        QVERIFY_THROWS_EXCEPTION(std::invalid_argument, file.readFloat("scalar", 0, 2, &none));
    }

    /// A transposed view of more numbers than are looked through at once, read whole and in single rows.
    void aLargeTransposedViewIsRead() {
        constexpr std::int64_t rows = 70, columns = 300;
        std::vector<float> stored(rows * columns);
        for (std::size_t i = 0; i < stored.size(); ++i)
            stored[i] = float(i);
        const std::string pickle =
            checkpoint(tensor(storage("FloatStorage", "0", rows * columns), 0, {columns, rows}, {1, columns}));
        const auto file = TorchFile::fromBytes(
            archiveOf(pickle, std::string(reinterpret_cast<const char*>(stored.data()), stored.size() * 4)), "m.bin");
        const std::vector<float> all = file.readFloat("w");
        for (std::int64_t i = 0; i < columns; ++i)
            for (std::int64_t j = 0; j < rows; ++j)
                QCOMPARE(all[std::size_t(i * rows + j)], float(j * columns + i));
        std::vector<float> part(rows);
        file.readFloat("w", 7 * rows, rows, part.data());
        QCOMPARE(part[3], float(3 * columns + 7));
    }

    void tiedWeightsLieInOnePlace() {
        const auto file = TorchFile::open(goldens / "zip2.pt");
        QVERIFY(file.mapped("encoder.weight"));
        QCOMPARE(file.mapped("encoder.weight"), file.mapped("decoder.tied"));
        for (const char* name : {"decoder.transposed", "decoder.part", "half", "double", "empty"})
            QVERIFY2(!file.mapped(name), name);
        QVERIFY(!TorchFile::fromBytes(readFile(goldens / "zip2.pt"), "m.bin").mapped("encoder.weight"));
    }

    void aTensorAloneHasAName() {
        const auto file = TorchFile::fromBytes(
            archiveOf(pickleOf(tensor(storage("FloatStorage", "0", 1), 0, {}, {})), std::string("\0\0\x20\x40", 4)),
            "m.bin");
        QCOMPARE(file.names(), std::vector<std::string>{"tensor"});
        QCOMPARE(file.readFloat("tensor"), std::vector<float>{2.5f});
    }

    /// Also what newer versions write for types without a class of storages, and what Python 2 wrote.
    void otherWritersAreRead() {
        const std::string floats("\0\0\x80\x3f\0\0\0\xc0", 8);
        const auto typed = TorchFile::fromBytes(
            archiveOf(checkpoint(typedTensor(storage("UntypedStorage", "0", 8), "float32", {2})), floats), "m.bin");
        QCOMPARE(typed.readFloat("w"), (std::vector<float>{1, -2}));
        const std::string pairs = global("collections", "OrderedDict") + "((" + "(U\1w" +
                                  tensor(storage("FloatStorage", "0", 2, "torch.cuda"), 0, {2}, {1}) + "tltR";
        const auto python2 = TorchFile::fromBytes(archiveOf(pickleOf(pairs), floats), "m.bin");
        QCOMPARE(python2.readFloat("w"), (std::vector<float>{1, -2}));
    }

    void unknownNamesAreToldWithTheNearest() {
        const auto file = TorchFile::open(goldens / "zip2.pt");
        const std::string path = (goldens / "zip2.pt").string();
        QCOMPARE(messageOf([&] { file.info("encoder.wieght"); }),
                 QString::fromStdString(path + ": there is no tensor \"encoder.wieght\". Did you mean "
                                               "\"encoder.weight\"?"));
    }

    void picklesThatDoMoreAreRefused_data();
    void picklesThatDoMoreAreRefused() {
        QFETCH(QByteArray, pickle);
        QFETCH(QString, message);
        QCOMPARE(pickleRefusal(pickle.toStdString()), message);
    }

    void viewsOutsideTheirNumbersAreRefused_data();
    void viewsOutsideTheirNumbersAreRefused() {
        QFETCH(QByteArray, pickle);
        QFETCH(QString, message);
        QCOMPARE(pickleRefusal(pickle.toStdString()), "m.bin: tensor \"w\": " + message);
    }

    /// Lists in lists of which each holds the one before twice: 2^40 values in a file of some hundred bytes.
    void whatIsSharedAgainAndAgainIsRefused() {
        std::string pickle = "]q" + std::string(1, '\0');
        for (char i = 0; i < 40; ++i)
            pickle += std::string("0](h") + i + "h" + i + "eq" + char(i + 1);
        QCOMPARE(pickleRefusal(pickleOf(pickle)),
                 QString("m.bin: its containers hold more than the 4,000,000 values that are allowed; save the model's "
                         "state_dict() alone"));
    }

    void whatIsNoCheckpointIsRefused() {
        QCOMPARE(refusal(""), QString("m.bin: the file is empty; get it anew"));
        QCOMPARE(refusal("version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 1\n"),
                 QString("m.bin: it is only the pointer that Git keeps in place of a large file; get the file itself "
                         "with \"git lfs pull\" or download it"));
        QCOMPARE(refusal("<html>"), QString("m.bin: it is no checkpoint of PyTorch: it begins neither as a zip archive "
                                            "nor as a pickle"));
        QCOMPARE(refusal("\x80\2K\1."), QString("m.bin: it is a pickle of Python, but none of torch.save()"));
        QCOMPARE(refusal(pickleOf(global("posix", "system") + text("ls") + "\x85R")),
                 QString("m.bin: it holds an object of posix.system, which is not a tensor or a container: refused; "
                         "save the model's state_dict() alone"));
        QCOMPARE(refusal(zipOf({{"x/weights.npy", "1"}})),
                 QString("m.bin: it is a zip archive, but none of torch.save(): it has no entry data.pkl"));
        QCOMPARE(pickleRefusal(pickleOf("}")), QString("m.bin: it holds no tensor; save the model's state_dict()"));
    }

    void archivesOfOtherMachinesAndProgramsAreRefused() {
        const std::string pickle = checkpoint(tensor(storage("FloatStorage", "0", 1), 0, {1}, {1}));
        const auto with = [&](const std::string& name, const std::string& content) {
            return refusal(zipOf({{"m/data.pkl", pickle}, {"m/data/0", "1234"}, {name, content}}));
        };
        QCOMPARE(with("m/byteorder", "little"), QString());
        QCOMPARE(with("m/byteorder", "big"),
                 QString("m.bin: it was written on a big-endian machine: refused; load it in PyTorch and save it again "
                         "on a usual computer"));
        QCOMPARE(with("m/byteorder", "pdp"),
                 QString("m.bin: its entry \"byteorder\" should be \"little\", is \"pdp\""));
        QCOMPARE(with("m/constants.pkl", ""), QString("m.bin: it is a TorchScript program, not a checkpoint: refused; "
                                                      "save the model's state_dict() alone"));
        QCOMPARE(with("n/data.pkl", ""), QString("m.bin: it has two checkpoints in one archive, \"m/\" and "
                                                 "\"n/data.pkl\"; save each alone"));
        QCOMPARE(refusal(zipOf({{"m/data.pkl", pickle}})), QString("m.bin: its entry \"m/data/0\" with the numbers of "
                                                                   "a tensor is missing; get the file anew"));
        QCOMPARE(refusal(zipOf({{"m/data.pkl", pickle}, {"m/data/0", "123"}})),
                 QString("m.bin: its entry \"m/data/0\" should have 4 bytes, has 3; the file is damaged, get it anew"));
    }

    void legacyFilesMustAgreeWithThemselves() {
        const std::string good = legacyOf(true, "0", 1, "1234");
        QCOMPARE(refusal(good), QString());
        QCOMPARE(refusal(legacyOf(false, "0", 1, "1234")),
                 QString("m.bin: it was written on a big-endian machine: refused; load it in PyTorch and save it again "
                         "on a usual computer"));
        QCOMPARE(refusal(legacyOf(true, "1", 1, "1234")),
                 QString("m.bin: the list of its storages has one twice or "
                         "one of no tensor; the file is damaged, get it anew"));
        QCOMPARE(refusal(legacyOf(true, "0", 2, "1234")),
                 QString("m.bin: the numbers of its storage \"0\" should be 1, the file has 2; it is damaged, get it "
                         "anew"));
        QCOMPARE(refusal(legacyOf(true, "0", 1, "123")),
                 QString("m.bin: the numbers of its storage \"0\" are cut off; get the file anew"));
        QCOMPARE(refusal(good + "more"), QString("m.bin: 4 bytes follow behind its numbers; it is damaged or holds "
                                                 "several objects: save one state_dict() alone"));
    }

    void damagedFilesNeverCrash() {
        Random random(RandomKey(5));
        for (const char* name : {"zip2.pt", "zip4.pt", "legacy2.pt", "legacy4.pt"}) {
            const std::string good = readFile(goldens / name);
            QVERIFY(loads(good));
            for (std::size_t length = 0; length < good.size(); length += 7)
                QVERIFY(!loads(good.substr(0, length)));
            for (int i = 0; i < 500; ++i) {
                std::string bad = good;
                for (int k = 0; k < 3; ++k)
                    bad[std::size_t(random.below(bad.size()))] = char(random.below(256));
                loads(bad);
            }
        }
    }

    void aChangedFileIsNoticed() {
        const QTemporaryDir folder;
        const auto path = std::filesystem::path(folder.path().toStdString()) / "m.pt";
        writeFile(path, readFile(goldens / "zip2.pt"));
        const auto file = TorchFile::open(path);
        file.refuseChanges();
        std::filesystem::resize_file(path, 100);
        QCOMPARE(messageOf([&] { file.refuseChanges(); }),
                 QString::fromStdString(path.string()) +
                     ": the file was changed after it had been opened; open it again");
    }

    void realFilesAreWhatTheirSafetensorsAre_data() {
        QTest::addColumn<QString>("torch");
        QTest::addColumn<QString>("safetensors");
        QTest::newRow("bert") << "random_bert_xsmall_dummy/pytorch_model.bin"
                              << "random_bert_xsmall_dummy/derived_hf/model.safetensors";
        QTest::newRow("rxnmapper") << "rxnmapper/pytorch_model.bin"
                                   << "rxnmapper/derived_hf/model.safetensors";
    }
    void realFilesAreWhatTheirSafetensorsAre() {
        QFETCH(QString, torch);
        QFETCH(QString, safetensors);
        const std::string path = shared + torch.toStdString();
        if (!QFileInfo::exists(QString::fromStdString(path)))
            QSKIP("../shared/data is absent");
        const auto read = TorchFile::open(path);
        const auto expected = SafetensorsFile::open(shared + safetensors.toStdString());
        QCOMPARE(read.names().size(), expected.names().size());
        for (const std::string& name : expected.names()) {
            QCOMPARE(read.info(name).shape, expected.info(name).shape);
            QCOMPARE(read.info(name).dtype, expected.info(name).dtype);
            QCOMPARE(bitsOf(read.readFloat(name)), bitsOf(expected.readFloat(name)));
        }
    }

    /// Its derived file has other names; what both have under one shape must be there.
    void aRealZipIsRead() {
        const std::string path = shared + "brackets_classifier/brackets_model_state_dict.pt";
        if (!QFileInfo::exists(QString::fromStdString(path)))
            QSKIP("../shared/data is absent");
        const auto file = TorchFile::open(path);
        QCOMPARE(file.names().size(), std::size_t(60));
        QCOMPARE(file.info("blocks.0.attn.W_Q").shape, (std::vector<std::int64_t>{2, 56, 28}));
        QVERIFY(file.mapped("embed.W_E"));
        QCOMPARE(bitsOf(file.readFloat("embed.W_E")),
                 bitsOf(std::vector<float>(file.mapped("embed.W_E"), file.mapped("embed.W_E") + 5 * 56)));
    }
};

void TorchFileTest::picklesThatDoMoreAreRefused_data() {
    QTest::addColumn<QByteArray>("pickle");
    QTest::addColumn<QString>("message");
    const auto row = [](const char* what, const std::string& pickle, const QString& message) {
        QTest::newRow(what) << QByteArray::fromStdString(pickleOf(pickle)) << "m.bin: " + message;
    };
    const QString object = ", which is not a tensor or a container: refused; save the model's state_dict() alone";
    row("system", global("posix", "system") + text("ls") + "\x85R", "it holds an object of posix.system" + object);
    row("by texts", text("builtins") + text("eval") + "\x93", "it holds an object of builtins.eval" + object);
    row("made at once", "(ios\nsystem\n", "it holds an object of os.system" + object);
    row("control characters", global("a\x1b[2J", "b"), "it holds an object of a?[2J.b" + object);
    row("another rebuild", global("torch._utils", "_rebuild_qtensor"),
        "it holds a tensor of a kind that is not read (torch._utils._rebuild_qtensor): refused; save plain tensors, "
        "neither sparse nor quantized");
    row("complex", global("torch", "ComplexFloatStorage"),
        "it holds numbers of the type torch.ComplexFloatStorage, which is not read: refused; save them as float32");
    row("itself", "]q" + std::string(1, '\0') + "h" + std::string(1, '\0') + "a",
        "its container \"0\" contains itself, which is not read; save the model's state_dict() alone");
    row("deep", std::string(100, ']') + std::string(99, 'a'),
        "its containers are in each other deeper than the 64 that are allowed");
    row("memo", "h\5",
        "byte 49, in its pickle: it uses a value 5 that was not there before; the file is damaged, get "
        "it anew");
    row("long text", std::string("X\xff\xff\xff\x7f", 5),
        "byte 52, in its pickle: it ends in the middle; the file is cut off or damaged, get it anew");
    row("called type", global("torch", "float32") + ")R",
        "byte 64, in its pickle: something is called that is no function; the file is damaged or was made to deceive");
    row("state of a list", "]}b",
        "byte 50, in its pickle: something else than an OrderedDict is given a state; the "
        "file is damaged or was made to deceive");
    row("extension", "\x82\1",
        "byte 48, in its pickle: its step 130 is none of those that make containers, numbers, "
        "texts and tensors; the file is damaged or holds other objects: save the model's "
        "state_dict() alone");
    const std::string one = tensor(storage("FloatStorage", "0", 6), 0, {6}, {1});
    row("two types", "(" + storage("FloatStorage", "0", 6) + storage("IntStorage", "0", 6) + "t",
        "byte 164, in its pickle: storage \"0\" is told twice, with another type or length; the file is damaged, get "
        "it anew");
    row("two of a name", "}(" + text("a.b") + one + text("a") + "}" + text("b") + one + "su",
        "it has two tensors \"a.b\"; the file is damaged or was made to deceive");
    row("no key", "}N" + one + "s",
        "the key of its tensor \"?\" is neither a text nor a whole number; save the "
        "model's state_dict() alone");
    row("empty name", "}" + text("") + one + "s", "tensor \"\": a name must have 1 to 1024 bytes");
}

void TorchFileTest::viewsOutsideTheirNumbersAreRefused_data() {
    QTest::addColumn<QByteArray>("pickle");
    QTest::addColumn<QString>("message");
    using Sizes = std::vector<std::int64_t>;
    const auto row = [](const char* what, std::int64_t offset, const Sizes& shape, const Sizes& strides,
                        const QString& message) {
        QTest::newRow(what) << QByteArray::fromStdString(
                                   checkpoint(tensor(storage("FloatStorage", "0", 6), offset, shape, strides)))
                            << message;
    };
    const std::int64_t huge = std::numeric_limits<std::int64_t>::max(), half = std::int64_t(1) << 62;
    const QString many = " has more numbers than the 6 that are stored for it; if it was expanded, save it after "
                         ".contiguous()";
    row("offset", 1, {2, 3}, {3, 1},
        "it reaches to number 6 of the 6 that are stored for it; the file is damaged, get "
        "it anew");
    row("stride", 0, {2}, {6},
        "it reaches to number 6 of the 6 that are stored for it; the file is damaged, get it "
        "anew");
    row("negative offset", -1, {1}, {1}, "it begins at number -1; the file is damaged, get it anew");
    row("negative size", 0, {-1, -1}, {1, 1}, "its shape (-1, -1) has a negative size; the file is damaged");
    row("negative stride", 5, {6}, {-1}, "its strides (-1) are negative, which PyTorch does not have");
    row("expanded", 0, {1000000, 6}, {0, 1}, "its shape (1000000, 6)" + many);
    row("overflowing shape", 0, {half, 4}, {0, 0}, "its shape (4611686018427387904, 4)" + many);
    row("overflowing stride", 0, {3}, {huge},
        "its strides (9223372036854775807) lead outside any file; the file is "
        "damaged");
    row("overflowing offset", huge, {2}, {1}, "its strides (1) lead outside any file; the file is damaged");
}

QTEST_GUILESS_MAIN(TorchFileTest)
#include "torch_file_test.moc"
