#include "cli/admin/support_archive.h"

#include "cli/gzip.h"
#include "cli/tar_writer.h"
#include "domain/jobs/job_validation.h"
#include "reflect/codec.h"
#include "reflect/json_text.h"

namespace ph::cli {

std::string supportArchive(const SupportBundle& bundle, const std::string& name) {
    std::string tar = tarFolderHeader(name);
    const auto add = [&](const std::string& file, const std::string& text) {
        const auto size = static_cast<std::int64_t>(text.size());
        tar += tarFileHeader(name + "/" + file, size, false) + text + tarPadding(size);
    };
    boost::json::object about;
    about["at"] = reflect::encode(bundle.at);
    about["version"] = bundle.version;
    add("about.json", reflect::prettyJson(about));
    for (const auto& part : bundle.parts)
        if (isInnerPath(part.name)) add(part.name, part.text);
    return gzip(tar + tarEnd());
}

}  // namespace ph::cli
