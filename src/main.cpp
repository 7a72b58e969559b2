// Dispatches to a sub-command.
#include <cstdio>
#include <string_view>

#include "cli/commands.h"

namespace {

void print_help() {
  std::puts(
      "Zymurgy, a crossword-game engine.\n\n"
      "Usage: zymurgy [COMMAND [OPTIONS]]\n\n"
      "Without a command it speaks UCGI and SIU on stdin and stdout, for GUIs and match "
      "runners.\n\n"
      "Commands:");
  for (const zymurgy::Command& command : zymurgy::kCommands)
    std::printf("  %-10s %s\n", command.name, command.summary);
  std::puts("\n`zymurgy COMMAND --help` tells a command's options.");
}

}  // namespace

int main(int argc, char** argv) {
  const std::string_view name = argc > 1 ? argv[1] : "";
  if (name == "--help" || name == "-h" || name == "help") return print_help(), 0;
  if (name == "--version") return std::puts("zymurgy " ZYMURGY_VERSION), 0;
  for (const zymurgy::Command& command : zymurgy::kCommands)
    if (name == command.name) return command.run(argc - 1, argv + 1);
  std::fprintf(stderr, "zymurgy: unknown command '%s' (see zymurgy --help)\n", argv[1]);
  return 2;
}
