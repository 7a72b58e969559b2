"""The command line as scripts and people use it: python3 command_line.py BINARY."""

import json
import os
import pty
import signal
import subprocess
import sys
import tempfile
import unittest

PROJECT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")
sys.path.insert(0, os.path.join(PROJECT, "tests", "support"))
from command import BINARY, OPENING, CommandTest, interrupt, run

OEL1 = os.path.join(PROJECT, "nets", "OEL1.kwg.zst")


def run_on_terminal(*args, typed=""):
    """Runs on a pseudo-terminal, on which this is typed; gives back what it showed."""
    master, slave = pty.openpty()
    process = subprocess.Popen([BINARY, *args], stdin=slave, stdout=slave, stderr=slave)
    os.close(slave)
    os.write(master, typed.encode())
    shown = b""
    while True:
        try:
            part = os.read(master, 65536)
        except OSError:  # how a pseudo-terminal ends
            break
        if not part:
            break
        shown += part
    process.wait(timeout=120)
    os.close(master)
    return shown.decode()


class CommandLine(CommandTest):
    def test_help(self):
        whole = run("--help")
        self.assertEqual(whole.returncode, 0)
        commands = [line.split()[0] for line in whole.stdout.split("Commands:")[1].splitlines()
                    if line.startswith("  ")]
        self.assertIn("autoplay", commands)
        too_long = lambda text: [line for line in text.splitlines() if len(line.rstrip()) > 80]
        self.assertEqual(too_long(whole.stdout), [])
        for command in commands:
            with self.subTest(command):
                done = run(command, "--help")
                self.assertEqual(done.returncode, 0)
                self.assertIn("--json", done.stdout)
                self.assertEqual(done.stderr, "")
                self.assertNotRegex(done.stdout, r"--\S+ arg\b")
                self.assertEqual(too_long(done.stdout), [])
        for command, words in (("gen", "CGP"), ("eval", "CGP [MOVE...]"), ("stats", "FILE...")):
            self.assertIn(f"zymurgy {command} [OPTIONS] {words}\n", run(command, "--help").stdout)
        self.assertIn(f"'{OPENING}'", run("gen", "--help").stdout)
        self.assertEqual(run("help", "gen").stdout, run("gen", "--help").stdout)
        self.assert_error(run("help", "dance", "--json"), 2, "usage", "'dance'")

    def test_usage_errors(self):
        self.assert_error(run("dance", "--json"), 2, "usage", "'dance'")
        self.assertEqual(run("gen", "--dance").returncode, 2)
        for value in "false", "true", "":
            done = run("gen", f"--json={value}", OPENING)
            self.assertEqual((done.returncode, done.stderr), (2, "zymurgy gen: --json takes no value\n"))
        self.assert_error(run("net", "dump", "--positions", "0", "--json"), 2, "usage", "--positions")
        one, other = (self.answer("net", "dump", "--positions", "2", "--top", "1", "--seed", seed)["positions"]
                      for seed in "12")
        self.assertEqual(len(one), 2)
        self.assertNotEqual(one[0], other[0])
        self.assertEqual(run("autoplay", "--games", "many").returncode, 2)
        self.assert_error(run("autoplay", "--p1", "softmax:0", "--json"), 2, "usage", "softmax:0")
        self.assert_error(run("autoplay", "--p1", "best:1e-10", "--json"), 2, "usage", "best:1e-10")
        self.assert_error(run("sim", "--top", "100000", "--json", OPENING), 2, "usage", "--top")
        self.assert_error(run("gen", "--json"), 2, "usage", "CGP")
        self.assert_error(run("autoplay", "--json", "--games", "1", "twice"), 2, "usage", "twice")
        self.assert_error(run("autoplay", "--json", "--games", "0"), 2, "usage", "--games")
        self.assert_error(run("eval", "--json", "--top", "0", OPENING), 2, "usage", "--top")
        for time in "1,5", "0.3s", "0x10", "nan", "inf", "":
            self.assert_error(run("sim", "--json", "--time=" + time, OPENING), 2, "usage",
                              "--time: '%s'" % time)
        self.assert_error(run("sim", "--plies", "two", "--json", OPENING), 2, "usage", "--plies: ")
        self.assertNotIn("--lexicon", run("sim", "--lexicon", "two", "--plies", "two", OPENING).stderr)
        self.assert_error(run("gen", "--json", "15/15", "A/", "-10/5", "0"), 2, "usage", "quotes")
        self.assertNotIn("quotes", run("gcg", "cgp", "games/0.gcg", "-1").stderr)
        for words in ["cgp"], ["export", "x", "y"]:
            self.assert_error(run("gcg", "--json", *words), 2, "usage",
                              ", found '" + "' '".join(words) + "'" + " alone" * (len(words) == 1))
        self.assertNotIn("quotes", run("eval", OPENING, "-3").stderr)
        for words in (["gen", "--top", "-1", OPENING], ["autoplay", "--games", "-1"],
                      ["sim", "--seed=-1", OPENING]):
            self.assert_error(run(*words, "--json"), 2, "usage", "-1", "; it takes no number below 0")
        for words in (["gen", "--top", "0", OPENING], ["peg", "--top", "0", OPENING],
                      ["endgame", "--time", "-1", OPENING], ["peg", "--time", "-1", OPENING],
                      ["play", "--delay", "-1"],
                      *(["train", option, "-1", "--in", "/no/data", "--out", "x.network"]
                        for option in ("--first-ply", "--spread-weight", "--level-weight"))):
            self.assert_error(run(*words, "--json"), 2, "usage", words[1])
        self.assert_error(run("autoplay", "--json", "--seed-end", str(2 ** 63)), 2, "usage", str(2 ** 62))
        self.assert_error(run("autoplay", "--json", "--pairs", "--seed-end", str(2 ** 62)), 2, "usage",
                          str(2 ** 61))
        self.assert_error(run("match", "--json", "--engine", "cmd=x", "name=a", "--engine", "cmd=x",
                              "name=b", "--each", "go=movetime -600"), 2, "usage", "movetime")
        for command in "endgame", "peg":
            self.assert_error(run(command, "--json", "--hash", "2000000000", OPENING), 2, "usage",
                              "--hash")
            self.assert_error(run(command, "--json", "--threads", "100000", OPENING), 2, "usage",
                              "--threads")

    def test_options_that_would_do_nothing(self):
        for option, words in (
                ("--net1", ["autoplay", "--net1", "OEL1", "--games", "1"]),
                ("--net2", ["autoplay", "--p1", "network", "--net2", "OEL1", "--games", "1"]),
                ("--skip", ["frames", "--contrast", "--in", "x", "--out", "y", "--skip", "1"]),
                ("--seed", ["frames", "--contrast", "--in", "x", "--out", "y", "--seed", "1"]),
                ("--buffer", ["frames", "--contrast", "--in", "x", "--out", "y", "--buffer", "9"]),
                ("--horizon", ["frames", "--contrast", "--in", "x", "--out", "y", "--horizon", "1"]),
                ("--in", ["frames", "--plays", "3", "--in", "x", "--out", "y"]),
                ("--seed", ["frames", "--plays", "3", "--out", "y", "--seed", "1"]),
                ("--leaves", ["leaves", "generate", "--leaves", "OEL1", "--out", "x"]),
                ("--games", ["leaves", "refine", "--in", "x", "--games", "5", "--out", "x"]),
                ("--in", ["leaves", "racks", "--in", "x", "--out", "x"]),
                ("--table", ["wintable", "generate", "--table", "x", "--out", "x"]),
                ("--out", ["wintable", "check", "--out", "x"]),
                ("--out", ["gcg", "check", "x", "--out", "y"]),
                ("--gaddag", ["lexicon", "check", "CAT", "--gaddag"]),
                ("--output", ["lexicon", "anagram", "CAT", "--output", "x"]),
                ("--letters", ["gcg", "export", "x", "--letters", "french"]),
                ("--lexicon", ["lexicon", "info", "OEL1", "--lexicon", "OEL1"]),
                ("--net", ["play", "--p1", "static", "--p2", "static", "--net", "x"]),
                ("--shard-size", ["autoplay", "--games", "1", "--shard-size", "5"]),
                ("--top", ["eval", "--top", "3", OPENING, "8D.ZYMURGY"]),
                ("--seed", ["net", "info", "OEL1", "--seed", "3"]),
                ("--lexicon", ["net", "info", "OEL1", "--lexicon", "OEL1"]),
                ("--leaves2", ["autoplay", "--p2", "greedy", "--leaves2", "OEL1"]),
                ("--top", ["gen", "--all", "--top", "3", OPENING]),
                ("--p2", ["play", "--human", "2", "--p2", "static"]),
                ("--teacher-weight", ["train", "--in", "x", "--out", "y", "--teacher-weight", "1"]),
                ("--seed", ["net", "dump", OPENING, "--seed", "3"])):
            with self.subTest(words):
                self.assert_error(run(*words, "--json"), 2, "usage", option, "does nothing")

    def test_input_errors(self):
        self.assert_error(run("train", "--in", "/no/data", "--out", "x.network", "--json"), 3,
                          "load-failed", "/no/data")
        self.assert_error(run("lexicon", "build", "/dev/null", "x.kwg", "--json"), 3, "load-failed",
                          "/dev/null")
        self.assert_error(run("gen", "--json", "15/15 A/ 0/0 0"), 3, "bad-position", "row")
        self.assert_error(run("gen", "--json", OPENING + " var wordsmog;"), 3, "bad-position",
                          "wordsmog")
        self.assert_error(run("eval", "--json", OPENING.replace("0/0 0", "0/0 6")), 3,
                          "bad-position", "over")
        self.assert_error(run("gen", "--json", "--lexicon", "NIX", OPENING), 3, "load-failed", "NIX")
        with tempfile.TemporaryDirectory() as folder:
            with open(folder + "/BAD.kwg", "wb") as file:
                file.write(b"\1\2\3")
            self.assert_error(run("gen", "--json", "--data", folder, "--lexicon", "BAD", OPENING),
                              3, "load-failed", "BAD", "3 bytes")
            self.assert_error(run("gen", "--json", OPENING + " lex BAD;"), 3, "load-failed", "BAD",
                              "--lexicon")
            # What ships would do instead of a folder that is not there.
            self.assert_error(run("gen", "--json", "--data", folder + "/nix", OPENING), 2, "usage",
                              "--data", "/nix")
            for words in ["gen", OPENING], []:
                self.assert_error(run(*words, "--data", "", "--json"), 2, "usage", "--data needs a folder")
            # A name alone is that of a lexicon, not of the file that lies here.
            os.rename(folder + "/BAD.kwg", folder + "/BAD.graph")
            done = subprocess.run([os.path.abspath(BINARY), "lexicon", "info", "BAD.graph"],
                                  cwd=folder, capture_output=True, text=True, timeout=60)
            self.assertIn("for the file here, write './BAD.graph'", done.stderr)
            os.rename(folder + "/BAD.graph", folder + "/BAD.kwg")
            # Found through the variable, and refused for what it holds.
            done = run("gen", "--json", OPENING + " lex BAD;", env={"ZYMURGY_DATA": folder})
            self.assert_error(done, 3, "load-failed", "BAD", "3 bytes")

    def test_what_is_likely_meant_is_told(self):
        nobody = OPENING.replace("GMRUYYZ", "")
        with tempfile.TemporaryDirectory() as folder:
            game, position, words = (f"{folder}/{name}" for name in ("a.gcg", "a.cgp", "words.txt"))
            for name, text in (game, "#player1 A A\n"), (position, OPENING), (words, "AT\nTEA\n"):
                with open(name, "w") as file:
                    file.write(text + "\n")
            for command in "gen", "eval", "sim", "endgame", "peg", "infer", "luck", "perft":
                self.assert_error(run(command, "--json", game), 3, "bad-position", "is a file",
                                  f'"$(zymurgy gcg cgp {game} N)"')
                self.assert_error(run(command, "--json", position), 3, "bad-position",
                                  f'"$(cat {position})"')
                self.assert_error(run(command, "--json", "GMRUYYZ"), 3, "bad-position",
                                  "only a rack", f"'{OPENING}'")
            self.assert_error(run("eval", "--json", game, "8D.AT"), 3, "bad-position", "is a file")
            for command in ["gen", OPENING], ["lexicon", "check", "AT"], ["play"]:
                done = run(*command, "--json", "--lexicon", words)
                self.assert_error(done, 3, "load-failed", f"`zymurgy lexicon build {words} FILE.kwg`")
        for position in [OPENING], OPENING.split():
            self.assert_error(run("eval", "--json", *position, "8D", "ZYMURGY"), 2, "usage",
                              "quotes", "'8D ZYMURGY'")
        self.assert_error(run("infer", "--json", nobody, "8D", "IMINO"), 2, "usage", "'8D IMINO'")
        for command in "sim", "endgame", "peg":
            for words in (["--move", "8D", "ZYMURGY", OPENING], [OPENING, "--move", "8D", "ZYMURGY"]):
                self.assert_error(run(command, "--json", *words), 2, "usage", "quotes", "'8D WORD'")
        self.assert_error(run("infer", "--json", nobody, "8D IMINO", "GLORRTU"), 3, "bad-move",
                          "rack.GLORRTU")
        self.assert_error(run("eval", "--json", OPENING, "ZYMURGY"), 3, "bad-move", "8H.WORD")
        self.assert_error(run("eval", "--json", OPENING, "8F.YYY"), 3, "bad-move",
                          "tile Y: 3 are needed, but the rack 'GMRUYYZ' has 2")

    def test_output_that_cannot_be_written(self):
        for words in (["wintable", "generate", "--games", "1000000000"],
                      ["leaves", "generate"],
                      ["leaves", "racks"]):
            self.assert_error(run(*words, "--out", "/none/x", "--json"), 3, "write-failed",
                              "/none/x")
        with open("/dev/full", "w") as full:
            done = subprocess.run([BINARY, "gen", OPENING], stdout=full, stderr=subprocess.PIPE,
                                  text=True, timeout=120)
        self.assertEqual(done.returncode, 3)
        self.assertIn("standard output", done.stderr)

    def test_what_is_read_is_not_written_over(self):
        with tempfile.TemporaryDirectory() as folder:
            words, log = folder + "/words.kwg", folder + "/log.zst"
            with open(words, "w") as file:
                file.write("AT\nTEA\n")
            self.answer("autoplay", "--games", "1", "--log", log)
            before = sorted((name, os.path.getsize(f"{folder}/{name}")) for name in os.listdir(folder))
            for command in (["lexicon", "build", words, folder + "/./words.kwg"],
                            ["lexicon", "export", words, "--output", words],
                            ["lexicon", "export", "--lexicon", words, "--output", words],
                            ["lexicon", "export", "words", "--data", folder, "--output", words],
                            ["stats", log, "--html", log],
                            ["frames", "--in", log, "--out", log]):
                with self.subTest(command):
                    self.assert_error(run(*command, "--json"), 2, "usage", "would be overwritten")
            self.assertEqual(before, sorted((name, os.path.getsize(f"{folder}/{name}"))
                                            for name in os.listdir(folder)))

    def test_a_table_has_a_name_that_says_what_it_is(self):
        with tempfile.TemporaryDirectory() as folder:
            words = folder + "/words.txt"
            with open(words, "w") as file:
                file.write("AT\nTEA\n")
            for ending, *command in (
                    [".kwg", "lexicon", "build", words],
                    [".klv2", "leaves", "generate", "--games", "1000000000", "--out"],
                    [".klv2", "leaves", "refine", "--in", folder, "--out"],
                    [".racks.klv2", "leaves", "racks", "--boards", "1000", "--out"],
                    [".win", "wintable", "generate", "--games", "1000000000", "--out"],
                    [".network", "train", "--in", folder, "--out"]):
                for name in "X", "X.zst", "X.bin", "X.dawg.zst", f"X{ending}.gz":
                    path = f"{folder}/{name}"
                    with self.subTest(command + [path]):
                        self.assert_error(run(*command, path, "--json"), 2, "usage",
                                          f"ends in {ending} or {ending}.zst, not '{path}'")
            # The ending of leaves is also the end of that of racks.
            for way in ["generate", "--games", "1000000000"], ["refine", "--in", folder]:
                for name in "X.racks.klv2", "X.racks.klv2.zst":
                    self.assert_error(run("leaves", *way, "--out", f"{folder}/{name}", "--json"), 2,
                                      "usage", "expected NAME.klv2")
            self.assertEqual(os.listdir(folder), ["words.txt"])
            # A stream has no such name.
            piped = subprocess.run([BINARY, "lexicon", "build", words, "/dev/stderr"],
                                   capture_output=True, timeout=120)
            self.answer("lexicon", "build", words, folder + "/X.kwg")
            with open(folder + "/X.kwg", "rb") as file:
                self.assertEqual((piped.returncode, piped.stderr), (0, file.read()))

    def test_names_that_are_no_text(self):
        with tempfile.TemporaryDirectory() as folder:
            name = os.fsencode(folder) + b"/caf\xe9.kwg"
            words = os.path.join(folder, "words")
            with open(words, "w") as file:
                file.write("AT\nTEA\n")
            self.assertEqual(run("lexicon", "build", "--gaddag", words, name).returncode, 0)
            log = os.path.join(folder, "log")
            done = run("autoplay", "--lexicon", name, "--games", "1", "--log", log)
            self.assertEqual((done.returncode, done.stderr), (0, ""))

    def test_gen(self):
        answer = self.answer("gen", OPENING, "--top", "3")
        self.assertEqual(list(answer), ["cgp", "count", "plays"])
        self.assertEqual(answer["plays"][0],
                         {"move": "8D.ZYMURGY", "score": 120, "leave": "", "equity": 119.3})
        self.assertEqual(len(answer["plays"]), 3)
        for network in [], ["--net", "OEL1"]:
            for position in OPENING, OPENING.replace("GMRUYYZ", "CCVVWWX"):
                whole = self.answer("gen", "--all", *position.split(), *network)
                self.assertEqual(len(whole["plays"]), whole["count"])
                equities = [play["equity"] for play in whole["plays"]]
                self.assertEqual(equities, sorted(equities, reverse=True))
                self.assertIn("pass", [play["move"] for play in whole["plays"]])
                self.assertEqual(["wp" in play for play in whole["plays"]],
                                 [bool(network)] * whole["count"])
        self.assert_error(run("gen", OPENING.replace("GMRUYYZ", ""), "--json"), 3, "bad-position",
                          "no tiles")
        part = run("gen", OPENING.replace("GMRUYYZ", "GEM"))
        self.assertEqual((part.returncode, part.stderr),
                         (0, "the rack on turn is taken to be EGM\n"))

    def test_moves_are_typed_as_they_are_printed(self):
        for words, move in ((["8D ZYMURGY"], "8D.ZYMURGY"), (["8d.zymurgy"], None),
                            (["--", "-YY"], "ex.YY"), (["--", "-"], "pass")):
            for position in [OPENING], OPENING.split():
                done = run("eval", "--json", *position, *words)
                if move:
                    self.assertEqual(json.loads(done.stdout)["move"], move)
                else:  # lower case is a blank
                    self.assert_error(done, 3, "bad-move", "8d.zymurgy")
        self.assert_error(run("eval", "--json", OPENING, "-YY"), 2, "usage", "ex.YY")
        done = run("play", "--human", "1", "--seed", "3", stdin="ex.U\nquit\n")
        self.assertEqual(done.stdout.count("your move"), 2)
        self.assertNotIn("ex.U", done.stdout)  # quoted if it were no move

    def test_what_cannot_be_done_is_refused_before_the_work(self):
        engines = ["--engine", f"cmd={BINARY}", "name=A", "--engine", f"cmd={BINARY}", "name=B",
                   "--each", "go=gen"]
        with tempfile.TemporaryDirectory() as folder:
            for command in (["wintable", "generate", "--games", "1000000000", "--out", folder],
                            ["leaves", "generate", "--games", "1000000000", "--out", ""],
                            ["leaves", "generate", "--games", "1000000000", "--out", "-"],
                            ["autoplay", "--games", "1000000000", "--log", "-"],
                            ["play", "--gcg", ""]):
                self.assert_error(run(*command, "--json"), 3, "write-failed", "cannot write")
            log = folder + "/a.zst"
            self.answer("autoplay", "--games", "1", "--log", log)
            for command in (["autoplay", "--games", "1000000000", "--shards", "-"],
                            ["contrast", "--games", "1000000000", "--out", "-"],
                            ["gcg", "export", log, "--out", "-"],
                            ["match", *engines, "--games", "1000000000", "--out", "-"]):
                self.assert_error(run(*command, "--json"), 3, "write-failed",
                                  "cannot make the folder '-'")
            os.remove(log)
            for command, what in ((["autoplay", "--log", ""], "--log"),
                                  (["match", *engines, "--out", ""], "--out"),
                                  (["match", *engines, "--lexicon", OEL1], "OEL1.kwg"),
                                  (["sim", OPENING, "--time", "-1"], "--time")):
                self.assert_error(run(*command, "--json"), 2, "usage", what)
            # Contrast data of one folder is made in one way.
            contrast = ["contrast", "--shard", "2", "--out", folder]
            self.answer(*contrast, "--games", "2")
            self.assert_error(run(*contrast, "--games", "8", "--plies", "3", "--json"), 3,
                              "write-failed", "made with other settings")
            self.answer(*contrast, "--games", "4")
            self.assertEqual(len(os.listdir(folder)), 2)

    def test_input_that_cannot_be_read_is_at_its_end(self):
        for stdin in (os.open("/", os.O_RDONLY), os.open("/dev/null", os.O_WRONLY)):
            done = subprocess.run([BINARY], stdin=stdin, capture_output=True, timeout=60)
            os.close(stdin)
            self.assertEqual((done.returncode, done.stderr), (0, b""))
        with open("/dev/full", "wb") as full:
            done = subprocess.run([BINARY], input=b"ucgi\n", stdout=full, stderr=subprocess.PIPE,
                                  timeout=60)
        self.assertEqual(done.returncode, 3)
        self.assertIn(b"standard output", done.stderr)

    def test_a_search_does_not_outlive_who_reads_it(self):
        with subprocess.Popen([BINARY], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                              text=True) as process:
            process.stdin.write(f"position cgp {OPENING}\ngo sim depth 200 iterations 100000000\n")
            process.stdin.flush()
            self.assertIn("provenance", process.stdout.readline())
            process.stdin.close()
            process.stdout.close()
            process.wait(timeout=20)

    def test_perft(self):
        answer = self.answer("perft", OPENING)
        self.assertEqual(answer["plays"], 52)
        self.assertEqual(answer["exchanges"], 95)

    def test_bench_is_deterministic(self):
        first, second = self.answer("bench"), self.answer("bench")
        self.assertEqual(first["signature"], second["signature"])
        self.assertEqual(first["nodes"], second["nodes"])

    def test_one_is_no_plural(self):
        self.assertRegex(run("autoplay", "--games", "1").stdout, "^1 game in ")
        self.assertIn(", 1 draw\n", run("luck", "--draws", "1", OPENING).stdout)
        with tempfile.TemporaryDirectory() as folder:
            done = run("contrast", "--games", "1", "--out", folder)
            self.assertRegex(done.stdout, "^1 game in the shards of " + folder)

    def test_luck(self):
        lucky = self.answer("luck", "--kept", "AEINS", "--draws", "300",
                            OPENING.replace("GMRUYYZ", "AEINST?"))
        self.assertGreater(lucky["luck"], 10)
        self.assertEqual(lucky["draws"], 300)
        self.assert_error(run("luck", "--json", "--kept", "XX", OPENING), 3, "bad-position", "XX")
        process = subprocess.Popen([BINARY, "luck", "--draws", "5000000", OPENING],
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        out, err = interrupt(process)
        self.assertEqual(process.returncode, 75)
        self.assertIn("luck ", out)
        self.assertRegex(err, "interrupted: [0-9]+ of 5000000 draws were made")

    def test_play(self):
        game = self.answer("play", "--seed", "3")
        self.assertEqual(game, self.answer("play", "--seed", "3"))
        self.assertEqual(len(game["scores"]), 2)
        totals = {turn["player"]: turn["total"] for turn in game["turns"]}
        self.assertEqual(sum(turn["score"] for turn in game["turns"]), sum(totals.values()))
        self.assertEqual(sorted(totals), [1, 2])
        shown = run("play", "--seed", "3")
        self.assertEqual(shown.returncode, 0)
        self.assertEqual(shown.stdout.count("for the tiles left"), 1)  # the other went out
        self.assertNotIn("\x1b", shown.stdout)
        self.assertIn("A B C D E F G H I J K L M N O", shown.stdout)
        self.assertIn(str(max(game["scores"])), shown.stdout.splitlines()[-1])

    def test_play_against_a_person(self):
        with tempfile.TemporaryDirectory() as folder:
            gcg = folder + "/game.gcg"
            done = run("play", "--human", "1", "--seed", "3", "--gcg", gcg,
                       stdin="help\nHint\nunseen \nnonsense\n8H XQZ\n\n-\n quit\n")
            self.assertEqual(done.returncode, 0)
            self.assertEqual(done.stdout.count("your move"), 8)
            # The other rack stays hidden.
            self.assertNotIn("EKOPRUY", done.stdout)
            self.assertTrue(self.answer("gcg", "check", gcg)["sound"])
            # It goes on where the person left.
            last = self.answer("gcg", "cgp", gcg)["positions"][-1]
            self.assertEqual(len(last.split()[1].rstrip("/")), 7)
            self.assertGreater(self.answer("gen", last)["count"], 0)
            # Ctrl-C at the prompt leaves what was played.
            with subprocess.Popen([BINARY, "play", "--human", "1", "--seed", "3", "--gcg", gcg],
                                  stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                  stderr=subprocess.PIPE, text=True) as process:
                process.stdin.write("-\n")
                process.stdin.flush()
                shown = ""
                while shown.count("your move") < 2:
                    shown += process.stdout.read(1)
                process.send_signal(signal.SIGINT)
                process.wait(timeout=60)
                self.assertEqual(process.returncode, 75)
                self.assertIn(gcg, process.stderr.read())
            self.assertEqual(self.answer("gcg", "check", gcg)["files"][0]["events"], 2)
            # So does a reader that goes.
            with subprocess.Popen([BINARY, "play", "--p1", "static", "--p2", "static", "--seed", "3",
                                   "--delay", "20", "--gcg", gcg], stdout=subprocess.PIPE,
                                  stderr=subprocess.PIPE, text=True) as process:
                process.stdout.readline()
                process.stdout.close()
                self.assertEqual(process.wait(timeout=60), 3)
                self.assertIn("standard output", process.stderr.read())
            self.assertGreater(self.answer("gcg", "check", gcg)["files"][0]["events"], 0)
            # Once the game is over the other rack is shown: it is what the last line counts.
            words, graph = folder + "/words", folder + "/words.kwg"
            with open(words, "w") as file:
                file.write("QZ\n")
            run("lexicon", "build", words, graph)
            done = run("play", "--human", "1", "--p2", "static", "--lexicon", graph, "--seed", "3",
                       stdin="-\n" * 9)
            self.assertRegex(done.stdout, "static +0 +[A-Z?]{7}\n")
            self.assertIn("for the tiles left", done.stdout)
            # Who holds the fewer points loses the fewer.
            results = [run("play", "--human", seat, f"--p{3 - int(seat)}", "static", "--lexicon", graph, "--seed",
                           "3", stdin="-\n" * 9).stdout.splitlines()[-1] for seat in "12"]
            self.assertEqual(sorted(line.split(" (player")[0] for line in results), ["static", "you"])
            for line in results:
                self.assertRegex(line, r"^(you \(player \d\) win|static \(player \d\) wins), -\d+ to -\d+\.$")
        # A person needs no network.
        done = run("play", "--human", "1", "--p2", "static", "--net", "NOWHERE", "--seed", "3")
        self.assertIn("--net does nothing", done.stderr)
        # Where no file can be written no game is played.
        self.assert_error(run("play", "--json", "--gcg", "/no/folder/x.gcg"), 3, "write-failed", "/no")
        # The end of the input ends the game.
        self.assertEqual(run("play", "--human", "2", "--seed", "3").returncode, 0)

    def test_a_person_need_not_bracket_tiles_of_several_letters(self):
        with tempfile.TemporaryDirectory() as folder:
            words, graph, gcg = (f"{folder}/{name}" for name in ("words", "words.kwg", "game.gcg"))
            with open(words, "w") as file:
                file.write("CHO\nGOL\n")
            tables = ["--lexicon", graph, "--letters", "spanish"]
            run("lexicon", "build", words, graph, "--letters", "spanish")
            play = ["play", "--human", "1", "--p2", "static", "--seed", "11", "--gcg", gcg, *tables]
            for said, made in (("8H cho", "8H [CH]O +12"), ("8H CHo", "8H [CH]o +10"),
                               ("8H [ch]O", "8H [ch]O +2"), ("-chu", "-[CH]U +0")):
                shown = run(*play, stdin=said + "\nquit\n").stdout
                with open(gcg) as file:
                    self.assertIn(f">p1: C[CH]GLOU? {made} ", file.read())
            # What was meant is quoted.
            self.assertIn("'8H [ch]u': [CH]U is not a word", run(*play, stdin="8H chu\n").stdout)
            # Racks of different widths leave the tables straight.
            own, reply = [line for line in shown.splitlines() if "+" in line][-2:]
            self.assertEqual(own.index("+"), reply.index("+"))
            game = OPENING.replace("GMRUYYZ", "C[CH]GLOU?")
            for table in (run(command, game, *tables, "--top", "9").stdout for command in ("gen", "eval")):
                self.assertIn("[CH]", table)
                self.assertEqual(len({len(line) for line in table.splitlines()[1:]}), 1)

    def test_what_a_person_may_say(self):
        play = ["play", "--human", "1", "--p2", "infer:2:20", "--seed", "3"]
        done = run(*play, stdin="rack\nBOARD\nundo\nxyz\nundoo 2\nhelp\n")
        self.assertIn("  CGIORTU\n", done.stdout)
        self.assertEqual(done.stdout.count("A B C D E F G"), 2)
        unseen = run(*play, stdin="unseen\n").stdout.split("help): ")[1].split()[0]
        self.assertEqual((len(unseen), unseen.count("C"), unseen.count("G")), (93, 1, 2))
        self.assertIn("  you have not made a turn yet\n", done.stdout)
        self.assertIn("  unknown command 'xyz'; help lists the commands\n", done.stdout)
        self.assertIn("  unknown command 'undoo 2'; help lists the commands\n", done.stdout)
        for command in "hint", "board", "rack", "unseen", "undo", "resign", "quit":
            self.assertRegex(done.stdout, rf"\b{command} {{2,}}[a-z]")

        # What begins as an exchange does is meant as one; to quit is not to resign.
        done = run(*play, stdin="-QZ\nex QZ\nEx\nquit\n")
        self.assertNotIn("unknown command", done.stdout)
        self.assertIn("move 'Ex': an exchange is of 1 to 7 tiles\n", done.stdout)
        self.assertNotIn("You resign", done.stdout)
        self.assertIn("-CI", run(*play, stdin="ex CI\n").stdout)

        # Without any capital no blanks are meant, unless they are there.
        for said in "8D CORGI", "8d corgi":
            self.assertIn("8D CORGI", run(*play, stdin=said + "\n").stdout)
        self.assertIn("tile K is not on the rack", run(*play, stdin="8e cork\n").stdout)
        self.assertIn("tile ? is not on the rack", run(*play, stdin="8D CORGi\n").stdout)

        # So many hints as are asked for.
        hints = [run(*play, stdin=said + "\n").stdout.split(" equity\n")[1].split("\nyour")[0].splitlines()
                 for said in ("hint", "Hint 2", "hint  9")]
        self.assertEqual([len(hint) for hint in hints], [5, 2, 9])
        self.assertEqual(hints[2][:5], hints[0])
        for said in "hint 0", "hint all", "hint 99999":
            self.assertIn(f"unknown command '{said}'", run(*play, stdin=said + "\n").stdout)

        # A turn taken back was none, and nor was the reply.
        for player in "infer:2:20", "softmax:30":
            shown = run(*play[:4], player, *play[5:], stdin="8D CORGI\nundo\n8D CORGI\n").stdout
            again = [board.split("your move")[0] for board in shown.split("A B C D E F G")]
            self.assertEqual(again[1], again[4])
            self.assertEqual(again[2:4], again[5:7])
        with tempfile.TemporaryDirectory() as folder:
            gcg = folder + "/game.gcg"
            done = run(*play, "--gcg", gcg, stdin="8D CORGI\npass\nundo\n-\nundo\nundo\nresign\n")
            self.assertEqual(done.returncode, 0)
            self.assertTrue(done.stdout.endswith(
                "You resign at 0 to 0: infer:2:20 (player 2) wins.\n"), done.stdout[-200:])
            self.assertEqual(self.answer("gcg", "check", gcg)["files"][0]["events"], 0)
            with open(gcg) as file:
                self.assertIn("#note you (player 1) resigned\n", file.read())
            second = ["play", "--human", "2", "--p1", "static", "--seed", "3", "--gcg", gcg]
            done = run(*second, stdin="undo\npass\nundo\npass\nquit\n")
            self.assertIn("not made a turn yet", done.stdout)
            self.assertEqual(self.answer("gcg", "check", gcg)["files"][0]["events"], 3)

    def test_a_lone_dash_is_confirmed_where_it_is_typed(self):
        play = ["play", "--human", "1", "--p2", "static", "--seed", "3"]
        shown = run_on_terminal(*play, typed="-\nn\nrack\nquit\n")
        self.assertEqual((shown.count("pass? (y or - for yes)"), shown.count("your move")), (1, 3))
        self.assertNotIn("1  you", shown)
        for sure in "-", "Y":
            shown = run_on_terminal(*play, typed=f"-\n{sure}\nquit\n")
            self.assertIn("1  you", shown)
        self.assertNotIn("pass?", run(*play, stdin="-\nquit\n").stdout)
        self.assertNotIn("You resign", run_on_terminal(*play, typed="resign\nn\nexit\n"))
        self.assertIn("You resign", run_on_terminal(*play, typed="resign\ny\n"))

    def test_on_a_terminal(self):
        shown = run_on_terminal("autoplay", "--games", "400", "--threads", "1")
        self.assertRegex(shown, r"\d+ of 400 games \(\d+ %\), [\d.]+ a second, \d+ s left")
        shown = run_on_terminal("play", "--seed", "3", "--delay", "0")
        self.assertIn("\x1b[97;41m", shown)


if __name__ == "__main__":
    unittest.main()
