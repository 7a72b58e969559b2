#include "cli/stats_page.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <vector>

#include "cli/stats_tables.h"
#include "game/text.h"

namespace zymurgy {
namespace {

constexpr const char* kHead = R"(<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>Games</title><style>
body { font: 15px/1.45 system-ui, sans-serif; margin: 2em auto; max-width: 70em; padding: 0 1em }
table { border-collapse: collapse; margin: .5em 0 2em }
th, td { padding: .25em .7em; text-align: right; border-bottom: 1px solid #ddd }
th:first-child, td:first-child { text-align: left }
figure { display: inline-block; margin: 0 1em 1em 0 }
svg text { font: 12px system-ui, sans-serif; fill: #444 }
.axis { stroke: #888 } .grid { stroke: #e4e4e4 } .even { stroke: #bbb; stroke-dasharray: 4 4 }
.bar, .dot { fill: #36c } .line { stroke: #36c; fill: none } .error { stroke: #36c; opacity: .6 }
</style></head><body><h1>Games</h1>
)";

std::string escaped(const std::string& text) {
  std::string safe;
  for (const char c : printable(text))
    safe += c == '<' ? "&lt;" : c == '>' ? "&gt;" : c == '&' ? "&amp;" : std::string(1, c);
  return safe;
}

std::string decimal(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.6g", value);
  return text;
}

// A diagram with axes; coordinates are in the units of the axes.
class Plot {
 public:
  struct Axis {
    std::string name;
    double low, high, step;
  };

  Plot(const std::string& title, const Axis& x, const Axis& y) : x_(x), y_(y) {
    svg_ =
        "<figure><figcaption>" + escaped(title) + "</figcaption><svg width=\"460\" height=\"320\">";
    for (double at = x.low; at <= x.high + 1e-9; at += x.step) {
      line({at, y.low}, {at, y.high}, "grid");
      text(px(at), kBottom + 18, "middle", decimal(at));
    }
    for (double at = y.low; at <= y.high + 1e-9; at += y.step) {
      line({x.low, at}, {x.high, at}, "grid");
      text(kLeft - 6, py(at) + 4, "end", decimal(at));
    }
    line({x.low, y.low}, {x.high, y.low}, "axis");
    line({x.low, y.low}, {x.low, y.high}, "axis");
    text((kLeft + kRight) / 2, kBottom + 36, "middle", x.name);
    text(kLeft - 40, kTop - 10, "start", y.name);
  }

  struct Point {
    double x, y;
  };
  void line(Point a, Point b, const char* kind) {
    svg_ += "<line class=\"" + std::string(kind) + "\" x1=\"" + decimal(px(a.x)) + "\" y1=\"" +
            decimal(py(a.y)) + "\" x2=\"" + decimal(px(b.x)) + "\" y2=\"" + decimal(py(b.y)) +
            "\"/>";
  }
  void dot(double x, const Interval& y) {
    if (y.bounded()) line({x, y.low}, {x, y.high}, "error");
    svg_ += "<circle class=\"dot\" r=\"3\" cx=\"" + decimal(px(x)) + "\" cy=\"" +
            decimal(py(y.value)) + "\"/>";
  }
  void bar(double from, double to, double height) {
    svg_ += "<rect class=\"bar\" x=\"" + decimal(px(from) + 1) + "\" y=\"" + decimal(py(height)) +
            "\" width=\"" + decimal(std::max(0.5, px(to) - px(from) - 1)) + "\" height=\"" +
            decimal(kBottom - py(height)) + "\"/>";
  }
  std::string done() const { return svg_ + "</svg></figure>\n"; }

 private:
  static constexpr double kLeft = 60, kRight = 445, kTop = 30, kBottom = 270;

  double px(double x) const {
    return kLeft +
           (std::clamp(x, x_.low, x_.high) - x_.low) / (x_.high - x_.low) * (kRight - kLeft);
  }
  double py(double y) const {
    return kBottom -
           (std::clamp(y, y_.low, y_.high) - y_.low) / (y_.high - y_.low) * (kBottom - kTop);
  }
  void text(double x, double y, const char* anchor, const std::string& words) {
    svg_ += "<text x=\"" + decimal(x) + "\" y=\"" + decimal(y) + "\" text-anchor=\"" + anchor +
            "\">" + escaped(words) + "</text>";
  }

  Axis x_, y_;
  std::string svg_;
};

Interval in_percent(const Interval& it) { return {100 * it.value, 100 * it.low, 100 * it.high}; }

std::string plot_of(const std::string& by, const Calibration& calibration) {
  Plot plot("Chances to win by " + by, {"chance given, %", 0, 100, 20}, {"won, %", 0, 100, 20});
  plot.line({0, 0}, {100, 100}, "even");
  for (const auto& [chance, won] : calibration.tenths)
    if (won.games() > 0) plot.dot(100 * chance.mean(), in_percent(won.interval()));
  return plot.done();
}

std::string plot_of_wins(const GameStats& stats) {
  Plot plot("Wins by the difference in ARRV", {"first mover's less the other's", -24, 24, 8},
            {"first mover's wins, %", 0, 100, 20});
  plot.line({0, 0}, {0, 100}, "even");
  for (const auto& [difference, outcome] : stats.by_difference())
    if (std::abs(difference) <= 24) plot.dot(difference, in_percent(outcome.wins.interval()));
  return plot.done();
}

std::string plot_of_spreads(const GameStats& stats) {
  double most = 300;
  for (const auto& [difference, outcome] : stats.by_difference())
    if (std::abs(difference) <= 24)
      most = std::max(most, 100 * std::ceil(std::abs(outcome.spread.interval().value) / 100));
  Plot plot("Spread by the difference in ARRV", {"first mover's less the other's", -24, 24, 8},
            {"first mover's spread", -most, most, 100});
  const Interval slope = stats.spread_line().slope(), zero = stats.spread_line().intercept();
  if (slope.known())
    plot.line({-24, zero.value - 24 * slope.value}, {24, zero.value + 24 * slope.value}, "even");
  for (const auto& [difference, outcome] : stats.by_difference())
    if (std::abs(difference) <= 24) plot.dot(difference, outcome.spread.interval());
  return plot.done();
}

std::string plot_of_scores(const GameStats& stats) {
  int most = 1;
  for (const auto& [bin, seats] : stats.scores()) most = std::max(most, seats);
  // A round number of seats for each line of the grid: 1, 2, 5, 10, 20, ...
  double step = 1;
  for (int i = 0; step * 6 < most; ++i) step *= i % 3 == 1 ? 2.5 : 2;
  double highest = 800;
  if (!stats.scores().empty())
    highest = std::max(highest, 100 * std::ceil((stats.scores().rbegin()->first + 1) *
                                                GameStats::kScoreStep / 100.0));
  Plot plot("Scores", {"points", 0, highest, highest > 800 ? 200.0 : 100.0},
            {"seats", 0, step * 6, step});
  for (const auto& [bin, seats] : stats.scores())
    plot.bar(bin * GameStats::kScoreStep, (bin + 1) * GameStats::kScoreStep, seats);
  return plot.done();
}

std::string html_of(const StatsTable& table) {
  std::string html = "<h2>" + escaped(table.title) + "</h2>\n";
  if (!table.note.empty()) html += "<p>" + escaped(table.note) + "</p>\n";
  const auto row = [](const std::vector<std::string>& cells, const std::string& tag) {
    std::string text = "<tr>";
    for (const std::string& cell : cells) {
      text += "<" + tag + ">";
      text += escaped(cell);
      text += "</" + tag + ">";
    }
    return text + "</tr>\n";
  };
  html += "<table>\n" + row(table.head, "th");
  for (const auto& cells : table.rows) html += row(cells, "td");
  return html + "</table>\n";
}

}  // namespace

std::string stats_page(const GameStats& stats) {
  std::string page = kHead;
  page += "<p>" + std::to_string(stats.games()) +
          " games. In brackets and as bars: intervals of 95 %. A tie is half a win.</p>\n";
  page += plot_of_scores(stats);
  if (stats.difference().count() > 0) page += plot_of_wins(stats) + plot_of_spreads(stats);
  for (const auto& [by, calibration] : stats.calibrations()) page += plot_of(by, calibration);
  for (const StatsTable& table : stats_tables(stats)) page += html_of(table);
  return page + "</body></html>\n";
}

}  // namespace zymurgy
