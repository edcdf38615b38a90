#include "base/error.h"

#include <gmock/gmock.h>

namespace ph::test {

namespace {

TEST(Error, IsRetryableByItsKindAlone) {
    const std::vector<std::pair<ErrorKind, bool>> rows{
        {ErrorKind::Invalid, false},    {ErrorKind::Unauthenticated, false},
        {ErrorKind::NotAllowed, false}, {ErrorKind::NotFound, false},
        {ErrorKind::Conflict, false},   {ErrorKind::TooLarge, false},
        {ErrorKind::TooMany, true},     {ErrorKind::Gone, false},
        {ErrorKind::Mismatch, false},   {ErrorKind::Unavailable, true},
        {ErrorKind::Deadline, true},    {ErrorKind::NoSpace, true},
        {ErrorKind::Internal, false}};
    for (const auto& [kind, retryable] : rows)
        EXPECT_EQ(Error(ErrorId{"x", kind}).retryable(), retryable) << static_cast<int>(kind);
}

TEST(Error, CarriesArgumentsFaultsAndItsPlace) {
    const auto error =
        Error(kInvalid, "detail").with("a", "1").with("b", "2").withFaults({{"path", "code", "value", "allowed"}});
    EXPECT_EQ(error.id, kInvalid);
    EXPECT_EQ(error.arguments.size(), 2u);
    EXPECT_EQ(error.arguments[1].first, "b");
    EXPECT_EQ(error.faults.front().path, "path");
    EXPECT_THAT(error.where.file_name(), testing::HasSubstr("error_test.cpp"));
}

TEST(Result, OfAnErrorThrowsWhereItsValueIsTaken) {
    const Result<int> bad = Error(kDeadline, "late");
    EXPECT_FALSE(bad);
    EXPECT_THROW(bad.value(), std::logic_error);
    const Result<int> good = 5;
    EXPECT_EQ(good.value(), 5);
    EXPECT_TRUE(Result<>());
}

}  // namespace

}  // namespace ph::test
