#include "support/program.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <cstring>
#include <elf.h>
#include <filesystem>

namespace ph::test {

namespace {

std::string program() {
    const char* folder = std::getenv("PH_BIN");
    return std::string(folder ? folder : "bin") + "/ph-shim";
}

}  // namespace

TEST(ShimProgram, IsAtMostOneMebibyte) {
    EXPECT_LE(std::filesystem::file_size(program()), 1u << 20);
}

TEST(ShimProgram, IsStatic) {
    const std::string bytes = readFile(program());
    Elf64_Ehdr header;
    ASSERT_GE(bytes.size(), sizeof header);
    std::memcpy(&header, bytes.data(), sizeof header);
    ASSERT_GT(header.e_phnum, 0);
    for (int i = 0; i < header.e_phnum; ++i) {
        Elf64_Phdr part;
        std::memcpy(&part, bytes.data() + header.e_phoff + static_cast<std::size_t>(i) * sizeof part, sizeof part);
        EXPECT_NE(part.p_type, static_cast<unsigned>(PT_INTERP));
    }
}

TEST(ShimProgram, SaysItsProtocolAndItsUse) {
    EXPECT_EQ(runProgram({program(), "version"}).out, "ph-shim protocol 1\n");
    const auto wrong = runProgram({program(), "--help"});
    EXPECT_EQ(wrong.exitCode, 2);
    EXPECT_NE(wrong.err.find("usage"), std::string::npos);
}

TEST(ShimProgram, WithoutAPlanItOnlyFails) {
    EXPECT_EQ(runProgram({program(), "run"}).exitCode, 1);
    EXPECT_EQ(runProgram({program(), "launch"}).exitCode, 1);
}

}  // namespace ph::test
