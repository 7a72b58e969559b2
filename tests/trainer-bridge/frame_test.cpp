#include "trainer-bridge/frame.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <optional>
#include <set>

#include "making/contrast.h"
#include "making/contrast_shards.h"
#include "play/autoplay.h"
#include "support/folder.h"
#include "support/lexica.h"
#include "support/tiles.h"
#include "trainer-bridge/assembler.h"
#include "trainer-bridge/contrast_frames.h"

using namespace zymurgy;
using namespace zymurgy::test;
using namespace zymurgy::trainer;

namespace {

constexpr bool kFramed = kBoardDim == 15;  // the only board that has frames

// A play of `word` from a square; '.' stands for a tile that lies there.
Move play(Direction direction, std::uint8_t row, std::uint8_t col, std::string_view word,
          std::int16_t score) {
  Move move;
  move.kind = MoveKind::kPlay;
  move.direction = direction;
  move.row = row;
  move.col = col;
  move.score = score;
  for (const char c : word) {
    std::string_view letter(&c, 1);
    const Tile tile = c == '.' ? kEmpty : english().take_tile(letter).value();
    move.tiles[move.length++] = tile;
    move.tiles_played = static_cast<std::uint8_t>(move.tiles_played + (tile != kEmpty));
  }
  return move;
}

// CAt, a blank its T, then SO down that makes CAtS; E, Q and a blank are kept.
Moment cats() {
  Moment moment;
  moment.last = play(Direction::kHorizontal, 7, 6, "CAt", 8);
  moment.move = play(Direction::kVertical, 7, 9, "SO", 7);
  moment.board.lay(*moment.last);
  moment.board.lay(moment.move);
  moment.turns_since_bingo = 1;
  moment.leave = tiles("EQ?");
  moment.unseen = english().counts();
  moment.unseen.remove(tiles("CA?SOEQ?"));
  moment.spread = -1;
  moment.bag = 81;
  moment.targets = {1, 0.25F, 33};
  return moment;
}

// The letters that make a word of the lexicon in place of the '?'.
std::string fitting(std::string_view pattern) {
  std::string letters;
  for (char letter = 'A'; letter <= 'Z'; ++letter) {
    std::string word(pattern);
    word[word.find('?')] = letter;
    if (oel1().lexicon->graph().contains(english().parse_word(word).value())) letters += letter;
  }
  return letters;
}

struct Frame {
  Frame(const Moment& moment, ScalarLayout scalars, bool transposed = false)
      : floats(frame_floats(scalars), 7) {
    FramePainter(*oel1().lexicon, *oel1().leaves, scalars).paint(moment, transposed, floats);
  }
  float at(int plane, int row, int col) const {
    return floats[static_cast<std::size_t>(plane * 225 + row * 15 + col)];
  }
  float sum(int plane) const {
    float sum = 0;
    for (int i = 0; i < 225; ++i) sum += at(plane, 0, i);
    return sum;
  }
  // The letters of 26 planes that are set at a square.
  std::string letters(int first_plane, int row, int col) const {
    std::string letters;
    for (int l = 0; l < 26; ++l)
      if (at(first_plane + l, row, col) == 1) letters += static_cast<char>('A' + l);
    return letters;
  }
  float scalar(int i) const { return floats[static_cast<std::size_t>(85 * 225 + i)]; }

  std::vector<float> floats;
};

// Games between static players, and the log of them.
struct Games {
  Games() {
    const PlayerTables tables{.lexicon = oel1().lexicon.get(), .leaves = oel1().leaves.get()};
    for (Contestant& player : options.players)
      player = {PlayerSpec::parse("softmax:2").value(), tables, "OEL1"};
    options.seed = 5;
    options.end = 12;
    options.log = folder.file("games.zst");
    REQUIRE(autoplay(options));
    auto reader = GameLogReader::open(options.log).value();
    header = reader.header();
    for (GameRecord record; reader.next(record).value();) records.push_back(record);
  }
  test::Folder folder;
  AutoplayOptions options;
  LogHeader header;
  std::vector<GameRecord> records;
  Position start{english(), Layout::standard()};
  const WinTable& wins = test::oel1_wins();
};
const Games& games() {
  static const Games games;
  return games;
}

std::vector<Moment> moments_of(const GameRecord& record, int horizon) {
  std::vector<Moment> moments;
  REQUIRE(for_each_moment(record, games().start, games().wins, horizon,
                          [&](const Moment& moment) { moments.push_back(moment); }));
  return moments;
}

Moment transposed(Moment moment) {
  const auto turned = [](Move move) {
    if (!move.is_play()) return move;
    std::swap(move.row, move.col);
    move.direction = across(move.direction);
    return move;
  };
  Board board;
  for (std::uint8_t row = 0; row < kBoardDim; ++row)
    for (std::uint8_t col = 0; col < kBoardDim; ++col)
      if (moment.board.at(row, col) != kEmpty) board.set({col, row}, moment.board.at(row, col));
  moment.board = board;
  moment.move = turned(moment.move);
  if (moment.last) moment.last = turned(*moment.last);
  return moment;
}

// A shard of two games' contrast data, late if there is a number of tiles.
std::string contrast_shard(const test::Folder& folder, std::optional<int> late) {
  ContrastOptions options;
  options.lexicon = oel1().lexicon.get();
  options.leaves = oel1().leaves.get();
  options.header.lexicon = "OEL1";
  options.header.tiles = options.lexicon->tiles().name();
  options.header.games = options.shard = 2;
  options.header.late = late;
  options.folder = folder.path.string();
  REQUIRE(make_contrast(options));
  return folder.file(contrast_shard_name(0));
}

using FrameEnd = std::array<float, 4>;  // the bag, and the targets

FrameSink take_ends(std::vector<FrameEnd>& ends) {
  return [&ends](const FrameBytes& bytes) -> Result<void> {
    REQUIRE(bytes.size() == 4 + 4 * frame_floats(ScalarLayout::kMacondo72));
    std::memcpy(&ends.emplace_back(), &bytes[bytes.size() - 16], 16);
    return {};
  };
}

std::vector<std::string> assemble(const AssemblerOptions& options,
                                  ScalarLayout scalars = ScalarLayout::kMacondo72) {
  const FramePainter painter(*oel1().lexicon, *oel1().leaves, scalars);
  std::vector<std::string> frames;
  Assembler assembler(painter, games().wins, *oel1().lexicon, options,
                      [&](const FrameBytes& bytes) -> Result<void> {
                        frames.emplace_back(bytes.begin(), bytes.end());
                        return {};
                      });
  REQUIRE(assembler.add(games().options.log));
  REQUIRE(assembler.finish());
  REQUIRE(assembler.counts().frames == frames.size());
  return frames;
}

}  // namespace

TEST_CASE("planes of a small position, by hand") {
  if (!kFramed) return;
  const Frame frame(cats(), ScalarLayout::kMacondo72);
  // C A t S across, O below the S.
  CHECK(frame.at(2, 7, 6) == 1);
  CHECK(frame.at(0, 7, 7) == 1);
  CHECK(frame.at(19, 7, 8) == 1);
  CHECK(frame.at(18, 7, 9) == 1);
  CHECK(frame.at(14, 8, 9) == 1);
  float letters = 0;
  for (int plane = 0; plane < 26; ++plane) letters += frame.sum(plane);
  CHECK(letters == 5);
  CHECK(frame.at(26, 7, 8) == 1);
  CHECK(frame.sum(26) == 1);
  // Left and right: ?CATS takes an S alone, CATS? nothing, ?O some; elsewhere all.
  CHECK(frame.letters(27, 7, 5) == "S");
  CHECK(frame.letters(27, 7, 10).empty());
  CHECK(frame.letters(27, 8, 8) == fitting("?O"));
  CHECK(frame.letters(27, 6, 9) == "ABCDEFGHIJKLMNOPQRSTUVWXYZ");
  CHECK(frame.letters(27, 7, 7).empty());
  // Above and below: SO?.
  CHECK(frame.letters(53, 9, 9) == fitting("SO?"));
  CHECK(frame.letters(53, 7, 5) == "ABCDEFGHIJKLMNOPQRSTUVWXYZ");
  // Premiums; the start's double word is covered.
  CHECK(frame.sum(79) == 24);
  CHECK(frame.sum(80) == 12);
  CHECK(frame.sum(81) == 16);
  CHECK(frame.sum(82) == 8);
  CHECK(frame.at(79, 7, 3) == 1);
  CHECK(frame.at(80, 1, 5) == 1);
  CHECK(frame.at(81, 1, 1) == 1);
  CHECK(frame.at(81, 7, 7) == 0);
  CHECK(frame.at(82, 0, 0) == 1);
  // This play and the last.
  CHECK(frame.sum(83) == 2);
  CHECK(frame.at(83, 7, 9) == 1);
  CHECK(frame.at(83, 8, 9) == 1);
  CHECK(frame.sum(84) == 3);
  CHECK(frame.at(84, 7, 8) == 1);
}

TEST_CASE("scalars of a small position, by hand") {
  if (!kFramed) return;
  const auto squashed = [](double x) { return doctest::Approx(std::tanh(x)); };
  const double leave = oel1().leaves->value(tiles("EQ?")) / 1000.0;
  for (const ScalarLayout layout : {ScalarLayout::kBlog76, ScalarLayout::kMacondo72}) {
    Moment moment = cats();
    const Frame frame(moment, layout);
    const auto scalar = [&](int i) { return static_cast<double>(frame.scalar(i)); };
    // Kept: a blank, E and Q of seven.
    float kept = 0;
    for (int i = 0; i < 27; ++i) kept += frame.scalar(i);
    CHECK(static_cast<double>(kept) == doctest::Approx(3.0 / 7));
    for (const int i : {0, 5, 17}) CHECK(scalar(i) == doctest::Approx(1.0 / 7));
    // Unseen: 92 tiles, no blank, 8 As, 11 Es, no Q.
    CHECK(scalar(27) == 0);
    CHECK(scalar(27 + 1) == doctest::Approx(8.0 / 92));
    CHECK(scalar(27 + 5) == doctest::Approx(11.0 / 92));
    CHECK(scalar(27 + 17) == 0);
    int at = 54;
    if (layout == ScalarLayout::kBlog76) {
      for (; at < 62; ++at) CHECK(scalar(at) == 0);
    } else {
      CHECK(scalar(at++) == squashed((8 - 45) / 40.0));
      CHECK(scalar(at++) == doctest::Approx(3.0 / 7));
      CHECK(scalar(at++) == 0);
      CHECK(scalar(at++) == doctest::Approx(1.0 / 25));
    }
    // J Q X Z ? S.
    for (const double share : {1.0, 0.0, 1.0, 1.0, 0.0, 3.0 / 4}) CHECK(scalar(at++) == share);
    // Of 92 unseen 39 are vowels (8 A, 11 E, 9 I, 7 O, 4 U); of the three kept one.
    CHECK(scalar(at++) == doctest::Approx(39.0 / 92));
    CHECK(scalar(at++) == doctest::Approx(53.0 / 92));
    CHECK(scalar(at++) == doctest::Approx(1.0 / 3));
    CHECK(scalar(at++) == doctest::Approx(1.0 / 3));
    CHECK(scalar(at++) == squashed((7 - 45) / 40.0));
    CHECK(scalar(at++) == squashed((leave - 10) / 20));
    CHECK(scalar(at++) == squashed(-1 / 130.0));
    CHECK(scalar(at++) == doctest::Approx(0.81));
    CHECK(at == scalar_count(layout));
    CHECK(frame.scalar(at++) == 1);
    CHECK(frame.scalar(at++) == 0.25F);
    CHECK(frame.scalar(at) == 33);

    // An exchange of four instead.
    moment.last = Move::exchange(tiles("VVU?"));
    const Frame after(moment, layout);
    if (layout == ScalarLayout::kBlog76) {
      for (int i = 54; i < 62; ++i) CHECK(after.scalar(i) == (i == 54 || i == 58 ? 1 : 0));
    } else {
      CHECK(static_cast<double>(after.scalar(54)) == squashed(-45 / 40.0));
      CHECK(after.scalar(55) == 0);
      CHECK(static_cast<double>(after.scalar(56)) == doctest::Approx(4.0 / 7));
    }
    CHECK(after.sum(84) == 0);
  }
}

TEST_CASE("a transposed frame is the frame of the transposed position") {
  if (!kFramed) return;
  int plays = 0;
  for (const Moment& moment : moments_of(games().records.front(), 5)) {
    const Moment turned = transposed(moment);
    plays += moment.move.is_play();
    const Frame here(moment, ScalarLayout::kBlog76), there(turned, ScalarLayout::kBlog76);
    CHECK(Frame(moment, ScalarLayout::kBlog76, true).floats == there.floats);
    CHECK(Frame(turned, ScalarLayout::kBlog76, true).floats == here.floats);
    if (moment.move.is_play()) CHECK(here.floats != there.floats);
  }
  CHECK(plays > 5);
}

TEST_CASE("targets are what the game's record says, bit for bit") {
  if (!kFramed) return;
  std::set<float> results;
  for (const GameRecord& record : games().records) {
    // The standing before each turn, from moves and racks alone.
    struct Before {
      std::array<int, 2> scores;
      std::array<TileCounts, 2> racks;
      int on_board;
    };
    std::vector<Before> before{{{0, 0}, record.racks, 0}};
    for (std::size_t i = 0; i < record.turns.size(); ++i) {
      Before next = before.back();
      const Move& move = record.turns[i].move;
      next.scores[i % 2] += move.score;
      next.racks[i % 2].remove(move.used());
      next.racks[i % 2].add(record.turns[i].drawn);
      next.on_board += move.is_play() ? move.tiles_played : 0;
      before.push_back(next);
    }
    std::array<int, 2> final_scores = before.back().scores;
    const auto& left = before.back().racks;
    for (std::size_t seat = 0; seat < 2; ++seat) {
      if (left[seat].empty()) final_scores[seat] += 2 * english().points(left[1 - seat]);
      if (!left[0].empty() && !left[1].empty()) final_scores[seat] -= english().points(left[seat]);
    }
    for (const int horizon : {0, 1, 5}) {
      const auto moments = moments_of(record, horizon);
      REQUIRE(moments.size() > 10);
      for (std::size_t i = 0; i < moments.size(); ++i) {
        const std::size_t seat = i % 2;
        const int spread = final_scores[seat] - final_scores[1 - seat];
        const Targets& targets = moments[i].targets;
        const float result = spread > 0 ? 1.0F : spread < 0 ? -1.0F : 0.0F;
        results.insert(result);
        CHECK(targets.result == result);
        CHECK(targets.spread == static_cast<float>(spread));
        const std::size_t then = i + 1 + static_cast<std::size_t>(horizon);
        float win = result;
        if (then < record.turns.size()) {
          const Before& at = before[then];
          const std::size_t mover = then % 2;
          const double chance =
              games().wins.win_chance(at.scores[mover] - at.scores[1 - mover],
                                      english().total() - at.on_board - at.racks[mover].size());
          win = static_cast<float>(mover == seat ? 2 * chance - 1 : 1 - 2 * chance);
        }
        CHECK(targets.win == win);
      }
      // None was left out but those with nothing to draw.
      const Before& last = before[moments.size()];
      CHECK(english().total() - last.on_board - 14 <= 0);
    }
  }
  CHECK(results.size() >= 2);
}

TEST_CASE("a moment tells how the mover stands after its move, and how the other side has fared") {
  if (!kFramed) return;
  int bingos = 0, waits = 0;
  for (const GameRecord& record : games().records) {
    std::array<int, 2> scores{}, since_bingo{};
    int in_bag = english().total() - 2 * kRackSize;
    const auto moments = moments_of(record, 5);
    REQUIRE(moments.size() <= record.turns.size());
    for (std::size_t i = 0; i < moments.size(); ++i) {
      const std::size_t mover = i % 2, other = 1 - mover;
      const Move& move = record.turns[i].move;
      scores[mover] += move.score;
      CHECK(moments[i].spread == scores[mover] - scores[other]);
      CHECK(moments[i].turns_since_bingo == since_bingo[other]);
      CHECK(moments[i].bag == in_bag);
      CHECK(moments[i].bag > 0);
      bingos += move.is_bingo();
      waits += since_bingo[0] != since_bingo[1];
      since_bingo[mover] = move.is_bingo() ? 0 : since_bingo[mover] + 1;
      if (move.is_play()) in_bag -= std::min<int>(in_bag, move.tiles_played);
    }
  }
  CHECK(bingos > 0);
  CHECK(waits > 0);
}

TEST_CASE("of two games of a pair each is transposed by a chance of its own") {
  LogHeader header;
  header.pairs = true;
  int differing = 0;
  for (std::uint64_t index = 0; index < 100; ++index) {
    GameRecord one, other;
    one.index = other.index = index;
    other.swapped = true;
    differing += is_transposed(header, one) != is_transposed(header, other);
  }
  CHECK(differing > 25);
  CHECK(differing < 75);
}

TEST_CASE("frames come out shuffled, each once, the same for a seed") {
  if (!kFramed) return;
  std::multiset<std::string> expected;
  std::vector<float> floats(frame_floats(ScalarLayout::kMacondo72));
  const FramePainter painter(*oel1().lexicon, *oel1().leaves, ScalarLayout::kMacondo72);
  int turned = 0;
  for (const GameRecord& record : games().records) {
    const bool transposed = is_transposed(games().header, record);
    turned += transposed;
    for (const Moment& moment : moments_of(record, 5)) {
      painter.paint(moment, transposed, floats);
      std::string bytes(4 + floats.size() * 4, '\0');
      const auto length = static_cast<std::uint32_t>(floats.size() * 4);
      std::memcpy(bytes.data(), &length, 4);
      std::memcpy(bytes.data() + 4, floats.data(), length);
      expected.insert(bytes);
    }
  }
  CHECK(turned > 2);
  CHECK(turned < 10);
  AssemblerOptions options{.buffer = 40};
  const auto frames = assemble(options);
  CHECK(std::multiset<std::string>(frames.begin(), frames.end()) == expected);
  CHECK(assemble(options) == frames);
  options.buffer = 1000;
  CHECK(assemble(options) != frames);
  options.buffer = 40;
  options.seed = 2;
  CHECK(assemble(options) != frames);
  options.seed = 1;
  options.skip = 30;
  options.count = 20;
  const auto some = assemble(options);
  REQUIRE(some.size() == 20);
  CHECK(std::equal(some.begin(), some.end(), frames.begin() + 30));
}

TEST_CASE("frames of contrast data are its plays, group by group") {
  if (!kFramed) return;
  const test::Folder folder;
  const std::string shard = contrast_shard(folder, {});
  std::vector<ContrastPlay> plays;
  std::vector<std::size_t> sizes;
  REQUIRE(read_contrast(shard, [&](const ContrastGame& game) {
    for (const auto& group : game.groups) {
      if (!group.empty()) sizes.push_back(group.size());
      plays.insert(plays.end(), group.begin(), group.end());
    }
  }));
  const FramePainter painter(*oel1().lexicon, *oel1().leaves, ScalarLayout::kMacondo72);
  std::vector<FrameEnd> ends;
  const FrameSink take = take_ends(ends);
  ContrastFrames all(painter, *oel1().lexicon, 1'000'000, take);
  CHECK(all.add(shard) == true);
  CHECK(all.counts().games == 2);
  REQUIRE(ends.size() == plays.size());
  std::size_t at = 0;
  for (const std::size_t size : sizes)
    for (std::size_t left = size; left-- > 0; ++at) {
      CHECK(ends[at][0] > 0);
      CHECK(ends[at][1] == static_cast<float>(plays[at].equity) / kPoint);
      CHECK(ends[at][2] == static_cast<float>(plays[at].gains.back()) / kPoint);
      CHECK(ends[at][3] == static_cast<float>(left));
    }
  // Whole groups, as many as fit.
  ends.clear();
  ContrastFrames some(painter, *oel1().lexicon, sizes[0] + 1, take);
  CHECK(some.add(shard) == false);
  CHECK(ends.size() == sizes[0]);
}

TEST_CASE("of late contrast data there are frames of what was played while the bag had tiles") {
  if (!kFramed) return;
  const test::Folder folder;
  const std::string shard = contrast_shard(folder, 3);
  std::size_t plays = 0, at_the_end = 0;
  REQUIRE(replay_contrast(shard, *oel1().lexicon, StaticEvaluator(*oel1().leaves),
                          [&](const Position& before, const Turn&, const auto& group) {
                            (before.bag_size() > 0 ? plays : at_the_end) += group.size();
                          }));
  CHECK(at_the_end > 0);
  const FramePainter painter(*oel1().lexicon, *oel1().leaves, ScalarLayout::kMacondo72);
  std::vector<FrameEnd> ends;
  ContrastFrames all(painter, *oel1().lexicon, 1'000'000, take_ends(ends));
  CHECK(all.add(shard) == true);
  CHECK(ends.size() == plays);
  CHECK(all.counts().frames == plays);
  for (const FrameEnd& end : ends) CHECK(end[0] > 0);
}

TEST_CASE("what does not fit frames is refused") {
  CHECK(!FramePainter::fits(*TileSet::find("polish").value()));
  CHECK(!FramePainter::fits(*TileSet::find("catalan").value()));  // of 26 letters, Q none of them
  CHECK(FramePainter::fits(english()).has_value() == kFramed);
  CHECK(scalar_layout("blog-76") == ScalarLayout::kBlog76);
  CHECK(scalar_layout("blog-77").error().message ==
        "unknown scalars 'blog-77': blog-76 or macondo-72");
  if (!kFramed) return;
  const FramePainter painter(*oel1().lexicon, *oel1().leaves, ScalarLayout::kBlog76);
  Assembler assembler(painter, games().wins, *thin_oel1().lexicon, {}, nullptr);
  const auto added = assembler.add(games().options.log);
  REQUIRE(!added);
  CHECK(added.error().message == games().options.log + ": games of lexicon 'OEL1', not THIN");
  // Other words that have the lexicon's name.
  const Lexicon named_alike("OEL1", english(), thin_oel1().lexicon->graph());
  Assembler fooled(painter, games().wins, named_alike, {}, nullptr);
  CHECK(fooled.add(games().options.log).error().message ==
        games().options.log + ": games of another lexicon that is also called OEL1");
  // A log of games on another board.
  const test::Folder folder;
  const std::string elsewhere = folder.file("elsewhere.zst");
  LogHeader header = games().header;
  header.layout = "super";
  auto writer = GameLogWriter::create(elsewhere, header);
  REQUIRE(writer);
  REQUIRE(writer->finish());
  Assembler matching(painter, games().wins, *oel1().lexicon, {}, nullptr);
  CHECK(matching.add(elsewhere).error().message == elsewhere + ": games on another board");
  GameRecord cut = games().records.front();
  cut.turns.pop_back();
  CHECK(for_each_moment(cut, games().start, games().wins, 5, {}).error().message ==
        "game 0 did not end");
}
