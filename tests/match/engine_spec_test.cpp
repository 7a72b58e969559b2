#include "match/engine_spec.h"

#include <doctest/doctest.h>

namespace zymurgy {
namespace {

TEST_CASE("an engine as its words describe it") {
  EngineSpec spec;
  for (const char* word :
       {"cmd=./zymurgy --data X", "name=A", "option.Clear Hash=", "option.Leaves=a=b", "proto=siu",
        "tc=60+0.25", "go=sim movetime 20", "restart=on", "dir=/tmp", "stderr=log"})
    CHECK(spec.take(word));
  CHECK(spec.launch.command == "./zymurgy --data X");
  CHECK(spec.options[0] == std::pair<std::string, std::string>("Clear Hash", ""));
  CHECK(spec.options[1] == std::pair<std::string, std::string>("Leaves", "a=b"));
  CHECK(spec.protocol == EngineSpec::Protocol::kSiu);
  CHECK(spec.clock == TimeControl{Milliseconds(60'000), Milliseconds(250)});
  CHECK(spec.move_time() == Milliseconds(20));
  CHECK(spec.restart);
  CHECK(spec.check());
}

TEST_CASE("what is wrong with an engine's words is said") {
  EngineSpec spec;
  for (const char* word :
       {"name=", "name=a b", "name=\x1b[2J", "name=\xff", "proto=uci", "tc=", "tc=0", "tc=-1",
        "tc=1+x", "tc=5+", "tc=nan", "restart=maybe", "option.=1", "colour=red", "cmd", ""})
    if (const auto taken = spec.take(word); std::string_view(word) != "cmd") {
      CAPTURE(word);
      CHECK(!taken);
    }
  CHECK(spec.take("name=\x1b[2J").error().message == "engine name='\\x1B[2J': expected a word");
  CHECK(spec.take("name=Zoë"));
  CHECK(spec.check().error().message.find("cmd=") != std::string::npos);
  CHECK(spec.take("cmd=x"));
  CHECK(spec.take("name=X"));
  CHECK(spec.check().error().message.find("X: no limit on its thinking: give tc=") !=
        std::string::npos);
  CHECK(spec.take("go=iterations 5"));
  CHECK(spec.check());
  CHECK(!spec.move_time());
  CHECK(spec.take("go=movetime 20 depth 2 movetime 900"));  // `go` obeys the last, too
  CHECK(spec.move_time() == Milliseconds(900));
  for (const char* word : {"go=movetime", "go=sim MoveTime 20.5", "go=movetime 1e3 depth 2",
                           "go=movetime -1", "go=movetime 1000000001"}) {
    CAPTURE(word);
    CHECK(spec.take(word));
    REQUIRE(!spec.check());
    CHECK(spec.check().error().message ==
          "engine X: movetime must be a whole number, 0 to 1000000000 ms");
  }
}

TEST_CASE("a clock may hold its increments alone") {
  CHECK(TimeControl::parse("0+1") == TimeControl{Milliseconds(0), Milliseconds(1000)});
}

}  // namespace
}  // namespace zymurgy
