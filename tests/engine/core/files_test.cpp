#include "core/error.h"
#include "core/files.h"
#include "message_of.h"

#include <QTemporaryDir>
#include <QtTest>
#include <atomic>
#include <csignal>
#include <fcntl.h>
#include <fstream>
#include <functional>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

using namespace headlight;
namespace fs = std::filesystem;

namespace {

void put(const fs::path& path, const std::string& content) {
    std::ofstream(path, std::ios::binary) << content;
}

std::vector<std::string> namesIn(const fs::path& folder) {
    std::vector<std::string> names;
    for (const auto& entry : fs::directory_iterator(folder))
        names.push_back(entry.path().filename().string());
    std::sort(names.begin(), names.end());
    return names;
}

using Names = std::vector<std::string>;

/// Runs the check in a process of its own, so that limits and rights given up there don't last. 0 means it held.
int inChild(const std::function<bool()>& check) {
    const pid_t child = ::fork();
    if (child == 0)
        ::_exit(check() ? 0 : 1);
    int status = 0;
    ::waitpid(child, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

} // namespace

class FilesTest : public QObject {
    Q_OBJECT

    std::unique_ptr<QTemporaryDir> m_folder;
    fs::path at(const char* name) const { return fs::path(m_folder->path().toStdString()) / name; }

private slots:
    void init() { m_folder = std::make_unique<QTemporaryDir>(); }

    void readsWhatWasWritten() {
        const std::string content("a\0b\r\n\xff", 6);
        writeFile(at("x"), content);
        QCOMPARE(readFile(at("x")), content);
        writeFile(at("x"), "");
        QCOMPARE(readFile(at("x")), std::string());
        QCOMPARE(readFile("/proc/self/stat").empty(), false); // its size reads as 0
        QCOMPARE(namesIn(at("")), Names{"x"});
    }

    /// A file that is none of what is expected need not be read to its end.
    void theBeginningIsLookedAtFirst() {
        const std::string content(300000, 'x');
        put(at("file"), content);
        std::size_t shown = 0;
        QVERIFY(readFile(at("file"), content.size(), [&](std::string_view beginning) { shown = beginning.size(); }) ==
                content);
        QCOMPARE(shown, std::size_t(4096));
        fs::resize_file(at("file"), std::uintmax_t(1) << 34); // nearly all of it a hole
        const auto refuse = [](std::string_view) { throw Error("seen enough"); };
        const QString message = messageOf([&] { readFile(at("file"), std::uint64_t(1) << 35, refuse); });
        QCOMPARE(message, QString("seen enough"));
    }

    void takesNoMoreMemoryThanTheFileHas() {
        put(at("file"), std::string(300000, 'x'));
        QVERIFY(readFile(at("file")).capacity() <= 300001);
    }

    void refusesToReadTooMuch() {
        put(at("x"), std::string(100, 'a'));
        QCOMPARE(readFile(at("x"), 100).size(), std::size_t(100));
        QVERIFY(messageOf([&] { readFile(at("x"), 99); }).contains("larger than the 99 bytes"));
        QVERIFY(messageOf([&] { readFile("/proc/self/stat", 2); }).contains("larger than the 2 bytes"));
        QVERIFY(messageOf([&] { readFile(at("missing")); }).contains("no such file"));
        QVERIFY(messageOf([&] { readFile(at("")); }).contains("this is a folder"));
    }

    void neverWaitsForWhatIsNoFile() {
        for (const char* device : {"/dev/zero", "/dev/null"})
            QVERIFY(messageOf([&] { readFile(device); }).contains("it is a device, expected a regular file"));
        QVERIFY(messageOf([&] { readFile("/proc/self/mem"); }).contains("this is no ordinary file"));
        QCOMPARE(::mkfifo(at("pipe").c_str(), 0600), 0);
        QVERIFY(messageOf([&] { readFile(at("pipe")); }).contains("it is a pipe, and nobody has written anything"));
        QVERIFY(messageOf([&] { openToRead(at("pipe")); }).contains("pipe: it is a pipe, expected a regular file"));
        // Somebody does, and takes his time: a shell's <(command).
        const int writer = ::open(at("pipe").c_str(), O_RDWR);
        std::thread slow([&] {
            for (int k = 0; k < 3; ++k) {
                std::this_thread::sleep_for(std::chrono::milliseconds(30));
                QCOMPARE(::write(writer, "ab", 2), ssize_t(2));
            }
            ::close(writer);
        });
        QCOMPARE(readFile(at("pipe")), std::string("ababab"));
        slow.join();
    }

    void keepsModeAndLink() {
        put(at("x"), "old");
        ::chmod(at("x").c_str(), 0640);
        fs::create_symlink("x", at("link"));
        writeFile(at("link"), "new");
        QVERIFY(fs::is_symlink(at("link")));
        QCOMPARE(readFile(at("x")), std::string("new"));
        struct stat status {};
        ::stat(at("x").c_str(), &status);
        QCOMPARE(status.st_mode & 07777, mode_t(0640));
    }

    void saysWhyItCannotWrite() {
        QVERIFY(messageOf([&] { writeFile(at("no/x"), "a"); }).contains("does not exist; create it first"));
        QVERIFY(messageOf([&] { writeFile(at(""), "a"); }).contains("this is a folder"));
        fs::create_directory(at("folder"));
        QVERIFY(messageOf([&] { writeFile(at("folder"), "a"); }).contains("this is a folder"));
        put(at("x"), "old");
        QVERIFY(messageOf([&] { writeFile(at("x/y"), "a"); }).contains("not a folder"));
        QVERIFY(messageOf([&] { writeFolder(at("x"), {}); }).contains("there is a file of that name"));
        QVERIFY(messageOf([&] { writeFile(at(std::string(300, 'a').c_str()), "a"); }).contains("name is too long"));
        QCOMPARE(namesIn(at("")), (Names{"folder", "x"}));
    }

    void failureKeepsTheOldFile() {
        put(at("x"), "old");
        fs::create_directory(at("model"));
        put(at("model/weights"), "old");
        const int result = inChild([&] {
            ::signal(SIGXFSZ, SIG_IGN);
            const rlimit limit{1000, 1000};
            ::setrlimit(RLIMIT_FSIZE, &limit);
            const std::string large(5000, 'a');
            return messageOf([&] { writeFile(at("x"), large); }).contains("larger than this system allows") &&
                   messageOf([&] {
                       writeFolder(at("model"), {{"a", "small"}, {"weights", large}});
                   }).contains("model/weights");
        });
        QCOMPARE(result, 0);
        QCOMPARE(readFile(at("x")), std::string("old"));
        QCOMPARE(readFile(at("model/weights")), std::string("old"));
        QCOMPARE(namesIn(at("model")), Names{"weights"});
        QCOMPARE(namesIn(at("")), (Names{"model", "x"}));
    }

    void writeProtectionIsRespected() {
        put(at("x"), "old");
        ::chmod(at("x").c_str(), 0444);
        fs::create_directory(at("closed"));
        put(at("closed/x"), "old");
        ::chmod(at("closed").c_str(), 0555);
        ::chmod(m_folder->path().toUtf8(), 0777);
        const int result = inChild([&] {
            if (::geteuid() == 0 && ::setuid(65534) != 0)
                return false;
            return messageOf([&] { writeFile(at("x"), "new"); }).contains("no permission") &&
                   messageOf([&] { writeFile(at("closed/x"), "new"); }).contains("no permission") &&
                   messageOf([&] {
                       writeFolder(at("closed"), {{"x", "new"}});
                   }).contains("no permission") &&
                   messageOf([&] {
                       writeFolder(at("closed/model"), {{"x", "new"}});
                   }).contains("no permission");
        });
        ::chmod(at("closed").c_str(), 0755);
        QCOMPARE(result, 0);
        QCOMPARE(readFile(at("x")), std::string("old"));
        QCOMPARE(readFile(at("closed/x")), std::string("old"));
        QCOMPARE(namesIn(at("closed")), Names{"x"});
    }

    void folderIsReplacedWhole() {
        writeFolder(at("model"), {{"config.json", "1"}, {"vocab.txt", "1"}});
        put(at("model/README.md"), "mine");
        writeFolder(at("model") / "", {{"config.json", "2"}, {"tokenizer.json", "2"}}, {"vocab.txt"});
        QCOMPARE(namesIn(at("model")), (Names{"README.md", "config.json", "tokenizer.json"}));
        QCOMPARE(readFile(at("model/config.json")), std::string("2"));
        QCOMPARE(readFile(at("model/README.md")), std::string("mine"));
        QCOMPARE(namesIn(at("")), Names{"model"});
        QVERIFY_THROWS_EXCEPTION(std::invalid_argument, writeFolder(at("model"), {{"../x", ""}}));
    }

    void folderWithFoldersIsNotOurs() {
        fs::create_directories(at("home/photos"));
        put(at("home/letter"), "mine");
        QVERIFY(messageOf([&] {
                    writeFolder(at("home"), {{"config.json", "1"}});
                }).contains("holds a folder, \"photos\""));
        QCOMPARE(namesIn(at("home")), (Names{"letter", "photos"}));
        QCOMPARE(namesIn(at("")), Names{"home"});
    }

    void leftoversOfAKilledSaveAreSwept() {
        fs::create_directory(at(".headlight-save-1-0"));
        put(at(".headlight-save-1-0/model.safetensors"), "half");
        writeFile(at("x"), "a");
        QCOMPARE(namesIn(at("")), Names{"x"});
    }

    void twoProcessesNeverMix() {
        const auto save = [this](char writer) {
            for (int i = 0; i < 60; ++i) {
                const std::string content(2000, writer);
                writeFolder(at("model"), {{"a", content}, {"b", content}, {std::string("only-") + writer, content}},
                            {"only-x", "only-y"});
            }
            return true;
        };
        const pid_t child = ::fork();
        if (child == 0) {
            save('x');
            ::_exit(0);
        }
        std::atomic<bool> done = false;
        std::thread here([&] {
            save('y');
            done = true;
        });
        while (!done) { // through a handle on the folder a reader sees one writer's files only
            const int folder = ::open(at("model").c_str(), O_RDONLY | O_DIRECTORY);
            if (folder < 0)
                continue;
            char a = 0, b = 0;
            const int first = ::openat(folder, "a", O_RDONLY), second = ::openat(folder, "b", O_RDONLY);
            // The old folder's files may be gone already, but never be another's.
            if (first >= 0 && second >= 0 && ::read(first, &a, 1) == 1 && ::read(second, &b, 1) == 1 && a != b)
                qFatal("files of two writers in one folder");
            ::close(first);
            ::close(second);
            ::close(folder);
        }
        here.join();
        int status = -1;
        ::waitpid(child, &status, 0);
        QCOMPARE(status, 0);
        const char winner = readFile(at("model/a"))[0];
        QCOMPARE(readFile(at("model/b")), std::string(2000, winner));
        QCOMPARE(namesIn(at("model")), (Names{"a", "b", std::string("only-") + winner}));
        QCOMPARE(namesIn(at("")), Names{"model"});
    }
};

QTEST_GUILESS_MAIN(FilesTest)
#include "files_test.moc"
