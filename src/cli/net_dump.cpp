#include "cli/net_dump.h"

#include <cstddef>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "protocol/cgp.h"
#include "protocol/notation.h"

namespace zymurgy {
namespace {

using Json = nlohmann::ordered_json;

Json places_of(const Lane& lane) {
  Json places = Json::array();
  for (std::size_t i = 0; i < kBoardDim; ++i) {
    if (const Tile tile = lane.tiles[i]; tile != kEmpty) {
      places.push_back(is_blank(tile) ? -letter_of(tile) : letter_of(tile));
    } else if ((lane.crossed >> i & 1) == 0) {
      places.push_back(0);
    } else {
      Json hook{lane.cross_points[i]};
      for (const Letter letter : Letters(lane.cross[i])) hook.push_back(letter);
      places.push_back(std::move(hook));
    }
  }
  return places;
}

}  // namespace

Json network_dump(const Position& position, const Lanes& lanes, int count, MoveFinder& finder,
                  nnue::Evaluator& network) {
  Json dump{{"cgp", cgp_text(position, lanes.lexicon().code())},
            {"lead", position.spread()},
            {"unseen", Json::array()},
            {"lanes", Json::array()},
            {"plays", Json::array()}};
  const TileCounts unseen = position.unseen(position.on_turn());
  for (int l = 0; l <= position.tiles().letters(); ++l)
    dump["unseen"].push_back(unseen[static_cast<Letter>(l)]);
  for_each_lane([&](int, Direction direction, int i) {
    dump["lanes"].push_back(places_of(lanes.lane(direction, i)));
  });

  const std::vector<Candidate> candidates = finder.top(position, lanes, count);
  network.start(position, lanes);
  for (const auto& [move, equity] : candidates) {
    Json leave = Json::array();
    position.leave_after(move).for_each_tile([&](Letter letter) { leave.push_back(letter); });
    Lanes after = lanes;
    if (move.is_play()) after.lay(move);
    Json changed = Json::object();
    for_each_lane([&](int index, Direction direction, int i) {
      const Lane& lane = after.lane(direction, i);
      if (!(lane == lanes.lane(direction, i))) changed[std::to_string(index)] = places_of(lane);
    });
    const nnue::Prediction prediction = network.predict(move);
    dump["plays"].push_back({{"move", ucgi_text(move, position)},
                             {"score", move.score},
                             {"equity", equity},
                             {"leave", std::move(leave)},
                             {"network", {prediction.win, prediction.spread}},
                             {"lanes", std::move(changed)}});
  }
  return dump;
}

}  // namespace zymurgy
