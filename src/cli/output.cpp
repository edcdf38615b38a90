#include "cli/output.h"

#include "cli/display_width.h"
#include "cli/texts.h"
#include "reflect/json_text.h"
#include "reflect/yaml.h"

#include <algorithm>
#include <ostream>

namespace ph::cli {

namespace {

std::string_view codeOf(Colour colour) {
    switch (colour) {
        case Colour::Green:
            return "\033[32m";
        case Colour::Red:
            return "\033[31m";
        case Colour::Yellow:
            return "\033[33m";
        case Colour::Blue:
            return "\033[34m";
        case Colour::Grey:
            return "\033[90m";
        case Colour::None:
            break;
    }
    return {};
}

}  // namespace

std::optional<Format> parseFormat(std::string_view text) {
    if (text == "table") return Format::Table;
    if (text == "wide") return Format::Wide;
    if (text == "json") return Format::Json;
    if (text == "yaml") return Format::Yaml;
    if (text == "name") return Format::Name;
    return std::nullopt;
}

void Output::print(const Listing& listing) {
    switch (m_format) {
        case Format::Json:
        case Format::Yaml:
            return printData(listing.data);
        case Format::Name:
            for (const auto& name : listing.names) m_streams.out << printable(name) << '\n';
            return;
        case Format::Table:
        case Format::Wide:
            break;
    }
    printTable(listing);
}

void Output::printData(const boost::json::value& data) {
    m_streams.out << (m_format == Format::Yaml ? reflect::yamlText(data) : reflect::prettyJson(data));
}

std::string Output::coloured(const std::string& text, Colour colour) const {
    if (!m_colour || colour == Colour::None) return text;
    return std::string(codeOf(colour)) + text + "\033[0m";
}

void Output::printTable(const Listing& listing) {
    constexpr std::size_t kWidest = 60;
    constexpr std::string_view kGap = "  ";
    std::vector<std::size_t> shown;
    for (std::size_t i = 0; i < listing.columns.size(); ++i)
        if (!listing.columns[i].wideOnly || m_format == Format::Wide) shown.push_back(i);
    const auto textOf = [&](const Cell& cell) {
        const std::string safe = printable(cell.text);
        return m_format == Format::Wide ? safe : shortened(safe, kWidest);
    };
    const auto titleOf = [&](std::size_t i) { return plainTextOf(listing.columns[i].title, m_language); };
    std::vector<std::size_t> widths;
    for (const std::size_t i : shown) {
        std::size_t width = displayWidth(titleOf(i));
        for (const auto& row : listing.rows) width = std::max(width, displayWidth(textOf(row[i])));
        widths.push_back(width);
    }
    const auto line = [&](const auto& cellOf) {
        for (std::size_t k = 0; k < shown.size(); ++k) {
            const auto [text, colour] = cellOf(shown[k]);
            const std::string padding(widths[k] - displayWidth(text), ' ');
            const bool right = listing.columns[shown[k]].rightAligned;
            if (right) m_streams.out << padding;
            m_streams.out << coloured(text, colour);
            if (k + 1 == shown.size()) break;
            if (!right) m_streams.out << padding;
            m_streams.out << kGap;
        }
        m_streams.out << '\n';
    };
    line([&](std::size_t i) { return std::pair(titleOf(i), Colour::Grey); });
    for (const auto& row : listing.rows) line([&](std::size_t i) { return std::pair(textOf(row[i]), row[i].colour); });
}

}  // namespace ph::cli
