#include "protocol/go.h"

#include <doctest/doctest.h>

#include <string>
#include <vector>

namespace zymurgy {

using Texts = std::vector<std::string>;

TEST_CASE("go: what a request asks for is read in any order and case") {
  const GoRequest request = parse_go(
      "1TIME 30000 2inc 5 sim depth 2 2time 29000 infinite searchmoves 8D.ZA ex.A threads 2");
  CHECK(request.mode == "sim");
  CHECK(request.depth == 2);
  CHECK(request.threads == 2);
  CHECK(request.times[0] == 30000);
  CHECK(request.times[1] == 29000);
  CHECK(request.increments[1] == 5);
  CHECK(!request.increments[0]);
  CHECK(request.search_moves == Texts{"8D.ZA", "ex.A"});
  CHECK(request.has(kGoInfinite));
  CHECK(!request.has(kGoMoveTime));
  CHECK(request.not_understood.empty());
  CHECK(parse_go("").mode == "auto");
}

TEST_CASE("go: bad values are set aside one by one, and leave the rest as it is") {
  const GoRequest request = parse_go("depth 0 iterations x movetime y stopcondition 97 threads 4");
  CHECK(request.not_understood ==
        Texts{"depth '0'", "iterations 'x'", "movetime 'y'", "stopcondition '97'"});
  CHECK(request.threads == 4);
  CHECK(request.given == kGoThreads);
  CHECK(parse_go("threads 1024 1time 9 1inc -5 sim gen threads 1025").not_understood ==
        Texts{"1inc '-5'", "'gen'", "threads '1025'"});
}

TEST_CASE("go: three confidences may stop a simulation, of two modes the first is meant") {
  for (const int condition : {95, 98, 99})
    CHECK(parse_go("stopcondition " + std::to_string(condition)).stop_condition == condition);
  CHECK(parse_go("sim gen").mode == "sim");
}

TEST_CASE("go: a word without its value does not swallow the next one") {
  const GoRequest request = parse_go("movetime iterations 5 searchmoves infinite");
  CHECK(request.not_understood == Texts{"movetime", "searchmoves"});
  CHECK(request.iterations == 5);
  CHECK(request.has(kGoInfinite));
}

TEST_CASE("go: an increment without its clock counts for nothing; what is left may be below zero") {
  CHECK(parse_go("movetime -30").move_time == 0);
  CHECK(parse_go("movetime -30").has(kGoMoveTime));
  const GoRequest request = parse_go("1time -20 2inc 100");
  CHECK(request.times[0] == -20);
  CHECK(!request.increments[1]);
  CHECK(request.not_understood == Texts{"2inc 100"});
}

TEST_CASE("go: values beyond all limits are cut, not wrapped") {
  CHECK(parse_go("movetime 9000000000000000000").move_time == 2147483647);
  CHECK(parse_go("movetime 99999999999999999999").not_understood.size() == 1);
}

TEST_CASE("go: the words of a request's parameters are those that were given") {
  const GoRequest request = parse_go("1time 100 1inc 1 firstwin also depth 3");
  const auto words = go_words(request, ~0U);
  CHECK(Texts(words.begin(), words.end()) == Texts{"depth", "1time", "1inc", "firstwin"});
  CHECK(go_words(request, kGoDepth).size() == 1);
  CHECK(go_words(request, kGoInfinite).empty());
}

}  // namespace zymurgy
