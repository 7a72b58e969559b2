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

// An error if the file cannot be written; to be checked before long work.
Outcome<void> check_output(const std::string& path);
// The same for a table, whose name must end in `ending` (.klv2), or in `ending` and .zst, because
// later commands go by the name. A special file (/dev/stdout) may have any name.
Outcome<void> check_table_output(const std::string& path, const std::string& ending);
// An error if the output is one of the inputs.
Outcome<void> check_apart(const std::string& output, const std::vector<std::string>& inputs);
// The output file that an option names, which must be writable and none of the inputs; "" if the
// option is not given.
Outcome<std::string> output_of(const cxxopts::ParseResult& parsed, const std::string& option,
                               const std::vector<std::string>& inputs = {});
// Writes a file, packed with zstd if its name ends in .zst. Returns the file's size in bytes.
Outcome<std::size_t> write_table(const std::string& path, std::string bytes);

// Prints JSON on a line of its own; a number that is not finite, such as an Elo or a mean of no
// values, becomes null.
void print(const nlohmann::ordered_json& json);
// A player's results, for the reports of autoplay and match.
nlohmann::ordered_json player_row(const std::string& name, const PlayerTally& player);
std::string padded(const std::string& text, int width);  // with spaces, to `width` columns
inline constexpr int kScreenColumns = 80;
// Breaks text between words into lines of kScreenColumns columns. The first line continues `line`;
// all others are indented.
std::string wrapped(std::string_view text, int indent = 2, std::string line = "");
// Breaks each paragraph in this way, without indents. Lines that begin with a space or contain two
// spaces in a row do not belong to paragraphs: rows of a list, TERM  WHAT, are broken one by one,
// and all others are kept as they are.
std::string wrapped_paragraphs(std::string_view text);
// Rows of cells as lines, each column as wide as its widest cell. `alignment` has a letter for each
// column, l or r; columns without one are aligned left.
std::vector<std::string> in_columns(const std::vector<std::vector<std::string>>& rows,
                                    std::string_view alignment = {});
void print_columns(const std::vector<std::vector<std::string>>& rows, std::string_view alignment);

}  // namespace zymurgy
