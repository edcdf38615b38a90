#pragma once

#include "api/routes.h"
#include "base/async.h"
#include "base/id.h"
#include "domain/accounts/access.h"

#include <map>
#include <optional>
#include <string>

namespace ph::http {

/// The bytes of an upload, pulled one piece after the other so that memory stays bounded.
class BodyReader {
public:
    virtual ~BodyReader() = default;
    /// nullopt at the end; fails if the client stops or sends too much.
    virtual Async<std::optional<std::string>> next() = 0;
};

/// One request after routing and authentication, as handlers see it.
struct Request {
    const api::Route* route = nullptr;
    std::string path;                               ///< without the query, still percent-encoded
    std::map<std::string, std::string> parameters;  ///< of the path template, decoded
    std::map<std::string, std::string> query;       ///< decoded; only names that the route accepts
    std::string body;                               ///< whole, unless the route takes bytes
    BodyReader* upload = nullptr;                   ///< set if the route takes bytes
    std::string idempotencyKey;
    std::string bearer;  ///< the secret that authenticated it; empty on the Unix socket
    Principal who;       ///< empty for public routes
    std::string from;    ///< peer address, "local" for the Unix socket
    bool fromLoopback = false;

    const std::string& parameter(const std::string& name) const { return parameters.at(name); }

    /// The id in the path; a malformed one names nothing, so it is `notFound`.
    template <class Id>
    Result<Id> id(ErrorId notFound, const std::string& name = "id") const {
        const auto parsed = Id::parse(parameter(name));
        if (!parsed) return Error(notFound);
        return *parsed;
    }
};

}  // namespace ph::http
