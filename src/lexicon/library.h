// Where lexica, leaves, tables and networks are found by name: folders first, in order, then what
// ships inside the program. A file `NAME.zst` serves for NAME.
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
// What leaves of a code are called.
inline std::string leaves_called(const std::string& code) { return code.empty() ? "none" : code; }
inline constexpr const char* kDataVariable = "ZYMURGY_DATA";  // of folders to look in

class Library {
 public:
  Library() = default;  // what ships, alone
  explicit Library(std::vector<std::filesystem::path> folders) : folders_(std::move(folders)) {}
  // Folders joined by ';', before those of ZYMURGY_DATA, which ':' may join as well. One that is
  // not there is an error, unless the variable names it, which may hold for other machines too.
  static Result<Library> from_paths(std::string_view folders);

  // The content of a file, decompressed; an error says where it was sought.
  Result<std::string> read(const std::string& name) const;
  bool has(const std::string& name) const;
  const std::vector<std::filesystem::path>& folders() const { return folders_; }
  // The file of that name in the folders, or nothing.
  std::optional<std::filesystem::path> in_folders(const std::string& name) const;
  // The file that a code or a path names, decompressed. A path holds a '/' or ends in .kwg, .klv2,
  // .win, .csv, .network or .zst; all else is a code (OEL1), for which CODE`ending` is read. A bare
  // file name is looked for in the folders as well, unless the current folder has it. A name with
  // the ending of another kind of file is an error.
  Result<std::string> find(const std::string& code, std::string_view ending) const;
  // The file that `find` would read: a path as given, whether or not it is there; of a code that in
  // the folders. Nothing for what only ships, or is nowhere.
  std::optional<std::filesystem::path> file_of(const std::string& code,
                                               std::string_view ending) const;

  // The lexicon of a code (OEL1, TWL06) or path, or its word graph alone, and its leaves. Of no
  // leaves, "", every one is 0.
  Result<WordGraph> graph(const std::string& code, const TileSet& tiles) const;
  Result<std::shared_ptr<const Lexicon>> lexicon(const std::string& code,
                                                 const TileSet& tiles) const;
  Result<std::shared_ptr<const LeaveTable>> leaves(const std::string& code,
                                                   const TileSet& tiles) const;
  // OEL1 for OEL1 and for nets/OEL1.kwg.zst.
  static std::string name_of(const std::string& code);
  // The code of a lexicon's own file of an ending (.win): beside it, if it is a path, or of its
  // name in the folders, or in what ships if that serves. Nothing if it has none.
  std::optional<std::string> own(const std::string& lexicon, const std::string& ending,
                                 bool shipped_serves) const;
  // The code of the leaves that go with a lexicon: its own, or since they differ little those of
  // the default lexicon for the tile set english; "" for none. (Others have its letters, but not as
  // many of each.)
  std::string own_leaves(const std::string& lexicon, const TileSet& tiles) const;
  // What whole racks of a lexicon are worth (NAME.racks.klv2), or nullptr where there is no table.
  Result<std::shared_ptr<const LeaveTable>> racks(const std::string& lexicon,
                                                  const TileSet& tiles) const;

 private:
  // A file there whose name differs in upper and lower case alone.
  std::optional<std::string> in_other_case(const std::string& name) const;
  // A list of words, here or in the folders, that may have been meant for the lexicon made of it.
  std::optional<std::string> word_list_of(const std::string& code) const;
  // The name by which `find` looks in the folders for what a code names; nothing for a path.
  std::optional<std::string> sought_as(const std::string& code, std::string_view ending) const;
  // What a code names, if it is of such letters.
  Result<std::string> find_of(const std::string& code, std::string_view ending,
                              const TileSet& tiles) const;

  std::vector<std::filesystem::path> folders_;
};

}  // namespace zymurgy
