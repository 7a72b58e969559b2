// What a student says held against what came of it.
#pragma once

#include <vector>

#include "trainer-bridge/student.h"

namespace zymurgy::trainer {

// What was said held against what came of it.
class Agreement {
 public:
  void add(double predicted, double label);
  double slope() const;  // of the labels on what was predicted
  double r2() const;     // of the labels, explained with that slope
  // Whether what was said differs, by more than a thousandth. If not, it explains nothing, and both
  // of the above are 0. (Too large steps in training do that.)
  bool alive() const;

 private:
  double centred(double products, double sum, double other_sum) const {
    return products - sum * other_sum / count_;
  }
  double count_ = 0, predicted_ = 0, labels_ = 0;
  double predicted_squares_ = 0, label_squares_ = 0, products_ = 0;
};

// How well a student tells the plays of groups apart.
struct Judgement {
  Agreement within;                                      // groups, whose means are taken off
  Agreement level;                                       // of these means
  double decisions = 0, gained = 0, gained_squares = 0;  // points by its choices over static's
  // By the outputs and labels of one of the heads.
  void add(const GroupView& group, const std::vector<float>& outputs, const Shape& shape, int head);
  double gain() const { return gained / decisions; }
  double gain_error() const;
};
Judgement judge(const Student& student, const Dataset& data, int head = 0);

}  // namespace zymurgy::trainer
