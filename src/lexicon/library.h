// Finds lexica, leaves, tables and networks by name: in folders first, in order, then among the
// files that ship inside the program. A file `NAME.zst` serves as NAME.
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "lexicon/leave_table.h"
#include "lexicon/lexicon.h"

namespace zymurgy {

inline constexpr std::string_view kDefaultLexicon = "OEL1";
// The name to show for the leaves of a code.
inline std::string leaves_display_name(const std::string& code) {
  return code.empty() ? "none" : code;
}
inline constexpr const char* kDataVariable = "ZYMURGY_DATA";  // folders to look in

class Library {
 public:
  Library() = default;  // only shipped files
  explicit Library(std::vector<std::filesystem::path> folders) : folders_(std::move(folders)) {}
  // `folders` are separated by ';' and come before those of ZYMURGY_DATA, where ':' separates, too.
  // A missing folder is an error, but not in the variable, which may serve other machines, too.
  static Result<Library> from_paths(std::string_view folders);

  // The content of a file, decompressed; an error says where the file was sought.
  Result<std::string> read(const std::string& name) const;
  bool has(const std::string& name) const;
  const std::vector<std::filesystem::path>& folders() const { return folders_; }
  // The file of this name in the folders, or nothing.
  std::optional<std::filesystem::path> in_folders(const std::string& name) const;
  // The content of the file that a code or a path names, decompressed. A path contains a '/' or
  // ends in .kwg, .klv2, .win, .csv, .network or .zst; anything else is a code (OEL1), whose file
  // is CODE`ending`. A bare file name is looked for in the folders as well, unless the current
  // folder has it. A name with the ending of another kind of file is an error.
  Result<std::string> find(const std::string& code, std::string_view ending) const;
  // The file that `find` would read: a path as given, whether or not the file exists; for a code
  // the file in the folders. Nothing if the file only ships with the program, or is nowhere.
  std::optional<std::filesystem::path> file_of(const std::string& code,
                                               std::string_view ending) const;

  // The lexicon of a code (OEL1, TWL06) or path, its word graph alone, or leaves. The code ""
  // stands for no leaves: every leave is 0.
  Result<WordGraph> graph(const std::string& code, const TileSet& tiles) const;
  Result<std::shared_ptr<const Lexicon>> lexicon(const std::string& code,
                                                 const TileSet& tiles) const;
  Result<std::shared_ptr<const LeaveTable>> leaves(const std::string& code,
                                                   const TileSet& tiles) const;
  // The name in a code or path: OEL1 for OEL1 and for nets/OEL1.kwg.zst.
  static std::string name_of(const std::string& code);
  // The code or path of a lexicon's own file with an ending (.win): beside the lexicon, if that is
  // a path, or by its name in the folders, or among the shipped files if `shipped_serves`. Nothing
  // if there is none.
  std::optional<std::string> own(const std::string& lexicon, const std::string& ending,
                                 bool shipped_serves) const;
  // The code of the leaves that go with a lexicon: its own; or, since they differ little, those of
  // the default lexicon if the tile set is english; or "" for none. (Other tile sets with the same
  // letters have other numbers of each.)
  std::string own_leaves(const std::string& lexicon, const TileSet& tiles) const;
  // The values of a lexicon's whole racks (NAME.racks.klv2), or nullptr if there is no such table.
  Result<std::shared_ptr<const LeaveTable>> racks(const std::string& lexicon,
                                                  const TileSet& tiles) const;

 private:
  // A file, in the folders or shipped, whose name differs only in upper and lower case.
  std::optional<std::string> in_other_case(const std::string& name) const;
  // A word list, here or in the folders, that may have been given for the lexicon made from it.
  std::optional<std::string> word_list_of(const std::string& code) const;
  // The file name that `find` looks for in the folders; nothing if it takes `code` as a path.
  std::optional<std::string> lookup_name(const std::string& code, std::string_view ending) const;
  // Like `find`, but a shipped file is an error if the tile set has other letters than English.
  Result<std::string> find_for_tiles(const std::string& code, std::string_view ending,
                                     const TileSet& tiles) const;

  std::vector<std::filesystem::path> folders_;
};

}  // namespace zymurgy
