#include "ui/jobs/spec_text.h"

#include "reflect/codec.h"
#include "reflect/yaml.h"

#include <boost/json/value.hpp>

namespace ph::ui {

using namespace Qt::StringLiterals;

namespace {

/// Drops members that are as in a default specification.
boost::json::value pruned(const boost::json::value& value, const boost::json::value& usual) {
    if (!value.is_object() || !usual.is_object()) return value;
    boost::json::object result;
    for (const auto& member : value.as_object()) {
        const auto* other = usual.as_object().if_contains(member.key());
        if (other && *other == member.value()) continue;
        result.emplace(member.key(), other ? pruned(member.value(), *other) : member.value());
    }
    return result;
}

}  // namespace

QString specYaml(const JobSpec& spec) {
    return QString::fromStdString(reflect::yamlText(pruned(reflect::encode(spec), reflect::encode(JobSpec()))));
}

QString phctlLine(const JobSpec&) {
    return u"phctl submit job.yaml --follow"_s;
}

}  // namespace ph::ui
