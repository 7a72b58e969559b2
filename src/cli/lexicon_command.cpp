#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <iterator>
#include <nlohmann/json.hpp>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include "cli/commands.h"
#include "cli/options.h"
#include "cli/output.h"
#include "cli/tables.h"
#include "game/files.h"
#include "game/json_text.h"
#include "game/limits.h"
#include "game/text.h"
#include "lexicon/search.h"
#include "lexicon/word_graph_builder.h"
#include "lexicon/word_list.h"

namespace zymurgy {
namespace {

using Json = nlohmann::ordered_json;
using Texts = std::vector<std::string>;

// What an action works on: its own arguments, the options, and the tile set.
struct Request {
  const Texts& arguments;
  const cxxopts::ParseResult& options;
  const TileSet& tiles;

  std::string code() const { return text_of(options, "lexicon", std::string(kDefaultLexicon)); }
  // The same for an action whose first argument may be the code.
  std::string named() const { return arguments.empty() ? code() : arguments[0]; }
  Outcome<WordGraph> graph(const std::string& code) const {
    auto graph = library_of(options).graph(code, tiles);
    if (!graph) return input_error("load-failed", graph.error());
    return std::move(*graph);
  }
  Outcome<WordGraph> graph() const { return graph(code()); }

  int answer(const Json& json, const std::string& text) const {
    const std::string line = json_text(json) + "\n";
    const std::string& output = given(options, "json") ? line : text;
    std::fwrite(output.data(), 1, output.size(), stdout);
    return kDone;
  }
};

// The number of words by length.
std::vector<std::uint64_t> lengths_of(const WordGraph& graph) {
  std::vector<std::uint64_t> lengths(WordGraph::kMaxLength + 1);
  graph.for_each_word([&](const Letter*, int length) { ++lengths[length]; });
  return lengths;
}

std::uint64_t total(const std::vector<std::uint64_t>& counts) {
  return std::accumulate(counts.begin(), counts.end(), std::uint64_t{0});
}

Outcome<int> build(const Request& request) {
  const auto start = std::chrono::steady_clock::now();
  const std::string &source = request.arguments[0], &target = request.arguments[1];
  if (const auto apart = check_apart(target, {source}); !apart)
    return tl::unexpected(apart.error());
  if (const auto writable = check_table_output(target, ".kwg"); !writable)
    return tl::unexpected(writable.error());
  const auto text = read_text(source);
  if (!text) return input_error("load-failed", text.error());
  auto list = read_word_list(*text, source, request.tiles);
  if (!list) return input_error("bad-word-list", list.error());
  if (list->too_short + list->too_long + list->indented > 0)
    std::fprintf(stderr, "zymurgy lexicon: skipped %s of one letter, %d of more than %d, %s\n",
                 count_text(list->too_short, "word").c_str(), list->too_long, WordGraph::kMaxLength,
                 count_text(list->indented, "line that begins with white space",
                            "lines that begin with white space")
                     .c_str());
  if (list->words.empty())
    return input_error("bad-word-list", {source + ": there is no word in it"});
  const auto graph = build_word_graph(std::move(list->words), given(request.options, "gaddag"));
  if (!graph) return input_error("bad-word-list", graph.error());
  const auto bytes = write_table(target, graph->bytes());
  if (!bytes) return tl::unexpected(bytes.error());

  const double seconds = seconds_since(start);
  const std::uint64_t words = total(lengths_of(*graph));
  const std::string summary = count_text(words, "word") + ", " +
                              count_text(graph->nodes(), "node") + ", " +
                              count_text(*bytes, "byte") + ", " + fixed(seconds, 1) + " s\n";
  return request.answer({{"file", target},
                         {"words", words},
                         {"too_short", list->too_short},
                         {"too_long", list->too_long},
                         {"indented", list->indented},
                         {"nodes", graph->nodes()},
                         {"bytes", *bytes},
                         {"seconds", seconds}},
                        summary);
}

Outcome<int> info(const Request& request) {
  const std::string code = request.named();
  const auto graph = request.graph(code);
  if (!graph) return tl::unexpected(graph.error());
  const std::vector<std::uint64_t> lengths = lengths_of(*graph);
  const bool gaddag = graph->gaddag() != 0;
  const std::string leaves = library_of(request.options).own_leaves(code, request.tiles);

  Json by_length = Json::object();
  std::string table;
  for (std::size_t length = 1; length < lengths.size(); ++length) {
    if (lengths[length] == 0) continue;
    by_length[std::to_string(length)] = lengths[length];
    char row[40];
    std::snprintf(row, sizeof row, "%6zu %9llu\n", length,
                  static_cast<unsigned long long>(lengths[length]));
    table += row;
  }
  const std::string summary = code + ": " + count_text(total(lengths), "word") + ", " +
                              count_text(graph->nodes(), "node") + ", " + (gaddag ? "with" : "no") +
                              " GADDAG, " + (leaves.empty() ? "no leaves" : "leaves of " + leaves) +
                              "\n\nletters     words\n" + table;
  return request.answer({{"lexicon", code},
                         {"letters", request.tiles.name()},
                         {"words", total(lengths)},
                         {"lengths", by_length},
                         {"nodes", graph->nodes()},
                         {"gaddag", gaddag},
                         {"leaves", !leaves.empty()},
                         {"leaves_name", leaves.empty() ? Json() : Json(leaves)}},
                        summary);
}

Outcome<int> write_words(const Request& request) {
  const bool to_file = given(request.options, "output");
  const auto file = to_file ? request.options["output"].as<std::string>() : "";
  if (const auto read = library_of(request.options).file_of(request.named(), ".kwg"))
    if (const auto apart = check_apart(file, {read->string()}); !apart)
      return tl::unexpected(apart.error());
  const auto graph = request.graph(request.named());
  if (!graph) return tl::unexpected(graph.error());
  int count = 0;
  std::string text;
  Json words = Json::array();
  graph->for_each_word([&](const Letter* word, int length) {
    const std::string spelled = request.tiles.word_text(word, length);
    if (!to_file) words.push_back(spelled);
    text += spelled + "\n";
    ++count;
  });
  if (!to_file) return request.answer({{"count", count}, {"words", words}}, text);
  if (const auto written = write_file(file, text); !written)
    return input_error("write-failed", written.error());
  return request.answer({{"file", file}, {"count", count}}, "");
}

Outcome<int> check(const Request& request) {
  const auto graph = request.graph();
  if (!graph) return tl::unexpected(graph.error());
  Json words = Json::array();
  std::string text;
  bool all = true, readable = true;
  for (const std::string& argument : request.arguments) {
    const auto word = request.tiles.parse_word(argument, /*blanks=*/false);
    if (!word) {
      all = readable = false;
      words.push_back({{"word", argument}, {"valid", false}, {"error", word.error().message}});
      text += printable(argument, 60) + " is not a word: " + word.error().message + "\n";
      continue;
    }
    const bool valid = graph->contains(*word);
    all = all && valid;
    const std::string spelled =
        request.tiles.word_text(word->data(), static_cast<int>(word->size()));
    words.push_back({{"word", spelled}, {"valid", valid}});
    text += spelled + (valid ? " is a word\n" : " is not a word\n");
  }
  request.answer({{"valid", all}, {"words", words}}, text);
  return readable ? kDone : kBadInput;
}

Outcome<int> answer_with(const Request& request, const FoundWords& found) {
  Json words = Json::array();
  std::string text;
  for (const auto& word : found) {
    words.push_back(request.tiles.word_text(word.data(), static_cast<int>(word.size())));
    text += words.back().get<std::string>() + "\n";
  }
  if (found.empty()) std::fputs("no words found\n", stderr);
  return request.answer({{"count", found.size()}, {"words", words}}, text);
}

Outcome<int> anagram(const Request& request) {
  const auto tiles = request.tiles.parse_letters(request.arguments[0]);
  if (!tiles) return input_error("bad-rack", tiles.error());
  const auto graph = request.graph();
  if (!graph) return tl::unexpected(graph.error());
  if (!given(request.options, "subsets")) return answer_with(request, anagrams(*graph, *tiles));
  FoundWords found = words_from(*graph, *tiles);
  std::stable_sort(found.begin(), found.end(),
                   [](const auto& a, const auto& b) { return a.size() > b.size(); });
  return answer_with(request, found);
}

Outcome<int> find_pattern(const Request& request) {
  const auto pattern = Pattern::parse(request.arguments[0], request.tiles);
  if (!pattern) return input_error("bad-pattern", pattern.error());
  const auto graph = request.graph();
  if (!graph) return tl::unexpected(graph.error());
  return answer_with(request, matches(*graph, *pattern));
}

struct Action {
  const char* name;
  const char* usage;
  std::size_t fewest, most;  // arguments
  Outcome<int> (*run)(const Request&);
  const char* option = "";  // its own option, if any
  bool by_option = false;   // only --lexicon names the lexicon, no argument does
};

constexpr std::size_t kAny = ~std::size_t{0};

constexpr Action kActions[] = {
    {"build", "build LIST GRAPH", 2, 2, build, "gaddag"},
    {"info", "info [CODE]", 0, 1, info},
    {"export", "export [CODE]", 0, 1, write_words, "output"},
    {"check", "check WORD...", 1, kAny, check, "", true},
    {"anagram", "anagram TILES", 1, 1, anagram, "subsets", true},
    {"pattern", "pattern PATTERN", 1, 1, find_pattern, "", true},
};

Outcome<int> run_lexicon(const cxxopts::ParseResult& parsed) {
  Texts arguments = parsed.unmatched();
  const auto* const action =
      arguments.empty() ? std::end(kActions)
                        : std::find_if(std::begin(kActions), std::end(kActions),
                                       [&](const Action& a) { return arguments[0] == a.name; });
  if (action == std::end(kActions))
    return usage_error(
        (arguments.empty() ? "no action given" : "unknown action '" + arguments[0] + "'") +
        " (see zymurgy lexicon --help)");
  arguments.erase(arguments.begin());
  if (arguments.size() < action->fewest || arguments.size() > action->most)
    return usage_error(std::string("expected: zymurgy lexicon ") + action->usage);
  std::vector<std::string> idle{"gaddag", "subsets", "output"};
  std::erase(idle, action->option);
  if (!arguments.empty() && !action->by_option) idle.push_back("lexicon");
  refuse_unused(parsed, idle, std::string("with `lexicon ") + action->name + "`");
  const auto tiles = letters_of(parsed);
  if (!tiles) return tl::unexpected(tiles.error());
  return action->run({arguments, parsed, **tiles});
}

}  // namespace

int lexicon_command(int argc, char** argv) {
  cxxopts::Options options = command_options(
      "lexicon",
      "Builds lexica, judges words and finds anagrams.\n\n"
      "  build LIST GRAPH  makes a word graph (.kwg or .kwg.zst) from a word list: words of up "
      "to " +
          std::to_string(WordGraph::kMaxLength) +
          " letters, as fit the larger board; `-` as LIST is standard input\n"
          "  info [CODE]       counts the words by length\n"
          "  export [CODE]     lists all words, one to a line\n"
          "  check WORD...     says which of them are words; exit status 3 only if a letter is not "
          "a tile\n"
          "  anagram TILES     finds the words made of these tiles; '?' is a blank\n"
          "  pattern PATTERN   finds the words of this shape: '?' is any letter, '*' any number of "
          "letters\n\n"
          "Words are written as people write them: where the tile set has a tile CH, `CH` is that "
          "tile.",
      "ACTION ARGUMENTS...");
  options.add_options()("gaddag", "build: add the GADDAG, which other programs need");
  options.add_options()("subsets",
                        "anagram: also find words that use only some of the tiles; longest first");
  options.add_options()("output", "export: write to a file", cxxopts::value<std::string>(), "FILE");
  add_lexicon_options(options);
  return run_command(options, argc, argv, run_lexicon);
}

}  // namespace zymurgy
