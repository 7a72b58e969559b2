#include "cli/output.h"

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <system_error>

#include "cli/options.h"
#include "game/files.h"
#include "game/json_text.h"
#include "game/packing.h"
#include "game/text.h"

namespace zymurgy {
namespace {

// Wraps a row of a list, TERM  WHAT, with later lines in the column of WHAT.
std::string with_hanging_indent(std::string_view row) {
  const std::size_t gap = row.find("  ", row.find_first_not_of(' '));
  const std::size_t column = row.find_first_not_of(' ', gap);
  if (column == row.npos) return std::string(row);
  return wrapped(row.substr(column), static_cast<int>(column),
                 std::string(row.substr(0, column - 1)));
}

}  // namespace

Outcome<void> check_output(const std::string& path) {
  const auto writable = check_writable(path);
  if (!writable) return input_error("write-failed", writable.error());
  return {};
}

Outcome<void> check_table_output(const std::string& path, const std::string& ending) {
  if (auto writable = check_output(path); !writable) return writable;
  std::error_code ignored;
  if (path.ends_with(ending) || path.ends_with(ending + ".zst") ||
      std::filesystem::is_other(path, ignored))
    return {};
  return usage_error("expected the name of a file to write that ends in " + ending + " or " +
                     ending + ".zst, not " + in_quotes(path));
}

Outcome<void> check_apart(const std::string& output, const std::vector<std::string>& inputs) {
  for (const std::string& input : inputs)
    // `error` is set if one of them does not exist.
    if (std::error_code error; std::filesystem::equivalent(output, input, error))
      return usage_error(in_quotes(output) + " is an input and would be overwritten");
  return {};
}

Outcome<std::string> output_of(const cxxopts::ParseResult& parsed, const std::string& option,
                               const std::vector<std::string>& inputs) {
  if (!given(parsed, option)) return std::string();
  const std::string out = text_of(parsed, option);
  if (const auto apart = check_apart(out, inputs); !apart) return tl::unexpected(apart.error());
  if (const auto writable = check_output(out); !writable) return tl::unexpected(writable.error());
  return out;
}

Outcome<std::size_t> write_table(const std::string& path, std::string bytes) {
  if (path.ends_with(".zst")) bytes = compress(bytes, kShippedLevel);
  if (const auto written = write_file(path, bytes); !written)
    return input_error("write-failed", written.error());
  return bytes.size();
}

void print(const nlohmann::ordered_json& json) { std::printf("%s\n", json_text(json).c_str()); }

nlohmann::ordered_json player_row(const std::string& name, const PlayerTally& player) {
  return {{"name", name},
          {"wins", player.wins},
          {"losses", player.losses},
          {"ties", player.ties},
          {"score_mean", player.score.mean()},
          {"score_sd", player.score.sd()},
          {"spread_mean", player.spread.mean()},
          {"spread_sd", player.spread.sd()},
          {"bingos_mean", player.bingos.mean()},
          {"turns_mean", player.turns.mean()}};
}

std::string padded(const std::string& text, int width) {
  return text + std::string(static_cast<std::size_t>(std::max(0, width - columns(text))), ' ');
}

std::string wrapped(std::string_view text, int indent, std::string line) {
  std::string result;
  for (std::string_view word; !(word = take_token(text)).empty();) {
    if (!line.empty() && columns(line) + 1 + columns(word) > kScreenColumns) {
      result += line + '\n';
      line = padded("", indent - 1);
    }
    line += (line.empty() ? "" : " ") + std::string(word);
  }
  return result + line;
}

std::string wrapped_paragraphs(std::string_view text) {
  std::string result, paragraph;
  const auto end_paragraph = [&] {
    if (!paragraph.empty()) result += wrapped(paragraph, 0) + '\n';
    paragraph.clear();
  };
  while (!text.empty()) {
    const std::string_view line = take_until(text, '\n');
    if (!line.empty() && !line.starts_with(' ') && line.find("  ") == line.npos) {
      paragraph += std::string(line) + ' ';
      continue;
    }
    end_paragraph();
    result += with_hanging_indent(line) + '\n';
  }
  end_paragraph();
  return result;
}

std::vector<std::string> in_columns(const std::vector<std::vector<std::string>>& rows,
                                    std::string_view alignment) {
  std::vector<int> widths;
  for (const auto& row : rows) {
    widths.resize(std::max(widths.size(), row.size()));
    for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], columns(row[i]));
  }
  std::vector<std::string> lines;
  for (const auto& row : rows) {
    std::string& line = lines.emplace_back();
    for (std::size_t i = 0; i < row.size(); ++i) {
      const bool right = i < alignment.size() && alignment[i] == 'r';
      const int spaces = right ? widths[i] - columns(row[i]) : 0;
      line += (i == 0 ? "" : "  ") + padded("", spaces) + padded(row[i], widths[i] - spaces);
    }
  }
  return lines;
}

void print_columns(const std::vector<std::vector<std::string>>& rows, std::string_view alignment) {
  for (const std::string& line : in_columns(rows, alignment)) std::printf("%s\n", line.c_str());
}

}  // namespace zymurgy
