#include "play/game_log.h"

#include <doctest/doctest.h>

#include <cstdio>
#include <fstream>

#include "game/files.h"
#include "play/autoplay.h"
#include "play/record_codec.h"
#include "support/folder.h"
#include "support/made_up_lexicon.h"

namespace zymurgy {
namespace {

const test::Folder kFolder;
const std::string kPath = kFolder.file("games.zst");

LogHeader header() {
  LogHeader header;
  header.engine = "test";
  header.lexicon = "made-up";
  header.players = {"random", "random"};
  header.leaves = {"none", "none"};
  header.networks = {"", "0123456789ab"};
  header.words = "0123";
  header.seed = ~std::uint64_t{0};
  header.rules.exchange_limit = 1;
  return header;
}

std::vector<GameRecord> some_games() {
  const Lexicon& lexicon = made_up_lexicon();
  const LeaveTable leaves(lexicon.tiles());
  const auto player = make_player(PlayerSpec::parse("random").value(), {&lexicon, &leaves});
  Game game(lexicon, Layout::standard());
  std::vector<GameRecord> games(5);
  for (std::size_t i = 0; i < games.size(); ++i) {
    games[i].index = i << 40;
    games[i].swapped = i % 2 != 0;
    play_game(game, {player.get(), player.get()}, i, games[i]);
  }
  return games;
}

void write(const std::vector<GameRecord>& games) {
  auto writer = GameLogWriter::create(kPath, header()).value();
  for (const GameRecord& game : games) {
    std::string records;
    encode(game, records);
    REQUIRE(writer.add(games_frame(records), 1));
  }
  REQUIRE(writer.finish());
}

// Reads all games; what went wrong, or empty.
std::string read_all(std::vector<GameRecord>& games) {
  auto reader = GameLogReader::open(kPath);
  if (!reader) return reader.error().message;
  CHECK(reader->header() == header());
  GameRecord record;
  for (;;) {
    const auto more = reader->next(record);
    if (!more) return more.error().message;
    if (!*more) return {};
    games.push_back(record);
  }
}

TEST_CASE("a log under way is hidden from who lists the folder, and nothing is left if given up") {
  const test::Folder folder;
  const auto names = [&folder] {
    std::vector<std::string> all;
    for (const auto& entry : std::filesystem::directory_iterator(folder.path))
      all.push_back(entry.path().filename().string());
    return all;
  };
  {
    auto writer = GameLogWriter::create(folder.file("games.zst"), header()).value();
    for (const std::string& name : names()) CHECK(name.front() == '.');
  }
  CHECK(names().empty());
  REQUIRE(GameLogWriter::create(folder.file("games.zst"), header()).value().finish());
  CHECK(names() == std::vector<std::string>{"games.zst"});
}

TEST_CASE("a log gives back the games that were written") {
  const auto games = some_games();
  write(games);
  std::vector<GameRecord> read;
  CHECK(read_all(read) == "");
  CHECK(read == games);
  // And from each the game can be rebuilt.
  for (const GameRecord& game : read) {
    Position position(TileSet::english(), Layout::standard());
    CHECK(replay(game, position, [](const Position&, const Turn&) {}));
    CHECK(position.over());
  }
}

TEST_CASE(
    "players are told apart by leaves and networks; logs without networks keep their header") {
  LogHeader of = header();
  CHECK(player_names(of) ==
        std::array<std::string, 2>{"random (none)", "random (none, 0123456789ab)"});
  of.leaves = {"made-up", "made-up"};
  CHECK(player_names(of) == std::array<std::string, 2>{"random", "random (0123456789ab)"});
  CHECK(header_text(of).find("networks") != std::string::npos);
  of.networks = {};
  CHECK(header_text(of).find("networks") == std::string::npos);
  REQUIRE(GameLogWriter::create(kPath, of).value().finish());
  CHECK(GameLogReader::open(kPath).value().header() == of);
}

TEST_CASE("an unfinished log has not the final name") {
  std::remove(kPath.c_str());
  {
    auto writer = GameLogWriter::create(kPath, header()).value();
    CHECK(GameLogReader::open(kPath).error().message.find("cannot read") == 0);
  }
}

TEST_CASE("every truncation and every flipped bit is an error, or changes nothing") {
  const auto games = some_games();
  write(games);
  const std::string whole = read_file(kPath).value();
  const auto with = [](std::string_view bytes) {
    std::ofstream(kPath, std::ios::binary) << bytes;
    std::vector<GameRecord> read;
    const std::string error = read_all(read);
    return std::pair(error, read);
  };
  for (std::size_t size = 0; size < whole.size(); size += 7) {
    const auto [error, read] = with(whole.substr(0, size));
    CHECK(error.find(kPath) == 0);
  }
  for (std::size_t bit = 0; bit < whole.size() * 8; bit += 61) {
    std::string flipped = whole;
    flipped[bit / 8] = static_cast<char>(flipped[bit / 8] ^ (1 << bit % 8));
    const auto [error, read] = with(flipped);
    CHECK((!error.empty() || read == games));
  }
}

TEST_CASE("games that are missing before the end are told") {
  std::string records;
  encode(some_games().front(), records);
  auto writer = GameLogWriter::create(kPath, header()).value();
  REQUIRE(writer.add(games_frame(records), 2));
  REQUIRE(writer.finish());
  std::vector<GameRecord> read;
  CHECK(read_all(read) == kPath + ", frame 3: games are missing before it");
}

TEST_CASE("a garbled record is refused") {
  std::string bytes;
  encode(some_games().front(), bytes);
  GameRecord record;
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    std::string_view part = std::string_view(bytes).substr(0, size);
    CHECK_FALSE(decode(part, record));
  }
  for (std::size_t i = 0; i < bytes.size(); ++i)
    for (const char byte : {'\x05', '\x7f', '\xff'}) {  // no crash, whatever comes out
      std::string garbled = bytes;
      garbled[i] = byte;
      std::string_view rest = garbled;
      if (decode(rest, record)) {
        Position position(TileSet::english(), Layout::standard());
        (void)replay(record, position, [](const Position&, const Turn&) {});
      }
    }
}

}  // namespace
}  // namespace zymurgy
