#include "models/weights/torch_archive.h"

#include "core/error.h"
#include "models/weights/pickle_input.h"
#include "models/weights/torch_names.h"
#include "models/weights/zip_directory.h"

#include <algorithm>
#include <cstring>
#include <map>
#include <optional>
#include <string_view>

namespace headlight {

namespace {

/// The number 0x1950a86a20f9469cfc6c, the lowest byte first, with which the form before PyTorch 1.6 begins.
constexpr std::string_view torchLegacyMagic = "\x6c\xfc\x9c\x46\xf9\x20\x6a\xa8\x50\x19";
constexpr std::int64_t torchLegacyProtocol = 1001;

std::uint64_t torchBytesOf(const PickleStorage& storage) {
    return std::uint64_t(storage.elements) * std::uint64_t(dtypeBytes(storage.dtype));
}

[[noreturn]] void failTorch(const ByteSource& bytes, const std::string& what) {
    throw Error(bytes.file() + ": " + what);
}

[[noreturn]] void refuseTorchBigEndian(const ByteSource& bytes) {
    failTorch(bytes, "it was written on a big-endian machine: refused; load it in PyTorch and save it again on a usual "
                     "computer");
}

/// The folder that all entries of an archive are in: the one with data.pkl.
std::string torchFolderOf(const std::map<std::string, ZipEntry>& entries, const ByteSource& bytes) {
    constexpr std::string_view object = "/data.pkl";
    std::optional<std::string> folder;
    for (const auto& [name, entry] : entries) {
        if (!name.ends_with(object) || name.find('/') != name.size() - object.size())
            continue;
        if (folder)
            failTorch(bytes, "it has two checkpoints in one archive, " + torchShown(*folder) + " and " +
                                 torchShown(name) + "; save each alone");
        folder = name.substr(0, name.size() - object.size() + 1);
    }
    if (!folder)
        failTorch(bytes, "it is a zip archive, but none of torch.save(): it has no entry data.pkl");
    return *folder;
}

TorchArchive openTorchZip(const ByteSource& bytes) {
    const std::map<std::string, ZipEntry> entries = readZipDirectory(bytes);
    const std::string folder = torchFolderOf(entries, bytes);
    if (entries.contains(folder + "constants.pkl"))
        failTorch(bytes, "it is a TorchScript program, not a checkpoint: refused; save the model's state_dict() alone");
    if (const auto order = entries.find(folder + "byteorder"); order != entries.end()) {
        const std::string text = bytes.read(order->second.begin, std::min<std::uint64_t>(order->second.size, 16));
        if (text == "big")
            refuseTorchBigEndian(bytes);
        if (text != "little")
            failTorch(bytes, "its entry \"byteorder\" should be \"little\", is \"" + printable(text) + "\"");
    }
    const ZipEntry object = entries.at(folder + "data.pkl");
    PickleInput input(bytes, object.begin, object.begin + object.size);
    TorchArchive archive{Pickle::read(input), {}};
    for (const PickleStorage& storage : archive.object.storages()) {
        const std::string name = folder + "data/" + storage.key;
        const auto found = entries.find(name);
        if (found == entries.end())
            failTorch(bytes, "its entry " + torchShown(name) +
                                 " with the numbers of a tensor is missing; get the file "
                                 "anew");
        if (found->second.size != torchBytesOf(storage))
            failTorch(bytes, "its entry " + torchShown(name) + " should have " + std::to_string(torchBytesOf(storage)) +
                                 " bytes, has " + std::to_string(found->second.size) +
                                 "; the file is damaged, get it anew");
        archive.begins.push_back(found->second.begin);
    }
    return archive;
}

/// Magic number, protocol, and what the machine was that wrote the file.
void checkTorchLegacyBegin(PickleInput& input, const ByteSource& bytes) {
    const Pickle magic = Pickle::read(input);
    if (magic.kind(magic.root()) != PickleKind::LongInt || magic.text(magic.root()) != torchLegacyMagic)
        failTorch(bytes, "it is a pickle of Python, but none of torch.save()");
    const Pickle protocol = Pickle::read(input);
    if (protocol.kind(protocol.root()) != PickleKind::Int || protocol.integer(protocol.root()) != torchLegacyProtocol)
        failTorch(bytes, "it is of an unknown version of torch.save(); load it in PyTorch and save it again");
    const Pickle machine = Pickle::read(input);
    const std::optional<PickleId> little = machine.find(machine.root(), "little_endian");
    if (!little || machine.kind(*little) != PickleKind::Bool)
        failTorch(bytes, "it does not say of which machine it is; the file is damaged, get it anew");
    if (machine.integer(*little) == 0)
        refuseTorchBigEndian(bytes);
}

/// The keys of the storages in the order of their numbers, as places in `storages`.
std::vector<std::size_t> torchLegacyOrder(const Pickle& keys, const std::vector<PickleStorage>& storages,
                                          const ByteSource& bytes) {
    std::map<std::string_view, std::size_t> places;
    for (std::size_t i = 0; i < storages.size(); ++i)
        places.emplace(storages[i].key, i);
    if (keys.kind(keys.root()) != PickleKind::List)
        failTorch(bytes, "the list of its storages is missing; the file is damaged, get it anew");
    std::vector<std::size_t> order;
    for (const PickleId key : keys.items(keys.root())) {
        const auto found = keys.kind(key) == PickleKind::Text ? places.find(keys.text(key)) : places.end();
        if (found == places.end())
            failTorch(bytes, "the list of its storages has one twice or one of no tensor; the file is damaged, get it "
                             "anew");
        order.push_back(found->second);
        places.erase(found);
    }
    if (!places.empty())
        failTorch(bytes, "the list of its storages lacks \"" + printable(places.begin()->first) +
                             "\"; the file is damaged, get it anew");
    return order;
}

TorchArchive openTorchLegacy(const ByteSource& bytes) {
    PickleInput input(bytes, 0, bytes.size());
    checkTorchLegacyBegin(input, bytes);
    TorchArchive archive{Pickle::read(input), {}};
    const std::vector<PickleStorage>& storages = archive.object.storages();
    const Pickle keys = Pickle::read(input);
    archive.begins.resize(storages.size());
    std::uint64_t at = input.at();
    for (const std::size_t place : torchLegacyOrder(keys, storages, bytes)) {
        const PickleStorage& storage = storages[place];
        const std::string shown = "the numbers of its storage " + torchShown(storage.key);
        if (bytes.size() - at < 8 || bytes.size() - at - 8 < torchBytesOf(storage))
            failTorch(bytes, shown + " are cut off; get the file anew");
        std::int64_t told = 0;
        std::memcpy(&told, bytes.read(at, 8).data(), 8);
        if (told != storage.elements)
            failTorch(bytes, shown + " should be " + std::to_string(storage.elements) + ", the file has " +
                                 std::to_string(told) + "; it is damaged, get it anew");
        archive.begins[place] = at + 8;
        at += 8 + torchBytesOf(storage);
    }
    if (at != bytes.size())
        failTorch(bytes, std::to_string(bytes.size() - at) +
                             " bytes follow behind its numbers; it is damaged or holds several objects: save one "
                             "state_dict() alone");
    return archive;
}

} // namespace

TorchArchive openTorchArchive(const ByteSource& bytes) {
    constexpr std::string_view link = "version https://git-lfs";
    const std::string begin = bytes.read(0, std::min<std::uint64_t>(bytes.size(), link.size()));
    if (begin.empty())
        failTorch(bytes, "the file is empty; get it anew");
    if (begin == link)
        failTorch(bytes, "it is only the pointer that Git keeps in place of a large file; get the file itself with "
                         "\"git lfs pull\" or download it");
    if (begin.starts_with("PK"))
        return openTorchZip(bytes);
    if (begin[0] == '\x80')
        return openTorchLegacy(bytes);
    failTorch(bytes, "it is no checkpoint of PyTorch: it begins neither as a zip archive nor as a pickle");
}

} // namespace headlight
