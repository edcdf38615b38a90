#include "cli/jobs/spec_file.h"

#include "client/client_errors.h"
#include "domain/jobs/job_validation.h"
#include "reflect/codec.h"
#include "reflect/json_text.h"
#include "reflect/yaml.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <fmt/format.h>

#include <istream>
#include <iterator>

namespace ph::cli {

namespace {

/// Takes the entries that name local files out of `files`.
class FilesReader {
public:
    FilesReader(SpecFile& result, const QString& folder) : m_result(result), m_folder(folder) {}

    std::vector<Fault> faults;

    void read(boost::json::array& files) {
        boost::json::array remote;
        for (std::size_t i = 0; i < files.size(); ++i) {
            const std::string path = fmt::format("files[{}]", i);
            auto& entry = files[i];
            if (entry.is_string())
                add(path, std::string(entry.get_string()), {});
            else if (!isLocal(entry))
                remote.push_back(std::move(entry));
            else
                readObject(path, entry.get_object());
        }
        files = std::move(remote);
    }

private:
    static bool isLocal(const boost::json::value& entry) {
        const auto* object = entry.if_object();
        return object && (object->contains("source") || (object->contains("path") && !object->contains("digest")));
    }

    void readObject(const std::string& path, const boost::json::object& object) {
        std::string source, target;
        for (const auto& member : object) {
            const std::string_view key = member.key();
            const bool text = member.value().is_string();
            if (key == "source" && text)
                source = std::string(member.value().get_string());
            else if (key == "path" && text)
                target = std::string(member.value().get_string());
            else if (key == "source" || key == "path")
                faults.push_back(
                    {path + "." + std::string(key), "type", reflect::shortText(member.value()), "a string"});
            else
                faults.push_back({path + "." + std::string(key), "unknown-field", std::string(key), "source, path"});
        }
        if (source.empty()) source = target;
        if (!source.empty()) add(path, source, target);
    }

    void add(const std::string& path, const std::string& source, std::string target) {
        const QString given = QString::fromStdString(source);
        const QFileInfo info(QDir(m_folder).filePath(given));
        if (!info.exists()) {
            faults.push_back({path, "not-found", source, ""});
            return;
        }
        if (target.empty()) {
            const std::string clean = QDir::cleanPath(given).toStdString();
            target = isInnerPath(clean) ? clean : info.fileName().toStdString();
        }
        if (!info.isDir()) {
            m_result.local.push_back({info.filePath(), target});
            return;
        }
        const std::string prefix = target.empty() || target == "." ? std::string() : target + "/";
        for (auto& file : client::filesBelow(info.filePath()))
            m_result.local.push_back({file.source, prefix + file.target});
    }

    SpecFile& m_result;
    QString m_folder;
};

}  // namespace

Result<SpecFile> readSpec(std::string_view text, const QString& folder) {
    // JSON is nearly YAML: its pairs of surrogates are not.
    const auto begin = text.find_first_not_of(" \t\r\n");
    auto json = begin != std::string_view::npos && text[begin] == '{' ? reflect::parseJson(text, text.size())
                                                                      : Result<boost::json::value>(Error(kInvalid));
    if (!json) json = reflect::parseYaml(text);
    if (!json) return json.error();
    SpecFile result;
    FilesReader files(result, folder);
    if (auto* object = json->if_object())
        if (auto* list = object->if_contains("files"); list && list->is_array()) files.read(list->get_array());
    auto spec = reflect::decode<JobSpec>(*json, reflect::Scalars::Lenient);
    std::vector<Fault> faults = std::move(files.faults);
    if (spec.has_error()) {
        const Error error = spec.error();
        faults.insert(faults.begin(), error.faults.begin(), error.faults.end());
    }
    if (!faults.empty()) return Error(kInvalid).withFaults(std::move(faults));
    result.spec = std::move(*spec);
    return result;
}

namespace {

Result<std::string> readText(const std::string& path, std::istream& in) {
    if (path == "-") return std::string(std::istreambuf_iterator<char>(in), {});
    QFile file(QString::fromStdString(path));
    if (!file.exists()) return Error(client::kNoLocalFile).with("path", path);
    if (file.open(QIODevice::ReadOnly)) return file.readAll().toStdString();
    return Error(client::kLocalFile).with("path", path).with("reason", file.errorString().toStdString());
}

}  // namespace

Result<SpecFile> readSpecFile(const std::string& path, std::istream& in) {
    const auto text = readText(path, in);
    if (!text) return text.error();
    return readSpec(*text, path == "-" ? QStringLiteral(".") : QFileInfo(QString::fromStdString(path)).path());
}

}  // namespace ph::cli
