#include "message_of.h"
#include "models/stored_parameters.h"

#include <QtTest>

using namespace headlight;

namespace {

/// A file with the tensor "w" [2, 2] of these 2-byte numbers.
SafetensorsFile fileOf(const std::string& dtype, const std::vector<std::uint16_t>& bits) {
    std::string header = R"({"w":{"dtype":")" + dtype + R"(","shape":[2,2],"data_offsets":[0,8]}})";
    const std::uint64_t length = header.size();
    std::string bytes(reinterpret_cast<const char*>(&length), sizeof length);
    bytes += header;
    bytes.append(reinterpret_cast<const char*>(bits.data()), bits.size() * sizeof bits[0]);
    return SafetensorsFile::fromBytes(std::move(bytes), "some.safetensors");
}

Parameters parametersOf(Parameter::Kind kind) {
    Parameters parameters;
    parameters.add("w", kind, 2, 2);
    return parameters;
}

const std::vector<std::uint16_t> bfloats = {0x3F80, 0xC000, 0x3F00, 0x4040}; // 1, −2, 0.5, 3

} // namespace

class StoredParametersTest : public QObject {
    Q_OBJECT
private slots:
    void bfloat16IsRead() {
        Parameters parameters = parametersOf(Parameter::Kind::Weight);
        readParameters(fileOf("BF16", bfloats), "some.safetensors", parameters);
        QVERIFY(parameters[0].value == (Matrix(2, 2) << 1, -2, Real(0.5), 3).finished());
    }

    void aTableHasAnEntryARow() {
        Parameters parameters = parametersOf(Parameter::Kind::Table);
        readParameters(fileOf("BF16", bfloats), "some.safetensors", parameters);
        QVERIFY(parameters[0].value == (Matrix(2, 2) << 1, Real(0.5), -2, 3).finished());
    }

    void numbersOfAnotherKindAreRefused() {
        Parameters parameters = parametersOf(Parameter::Kind::Weight);
        QCOMPARE(messageOf([&] { readParameters(fileOf("I16", bfloats), "some.safetensors", parameters); }),
                 QString("some.safetensors: tensor \"w\": expected F32, F16 or BF16, got I16"));
    }

    void whatIsIgnoredNeedNoParameter() {
        Parameters none;
        const SafetensorsFile file = fileOf("BF16", bfloats);
        readParameters(file, "some.safetensors", none, [](const std::string& name) { return name == "w"; });
        QCOMPARE(messageOf([&] { readParameters(file, "some.safetensors", none); }),
                 QString("some.safetensors: tensor \"w\": config.json describes no such tensor."));
    }
};

QTEST_GUILESS_MAIN(StoredParametersTest)
#include "stored_parameters_test.moc"
