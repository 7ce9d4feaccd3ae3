#include "autodiff/tape.h"
#include "core/files.h"
#include "core/half.h"
#include "message_of.h"
#include "models/stored_parameters.h"

#include <QTemporaryDir>
#include <QtTest>

#include <bit>
#include <chrono>
#include <cstring>
#include <fstream>
#include <limits>
#include <thread>

using namespace headlight;

namespace {

namespace fs = std::filesystem;

constexpr Index rows = 5, columns = 7;

/// A number of the file: positive, negative, large and small ones.
float numberOf(Index k) {
    return float(k % 2 == 0 ? k + 1 : -k) * (k % 5 == 0 ? 0.001f : 0.25f);
}

template <class Stored>
std::string bytesOf(Index count, Stored (*stored)(float)) {
    std::string bytes;
    for (Index k = 0; k < count; ++k) {
        const Stored number = stored(numberOf(k));
        bytes.append(reinterpret_cast<const char*>(&number), sizeof number);
    }
    return bytes;
}

std::string numbersOf(const std::string& dtype, Index count) {
    if (dtype == "F32")
        return bytesOf<float>(count, [](float value) { return value; });
    if (dtype == "F16")
        return bytesOf<std::uint16_t>(count, [](float value) { return toHalf(value); });
    return bytesOf<std::uint16_t>(count,
                                  [](float value) { return std::uint16_t(std::bit_cast<std::uint32_t>(value) >> 16); });
}

/// The beginning of a file with "w" of that shape; the data begins `odd` bytes after a multiple of 8.
std::string headerOf(const std::string& dtype, Index first, Index second, int odd = 0) {
    const Index bytes = first * second * (dtype == "F32" ? 4 : 2);
    std::string header = R"({"w":{"dtype":")" + dtype + R"(","shape":[)" + std::to_string(first) + "," +
                         std::to_string(second) + R"(],"data_offsets":[0,)" + std::to_string(bytes) + "]}}";
    while (int(header.size() % 8) != odd)
        header += ' ';
    const std::uint64_t length = header.size();
    return std::string(reinterpret_cast<const char*>(&length), sizeof length) + header;
}

/// MB of this process that are in memory.
double megabytesHeld() {
    std::ifstream status("/proc/self/status");
    for (std::string word; status >> word;)
        if (double kilobytes = 0; word == "VmRSS:" && status >> kilobytes)
            return kilobytes / 1024;
    return 0;
}

} // namespace

class StoredValuesTest : public QObject {
    Q_OBJECT

    QTemporaryDir m_dir;
    fs::path m_path = fs::path(m_dir.path().toStdString()) / "some.safetensors";

    /// A weight [rows × columns] or a table of as many columns, written into a file.
    void write(const std::string& dtype, Parameter::Kind kind, int odd = 0) const {
        const bool table = kind == Parameter::Kind::Table;
        writeFile(m_path, headerOf(dtype, table ? columns : rows, table ? rows : columns, odd) +
                              numbersOf(dtype, rows * columns));
    }
    /// The file's number at that place is replaced.
    void damage(Index place, float number) const {
        std::string bytes = readFile(m_path);
        std::memcpy(bytes.data() + bytes.size() - std::size_t(rows * columns - place) * sizeof number, &number,
                    sizeof number);
        writeFile(m_path, bytes);
    }
    std::shared_ptr<const SafetensorsFile> open() const {
        return std::make_shared<const SafetensorsFile>(SafetensorsFile::open(m_path));
    }
    Parameters stored(Parameter::Kind kind, Index height = rows, Index width = columns) const {
        Parameters parameters = Parameters::toBeRead(height * width);
        parameters.add("w", kind, height, width);
        fillParameters(Values::Stored, open(), "some.safetensors", parameters);
        return parameters;
    }
    Matrix readWhole(Parameter::Kind kind) const {
        Parameters parameters = Parameters::toBeRead(rows * columns);
        parameters.add("w", kind, rows, columns);
        readParameters(SafetensorsFile::open(m_path), "some.safetensors", parameters);
        return parameters[0].value;
    }

private slots:
    void valuesHaveTheBitsOfThoseThatAreRead_data() {
        QTest::addColumn<QString>("dtype");
        QTest::addColumn<int>("kind");
        QTest::addColumn<int>("odd");
        for (const char* dtype : {"F32", "F16", "BF16"})
            for (const int odd : {0, 1, 2})
                for (const auto kind : {Parameter::Kind::Weight, Parameter::Kind::Table})
                    QTest::addRow("%s %s, %d bytes off", dtype, kind == Parameter::Kind::Table ? "table" : "weight",
                                  odd)
                        << dtype << int(kind) << odd;
    }
    void valuesHaveTheBitsOfThoseThatAreRead() {
        QFETCH(QString, dtype);
        QFETCH(int, kind);
        QFETCH(int, odd);
        const auto asKind = Parameter::Kind(kind);
        write(dtype.toStdString(), asKind, odd);
        const Matrix expected = readWhole(asKind);
        const Parameters parameters = stored(asKind);
        const Parameter& parameter = parameters[0];
        QCOMPARE(parameter.value.size(), Index(0));
        if (asKind == Parameter::Kind::Table)
            for (Index column = 0; column < columns; ++column) {
                Vector copy(rows);
                parameter.copyColumn(column, copy.data());
                QVERIFY(copy == expected.col(column));
            }
        QVERIFY(parameter.matrix() == expected);
        Matrix product(rows, columns);
        setProduct(product, parameter.factor(), Matrix(Matrix::Identity(columns, columns)));
        QVERIFY(product == expected);
        QCOMPARE(parameter.factor().coded != nullptr, dtype != "F32");
    }

    void aProductTakesTheNumbersWhereTheyLie() {
        write("F32", Parameter::Kind::Weight);
        const auto file = open();
        Parameters parameters = Parameters::toBeRead(rows * columns);
        Parameter& weight = parameters.add("w", Parameter::Kind::Weight, rows, columns);
        fillParameters(Values::Stored, file, "some.safetensors", parameters);
        QCOMPARE(weight.factor().data, file->mapped("w"));
        write("F16", Parameter::Kind::Weight);
        QCOMPARE(open()->mapped("w"), nullptr);
        write("F32", Parameter::Kind::Weight, 2);
        QCOMPARE(open()->mapped("w"), nullptr);
    }

    /// A file of 2 GB, nearly all of it a hole.
    void openingReadsNoNumbersAndAColumnOnlyItsOwn_data() {
        QTest::addColumn<QString>("dtype");
        QTest::addRow("F32") << "F32";
        QTest::addRow("F16") << "F16";
    }
    void openingReadsNoNumbersAndAColumnOnlyItsOwn() {
        QFETCH(QString, dtype);
        const Index each = dtype == "F32" ? 4 : 2, height = 1024, width = (Index(2) << 30) / each / height;
        const std::string header = headerOf(dtype.toStdString(), width, height);
        writeFile(m_path, header);
        fs::resize_file(m_path, header.size() + std::size_t(each * height * width));
        const std::string some = numbersOf(dtype.toStdString(), height);
        std::fstream(m_path, std::ios::in | std::ios::out | std::ios::binary)
            .seekp(std::streamoff(header.size() + some.size() * 1000))
            .write(some.data(), std::streamsize(some.size()));
        const double before = megabytesHeld();
        const Parameters parameters = stored(Parameter::Kind::Table, height, width);
        Vector column(height);
        parameters[0].copyColumn(1000, column.data());
        QVERIFY(std::abs(column[7] - Real(numberOf(7))) < Real(1e-2));
        parameters[0].copyColumn(width - 1, column.data());
        QVERIFY(column.isZero(0));
        QVERIFY2(megabytesHeld() - before < 50, qPrintable(QString::number(megabytesHeld() - before)));
        fs::remove(m_path);
    }

    void manyThreadsMayBeTheFirst() {
        for (const char* dtype : {"F32", "F16"}) {
            write(dtype, Parameter::Kind::Weight);
            const Matrix expected = readWhole(Parameter::Kind::Weight);
            const Parameters parameters = stored(Parameter::Kind::Weight);
            std::vector<std::thread> threads;
            std::vector<Matrix> found(8);
            for (Matrix& own : found)
                threads.emplace_back([&own, &parameters] {
                    own.setZero(rows, columns);
                    const Matrix one = Matrix::Identity(columns, columns);
                    addProduct(own, parameters[0].factor(), one);
                    own += parameters[0].matrix();
                });
            for (std::thread& thread : threads)
                thread.join();
            for (const Matrix& own : found)
                QVERIFY(own == 2 * expected);
        }
    }

    void aFileThatWasCutIsAnErrorAndNoCrash() {
        const QString cut =
            QString::fromStdString(m_path.string()) + ": the file was changed after it had been opened; open it again";
        for (const char* dtype : {"F32", "F16"})
            for (const bool used : {false, true}) {
                write(dtype, Parameter::Kind::Table);
                const Parameters parameters = stored(Parameter::Kind::Table);
                if (used)
                    parameters[0].matrix();
                fs::resize_file(m_path, 100);
                Vector column(rows);
                QCOMPARE(messageOf([&] { parameters[0].copyColumn(0, column.data()); }), cut);
                if (!used || dtype == std::string("F32")) // what was widened is kept
                    QCOMPARE(messageOf([&] { parameters[0].matrix(); }), cut);
            }
    }

    void aFileThatIsWrittenAnewIsAnError() {
        write("F32", Parameter::Kind::Weight);
        const Parameters parameters = stored(Parameter::Kind::Weight);
        parameters[0].factor();
        fs::last_write_time(m_path, fs::last_write_time(m_path) + std::chrono::seconds(1));
        QVERIFY(messageOf([&] { parameters[0].factor(); }).contains("was changed after it had been opened"));
    }

    void aFileThatIsReplacedIsStillRead() {
        write("F32", Parameter::Kind::Weight);
        const Matrix expected = readWhole(Parameter::Kind::Weight);
        const Parameters parameters = stored(Parameter::Kind::Weight);
        damage(3, 17); // by a rename
        QVERIFY(readWhole(Parameter::Kind::Weight) != expected);
        QVERIFY(parameters[0].matrix() == expected);
    }

    void whatIsNoNumberIsToldWhenItIsUsed() {
        const QString message = "some.safetensors: tensor \"w\": holds a value that is no finite number";
        write("F32", Parameter::Kind::Table);
        damage(2 * rows + 1, std::numeric_limits<float>::quiet_NaN());
        const Parameters table = stored(Parameter::Kind::Table);
        Vector column(rows);
        table[0].copyColumn(1, column.data());
        QCOMPARE(messageOf([&] { table[0].copyColumn(2, column.data()); }), message);
        QCOMPARE(messageOf([&] { table[0].matrix(); }), message);
        write("F32", Parameter::Kind::Weight);
        damage(0, std::numeric_limits<float>::infinity());
        const Parameters weight = stored(Parameter::Kind::Weight);
        for (int again = 0; again < 2; ++again) {
            QCOMPARE(messageOf([&] { weight[0].factor(); }), message);
            QCOMPARE(messageOf([&] { weight[0].matrix(); }), message);
        }
    }

    void whatIsStoredCannotBeTrained() {
        write("F32", Parameter::Kind::Weight);
        const Parameters parameters = stored(Parameter::Kind::Weight);
        Gradients gradients(parameters);
        Tape tape(&gradients);
        QVERIFY_THROWS_EXCEPTION(std::invalid_argument, tape.parameter(parameters[0]));
        QVERIFY_THROWS_EXCEPTION(std::invalid_argument, tape.factor(parameters[0]));
    }
};

QTEST_GUILESS_MAIN(StoredValuesTest)
#include "stored_values_test.moc"
