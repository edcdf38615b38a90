#pragma once

#include "http/host_check.h"
#include "http/request.h"
#include "http/request_parser.h"
#include "http/response.h"

namespace ph::http {

// What is looked at before a request may cost anything: each returns the refusal, or nothing.

/// One Host header that is ours, and no foreign Origin. The Unix socket has no host to forge.
std::optional<Response> checkHost(const RequestParser& parser, const HostCheck& hosts, bool localSocket);
/// Query names, content type and upgrade as the request's route wants them; fills request.query.
std::optional<Response> checkRequest(const RequestParser& parser, std::string_view query, Request& request);

/// Empty without an "Authorization: Bearer" header.
std::string bearerSecret(const RequestParser& parser);
bool mayCall(Role role, api::Access access);
bool wantsContinue(const RequestParser& parser);

}  // namespace ph::http
