#pragma once

#include <array>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

namespace ph::test {

/// What a request names. Each is made for the cell that asks for it, by the person whose it is.
enum class Thing {
    Nothing,
    QueuedJob,
    RunningJob,
    EndedJob,
    Array,
    User,    ///< the caller, or somebody new
    Login,   ///< the name of one
    Person,  ///< somebody who has a new job
    Organisation,
    Token,
    Secret,
    Blob
};

/// Whose it is, seen from the caller. What is absent has the right form, what is malformed has not.
enum class Whose { Own, Colleagues, Foreign, Absent, Malformed };
inline constexpr std::array kAllWhose{Whose::Own, Whose::Colleagues, Whose::Foreign, Whose::Absent, Whose::Malformed};
std::string nameOf(Whose whose);

/// One request and what comes of it, one letter for each of kAllWhose:
///   y  succeeds; of a row that lists, the answer names the thing
///   n  succeeds, but the answer does not name the thing (rows that list only)
///   -  refused with `hidden`, as if there were no such thing
///   x  refused with "not-allowed"
///   i  refused with "invalid"
///   c  refused with `conflict`
///   .  not asked
struct Expectation {
    std::string_view route;
    std::string_view what;  ///< tells the rows of one route apart
    Thing thing = Thing::Nothing;
    std::string_view query{};  ///< "?...", with {} for the thing and {from} for the events' position before it was made
    std::string_view body{};   ///< with {} for the thing and {fresh} for a word that no other cell has
    std::string_view user{};
    std::string_view admin{};  ///< of an organisation
    std::string_view root{};
    std::string_view hidden{};
    std::string_view conflict{};
    bool lists = false;
    bool spendsToken = false;  ///< success ends the token that it was called with
    int status = 0;            ///< of success, if it is not the route's
    int audit = 0;             ///< records that success writes
};

const std::vector<Expectation>& expectations();

inline void PrintTo(const Expectation& row, std::ostream* out) {
    *out << row.route << ' ' << row.what;
}

}  // namespace ph::test
