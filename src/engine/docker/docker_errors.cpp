#include "engine/docker/docker_errors.h"

#include "engine/docker/docker_json.h"

#include <boost/beast/core/error.hpp>
#include <boost/beast/http/error.hpp>

namespace ph::engine {

namespace {

ErrorId idOf(unsigned status) {
    if (status == 404) return kEngineMissing;
    if (status == 409) return kEngineConflict;
    if (status == 429 || status >= 500) return kEngineFailed;
    return kEngineInvalid;
}

}  // namespace

Error engineRefusal(unsigned status, std::string_view body) {
    std::string words;
    if (const auto json = parseAnswer(body)) words = textAt(*json, "/message");
    if (words.empty()) words = "status " + std::to_string(status);
    return Error(idOf(status), shortText(words));
}

Error engineBroken(const boost::system::error_code& error, const std::string& socket) {
    const std::string words = socket + ": " + error.message();
    if (error == boost::beast::error::timeout) return Error(kDeadline, words);
    if (error == boost::system::errc::permission_denied) return Error(kEngineForbidden, words);
    if (error.category() == boost::beast::http::make_error_code(boost::beast::http::error::bad_version).category() &&
        error != boost::beast::http::error::end_of_stream && error != boost::beast::http::error::partial_message)
        return Error(kEngineGarbled, words);
    return Error(kEngineUnreachable, words);
}

}  // namespace ph::engine
