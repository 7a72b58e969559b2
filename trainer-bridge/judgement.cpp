#include "trainer-bridge/judgement.h"

#include <algorithm>
#include <cmath>

#include "trainer-bridge/pass.h"

namespace zymurgy::trainer {

void Agreement::add(double predicted, double label) {
  ++count_;
  predicted_ += predicted, labels_ += label;
  predicted_squares_ += predicted * predicted;
  label_squares_ += label * label;
  products_ += predicted * label;
}
bool Agreement::varies() const {
  return centred(predicted_squares_, predicted_, predicted_) > 1e-6 * count_;
}
double Agreement::slope() const {
  return varies() ? centred(products_, predicted_, labels_) /
                        centred(predicted_squares_, predicted_, predicted_)
                  : 0;
}
double Agreement::r2() const {
  if (!varies() || !(centred(label_squares_, labels_, labels_) > 0)) return 0;
  return slope() * centred(products_, predicted_, labels_) /
         centred(label_squares_, labels_, labels_);
}

void Judgement::add(const GroupView& group, const std::vector<float>& outputs, const Shape& shape,
                    int head) {
  const std::size_t n = group.plays.size();
  const auto first_output = size_t(head * shape.plies), last = size_t((head + 1) * shape.plies - 1);
  std::vector<double> labels(n), predicted(n);
  double label_mean = 0, predicted_mean = 0;
  for (std::size_t p = 0; p < n; ++p) {
    const PlayView& play = group.plays[p];
    labels[p] = static_cast<double>(play.gains[last] - play.equity);
    for (std::size_t o = first_output; o <= last; ++o)
      predicted[p] += static_cast<double>(outputs[p * size_t(shape.outputs()) + o]);
    label_mean += labels[p] / double(n);
    predicted_mean += predicted[p] / double(n);
  }
  std::size_t chosen = 0, first = 0;
  for (std::size_t p = 0; p < n; ++p) {
    within.add(predicted[p] - predicted_mean, labels[p] - label_mean);
    const auto worth = [&](std::size_t i) {
      return static_cast<double>(group.plays[i].equity) + predicted[i];
    };
    if (worth(p) > worth(chosen)) chosen = p;
    if (group.plays[p].equity > group.plays[first].equity) first = p;
  }
  level.add(predicted_mean, label_mean);
  const double gain =
      static_cast<double>(group.plays[chosen].gains[last] - group.plays[first].gains[last]);
  ++decisions;
  gained += gain;
  gained_squares += gain * gain;
}
double Judgement::gain_error() const {
  const double variance = gained_squares / decisions - gain() * gain();
  return std::sqrt(std::max(0.0, variance) / decisions);
}

Judgements judge_heads(const Student& student, const Dataset& data,
                       const std::function<void(std::size_t)>& progress) {
  constexpr std::size_t kGroupsATime = 256;
  Judgements judgements;
  Pass pass(student.shape);
  const Student rounded = played(student);
  GroupView group;
  for (std::size_t g = 0; g < data.groups(); ++g) {
    data.view(g, group);
    const std::vector<float>& outputs = pass.forward(rounded.weights.data(), group);
    for (int head = 0; head < nnue::kHeads; ++head)
      judgements[size_t(head)].add(group, outputs, student.shape, head);
    if (progress && (g + 1) % kGroupsATime == 0) progress(g + 1);
  }
  return judgements;
}

Judgement judge(const Student& student, const Dataset& data, int head) {
  return judge_heads(student, data)[size_t(head)];
}

}  // namespace zymurgy::trainer
