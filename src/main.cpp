// Dispatches to a sub-command, or to the protocol if there is none.
#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <iostream>
#include <string>
#include <string_view>

#include "cli/commands.h"
#include "cli/options.h"
#include "game/text.h"
#include "protocol/session.h"

namespace {

// If the caller has closed one of the three standard streams, the next file or pipe to be opened
// would get its number: output would go there, and an engine's own stdin would be lost. So
// /dev/null holds the number, opened the wrong way round, so that reading and writing still fail. A
// non-blocking stream, as callers with an event loop leave it, would fail when there is nothing to
// read yet, so it is made blocking.
void hold_standard_streams() {
  for (const int stream : {0, 1, 2}) {
    const int flags = fcntl(stream, F_GETFL);
    if (flags < 0)
      (void)open("/dev/null", stream == 0 ? O_WRONLY : O_RDONLY);
    else if ((flags & O_NONBLOCK) != 0)
      fcntl(stream, F_SETFL, flags & ~O_NONBLOCK);
  }
}

void print_help() {
  std::puts(
      "Zymurgy, a crossword-game engine.\n\n"
      "Usage: zymurgy [COMMAND [OPTIONS]]\n\n"
      "Without a command, it speaks UCGI and SIU on stdin and stdout, for GUIs and\n"
      "match runners. `--data DIR` then adds a folder of lexica; everything else is\n"
      "set by options of the protocol.\n\n"
      "Commands:");
  for (const zymurgy::Command& command : zymurgy::kCommands)
    std::printf("  %-10s %s\n", command.name, command.summary);
  std::puts("\n`zymurgy COMMAND --help` lists a command's options.");
}

int unwritten() {
  std::fputs("zymurgy: cannot write to standard output\n", stderr);
  return 3;
}

int printed() { return zymurgy::output_is_lost() ? unwritten() : 0; }

// Whether stdout is a pipe whose reader has gone.
bool reader_gone() {
  constexpr int kWait = 10;  // ms
  pollfd out{STDOUT_FILENO, 0, 0};
  return poll(&out, 1, kWait) > 0 && (out.revents & (POLLERR | POLLHUP)) != 0;
}

int usage_error(const std::string& complaint, int argc, char** argv) {
  return zymurgy::report({zymurgy::kUsage, "usage", complaint}, "zymurgy",
                         zymurgy::wants_json(argc, argv));
}

std::string unknown_command(const char* name) {
  return "unknown command " + zymurgy::in_quotes(name) + " (see zymurgy --help)";
}

// Runs the protocol. Its only command-line option is `--data DIR`.
int run_session(int argc, char** argv) {
  std::string folders;
  for (int i = 1; i < argc; i += 2) {
    const bool names_data = std::string_view(argv[i]) == "--data";
    if (!names_data || i + 1 == argc || *argv[i + 1] == '\0') {
      const std::string word = zymurgy::in_quotes(argv[i]);
      const std::string complaint = names_data ? "--data needs a folder (see zymurgy --help)"
                                    : *argv[i] == '-'
                                        ? "unknown option " + word +
                                              ": without a command there is only --data, and "
                                              "everything else is set by options of the protocol"
                                    : i > 1 ? word + " must come first, before --data"
                                            : unknown_command(argv[i]);
      return usage_error(complaint, argc, argv);
    }
    folders += std::string(argv[i + 1]) + ';';
  }
  std::ios::sync_with_stdio(false);
  zymurgy::TableCache tables;
  zymurgy::Session(std::cin, std::cout, tables, folders, reader_gone).run();
  return std::cout ? 0 : unwritten();
}

}  // namespace

int main(int argc, char** argv) {
  hold_standard_streams();
  std::signal(SIGXFSZ, SIG_IGN);  // a file that may not grow further is an error like a full disk
  const std::string_view name = argc > 1 ? argv[1] : "";
  if (name == "help" && argc > 2) {
    std::string help = "--help";
    char* words[] = {argv[2], help.data(), nullptr};
    for (const zymurgy::Command& command : zymurgy::kCommands)
      if (words[0] == std::string_view(command.name)) return command.run(2, words);
    return usage_error(unknown_command(argv[2]), argc, argv);
  }
  if (name == "--help" || name == "-h" || name == "help") return print_help(), printed();
  if (name == "--version") return std::puts("zymurgy " ZYMURGY_VERSION), printed();
  for (const zymurgy::Command& command : zymurgy::kCommands)
    if (name == command.name) return command.run(argc - 1, argv + 1);
  return run_session(argc, argv);
}
