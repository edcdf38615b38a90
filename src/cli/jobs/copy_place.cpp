#include "cli/jobs/copy_place.h"

namespace ph::cli {

CopyPlace parseCopyPlace(const std::string& text) {
    const auto colon = text.find(':');
    const auto slash = text.find('/');
    if (colon == std::string::npos || colon == 0 || slash < colon) return {{}, text};
    return {text.substr(0, colon), text.substr(colon + 1)};
}

UploadTarget uploadTarget(const std::string& remotePath, const std::string& localName) {
    if (remotePath.empty() || remotePath == ".") return {".", localName};
    if (remotePath.ends_with('/')) {
        const std::string folder = remotePath.substr(0, remotePath.find_last_not_of('/') + 1);
        return {folder.empty() ? "/" : folder, localName};
    }
    const auto slash = remotePath.rfind('/');
    if (slash == std::string::npos) return {".", remotePath};
    return {slash == 0 ? "/" : remotePath.substr(0, slash), remotePath.substr(slash + 1)};
}

}  // namespace ph::cli
