// Compares a student's predictions with what the plays gained.
#pragma once

#include <array>
#include <cstddef>
#include <functional>
#include <vector>

#include "trainer-bridge/student.h"

namespace zymurgy::trainer {

// The agreement of predictions with labels.
class Agreement {
 public:
  void add(double predicted, double label);
  double slope() const;  // of the labels, regressed on the predictions
  double r2() const;     // share of the labels' variance that the slope explains
  // Whether the predictions vary by more than a thousandth. If not, they explain nothing, and both
  // of the above are 0. (Too large steps in training cause that.)
  bool varies() const;

 private:
  double centred(double products, double sum, double other_sum) const {
    return products - sum * other_sum / count_;
  }
  double count_ = 0, predicted_ = 0, labels_ = 0;
  double predicted_squares_ = 0, label_squares_ = 0, products_ = 0;
};

// How well a student tells the plays of groups apart.
struct Judgement {
  Agreement within;                                      // within groups, whose means are taken off
  Agreement level;                                       // of these means
  double decisions = 0, gained = 0, gained_squares = 0;  // points gained over static choices
  // Adds a group, by the outputs and labels of one of the heads.
  void add(const GroupView& group, const std::vector<float>& outputs, const Shape& shape, int head);
  double gain() const { return gained / decisions; }
  double gain_error() const;
};
// The judgements of all heads, by head. Now and then calls `progress(groups judged)`.
using Judgements = std::array<Judgement, nnue::kHeads>;
Judgements judge_heads(const Student& student, const Dataset& data,
                       const std::function<void(std::size_t)>& progress = {});
Judgement judge(const Student& student, const Dataset& data, int head = 0);

}  // namespace zymurgy::trainer
