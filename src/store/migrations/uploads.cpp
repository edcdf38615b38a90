#include "store/migrations/steps.h"

#include <array>

namespace ph {

namespace {

constexpr std::array<std::string_view, 2> kStatements{
    R"(CREATE TABLE uploads (
        org TEXT NOT NULL,
        digest TEXT NOT NULL,
        at INTEGER NOT NULL,
        PRIMARY KEY (org, digest)
    ) WITHOUT ROWID)",
    // Whose jobs name a file has sent it. Others had it without a job for a day at most, and send it again.
    R"(INSERT INTO uploads (org, digest, at)
        SELECT DISTINCT jobs.org, job_files.digest, 0 FROM job_files JOIN jobs ON jobs.ord = job_files.ord)",
};

// Going forward again takes the same from the jobs: a file that no job names is sent once more.
constexpr std::array<std::string_view, 1> kBack{"DROP TABLE uploads"};

}  // namespace

const Migration kUploads{"uploads", kStatements, kBack};

}  // namespace ph
