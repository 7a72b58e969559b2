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
    Command{"play", "one game on the terminal, to watch or to play", play_command},
    Command{"gen", "the legal moves of a position, best first", gen_command},
    Command{"perft", "counts the legal moves of a position", perft_command},
    Command{"bench", "a fixed piece of work: speed, and a signature of the results", bench_command},
    Command{"autoplay", "many games between two players, counted and logged", autoplay_command},
    Command{"match", "two engine processes against each other, refereed and tested", match_command},
    Command{"endgame", "perfect play when the bag is empty", endgame_command},
    Command{"peg", "the best move with few tiles in the bag, every draw tried", peg_command},
    Command{"eval", "what is thought of a move, term by term", eval_command},
    Command{"gcg", "annotated games: checked, as positions, written from a log", gcg_command},
    Command{"leaves", "makes the values of leaves from self-play", leaves_command},
    Command{"stats", "what many games say about skill and luck", stats_command},
    Command{"review", "what each turn of an annotated game lost, and its luck", review_command},
    Command{"luck", "how lucky a draw was", luck_command},
    Command{"wintable", "makes the chances to win from self-play, checks them", wintable_command},
    Command{"infer", "what the player who moved last kept", infer_command},
    Command{"sim", "the best plays of a position judged by playing on", sim_command},
    Command{"contrast", "makes the data that networks learn from", contrast_command},
    Command{"frames", "makes the pictures of positions that teachers learn from", frames_command},
    Command{"net", "what a network file holds", net_command},
    Command{"train", "trains a network on contrast data", train_command},
    Command{"lexicon", "builds lexica, judges words, finds anagrams", lexicon_command},
};

}  // namespace zymurgy
