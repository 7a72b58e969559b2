#include "match/journal.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>

#include "game/encoding.h"
#include "game/files.h"
#include "game/json_text.h"
#include "game/text.h"

namespace zymurgy {
namespace {

using Json = nlohmann::ordered_json;
using Kind = EngineFault::Kind;

constexpr Kind kForfeits[] = {Kind::kCrash, Kind::kStall, Kind::kIllegal, Kind::kTime};

// Text that is not UTF-8 would not read back from JSON as it was written.
Result<void> check_text(const Json& settings) {
  const Json by_path = settings.flatten();
  for (const auto& setting : by_path.items())
    if (const Json& value = setting.value(); value.is_string())
      if (const auto& text = value.get_ref<const std::string&>(); !is_utf8(text))
        return failure("setting " + setting.key() + " is not UTF-8: " + in_quotes(text));
  return {};
}

// An error if a program of an engine has changed. Older journals list no programs, and pass.
Result<void> check_builds(const Json& before, const Json& now) {
  for (const auto& engine : before.items())
    for (const auto& program : engine.value().items()) {
      const Json::json_pointer hash = Json::json_pointer() / engine.key() / program.key();
      if (!now.contains(hash) || now[hash] != program.value())
        return failure(": the program " + in_quotes(program.key()) + " of engine " + engine.key() +
                       " has changed since the match began: restore that build to resume, or name "
                       "another folder for the games of this one");
    }
  return {};
}

Json take_out(Json& settings, const char* name) {
  Json value = settings.value(name, Json::object());
  settings.erase(name);
  return value;
}

Result<void> check_same_match(Json before, Json now) {
  const Json programs_before = take_out(before, "programs"), programs = take_out(now, "programs");
  if (!before.contains("words")) now.erase("words");  // older journals lack it
  if (before != now) return failure(" belongs to another match: " + first_difference(before, now));
  return check_builds(programs_before, programs);
}

// Strict readers of fields: nlohmann would round or wrap numbers, and ignore excess array elements.
struct Range {
  double least, most;
};
template <typename Integer>
bool take(const Json& json, Integer& value, Range range) {
  if (!json.is_number_integer()) return false;
  const auto number = json.get<double>();
  if (number < range.least || number > range.most) return false;
  json.get_to(value);
  return true;
}
template <typename Integer>
bool take(const Json& json, std::array<Integer, 2>& values, Range range) {
  return json.is_array() && json.size() == 2 && take(json[0], values[0], range) &&
         take(json[1], values[1], range);
}
bool take(const Json& json, std::string& text) {
  if (json.is_string()) json.get_to(text);
  return json.is_string();
}
bool take(const Json& json, Kind& forfeit) {
  const auto kind = std::find_if(std::begin(kForfeits), std::end(kForfeits),
                                 [&](Kind k) { return json == name_of(k); });
  if (kind != std::end(kForfeits)) forfeit = *kind;
  return kind != std::end(kForfeits);
}

}  // namespace

std::string gcg_name(const MatchGame& game) {
  return std::to_string(game.pair()) + (game.swapped() ? "-2.gcg" : "-1.gcg");
}

Json json_of(const GameResult& result) {
  const auto microseconds = [&](std::size_t engine) { return result.thought[engine].count(); };
  Json json{{"game", result.game.number},
            {"scores", result.scores},
            {"penalties", result.penalties},
            {"turns", result.turns},
            {"bingos", result.bingos},
            {"wrong_scores", result.wrong_scores},
            {"thought_us", {microseconds(0), microseconds(1)}},
            {"moves", result.moves_hash}};
  if (result.forfeited_by) {
    json["forfeited_by"] = *result.forfeited_by + 1;
    json["fault"] = name_of(result.fault.kind);
    json["detail"] = result.fault.detail;
  }
  return json;
}

Result<GameResult> result_of(const Json& json) {
  if (json.is_discarded()) return failure("not JSON");
  GameResult result;
  std::string wrong;
  const auto field = [&](const char* name, auto& value, auto... range) {
    const auto found = json.find(name);
    if (wrong.empty() && (found == json.end() || !take(*found, value, range...))) wrong = name;
  };
  // Wide enough for any game, and narrow enough that differences and sums do not overflow.
  constexpr Range kCount{0, 1e9}, kPoints{-1e9, 1e9}, kTime{0, 1e15}, kHash{0, 0x1p64};
  std::array<std::int64_t, 2> thought{};
  field("game", result.game.number, kCount);
  field("scores", result.scores, kPoints);
  field("penalties", result.penalties, kCount);
  field("turns", result.turns, kCount);
  field("bingos", result.bingos, kCount);
  field("wrong_scores", result.wrong_scores, kCount);
  field("thought_us", thought, kTime);
  result.thought = {Microseconds(thought[0]), Microseconds(thought[1])};
  field("moves", result.moves_hash, kHash);
  if (json.contains("forfeited_by")) {
    int player = 0;
    field("forfeited_by", player, Range{1, 2});
    result.forfeited_by = player - 1;
    field("fault", result.fault.kind);
    field("detail", result.fault.detail);
  }
  if (!wrong.empty()) return failure(wrong + " is missing or wrong");
  return result;
}

tl::expected<Journal, JournalError> Journal::open(const std::filesystem::path& folder,
                                                  const Json& settings) {
  const auto refuse = [](const Error& error, bool unwritten) {
    return tl::unexpected(JournalError{error, unwritten});
  };
  if (auto sound = check_text(settings); !sound) return refuse(sound.error(), false);
  Journal journal(folder);
  if (auto held = journal.hold(); !held) return refuse(held.error(), true);
  const auto whole = journal.read(settings);
  if (!whole) return refuse(whole.error(), false);
  if (auto begun = journal.begin(*whole, settings); !begun) return refuse(begun.error(), true);
  return journal;
}

Result<void> Journal::hold() {
  for (const std::filesystem::path& folder : {folder_, folder_ / "games"})
    if (const auto made = make_folder(folder); !made) return made;
  file_ = FileDescriptor(::open(path_.c_str(), O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0666));
  if (file_.get() < 0) return system_failure("cannot write " + path_.string());
  if (flock(file_.get(), LOCK_EX | LOCK_NB) == 0) return {};
  return errno == EWOULDBLOCK ? failure("another match is writing " + path_.string())
                              : system_failure("cannot lock " + path_.string());
}

Result<std::size_t> Journal::read(const Json& settings) {
  const auto bytes = read_file(path_);
  if (!bytes) return tl::unexpected(bytes.error());
  const std::size_t whole = bytes->rfind('\n') + 1;  // 0 if there is none
  if (whole == 0) {
    if (json_text(settings).starts_with(*bytes)) return whole;
    return failure(path_.string() + " belongs to another match");
  }
  std::string_view rest = std::string_view(*bytes).substr(0, whole);
  const Json before = Json::parse(take_until(rest, '\n'), nullptr, false);
  if (!before.is_object()) return failure(path_.string() + ", line 1: not a match");
  if (const auto same = check_same_match(before, settings); !same) {
    // A journal of ours without games, such as one left by an engine that could not be started,
    // holds nothing yet and may be overwritten.
    if (rest.empty() && before.contains("zymurgy_match")) return std::size_t{0};
    return failure(path_.string() + same.error().message);
  }
  for (int line = 2; !rest.empty(); ++line) {
    const Json json = Json::parse(take_until(rest, '\n'), nullptr, false);
    auto result = result_of(json);
    if (!result)
      return failure(path_.string() + ", line " + std::to_string(line) + ": " +
                     result.error().message);
    games_.push_back(std::move(*result));
  }
  return whole;
}

Result<void> Journal::begin(std::size_t whole, const Json& settings) {
  // Drop the partial last line that a killed run may have left.
  if (ftruncate(file_.get(), static_cast<off_t>(whole)) != 0)
    return system_failure("cannot write " + path_.string());
  return whole > 0 ? Result<void>{} : write_line(settings);
}

Result<void> Journal::add(const PlayedGame& game) {
  const auto gcg = folder_ / "games" / gcg_name(game.result.game);
  if (auto written = write_file(gcg, write_gcg(game.gcg)); !written)
    return tl::unexpected(written.error());
  return write_line(json_of(game.result));
}

// In one call, so that a reader never sees part of a line, except after a kill.
Result<void> Journal::write_line(const Json& line) {
  const std::string text = json_text(line) + '\n';
  const ssize_t written = ::write(file_.get(), text.data(), text.size());
  if (written < 0) return system_failure("cannot write " + path_.string());
  if (written != static_cast<ssize_t>(text.size()))
    return failure("cannot write " + path_.string() + " to its end: the disk may be full");
  return {};
}

}  // namespace zymurgy
