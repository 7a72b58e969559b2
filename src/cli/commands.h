// The sub-commands, one file each (src/cli/NAME_command.cpp). Each gets its own argv, its name in
// argv[0], and returns the exit status.
#pragma once

#include <array>

namespace zymurgy {

int autoplay_command(int argc, char** argv);
int bench_command(int argc, char** argv);
int contrast_command(int argc, char** argv);
int endgame_command(int argc, char** argv);
int eval_command(int argc, char** argv);
int frames_command(int argc, char** argv);
int gcg_command(int argc, char** argv);
int gen_command(int argc, char** argv);
int peg_command(int argc, char** argv);
int net_command(int argc, char** argv);
int perft_command(int argc, char** argv);
int play_command(int argc, char** argv);
int leaves_command(int argc, char** argv);
int infer_command(int argc, char** argv);
int train_command(int argc, char** argv);
int sim_command(int argc, char** argv);
int lexicon_command(int argc, char** argv);
int match_command(int argc, char** argv);
int wintable_command(int argc, char** argv);
int luck_command(int argc, char** argv);
int review_command(int argc, char** argv);
int stats_command(int argc, char** argv);

struct Command {
  const char* name;
  const char* summary;
  int (*run)(int argc, char** argv);
};

inline constexpr std::array kCommands{
    Command{"play", "plays one game on the terminal, for you to watch or to play", play_command},
    Command{"gen", "lists the legal moves of a position, best first", gen_command},
    Command{"perft", "counts the legal moves of a position", perft_command},
    Command{"bench", "times a fixed piece of work and prints a signature of its results",
            bench_command},
    Command{"autoplay", "plays many games between two players, counts and logs them",
            autoplay_command},
    Command{"match", "plays two engine processes against each other, with a referee",
            match_command},
    Command{"endgame", "finds perfect play when the bag is empty", endgame_command},
    Command{"peg", "finds the best move with few tiles in the bag, trying every draw", peg_command},
    Command{"eval", "evaluates moves, term by term", eval_command},
    Command{"gcg", "checks annotated games, prints their positions, exports logs", gcg_command},
    Command{"leaves", "makes leave values from self-play", leaves_command},
    Command{"stats", "measures skill and luck over many games", stats_command},
    Command{"review", "shows what each turn of an annotated game lost, and its luck",
            review_command},
    Command{"luck", "shows how lucky a draw was", luck_command},
    Command{"wintable", "makes the table of chances to win from self-play, or checks it",
            wintable_command},
    Command{"infer", "infers what the player who moved last kept", infer_command},
    Command{"sim", "judges the best plays of a position by playing on", sim_command},
    Command{"contrast", "makes the data that networks learn from", contrast_command},
    Command{"frames", "makes the pictures of positions that teachers learn from", frames_command},
    Command{"net", "shows what a network file holds", net_command},
    Command{"train", "trains a network on contrast data", train_command},
    Command{"lexicon", "builds lexica, judges words, finds anagrams", lexicon_command},
};

}  // namespace zymurgy
