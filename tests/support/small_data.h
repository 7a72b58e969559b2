// Contrast data to learn from, and the shape of a student for it.
#pragma once

#include <string>

#include "making/contrast.h"
#include "making/contrast_shards.h"
#include "support/folder.h"
#include "support/made_up_lexicon.h"
#include "trainer-bridge/student.h"

namespace zymurgy::test {

// A few games' contrast data over a made-up lexicon, made once.
struct SmallData {
  SmallData()
      : lexicon(made_up_lexicon()), leaves(lexicon.tiles()), data(lexicon, leaves, nullptr) {
    options.lexicon = &lexicon;
    options.leaves = &leaves;
    options.header.lexicon = lexicon.code();
    options.header.tiles = lexicon.tiles().name();
    options.header.games = 6;
    options.shard = 3;
    options.folder = folder.path.string();
    made = make_contrast(options).has_value();
    path = folder.file(contrast_shard_name(0));
    added = data.add(path).has_value();
  }
  const Lexicon& lexicon;
  LeaveTable leaves;
  trainer::Dataset data;
  ContrastOptions options;
  Folder folder;
  std::string path;
  bool made = false, added = false;
};
inline SmallData& small_data() {
  static SmallData data;
  return data;
}

// The shape of a student that learns from small_data.
inline trainer::Shape small_shape() {
  const nnue::FeatureSet features(small_data().lexicon.tiles());
  return {features.lane_rows(), features.tile_rows(), {}, 2};
}

}  // namespace zymurgy::test
