#include "cli/output.h"

#include "cli/display_width.h"
#include "cli/table_layout.h"
#include "cli/texts.h"
#include "reflect/json_text.h"
#include "reflect/yaml.h"

#include <algorithm>
#include <ostream>

namespace ph::cli {

namespace {

constexpr std::string_view kGap = "  ";

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
    std::vector<TableColumn> wanted;
    for (std::size_t i = 0; i < listing.columns.size(); ++i) {
        const auto& column = listing.columns[i];
        if (column.wideOnly && m_format != Format::Wide) continue;
        const std::size_t title = displayWidth(plainTextOf(column.title, m_language));
        std::size_t width = title;
        for (const auto& row : listing.rows) width = std::max(width, displayWidth(printable(row[i].text)));
        wanted.push_back({i, title, width, column.fit});
    }
    const bool fits = m_format == Format::Table && m_streams.outIsTerminal;
    const auto shown =
        fits ? fitted(std::move(wanted), static_cast<std::size_t>(m_streams.columns), kGap.size()) : std::move(wanted);
    const auto line = [&](const auto& cellOf) {
        for (std::size_t k = 0; k < shown.size(); ++k) {
            const auto [whole, colour] = cellOf(shown[k].index);
            const std::string text = shortened(whole, shown[k].width);
            const std::string padding(shown[k].width - displayWidth(text), ' ');
            const bool right = listing.columns[shown[k].index].rightAligned;
            if (right) m_streams.out << padding;
            m_streams.out << coloured(text, colour);
            if (k + 1 == shown.size()) break;
            if (!right) m_streams.out << padding;
            m_streams.out << kGap;
        }
        m_streams.out << '\n';
    };
    line([&](std::size_t i) { return std::pair(plainTextOf(listing.columns[i].title, m_language), Colour::Grey); });
    for (const auto& row : listing.rows)
        line([&](std::size_t i) { return std::pair(printable(row[i].text), row[i].colour); });
}

}  // namespace ph::cli
