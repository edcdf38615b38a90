#include "api/problem.h"

#include "domain/jobs/job.h"
#include "reflect/codec.h"

#include <gtest/gtest.h>

#include <utility>
#include <vector>

namespace ph::api {
namespace {

TEST(Problem, EveryKindHasItsStatus) {
    const std::vector<std::pair<ErrorKind, int>> table{
        {ErrorKind::Invalid, 400},  {ErrorKind::Unauthenticated, 401}, {ErrorKind::NotAllowed, 403},
        {ErrorKind::NotFound, 404}, {ErrorKind::Conflict, 409},        {ErrorKind::Gone, 410},
        {ErrorKind::TooLarge, 413}, {ErrorKind::Mismatch, 422},        {ErrorKind::TooMany, 429},
        {ErrorKind::Internal, 500}, {ErrorKind::Unavailable, 503},     {ErrorKind::Deadline, 504},
        {ErrorKind::NoSpace, 507},
    };
    for (const auto& [kind, status] : table) {
        EXPECT_EQ(statusOf(kind), status);
        EXPECT_EQ(problemOf(Error(ErrorId{"some-name", kind})).status, status);
    }
}

TEST(Problem, OnlyWhatMayPassByItselfIsRetryable) {
    const std::vector<ErrorKind> passing{ErrorKind::TooMany, ErrorKind::Unavailable, ErrorKind::Deadline,
                                         ErrorKind::NoSpace};
    const std::vector<ErrorKind> final{ErrorKind::Invalid,  ErrorKind::Unauthenticated, ErrorKind::NotAllowed,
                                       ErrorKind::NotFound, ErrorKind::Conflict,        ErrorKind::TooLarge,
                                       ErrorKind::Gone,     ErrorKind::Mismatch,        ErrorKind::Internal};
    for (const auto kind : passing) EXPECT_TRUE(problemOf(Error(ErrorId{"x", kind})).retryable) << statusOf(kind);
    for (const auto kind : final) EXPECT_FALSE(problemOf(Error(ErrorId{"x", kind})).retryable) << statusOf(kind);
}

TEST(Problem, TellsForeignBytesBackShortAndAsText) {
    const auto problem = problemOf(Error(kInvalid)
                                       .with("name", "\xFF")
                                       .withFaults({{"query.\xC3", "type", std::string(5'000, 'v') + "\xE2\x82", "a"}}));
    EXPECT_EQ(problem.arguments.at("name"), "\uFFFD");
    EXPECT_EQ(problem.faults[0].path, "query.\uFFFD");
    EXPECT_EQ(problem.faults[0].value, std::string(200, 'v') + "…");
}

TEST(Problem, CarriesNameArgumentsAndFaults) {
    const auto error = Error(kInvalid, "for the log")
                           .with("jobs", "3")
                           .withFaults({{"resources.cpu", "range", "0", "0.01 to 1000 cores"}});
    const auto problem = problemOf(error);
    EXPECT_EQ(problem.error, "invalid");
    EXPECT_EQ(problem.type, "urn:pilothouse:error:invalid");
    EXPECT_EQ(problem.arguments.at("jobs"), "3");
    ASSERT_EQ(problem.faults.size(), 1U);
    EXPECT_EQ(problem.faults[0].path, "resources.cpu");
}

TEST(Problem, TheTitleIsTheNameInWords) {
    EXPECT_EQ(problemOf(Error(kJobNotFound)).title, "job not found");
}

TEST(Problem, InternalDetailsStayInside) {
    const auto json = reflect::encode(problemOf(Error(kInternal, "the secret place of things")));
    EXPECT_EQ(boost::json::serialize(json).find("secret place"), std::string::npos);
}

TEST(Problem, IsTextWhateverTheClientSent) {
    const auto error =
        Error(kInvalid).with("name", "\xFF").withFaults({{"query.\xC3", "type", std::string("中").substr(0, 2), ""}});
    const auto problem = problemOf(error);
    EXPECT_EQ(problem.arguments.at("name"), "\uFFFD");
    EXPECT_EQ(problem.faults[0].path, "query.\uFFFD");
    EXPECT_EQ(problem.faults[0].value, "\uFFFD\uFFFD") << "a value may be cut inside of a character";
}

TEST(Problem, ReadsBackFromItsJson) {
    const auto sent = problemOf(Error(kInvalid).with("a", "b").withFaults({{"x", "range", "1", "2"}}));
    const auto back = reflect::decode<Problem>(reflect::encode(sent));
    ASSERT_TRUE(back);
    EXPECT_EQ(back->error, sent.error);
    EXPECT_EQ(back->status, sent.status);
    EXPECT_EQ(back->arguments, sent.arguments);
    EXPECT_EQ(back->faults[0].allowed, "2");
}

}  // namespace
}  // namespace ph::api
