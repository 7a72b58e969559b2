// The sub-commands, one file each (src/cli/NAME_command.cpp). `run` gets the command's own argv,
// its name in argv[0], and returns the exit status.
#pragma once

#include <span>

namespace zymurgy {

struct Command {
  const char* name;
  const char* summary;
  int (*run)(int argc, char** argv);
};

inline constexpr std::span<const Command> kCommands{};

}  // namespace zymurgy
