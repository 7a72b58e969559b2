#include "lexicon/library.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <memory>
#include <system_error>
#include <utility>

#include "game/embedded.h"
#include "game/files.h"
#include "game/packing.h"
#include "game/result.h"
#include "game/text.h"

namespace zymurgy {
namespace {

constexpr std::array kFileEndings{".kwg", ".klv2", ".win", ".csv", ".network", ".zst"};

std::vector<std::filesystem::path> split_folders(std::string_view text, const char* separators) {
  std::vector<std::filesystem::path> folders;
  while (!text.empty()) {
    const std::size_t end = text.find_first_of(separators);
    if (const auto folder = text.substr(0, end); !folder.empty()) folders.emplace_back(folder);
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  }
  return folders;
}

bool is_file(const std::filesystem::path& path) {
  std::error_code ignored;
  return std::filesystem::is_regular_file(path, ignored);
}

bool is_path(const std::string& code) {
  if (code.find('/') != std::string::npos) return true;
  const auto ends = [&code](const char* ending) { return code.ends_with(ending); };
  return std::ranges::any_of(kFileEndings, ends);
}

// A file's content, decompressed. The name need not show that it is compressed: `train` compresses
// whatever the file is called.
Result<std::string> unpacked(Result<std::string> bytes, const std::string& name) {
  constexpr std::size_t kMost = std::size_t{1} << 28;  // far more than any table has
  const bool packed = bytes && (name.ends_with(".zst") || is_packed(*bytes));
  if (packed) return decompress(*bytes, name, kMost);
  return bytes;
}

// Text has no bytes below a tab. A word graph has a byte 0: its root has no letter.
bool is_text(std::string_view bytes) {
  return !bytes.empty() &&
         std::ranges::none_of(bytes, [](char c) { return static_cast<unsigned char>(c) < '\t'; });
}

// The ending of `code`, if it is that of another kind of file than `ending`. A win table has two.
std::optional<std::string> other_ending(std::string_view code, std::string_view ending) {
  if (code.ends_with(".zst")) code.remove_suffix(4);
  for (const std::string_view other : kFileEndings)
    if (code.ends_with(other) && other != ending && !(other == ".csv" && ending == ".win"))
      return std::string(other);
  return std::nullopt;
}

bool ships(const std::string& name) { return embedded_file(name) || embedded_file(name + ".zst"); }

}  // namespace

Result<Library> Library::from_paths(std::string_view folders) {
  auto all = split_folders(folders, ";");
  for (const auto& folder : all)
    if (std::error_code ignored; !std::filesystem::is_directory(folder, ignored))
      return failure("--data or DataPath: " + in_quotes(folder.string()) + " is not a folder");
  if (const char* variable = std::getenv(kDataVariable))
    for (auto& folder : split_folders(variable, ";:")) all.push_back(std::move(folder));
  return Library(std::move(all));
}

Result<std::string> Library::read(const std::string& name) const {
  if (const auto file = in_folders(name)) return unpacked(read_file(*file), file->string());
  for (const std::string& shipped : {name, name + ".zst"})
    if (const auto bytes = embedded_file(shipped)) return unpacked(std::string(*bytes), shipped);
  std::string sought;
  for (const auto& folder : folders_) sought += ", nor in " + folder.string();
  const auto other_case = in_other_case(name);
  return failure("no file " + name + " in the built-in data" + sought + "; " +
                 (other_case ? "there is " + *other_case
                             : "--data, DataPath or ZYMURGY_DATA name folders to look in"));
}

std::optional<std::string> Library::in_other_case(const std::string& name) const {
  const auto is_it = [&name](const std::string& other) {
    return same_ignoring_case(other, name) || same_ignoring_case(other, name + ".zst");
  };
  for (const auto& folder : folders_) {
    std::error_code ignored;
    for (std::filesystem::directory_iterator at(folder, ignored), end; !ignored && at != end;
         at.increment(ignored))
      if (auto other = at->path().filename().string(); is_it(other)) return other;
  }
  for (const EmbeddedFile& file : embedded_files())
    if (const std::string other(file.name); is_it(other)) return other;
  return std::nullopt;
}

std::optional<std::filesystem::path> Library::in_folders(const std::string& name) const {
  for (const auto& folder : folders_)
    for (const auto& file : {folder / name, folder / (name + ".zst")})
      if (is_file(file)) return file;
  return std::nullopt;
}

bool Library::has(const std::string& name) const { return in_folders(name) || ships(name); }

std::optional<std::string> Library::lookup_name(const std::string& code,
                                                std::string_view ending) const {
  const bool path = is_path(code);
  const bool file_name = code.find('/') == std::string::npos && code.find('.') != std::string::npos;
  if (file_name && !(path && is_file(code)) && has(code)) return code;
  if (path) return std::nullopt;
  return code + std::string(ending);
}

Result<std::string> Library::find(const std::string& code, std::string_view ending) const {
  if (code.empty()) return failure("the name is empty");
  if (const auto other = other_ending(code, ending))
    return failure("expected a " + std::string(ending) + " file, but the name of " +
                   in_quotes(code) + " ends in " + *other);
  const auto name = lookup_name(code, ending);
  if (!name) return unpacked(read_file(code), code);
  auto bytes = read(*name);
  if (!bytes && is_file(code))
    return failure(bytes.error().message + "; for the file here, write " + in_quotes("./" + code));
  return bytes;
}

std::optional<std::filesystem::path> Library::file_of(const std::string& code,
                                                      std::string_view ending) const {
  const auto name = lookup_name(code, ending);
  return name ? in_folders(*name) : std::filesystem::path(code);
}

Result<std::string> Library::find_for_tiles(const std::string& code, std::string_view ending,
                                            const TileSet& tiles) const {
  const std::string name = code + std::string(ending);
  // A file numbers its letters without naming a tile set. Shipped files are known to be English.
  if (!is_path(code) && !in_folders(name) && ships(name) &&
      !tiles.same_letters_as(TileSet::english()))
    return failure("made for English letters, not " + tiles.name());
  return find(code, ending);
}

std::optional<std::string> Library::word_list_of(const std::string& code) const {
  std::vector<std::filesystem::path> files{code, code + ".txt"};
  for (const auto& folder : folders_)
    for (const char* const ending : {"", ".kwg", ".txt"}) files.push_back(folder / (code + ending));
  for (const auto& file : files) {
    if (!is_file(file)) continue;
    if (const auto bytes = read_file(file); bytes && is_text(*bytes)) return file.string();
  }
  return std::nullopt;
}

Result<WordGraph> Library::graph(const std::string& code, const TileSet& tiles) const {
  const auto bytes = find_for_tiles(code, ".kwg", tiles);
  auto graph = bytes.and_then(
      [&](const std::string& content) { return WordGraph::read(content, code, tiles); });
  if (graph || (bytes && !is_text(*bytes))) return graph;
  if (const auto list = word_list_of(code))
    return failure("lexicon " + code + ": " + in_quotes(*list) + " is a list of words; " +
                   "`zymurgy lexicon build " + *list + " FILE.kwg` makes a lexicon of it");
  if (!bytes) return failure("lexicon " + code + ": " + bytes.error().message);
  return graph;
}

Result<std::shared_ptr<const Lexicon>> Library::lexicon(const std::string& code,
                                                        const TileSet& tiles) const {
  auto words = graph(code, tiles);
  if (!words) return tl::unexpected(words.error());
  return std::make_shared<const Lexicon>(name_of(code), tiles, std::move(*words));
}

Result<std::shared_ptr<const LeaveTable>> Library::leaves(const std::string& code,
                                                          const TileSet& tiles) const {
  if (code.empty()) return std::make_shared<const LeaveTable>(tiles);
  const auto bytes = find_for_tiles(code, ".klv2", tiles);
  if (!bytes) return failure("leaves " + code + ": " + bytes.error().message);
  auto table = LeaveTable::read(*bytes, code, tiles);
  if (!table) return tl::unexpected(table.error());
  return std::make_shared<const LeaveTable>(std::move(*table));
}

std::string Library::name_of(const std::string& code) {
  if (!is_path(code)) return code;
  const auto name = std::filesystem::path(code).stem();
  return (name.has_extension() && code.ends_with(".zst") ? name.stem() : name).string();
}

std::optional<std::string> Library::own(const std::string& lexicon, const std::string& ending,
                                        bool shipped_serves) const {
  const std::string name = name_of(lexicon);
  const auto folder = std::filesystem::path(lexicon).parent_path();
  if (is_path(lexicon))
    for (const std::string& suffix : {ending, ending + ".zst"})
      if (const auto file = folder / (name + suffix); is_file(file)) return file.string();
  const bool found = in_folders(name + ending) || (shipped_serves && ships(name + ending));
  return found ? std::optional(name) : std::nullopt;
}

std::string Library::own_leaves(const std::string& lexicon, const TileSet& tiles) const {
  if (auto code = own(lexicon, ".klv2", tiles.same_letters_as(TileSet::english()))) return *code;
  const std::string borrowed(kDefaultLexicon);
  const bool fits = tiles.name() == TileSet::english().name() && has(borrowed + ".klv2");
  return fits ? borrowed : "";
}

Result<std::shared_ptr<const LeaveTable>> Library::racks(const std::string& lexicon,
                                                         const TileSet& tiles) const {
  const std::string ending = ".racks.klv2";
  const bool shipped_serves = tiles.same_letters_as(TileSet::english());
  const auto code = own(name_of(lexicon), ending, shipped_serves);
  if (!code) return nullptr;
  const std::string name = *code + ending;
  const auto bytes = read(name);
  if (!bytes) return tl::unexpected(bytes.error());
  auto table = LeaveTable::read(*bytes, name, tiles, kWholeRacks);
  if (!table) return tl::unexpected(table.error());
  return std::make_shared<const LeaveTable>(std::move(*table));
}

}  // namespace zymurgy
