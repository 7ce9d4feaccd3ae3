#include "cli/command.h"
#include "cli/options.h"
#include "cli/terminal.h"
#include "engine/core/error.h"
#include "engine/core/thread_pool.h"
#include "engine/data/source_file.h"
#include "engine/models/line_translator.h"
#include "engine/text/detokenized.h"
#include "jobs/stop_signals.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <cmath>
#include <condition_variable>
#include <cstdio>
#include <cstring>
#include <memory>
#include <mutex>
#include <stop_token>
#include <thread>

namespace headlight {

namespace {

using Clock = std::chrono::steady_clock;
constexpr std::chrono::seconds betweenNotes{5};

struct TranslateArguments {
    std::string folder;
    std::string beams, lengthPenalty, extraTokens; ///< empty: as the model says
    int threads = ThreadPool::processors();
    bool tokenized = false, plain = false;
};

/// A source and what became of it.
struct TranslatedLine {
    std::vector<int> source; ///< ids; none for an empty line
    std::string translation;
    std::size_t tokens = 0; ///< of the translation
    bool isDone = false, isCut = false;
    bool isAtLastPosition = false; ///< where it was cut; else by the extra tokens
};

TranslationSetup setupOf(const TranslateArguments& arguments, const LineTranslator& model) {
    TranslationSetup setup = model.setup();
    const auto set = [&](const char* name, const std::string& value) {
        if (!value.empty())
            translationFields().set(setup, name, value);
    };
    asUsage([&] {
        set("beams", arguments.beams);
        set("length_penalty", arguments.lengthPenalty);
        set("extra_tokens", arguments.extraTokens);
    });
    return setup;
}

constexpr std::size_t longestLine = std::size_t(1) << 20, mostBytes = std::size_t(1) << 28;
const std::string inputName = "standard input";

/// All of standard input. Error when it can't be read, or as soon as a line is longer than any sentence.
std::string readInput() {
    std::string text;
    std::size_t line = 1, begin = 0;
    for (int c = std::getc(stdin); c != EOF; c = std::getc(stdin)) {
        text += char(c);
        if (c == '\n') {
            ++line;
            begin = text.size();
        } else if (text.size() - begin > longestLine) {
            throw Error(inputName + ", line " + std::to_string(line) + ": it has more than " +
                        grouped(std::int64_t(longestLine)) + " bytes: is it a sentence?");
        }
        if (text.size() > mostBytes)
            throw Error(inputName + " has more than " + grouped(std::int64_t(mostBytes)) +
                        " bytes: translate it in parts");
    }
    if (std::ferror(stdin))
        throw Error(inputName + " can't be read: " + std::string(std::strerror(errno)));
    return text;
}

/// All lines of standard input, which is read as a file of a corpus is. Error naming a line that is no text or longer
/// than the model can read: before the first is translated, so that nothing is left out in the middle.
std::vector<TranslatedLine> readLines(const LineTranslator& model, bool isTokenized) {
    const SourceFile input = sourceOf(inputName, readInput());
    std::vector<std::string> notes;
    noteLatin1(input, notes);
    for (const std::string& line : notes)
        note(line);
    std::vector<TranslatedLine> lines;
    for (std::size_t begin = 0; begin < input.text.size();) {
        const std::size_t end = std::min(input.text.find('\n', begin), input.text.size());
        std::string text = input.text.substr(begin, end - begin);
        if (text.ends_with('\r'))
            text.pop_back();
        TranslatedLine& line = lines.emplace_back();
        try {
            line.source = model.read(text, isTokenized);
        } catch (const Error& error) {
            throw Error(input.at(lines.size()) + error.what());
        }
        begin = end + 1;
    }
    return lines;
}

/// Prints translations in the order of their sources as soon as all before them are there, and tells how far it is:
/// every few seconds, also while the first are still being found.
class TranslationOutput {
public:
    explicit TranslationOutput(std::vector<TranslatedLine>& lines, bool isPlain) : m_lines(lines), m_isPlain(isPlain) {}

    void done(std::size_t place, LineTranslator::Line translated) {
        const std::lock_guard lock(m_mutex);
        TranslatedLine& line = m_lines[place];
        line.translation = std::move(translated.text);
        line.tokens = std::size_t(translated.tokens);
        line.isCut = !translated.ended;
        line.isAtLastPosition = translated.atLastPosition;
        line.isDone = true;
        m_tokens += line.tokens;
        ++m_done;
        std::string text;
        for (; m_printed < m_lines.size() && m_lines[m_printed].isDone; ++m_printed)
            text += (m_isPlain ? detokenized(m_lines[m_printed].translation) : m_lines[m_printed].translation) + "\n";
        if (text.empty())
            return;
        print(text);
        flushOutput(); // whole lines: who reads them need not wait, and a killed program leaves no half of one
    }

    void stopped() {
        stopNoting();
        note("stopped; " + grouped(std::int64_t(m_printed)) + " of " + counted(std::int64_t(m_lines.size()), "line") +
             (m_printed == 1 ? " is" : " are") + " written");
    }

    void sumUp() {
        stopNoting();
        const auto count = [&](auto condition) {
            return std::int64_t(std::count_if(m_lines.begin(), m_lines.end(), condition));
        };
        std::string text = counted(std::int64_t(m_lines.size()), "line") + " in " + duration(seconds()) + ", " + rate();
        if (const auto empty = count([](const TranslatedLine& line) { return line.source.empty(); }))
            text += "; " + grouped(empty) + " empty, and left so";
        if (const auto cut = count([](const TranslatedLine& line) { return line.isCut && !line.isAtLastPosition; }))
            text += "; " + grouped(cut) + " cut at --extra-tokens before an end was found";
        if (const auto cut = count([](const TranslatedLine& line) { return line.isAtLastPosition; }))
            text += "; " + grouped(cut) + " cut at the model's last position before an end was found";
        note(text);
    }

private:
    void stopNoting() {
        m_noting.request_stop();
        m_noting.join();
    }
    double seconds() const { return std::chrono::duration<double>(Clock::now() - m_begin).count(); }
    std::string rate() const {
        return grouped(std::int64_t(std::llround(double(m_tokens) / std::max(seconds(), 1e-3)))) + " tokens/s";
    }
    std::string progress() const {
        const std::string lines = grouped(std::int64_t(m_done)) + " of " + grouped(std::int64_t(m_lines.size()));
        if (m_tokens == 0) // nothing tells yet how long the rest takes
            return "translating, " + lines + " lines after " + duration(seconds());
        return lines + ", " + rate() + ", " + duration(seconds() / double(m_done) * double(m_lines.size() - m_done)) +
               " left";
    }
    void noteProgress(const std::stop_token& stop) {
        std::unique_lock lock(m_mutex);
        while (!m_stopped.wait_for(lock, stop, betweenNotes, [&] { return stop.stop_requested(); }))
            note(progress());
    }

    std::vector<TranslatedLine>& m_lines;
    bool m_isPlain;
    std::mutex m_mutex;
    std::condition_variable_any m_stopped;
    Clock::time_point m_begin = Clock::now();
    std::size_t m_done = 0, m_printed = 0, m_tokens = 0;
    std::jthread m_noting{[this](const std::stop_token& stop) { noteProgress(stop); }}; // uses all above
};

/// Leaves the search.
struct Stopped {};

void run(const TranslateArguments& arguments, int& code) {
    const LineTranslator model(arguments.folder);
    const TranslationSetup setup = setupOf(arguments, model);
    std::vector<TranslatedLine> lines = readLines(model, arguments.tokenized);
    if (lines.empty())
        throw Error("standard input has no line: headlight-cli translate MODEL < source > target");
    std::atomic<bool> isStopped = false;
    const StopSignals watching([&] { isStopped = true; });
    const auto check = [&] {
        if (isStopped)
            throw Stopped();
    };
    ThreadPool pool(arguments.threads);
    TranslationOutput output(lines, arguments.plain);
    std::vector<std::vector<int>> sources;
    std::vector<std::size_t> places; // of lines that are not empty
    for (std::size_t k = 0; k < lines.size(); ++k) {
        if (lines[k].source.empty()) {
            output.done(k, {});
            continue;
        }
        places.push_back(k);
        sources.push_back(lines[k].source);
    }
    const auto done = [&](std::size_t first, std::vector<LineTranslator::Line> translated) {
        for (std::size_t k = 0; k < translated.size(); ++k)
            output.done(places[first + k], std::move(translated[k]));
    };
    try {
        model.translate(sources, setup, pool, done, check);
    } catch (const Stopped&) {
        output.stopped();
        code = exitByUser;
        return;
    }
    output.sumUp();
}

void defineTranslate(CLI::App& app, int& code) {
    const auto o = std::make_shared<TranslateArguments>();
    app.add_option("MODEL_DIR", o->folder, "folder of a translation model")->required();
    app.add_option("--beams", o->beams, "translations that are continued at once; 1: greedy (default: the model's)");
    app.add_option("--length-penalty", o->lengthPenalty, "α of GNMT's length penalty (default: the model's)");
    app.add_option("--extra-tokens", o->extraTokens,
                   "a translation is cut when it has so many tokens more than its source (default: the model's)");
    app.add_flag("--tokenized", o->tokenized, "the source is cut into words already, as the model's corpus is");
    app.add_flag("--detokenize", o->plain, "write translations as people write, not cut into words");
    app.add_option("--threads", o->threads, "threads to use; the result does not depend on it")
        ->check(wholeNumbers(1, 1024))
        ->capture_default_str();
    app.callback([o, &code] { run(*o, code); });
}

} // namespace

Command translateCommand() {
    return {"translate", "Translate a text, line by line",
            "\nReads lines from standard input and writes a translation of each to standard output; progress goes to "
            "standard error.\n"
            "\nExamples:\n"
            "  headlight-cli translate runs/1/best < source.txt > target.txt\n"
            "  headlight-cli translate runs/1/best --beams 1 --tokenized < test.tok.en > test.out.de",
            defineTranslate};
}

} // namespace headlight
