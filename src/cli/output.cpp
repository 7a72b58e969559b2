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

Outcome<void> check_output(const std::string& path) {
  const auto writable = check_writable(path);
  if (!writable) return input_error("write-failed", writable.error());
  return {};
}

Outcome<void> check_apart(const std::string& output, const std::vector<std::string>& inputs) {
  for (const std::string& input : inputs)
    // An error says that one of them is not there.
    if (std::error_code error; std::filesystem::equivalent(output, input, error))
      return usage_error(shown(output) + " is read, and would be written over");
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

std::string wrapped(std::string_view text) {
  constexpr int kWidth = 80;
  std::string result, line;
  for (std::string_view word; !(word = take_token(text)).empty();) {
    if (!line.empty() && columns(line) + 1 + columns(word) > kWidth) {
      result += line + '\n';
      line = " ";
    }
    line += (line.empty() ? "" : " ") + std::string(word);
  }
  return result + line;
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

}  // namespace zymurgy
