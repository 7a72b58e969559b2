#include "match/journal.h"

#include <doctest/doctest.h>

#include <fstream>

#include "game/files.h"
#include "support/folder.h"

namespace zymurgy {
namespace {

using Json = nlohmann::ordered_json;
namespace fs = std::filesystem;

struct JournalFolder : test::Folder {
  fs::path journal() const { return path / "match.jsonl"; }
  void append(const std::string& text) const {
    std::ofstream(journal(), std::ios::app | std::ios::binary) << text;
  }
  std::string error(const Json& settings) const {
    const auto opened = Journal::open(path, settings);
    return opened ? "" : opened.error().message;
  }
};

PlayedGame played(std::uint64_t number) {
  PlayedGame game;
  game.result.game.number = number;
  game.result.scores = {431, 388};
  game.result.penalties = {0, 10};
  game.result.turns = {12, 13};
  game.result.bingos = {2, 1};
  game.result.thought = {Microseconds(123), Microseconds(456)};
  game.result.moves_hash = 0xfedcba9876543210;
  game.gcg.players = {GcgPlayer{"p1", "A"}, GcgPlayer{"p2", "B"}};
  return game;
}

const Json kSettings{{"seed", 1}, {"engines", {{{"name", "A"}}, {{"name", "B"}}}}};

TEST_CASE("games written are there when the journal is opened again") {
  const JournalFolder folder;
  {
    auto journal = Journal::open(folder.path, kSettings).value();
    CHECK(journal.games().empty());
    CHECK(journal.add(played(0)));
    PlayedGame forfeit = played(3);
    forfeit.result.forfeited_by = 1;
    forfeit.result.fault = {EngineFault::Kind::kCrash, "was killed by signal 9 (\xff)"};
    CHECK(journal.add(forfeit));
    // One program at a time.
    CHECK(folder.error(kSettings).find("another match") != std::string::npos);
  }
  const auto journal = Journal::open(folder.path, kSettings).value();
  REQUIRE(journal.games().size() == 2);
  CHECK(json_of(journal.games()[0]) == json_of(played(0).result));
  CHECK(journal.games()[1].game.number == 3);
  CHECK(journal.games()[1].forfeited_by == 1);
  CHECK(journal.games()[1].fault.kind == EngineFault::Kind::kCrash);
  CHECK(fs::exists(folder.path / "games" / "0-1.gcg"));
  CHECK(fs::exists(folder.path / "games" / "1-2.gcg"));
}

TEST_CASE("a line that a kill has cut is played again, other damage is named") {
  const JournalFolder folder;
  CHECK(Journal::open(folder.path, kSettings).value().add(played(0)));
  const auto whole = fs::file_size(folder.journal());
  folder.append(R"({"game":1,"scores":[400,)");
  CHECK(Journal::open(folder.path, kSettings).value().games().size() == 1);
  CHECK(fs::file_size(folder.journal()) == whole);
  folder.append("{\"game\":1}\n");
  CHECK(folder.error(kSettings).ends_with("match.jsonl, line 3: scores is missing or wrong"));
  fs::resize_file(folder.journal(), whole);
  folder.append("\xff\n");
  CHECK(folder.error(kSettings).find("match.jsonl, line 3: ") != std::string::npos);
}

TEST_CASE("a journal is of one match") {
  const JournalFolder folder;
  Journal::open(folder.path, kSettings).value();
  Json other = kSettings;
  other["engines"][1]["name"] = "C";
  CHECK(folder.error(other).find("/engines/1/name was \"B\" and is now \"C\"") !=
        std::string::npos);
  other["engines"][1]["options"] = {{"Book", "caf\xe9"}};
  CHECK(folder.error(other) == "setting /engines/1/options/Book is not UTF-8: 'caf\\xE9'");
  other["engines"][1].erase("options");
  // A first line cut short is no match at all.
  fs::resize_file(folder.journal(), 5);
  CHECK(folder.error(other) == "");
}

TEST_CASE("a journal from before words were told goes on, one of other words does not") {
  Json words = kSettings;
  words["words"] = "0123456789abcdef";
  const JournalFolder old, told;
  CHECK(Journal::open(old.path, kSettings).value().add(played(0)));
  CHECK(Journal::open(old.path, words).value().games().size() == 1);
  CHECK(old.error({{"seed", 2}, {"words", ""}}).find("belongs to another match") !=
        std::string::npos);
  Journal::open(told.path, words).value();
  CHECK(told.error(words) == "");
  words["words"] = "fedcba9876543210";
  CHECK(told.error(words).find("/words was \"0123456789abcdef\"") != std::string::npos);
}

TEST_CASE("a match of which no game was played makes room for another") {
  const JournalFolder folder;
  Json settings = kSettings;
  const auto with_seed = [&](int seed) {
    settings["zymurgy_match"] = 1;
    settings["seed"] = seed;
    return settings;
  };
  Journal::open(folder.path, with_seed(1)).value();
  folder.append("{\"game\":0,");
  Journal::open(folder.path, with_seed(2)).value();
  CHECK(read_file(folder.journal()).value() == with_seed(2).dump() + '\n');
  CHECK(Journal::open(folder.path, with_seed(2)).value().add(played(0)));
  CHECK(folder.error(with_seed(3)).find("/seed was 2 and is now 3") != std::string::npos);
}

TEST_CASE("a journal is of one build of each engine") {
  const auto of = [](const Json& programs) {
    Json settings = kSettings;
    settings["programs"] = programs;
    return settings;
  };
  const Json builds{{"A", {{"./a", "12"}}}, {"B", {{"./b", "34"}, {"nice", "56"}}}};
  const JournalFolder old, folder;
  Journal::open(old.path, kSettings).value();
  CHECK(old.error(of(builds)) == "");
  Journal::open(folder.path, of(builds)).value();
  CHECK(folder.error(of(builds)) == "");
  Json other = builds;
  other["B"]["./b"] = "35";
  CHECK(folder.error(of(other)).find("match.jsonl: the program './b' of engine B has changed") !=
        std::string::npos);
  other["B"].erase("./b");
  CHECK(folder.error(of(other)).find("'./b' of engine B has changed") != std::string::npos);
  // That the command is another one is told as such.
  Json settings = of(other);
  settings["seed"] = 2;
  CHECK(folder.error(settings).find("/seed was 1 and is now 2") != std::string::npos);
}

TEST_CASE("a game's fields are taken as they are written or not at all") {
  PlayedGame forfeit = played(1);
  forfeit.result.forfeited_by = 0;
  const Json sound = json_of(forfeit.result);
  CHECK(json_of(result_of(sound).value()) == sound);
  for (const char* patch :
       {R"({"game":1.5})", R"({"game":-1})", R"({"scores":[1e300,-1e300]})",
        R"({"scores":[3000000000,0]})", R"({"scores":[463,383,5]})", R"({"scores":[463]})",
        R"({"scores":463})", R"({"penalties":[0,18446744073709551615]})", R"({"turns":[-1,12]})",
        R"({"bingos":["2",1]})", R"({"wrong_scores":null})", R"({"thought_us":[1,2.5]})",
        R"({"moves":-3})", R"({"moves":18446744073709551616})", R"({"forfeited_by":3})",
        R"({"fault":"stopped"})", R"({"detail":7})"}) {
    const Json change = Json::parse(patch);
    CAPTURE(change.dump());
    Json json = sound;
    json.merge_patch(change);
    const auto result = result_of(json);
    REQUIRE(!result);
    CHECK(result.error().message == change.items().begin().key() + " is missing or wrong");
  }
}

TEST_CASE("a file that is not ours is left as it is") {
  const JournalFolder folder;
  const std::string ours = kSettings.dump();
  for (const std::string& text :
       std::vector<std::string>{"notes", "notes\nand more", "{\"seed\":2}\n{\"game\":0", ours + ' ',
                                ours + "\n{\"game\":0}\n{\"game\":1"}) {
    CAPTURE(text);
    fs::remove(folder.journal());
    folder.append(text);
    const auto opened = Journal::open(folder.path, kSettings);
    REQUIRE(!opened);
    CHECK(!opened.error().unwritten);
    CHECK(opened.error().message.find("match.jsonl") != std::string::npos);
    CHECK(read_file(folder.journal()).value() == text);
  }
}

}  // namespace
}  // namespace zymurgy
