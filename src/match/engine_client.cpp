#include "match/engine_client.h"

#include <algorithm>
#include <chrono>
#include <thread>
#include <utility>
#include <vector>

#include "game/text.h"

namespace zymurgy {
namespace {

using Clock = std::chrono::steady_clock;
constexpr Milliseconds kQuitGrace{2000}, kCrashGrace{200}, kStopGrace{100};
constexpr std::size_t kLongestRemark = 200;
constexpr std::string_view kNoPosition = "no-position";  // the error with which `go` is refused

// Evaluations of moves, collected from `info` lines. A line that names no move is about the move
// that the engine will answer with.
class MoveInfos {
 public:
  void add(std::string_view line) {
    MoveInfo info;
    for (std::string_view key; !(key = take_token(line)).empty() && key != "pv";) {
      if (key == "string") return;
      if (key == "move") info.move = take_token(line);
      if (key == "wp") info.win_percent = to_number<double>(take_token(line));
      // `score N` is the move's points. `score wp X` and `score eq X` are evaluations: `wp` and
      // `eq` are read as keys of their own.
      if (key != "score") continue;
      std::string_view rest = line;
      const auto points = to_number<int>(take_token(rest));
      if (!points) continue;
      info.score = points;
      line = rest;
    }
    if (!info.win_percent && !info.score) return;
    const auto known = std::find_if(infos_.begin(), infos_.end(),
                                    [&](const MoveInfo& other) { return other.move == info.move; });
    if (known == infos_.end()) {
      if (infos_.size() < kMost) infos_.push_back(std::move(info));
      return;
    }
    if (info.win_percent) known->win_percent = info.win_percent;
    if (info.score) known->score = info.score;
  }
  void fill(EngineAnswer& answer) const {
    for (const MoveInfo& info : infos_) {
      const bool of_move = info.move == answer.best_move;
      if (!of_move && !info.move.empty()) continue;
      const auto chance = info.win_percent;
      if (chance && *chance >= 0 && *chance <= 100) answer.win_percent = chance;
      if (of_move) answer.score = info.score;
    }
  }

 private:
  static constexpr std::size_t kMost = 200;
  struct MoveInfo {
    std::string move;
    std::optional<double> win_percent;
    std::optional<int> score;
  };
  std::vector<MoveInfo> infos_;
};

// Whether a stop is requested now or within kStopGrace.
bool stop_comes_soon(const std::stop_token& stop) {
  const Instant deadline = Clock::now() + kStopGrace;
  while (!stop.stop_requested() && Clock::now() < deadline)
    std::this_thread::sleep_for(Milliseconds(1));
  return stop.stop_requested();
}

std::string in_seconds(Microseconds time) {
  return fixed(std::chrono::duration<double>(time).count(), 2) + " s";
}

}  // namespace

std::string_view name_of(EngineFault::Kind kind) {
  switch (kind) {
    case EngineFault::Kind::kCrash:
      return "crash";
    case EngineFault::Kind::kStall:
      return "stall";
    case EngineFault::Kind::kIllegal:
      return "illegal move";
    case EngineFault::Kind::kTime:
      return "time";
    case EngineFault::Kind::kSetUp:
      return "set-up";
    case EngineFault::Kind::kStopped:
      return "stopped";
  }
  return {};
}

EngineFault EngineClient::with_last_error(EngineFault fault) const {
  using Kind = EngineFault::Kind;
  if (!takes_options_ && !setup_error_.empty() && setup_error_ != forgiven_error_ &&
      fault.kind != Kind::kStopped)
    return {Kind::kSetUp, "it has made no move since it said '" + setup_error_ + '\''};
  if (!last_error_.empty()) fault.detail += "; it said " + in_quotes(last_error_);
  return fault;
}

tl::unexpected<EngineFault> EngineClient::fail(EngineFault fault) {
  if (fault.kind == EngineFault::Kind::kCrash && process_) {
    fault.detail = process_->end(kCrashGrace);
    // Whoever ends a match may signal all its programs at once, and our own stop request may come a
    // little later than the engine's end.
    if (process_->was_terminated() && stop_comes_soon(stop_))
      fault = {EngineFault::Kind::kStopped, {}};
  }
  process_.reset();
  return tl::unexpected(with_last_error(std::move(fault)));
}

// An engine need not know the options that every engine gets (with_lexicon() in match/match.cpp):
// what it says about those is not reported.
void EngineClient::note_unawaited(std::string_view line) {
  std::string_view rest = line;
  if (take_token(rest) == "info" && take_token(rest) == "string") line = rest;
  const std::string_view all = trim(line), kind = take_token(line);
  const bool error = kind == "error";
  // An engine says why a position is refused before it says no-position: keep the reason.
  if (error && (last_error_.empty() || !trim(line).starts_with(kNoPosition)))
    last_error_ = trim(line);
  const bool setup_error = error && takes_options_;
  if ((kind != "ignored" && !setup_error) || all.find("Lexicon") != all.npos ||
      all.find("LetterDistribution") != all.npos)
    return;
  const std::string remark = printable(all, kLongestRemark);
  if (setup_error) setup_error_ = remark;
  if (report_ignored_) std::exchange(report_ignored_, nullptr)(remark);
}

EngineResult<void> EngineClient::send(const std::string& line) {
  switch (process_->write(line + '\n', Clock::now() + patience_.answer, stop_)) {
    case Process::Status::kOk:
      return {};
    case Process::Status::kTimeout:
      return fail({EngineFault::Kind::kStall, "does not read its input"});
    case Process::Status::kClosed:
      return fail({EngineFault::Kind::kCrash, {}});
    case Process::Status::kStopped:
      return fail({EngineFault::Kind::kStopped, {}});
  }
  return {};
}

template <typename Visit>
EngineResult<std::optional<std::string>> EngineClient::await(std::string_view word,
                                                             Instant deadline, Visit&& visit) {
  for (std::string line;;) {
    // The deadline is for the answer, not for each line: an engine that never stops writing lines
    // must time out, too.
    auto status = process_->read_line(line, deadline + process_->suspended(), stop_);
    if (status == Process::Status::kOk) {
      std::string_view rest = line;
      const std::string_view first = take_token(rest);
      if (first == word) return std::string(trim(rest));
      note_unawaited(line);
      const bool may_come = visit(first, rest);
      if (stop_.stop_requested())
        status = Process::Status::kStopped;
      else if (!may_come || now() >= deadline)
        status = Process::Status::kTimeout;
    }
    if (status == Process::Status::kOk) continue;
    if (status == Process::Status::kClosed) return fail({EngineFault::Kind::kCrash, {}});
    if (status == Process::Status::kStopped) return fail({EngineFault::Kind::kStopped, {}});
    return std::nullopt;
  }
}

template <typename Visit>
EngineResult<std::string> EngineClient::demand(std::string_view word, Visit&& visit) {
  auto heard = await(word, now() + patience_.answer, visit);
  if (!heard) return tl::unexpected(heard.error());
  if (*heard) return **heard;
  return fail({EngineFault::Kind::kStall,
               "no " + std::string(word) + " in " + in_seconds(patience_.answer)});
}

EngineResult<void> EngineClient::ping() {
  if (auto sent = send("isready"); !sent) return sent;
  return demand("readyok", [](auto...) { return true; }).map([](const std::string&) {});
}

EngineResult<void> EngineClient::start() {
  last_error_.clear();
  setup_error_.clear();
  for (const Program& program : spec_.programs)
    if (!program.is_unchanged())
      return fail({EngineFault::Kind::kSetUp,
                   "its program " + program.word + " has changed since the match began"});
  auto process = Process::start(spec_.launch);
  if (!process) return fail({EngineFault::Kind::kSetUp, process.error().message});
  process_.emplace(std::move(*process));
  const bool siu = spec_.protocol == EngineSpec::Protocol::kSiu;
  if (auto sent = send(siu ? "siu" : "ucgi"); !sent) return sent;
  const auto greeted =
      demand(siu ? "siuok" : "ucgiok", [&](std::string_view first, std::string_view rest) {
        if (first == "id" && take_token(rest) == "name") id_ = trim(rest);
        return true;
      });
  if (!greeted) return tl::unexpected(greeted.error());
  takes_options_ = true;
  for (const auto& [name, value] : spec_.options)
    if (auto sent = send("setoption name " + name + (value.empty() ? "" : " value " + value));
        !sent)
      return sent;
  return {};
}

EngineResult<void> EngineClient::new_game() {
  const std::string command =
      spec_.protocol == EngineSpec::Protocol::kSiu ? "siunewgame" : "ucginewgame";
  if (spec_.restart) quit();
  // An engine that has died since the last game is started again, once: a second failure in a row
  // is an error.
  for (int attempt = 0;; ++attempt) {
    EngineResult<void> ready = process_ ? EngineResult<void>{} : start();
    if (ready) ready = send(command);
    if (ready) ready = ping();
    takes_options_ = false;
    if (ready || attempt > 0 || ready.error().kind == EngineFault::Kind::kStopped) return ready;
  }
}

EngineResult<EngineAnswer> EngineClient::think(const std::string& position, const std::string& go,
                                               std::optional<Milliseconds> limit) {
  using Kind = EngineFault::Kind;
  last_error_.clear();
  if (auto sent = send(position); !sent) return tl::unexpected(sent.error());
  if (auto ready = ping(); !ready) return tl::unexpected(ready.error());
  const Instant begin = now();
  if (auto sent = send(go); !sent) return tl::unexpected(sent.error());

  MoveInfos infos;
  bool refused = false;  // the position was refused, so `go` gets no answer
  const auto listen = [&](std::string_view first, std::string_view rest) {
    if (first == "info") infos.add(rest);
    std::string_view said = rest;
    refused |= first == "info" && take_token(said) == "string" && take_token(said) == "error" &&
               trim(said).starts_with(kNoPosition);
    return !refused;
  };
  const Milliseconds allowed = limit.value_or(patience_.move);
  auto best = await("bestmove", begin + allowed, listen);
  if (!best) return tl::unexpected(best.error());
  if (refused) return fail({Kind::kIllegal, "no move"});
  const bool late = !*best;
  if (late) {
    // Whether the engine still answers `stop` tells a slow engine from a dead one.
    if (auto sent = send("stop"); !sent) return tl::unexpected(sent.error());
    best = await("bestmove", now() + patience_.answer, listen);
    if (!best) return tl::unexpected(best.error());
    if (!*best) return fail({Kind::kStall, "no bestmove, not even after stop"});
  }
  EngineAnswer answer;
  answer.elapsed = std::chrono::ceil<Microseconds>(now() - begin);
  if (late)
    return fail({Kind::kTime,
                 in_seconds(answer.elapsed) + " for a move, " + in_seconds(allowed) + " allowed"});
  std::string_view words = **best;
  answer.best_move = take_token(words);
  infos.fill(answer);
  return answer;
}

void EngineClient::quit() {
  if (!process_) return;
  (void)process_->write("quit\n", Clock::now(), stop_);
  process_->end(kQuitGrace);
  process_.reset();
}

}  // namespace zymurgy
