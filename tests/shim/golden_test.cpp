#include "shim/recorder.h"
#include "support/program.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <sstream>

namespace ph::shim {

namespace {

/// A transcript: lines "> HEX" (to the shim), "< HEX" (from it), "# words"; after "= shim" or "= controller" what that
/// side must have been told.
struct Transcript {
    std::string toShim;
    std::string fromShim;
    std::string shimTold;
    std::string controllerTold;
};

std::string fromHex(const std::string& text) {
    std::string bytes;
    std::istringstream words(text);
    for (std::string pair; words >> pair;) bytes += static_cast<char>(std::stoi(pair, nullptr, 16));
    return bytes;
}

Transcript read(const std::filesystem::path& path) {
    Transcript transcript;
    std::string* told = nullptr;
    std::istringstream lines(test::readFile(path.string()));
    for (std::string line; std::getline(lines, line);) {
        if (line.rfind("> ", 0) == 0)
            transcript.toShim += fromHex(line.substr(2));
        else if (line.rfind("< ", 0) == 0)
            transcript.fromShim += fromHex(line.substr(2));
        else if (line == "= shim")
            told = &transcript.shimTold;
        else if (line == "= controller")
            told = &transcript.controllerTold;
        else if (told && line.rfind("# ", 0) != 0)
            *told += line + "\n";
    }
    return transcript;
}

std::vector<std::filesystem::path> transcripts() {
    const char* source = std::getenv("PH_SOURCE");
    std::vector<std::filesystem::path> list;
    for (const auto& entry :
         std::filesystem::directory_iterator(std::string(source ? source : ".") + "/tests/shim/golden"))
        list.push_back(entry.path());
    std::sort(list.begin(), list.end());
    return list;
}

/// Lets this side open what the transcript's controller opened, so that the answers find their channels.
void prepare(Session& controller, const std::string& toShim) {
    test::Recorder opened;
    Session shim(Session::Side::Shim, kAllFeatures, opened);
    shim.receive(toShim);
    for (std::uint32_t channel = 1; channel < 16; ++channel) {
        if (opened.said.find("open " + std::to_string(channel) + " ") == std::string::npos) continue;
        controller.open(channel, {});
        controller.grant(channel, 1 << 20);
    }
}

}  // namespace

TEST(GoldenTranscripts, AreThere) {
    EXPECT_GE(transcripts().size(), 4u);
}

TEST(GoldenTranscripts, AreUnderstoodByTodaysShimAtEverySplit) {
    for (const auto& path : transcripts()) {
        const Transcript transcript = read(path);
        for (std::size_t cut = 0; cut <= transcript.toShim.size(); ++cut) {
            test::Recorder told;
            Session shim(Session::Side::Shim, kAllFeatures, told);
            // What the golden shim had granted, today's grants too.
            const auto receive = [&](std::string_view bytes) {
                for (const char byte : bytes) {
                    ASSERT_TRUE(shim.receive(std::string_view(&byte, 1))) << path << " " << shim.error();
                    for (std::uint32_t channel = 1; channel < 16; ++channel)
                        if (shim.has(channel)) shim.grant(channel, 64);
                }
            };
            receive(std::string_view(transcript.toShim).substr(0, cut));
            receive(std::string_view(transcript.toShim).substr(cut));
            ASSERT_EQ(told.said, transcript.shimTold) << path;
            if (cut > 3) cut += 13;
        }
    }
}

TEST(GoldenTranscripts, AreUnderstoodByTodaysController) {
    for (const auto& path : transcripts()) {
        const Transcript transcript = read(path);
        test::Recorder told;
        Session controller(Session::Side::Controller, kAllFeatures, told);
        prepare(controller, transcript.toShim);
        for (const char byte : transcript.fromShim)
            ASSERT_TRUE(controller.receive(std::string_view(&byte, 1))) << path << " " << controller.error();
        EXPECT_EQ(told.said, transcript.controllerTold) << path;
    }
}

}  // namespace ph::shim
