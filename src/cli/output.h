#pragma once

#include "cli/streams.h"
#include "messages/language.h"

#include <boost/json/value.hpp>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ph::cli {

enum class Format { Table, Wide, Json, Yaml, Name };
std::optional<Format> parseFormat(std::string_view text);

enum class Colour { None, Green, Red, Yellow, Blue, Grey };

struct Cell {
    Cell(std::string value, Colour shade = Colour::None) : text(std::move(value)), colour(shade) {}
    Cell(const char* value) : text(value) {}
    std::string text;
    Colour colour;
};

/// What becomes of a column where a terminal is too narrow.
enum class Fit {
    Whole,    ///< it stays
    Shrinks,  ///< free text: it is cut
    Yields,   ///< it is left out, the last one first
};

struct Column {
    std::string title;  ///< in capitals, a key of texts.h
    bool wideOnly = false;
    bool rightAligned = false;
    Fit fit = Fit::Whole;
};

/// Rows with their columns, the same as JSON or YAML, and their names: whichever was asked for is printed.
struct Listing {
    std::vector<Column> columns;
    std::vector<std::vector<Cell>> rows;
    boost::json::value data;
    std::vector<std::string> names;
};

/// Prints results. Tables fit terminals, if not wide; elsewhere nothing is cut. Colour only with `colour`, which the
/// runner sets on terminals without NO_COLOR.
class Output {
public:
    Output(Streams& streams, Format format, bool colour, messages::Language language)
        : m_streams(streams), m_format(format), m_colour(colour), m_language(language) {}

    Format format() const { return m_format; }
    /// Whether people read it: table or wide.
    bool isTable() const { return m_format == Format::Table || m_format == Format::Wide; }
    void print(const Listing& listing);
    /// Only the data, as JSON or YAML.
    void printData(const boost::json::value& data);
    std::string coloured(const std::string& text, Colour colour) const;

private:
    void printTable(const Listing& listing);

    Streams& m_streams;
    Format m_format;
    bool m_colour;
    messages::Language m_language;
};

}  // namespace ph::cli
