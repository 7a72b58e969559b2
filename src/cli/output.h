// What commands print and write.
#pragma once

#include <cstddef>
#include <cxxopts.hpp>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "cli/outcome.h"
#include "play/tally.h"

namespace zymurgy {

// An error if the file cannot be written: to be known before long work.
Outcome<void> check_output(const std::string& path);
// The same of a table, whose name must end so (.klv2), or so and in .zst: later commands take a
// file for what its name says. What is no regular file (/dev/stdout) is no file for them.
Outcome<void> check_table_output(const std::string& path, const std::string& ending);
// An error if it is one of those that are read.
Outcome<void> check_apart(const std::string& output, const std::vector<std::string>& inputs);
// The file that an option names, which can be written and is none of those read; "" if not given.
Outcome<std::string> output_of(const cxxopts::ParseResult& parsed, const std::string& option,
                               const std::vector<std::string>& inputs = {});
// Writes a file, packed with zstd if its name ends in .zst; how many bytes it then has.
Outcome<std::size_t> write_table(const std::string& path, std::string bytes);

// On a line of its own; what is not finite, Elo or a mean of nothing, becomes null.
void print(const nlohmann::ordered_json& json);
// What a player won and how, for the reports of autoplay and match.
nlohmann::ordered_json player_row(const std::string& name, const PlayerTally& player);
std::string padded(const std::string& text, int width);  // with spaces, to so many columns
inline constexpr int kScreenColumns = 80;
// Broken between words into lines of so many columns, the first behind `line`, all others indented.
std::string wrapped(std::string_view text, int indent = 2, std::string line = "");
// The same of each paragraph, without indents. Lines that begin with a space or hold two in a row
// are no part of one: of a list, TERM  WHAT, each line is broken by itself, and others stand as
// they are.
std::string laid_out(std::string_view text);
// Lines of cells, each column as wide as its widest cell. `alignment` has a letter for each, l or
// r; those it has none for stand left.
std::vector<std::string> in_columns(const std::vector<std::vector<std::string>>& rows,
                                    std::string_view alignment = {});

}  // namespace zymurgy
