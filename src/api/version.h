#pragma once

#include <boost/describe/class.hpp>

#include <string>
#include <vector>

namespace ph::api {

inline constexpr std::string_view kPrefix = "/api/v1";
inline constexpr std::string_view kProgramVersion = "0.1.0";

/// GET /api/v1/server: told to anybody who can connect, so nothing about people or work.
struct ServerInfo {
    std::string version;
    std::string site;         ///< the administrator's name for it
    std::string fingerprint;  ///< "sha256:" + hexadecimal of the certificate that clients pin
};
BOOST_DESCRIBE_STRUCT(ServerInfo, (), (version, site, fingerprint))

/// Nothing to say: the empty JSON object.
struct Empty {};
BOOST_DESCRIBE_STRUCT(Empty, (), ())

}  // namespace ph::api
