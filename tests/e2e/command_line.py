"""The command line as scripts and people use it: python3 command_line.py BINARY."""

import json
import os
import pty
import resource
import shutil
import signal
import struct
import subprocess
import sys
import tempfile
import time
import unittest

PROJECT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")
sys.path.insert(0, os.path.join(PROJECT, "tests", "support"))
from command import BINARY, OPENING, CommandTest, run

OEL1 = os.path.join(PROJECT, "nets", "OEL1.kwg.zst")


def run_on_terminal(*args):
    """Runs with stdout and stderr on a pseudo-terminal; gives back what it showed."""
    master, slave = pty.openpty()
    process = subprocess.Popen([BINARY, *args], stdin=slave, stdout=slave, stderr=slave)
    os.close(slave)
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


def interrupt(process):
    """Ctrl-C for a program that has caught it for a while; what it says then."""
    while True:
        with open(f"/proc/{process.pid}/status") as file:
            caught = next(line for line in file if line.startswith("SigCgt")).split()[1]
        if int(caught, 16) >> (signal.SIGINT - 1) & 1:
            break
        time.sleep(0.05)
    time.sleep(2)
    process.send_signal(signal.SIGINT)
    return process.communicate(timeout=120)


class CommandLine(CommandTest):
    def test_help(self):
        whole = run("--help")
        self.assertEqual(whole.returncode, 0)
        commands = [line.split()[0] for line in whole.stdout.split("Commands:")[1].splitlines()
                    if line.startswith("  ")]
        self.assertIn("autoplay", commands)
        for command in commands:
            with self.subTest(command):
                done = run(command, "--help")
                self.assertEqual(done.returncode, 0)
                self.assertIn("--json", done.stdout)
                self.assertEqual(done.stderr, "")
                self.assertNotRegex(done.stdout, r"--\S+ arg\b")
        for command, words in (("gen", "CGP"), ("eval", "CGP [MOVE]"), ("stats", "FILE...")):
            self.assertIn(f"zymurgy {command} [OPTIONS] {words}\n", run(command, "--help").stdout)
        self.assertIn(f"'{OPENING}'", run("gen", "--help").stdout)

    def test_usage_errors(self):
        self.assertEqual(run("dance").returncode, 2)
        self.assertEqual(run("gen", "--dance").returncode, 2)
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
        self.assert_error(run("gen", "--json", "15/15", "A/", "-10/5", "0"), 2, "usage", "quotes")
        self.assertNotIn("quotes", run("eval", OPENING, "-3").stderr)
        for words in (["gen", "--top", "-1", OPENING], ["autoplay", "--games", "-1"],
                      ["sim", "--seed=-1", OPENING]):
            self.assert_error(run(*words, "--json"), 2, "usage", "-1", "; it takes none below 0")
        for words in (["gen", "--top", "0", OPENING], ["peg", "--top", "0", OPENING],
                      ["endgame", "--seconds", "-1", OPENING], ["peg", "--seconds", "-1", OPENING],
                      ["play", "--delay", "-1"],
                      *(["train", option, "-1", "--in", "/no/data", "--out", "x"]
                        for option in ("--first-ply", "--spread-weight", "--level-weight"))):
            self.assert_error(run(*words, "--json"), 2, "usage", words[1])
        self.assert_error(run("autoplay", "--json", "--seed-end", str(2 ** 63)), 2, "usage", "2^62")
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
                ("--seed", ["net", "dump", OPENING, "--seed", "3"])):
            with self.subTest(words):
                self.assert_error(run(*words, "--json"), 2, "usage", option, "does nothing")

    def test_input_errors(self):
        self.assert_error(run("train", "--in", "/no/data", "--out", "x", "--json"), 3,
                          "load-failed", "/no/data")
        self.assert_error(run("lexicon", "build", "/dev/null", "x", "--json"), 3, "load-failed",
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
            self.assert_error(run("gen", "--json", OPENING + " lex BAD;"), 3, "load-failed", "BAD")
            # Found through the variable, and refused for what it holds.
            done = run("gen", "--json", OPENING + " lex BAD;", env={"ZYMURGY_DATA": folder})
            self.assert_error(done, 3, "load-failed", "BAD", "3 bytes")

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
                    self.assert_error(run(*command, "--json"), 2, "usage", "written over")
            self.assertEqual(before, sorted((name, os.path.getsize(f"{folder}/{name}"))
                                            for name in os.listdir(folder)))

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
            for position in OPENING, OPENING.replace("GMRUYYZ", "V"), OPENING.replace("GMRUYYZ", ""):
                whole = self.answer("gen", "--all", *position.split(), *network)
                self.assertEqual(len(whole["plays"]), whole["count"])
                equities = [play["equity"] for play in whole["plays"]]
                self.assertEqual(equities, sorted(equities, reverse=True))
                self.assertIn("pass", [play["move"] for play in whole["plays"]])
                self.assertEqual(["wp" in play for play in whole["plays"]],
                                 [bool(network)] * whole["count"])

    def test_moves_are_typed_as_they_are_printed(self):
        for words, move in ((["8D ZYMURGY"], "8D.ZYMURGY"), (["8d.zymurgy"], None),
                            (["--", "-YY"], "ex.YY"), (["--", "-"], "pass")):
            for position in [OPENING], OPENING.split():
                done = run("eval", "--json", *position, *words)
                if move:
                    self.assertEqual(json.loads(done.stdout)["move"], move)
                else:  # lower case is a blank
                    self.assert_error(done, 3, "bad-move", "8D.zymurgy")
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
                            ["play", "--gcg", ""]):
                self.assert_error(run(*command, "--json"), 3, "write-failed", "cannot write")
            for command, what in ((["autoplay", "--log", ""], "--log"),
                                  (["match", *engines, "--out", ""], "--out"),
                                  (["match", *engines, "--lexicon", OEL1], "OEL1.kwg"),
                                  (["sim", OPENING, "--time", "-1"], "--time")):
                self.assert_error(run(*command, "--json"), 2, "usage", what)
            # Contrast data of one folder is made in one way.
            contrast = ["contrast", "--shard", "2", "--out", folder]
            self.answer(*contrast, "--games", "2")
            self.assert_error(run(*contrast, "--games", "8", "--plies", "3", "--json"), 3,
                              "write-failed", "another way")
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

    def test_perft(self):
        answer = self.answer("perft", OPENING)
        self.assertEqual(answer["plays"], 52)
        self.assertEqual(answer["exchanges"], 95)

    def test_frames(self):
        with tempfile.TemporaryDirectory() as folder:
            log, out = folder + "/a.zst", folder + "/a.frames"
            self.answer("autoplay", "--games", "3", "--log", log)
            answer = self.answer("frames", "--in", folder, "--out", out, "--buffer", "20")
            self.assertEqual((answer["games"], answer["planes"], answer["scalars"]), (3, 85, 72))
            with open(out, "rb") as file:
                written = file.read()
            size = 4 + answer["frame_bytes"]
            self.assertEqual(len(written), answer["frames"] * size)
            self.assertEqual({written[i:i + 4] for i in range(0, len(written), size)},
                             {struct.pack("<I", 4 * (85 * 225 + 72 + 3))})
            piped = subprocess.run([BINARY, "frames", "--in", log, "--out", "-", "--buffer", "20"],
                                   capture_output=True, timeout=120)
            self.assertEqual(piped.stdout, written)
            # What cannot be read leaves nothing behind.
            self.assert_error(run("frames", "--in", out, "--out", folder + "/b", "--json"), 3,
                              "bad-log", out)
            self.assertEqual(sorted(os.listdir(folder)), ["a.frames", "a.zst"])
            # No game counts twice.
            shutil.copy(log, folder + "/copy.zst")
            self.assert_error(run("frames", "--in", folder, "--out", folder + "/b", "--json"), 3,
                              "bad-log", "overlap")
            self.assert_error(run("frames", "--in", log, "--out", folder + "/no/b", "--json"), 3,
                              "write-failed", "/no/b")
            self.assert_error(run("frames", "--in", log, "--json"), 2, "usage", "--out")

    def test_frames_of_the_best_plays(self):
        said = "cgp " + OPENING + "\nposition startpos moves 8D.ZYMURGY.GMRUYYZ 7C.QI rack.AEINST?\n"
        command = [BINARY, "frames", "--plays", "3", "--out", "-"]
        made = subprocess.run(command, input=said.encode(), capture_output=True, timeout=120)
        size = 4 + 4 * (85 * 225 + 72 + 3)
        self.assertEqual(len(made.stdout), 2 * 3 * size, made.stderr)
        frames = [made.stdout[i:i + size] for i in range(0, len(made.stdout), size)]
        equity, gain, left = zip(*(struct.unpack("<3f", frame[-12:]) for frame in frames))
        plays = self.answer("gen", OPENING, "--top", "3")["plays"]
        for own, play in zip(equity, plays):
            self.assertAlmostEqual(own, play["equity"], places=3)
        self.assertEqual((gain, left), ((0,) * 6, (2, 1, 0) * 2))
        # The opponent's last play is QI.
        last = struct.unpack("<225f", frames[3][4 + 4 * 84 * 225:4 + 4 * 85 * 225])
        self.assertEqual([i for i, square in enumerate(last) if square], [6 * 15 + 2, 6 * 15 + 3])
        with tempfile.TemporaryDirectory() as folder:
            for line, what in (("startpos moves rack.X8", "rack.X8"), ("startpos", "rack"),
                               ("nowhere", "nowhere"), (f"cgp {OPENING} lex CSW;", "CSW"),
                               (f"cgp {OPENING.replace('0/0 0', '0/0 6')}", "over"),
                               ("cgp " + "x" * 70000, "65536")):
                done = run("frames", "--plays", "3", "--out", folder + "/x", "--json",
                           stdin=f"cgp {OPENING}\n{line}\n")
                self.assert_error(done, 3, "bad-position", "line 2", what)
            self.assertEqual(os.listdir(folder), [])
            self.assert_error(run("frames", "--plays", "0", "--out", folder + "/x", "--json"), 2,
                              "usage", "--plays")

    def test_leaves_are_refined(self):
        with tempfile.TemporaryDirectory() as folder:
            made = self.answer("contrast", "--games", "12", "--shard", "4", "--out", folder)
            self.assertEqual((made["games"], made["of"]), (12, 12))
            for size in ("0", "16385"):
                self.assert_error(run("contrast", "--shard", size, "--out", folder, "--json"), 2,
                                  "usage", "--shard must be 1 to 16384")
            self.assert_error(run("contrast", "--first", str(2**64 - 1), "--out", folder, "--json"),
                              2, "usage", "--first and --games must be at most 2^62")
            for option, value in ("--top", "1"), ("--plays", "16"), ("--falloff", "0"):
                self.assert_error(run("contrast", option, value, "--out", folder, "--json"), 2,
                                  "usage", option)
            refine = ["leaves", "refine", "--in", folder, "--hold-out", "1", "--out"]
            answer = self.answer(*refine, folder + "/a.klv2", "--threads", "1")
            self.assertGreater(answer["plays"], 500)
            self.assertLessEqual(answer["plays"] / 6, answer["positions"])
            self.assertLess(answer["positions"], answer["plays"] / 2)
            self.answer(*refine, folder + "/b.klv2", "--threads", "2")
            with open(folder + "/a.klv2", "rb") as one, open(folder + "/b.klv2", "rb") as two:
                self.assertEqual(one.read(), two.read())
            self.answer("gen", OPENING, "--leaves", folder + "/a.klv2")
            self.assert_error(run("leaves", "refine", "--out", folder + "/c", "--json"), 2, "usage",
                              "--in")
            for command in ["leaves", "refine"], ["train"]:
                self.assert_error(run(*command, "--in", folder, "--out", folder + "/c",
                                      "--hold-out", "3", "--json"),
                                  2, "usage", "3 shards, at least 4", "--hold-out keeps 3")
            unjudged = run(*refine, folder + "/c", "--hold-out", "0")
            self.assertRegex(unjudged.stderr, r"^\d+ plays of \d+ positions\n$")
            os.remove(folder + "/c")
            os.mkdir(folder + "/empty")
            for none in (folder + "/no", folder + "/empty"):
                self.assert_error(run("leaves", "refine", "--in", none, "--out", folder + "/c",
                                      "--json"), 3, "load-failed", none)
            shard = sorted(name for name in os.listdir(folder) if "contrast" in name)[1]
            with open(os.path.join(folder, shard), "r+b") as file:
                file.truncate(1000)
            self.assert_error(run(*refine, folder + "/c", "--json"), 3, "load-failed", shard)
            self.assertFalse(os.path.exists(folder + "/c"))

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

    def test_autoplay(self):
        args = ["autoplay", "--p2", "greedy", "--games", "20", "--pairs", "--seed", "5"]
        one = self.answer(*args, "--threads", "1")
        two = self.answer(*args, "--threads", "2")
        for key in ("seconds", "games_per_second"):
            del one[key], two[key]
        self.assertEqual(one, two)
        self.assertEqual(one["games"], 20)
        self.assertEqual(one["pairs"], 10)
        for player in ("p1", "p2"):
            self.assertEqual(one[player]["wins"] + one[player]["losses"] + one[player]["ties"], 20)

    def test_a_shard_that_cannot_be_written_is_named(self):
        def little_room():
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
            resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))
        with tempfile.TemporaryDirectory() as folder:
            done = subprocess.run([BINARY, "autoplay", "--games", "100", "--shards", folder,
                                   "--json"], capture_output=True, text=True, timeout=300,
                                  preexec_fn=little_room, restore_signals=False)
            self.assert_error(done, 3, "write-failed",
                              f"cannot write {folder}/000000000-000000100-")
            self.assertNotIn(".tmp", done.stdout)
            self.assertEqual(os.listdir(folder), [])

    def test_leaves_of_the_default_lexicon_serve_unless_none_are_asked_for(self):
        with tempfile.TemporaryDirectory() as folder:
            with open(folder + "/words", "w") as words:
                words.write(run("lexicon", "export").stdout)
            run("lexicon", "build", folder + "/words", folder + "/BARE.kwg")
            log = folder + "/games.zst"
            for leaves, player in (([], "static (OEL1)"), (["--leaves", ""], "static (none)")):
                self.answer("autoplay", "--data", folder, "--lexicon", "BARE", "--games", "2",
                            "--log", log, *leaves)
                self.assertIn(player, self.answer("stats", log, "--data", folder)["players"])

    def test_shards_of_any_division_are_the_same(self):
        with tempfile.TemporaryDirectory() as folder:
            def play(where, begin, end):
                return self.answer("autoplay", "--p1", "softmax:3", "--seed-begin", begin,
                                   "--seed-end", end, "--shards", folder + where,
                                   "--shard-size", "4")["shards"]

            def files(where):
                content = {}
                for name in os.listdir(folder + where):
                    with open(folder + where + "/" + name, "rb") as file:
                        content[name] = file.read()
                return content

            self.assertEqual(play("/one", "2", "12"), {"written": 3, "skipped": 0})
            self.assertEqual(play("/two", "8", "12"), {"written": 1, "skipped": 0})
            self.assertEqual(play("/two", "2", "12"), {"written": 2, "skipped": 1})
            self.assertEqual(files("/one"), files("/two"))
            stats = self.answer("stats", *(folder + "/one/" + name
                                           for name in sorted(files("/one"))))
            self.assertEqual(stats["games"], 10)
            self.assertEqual(stats, self.answer("stats", folder + "/one"))
            # Cut otherwise, games would count twice.
            cut = ["autoplay", "--p1", "softmax:3", "--games", "12", "--shard-size", "4", "--json"]
            self.assert_error(run(*cut, "--shards", folder + "/one"), 3, "write-failed", "/one/",
                              "overlap")
            self.answer(*cut[:-1], "--shards", folder + "/three")
            shards = [folder + where + "/" + name for where in ("/one", "/three")
                      for name in files(where)]
            self.assert_error(run("stats", "--json", *shards), 3, "bad-log", "/one/", "/three/")
            self.assert_error(run("frames", "--json", "--in", folder + "/one", "--in",
                                  folder + "/three", "--out", folder + "/f"), 3, "bad-log",
                              "/one/", "/three/")

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

    def test_wintable(self):
        with tempfile.TemporaryDirectory() as folder:
            done = run("wintable", "generate", "--games", "50", "--out", folder + "/T.win.zst")
            self.assertEqual((done.returncode, done.stdout), (0, folder + "/T.win.zst of 50 games, OEL1\n"))
            rows = self.answer("wintable", "check", "--games", "50", "--table",
                               folder + "/T.win.zst")["calibration"]
            self.assertEqual(len(rows), 10)
            self.assertEqual(rows, self.answer("wintable", "check", "--games", "50", "--data",
                                               folder, "--table", "T")["calibration"])
            self.assert_error(run("wintable", "check", "--json", "--table", "NIX"), 3,
                              "load-failed", "NIX")

    def test_interrupted_autoplay_closes_its_log(self):
        with tempfile.TemporaryDirectory() as folder:
            log = folder + "/games.zst"
            process = subprocess.Popen(
                [BINARY, "autoplay", "--games", "100000000", "--log", log, "--json"],
                stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
            out, err = interrupt(process)
            self.assertEqual(process.returncode, 75, err)
            self.assertIn(log, err)
            games = json.loads(out)["games"]
            self.assertGreater(games, 0)
            self.assertEqual(os.listdir(folder), ["games.zst"])
            exported = self.answer("gcg", "export", log, "--out", folder + "/gcg")
            self.assertEqual(exported["games"], games)

    def test_what_is_interrupted_says_so(self):
        with tempfile.TemporaryDirectory() as folder:
            out = folder + "/x.zst"
            for words in (["leaves", "generate", "--games", "1000000", "--out", out],
                          ["leaves", "racks", "--boards", "1000", "--out", out],
                          ["wintable", "generate", "--games", "100000000", "--out", out]):
                process = subprocess.Popen([BINARY, *words, "--json"], stdout=subprocess.PIPE,
                                           stderr=subprocess.PIPE, text=True)
                answer, err = interrupt(process)
                with self.subTest(words):
                    self.assertEqual(process.returncode, 75, err)
                    self.assertEqual(json.loads(answer)["error"]["code"], "interrupted")
                    self.assertFalse(os.path.exists(out))
            self.assertEqual(os.listdir(folder), ["x.zst.checkpoint"])

    def test_interrupted_runs_of_any_length_keep_whole_shards(self):
        for words in (["contrast", "--shard", "4", "--out"],
                      ["autoplay", "--shard-size", "4", "--shards"]):
            with self.subTest(words), tempfile.TemporaryDirectory() as folder:
                process = subprocess.Popen(
                    [BINARY, *words, folder, "--games", "1000000000", "--json"],
                    stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
                out, err = interrupt(process)
                self.assertEqual(process.returncode, 75, err)
                self.assertIn("whole shards are kept", err)
                answer = json.loads(out)
                kept = 4 * len(os.listdir(folder))
                self.assertGreater(kept, 0)
                self.assertIn(answer["games"] - kept, range(4 if words[0] == "autoplay" else 1))

    def test_interrupted_training_says_where_and_writes_nothing(self):
        with tempfile.TemporaryDirectory() as folder:
            data, out = folder + "/data", folder + "/x.zst"
            self.answer("contrast", "--games", "8", "--shard", "4", "--out", data)
            process = subprocess.Popen(
                [BINARY, "train", "--in", data, "--hold-out", "1", "--epochs", "1000000",
                 "--batch", "8", "--json", "--out", out],
                stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
            process.stderr.readline()  # it has read the data
            time.sleep(1)
            process.send_signal(signal.SIGINT)
            answer, err = process.communicate(timeout=120)
            self.assertEqual(process.returncode, 75, err)
            self.assertRegex(json.loads(answer)["error"]["message"],
                             "stopped at step [0-9]+ of [0-9]+; nothing is written")
            self.assertEqual(os.listdir(folder), ["data"])

    def test_a_log_gives_sound_gcg_files(self):
        with tempfile.TemporaryDirectory() as folder:
            log = folder + "/games.zst"
            self.answer("autoplay", "--p2", "random", "--games", "6", "--pairs", "--log", log)
            self.answer("gcg", "export", log, "--out", folder)
            files = sorted(name for name in os.listdir(folder) if name.endswith(".gcg"))
            self.assertEqual(len(files), 6)
            verdict = self.answer("gcg", "check", *(f"{folder}/{name}" for name in files))
            self.assertTrue(verdict["sound"])
            self.assertIn("no GCG", run("gcg", "check", log).stdout)

    def test_damaged_files_are_named(self):
        with tempfile.TemporaryDirectory() as folder:
            log, gcg = folder + "/games.zst", folder + "/game.gcg"
            self.answer("autoplay", "--games", "4", "--log", log)
            with open(log, "r+b") as file:
                file.truncate(os.path.getsize(log) - 20)
            self.assert_error(run("gcg", "export", log, "--out", folder, "--json"), 3, "bad-log", log)
            self.assert_error(run("gcg", "export", "/dev/null", "--json"), 3, "bad-log",
                              "/dev/null: not a log of autoplay")
            with open(gcg, "w") as file:
                file.write("#player1 a A\n#player2 b B\n>a: ABCDEFG 8H CAB +10 11\n")
            done = run("gcg", "check", gcg)
            self.assertEqual(done.returncode, 3)
            self.assertIn(gcg + ", line 3", done.stdout)
            self.assert_error(run("gcg", "export", gcg, "--json"), 3, "bad-log",
                              gcg + ": not a log of autoplay")

    def test_play(self):
        game = self.answer("play", "--seed", "3")
        self.assertEqual(game, self.answer("play", "--seed", "3"))
        self.assertEqual(len(game["scores"]), 2)
        shown = run("play", "--seed", "3")
        self.assertEqual(shown.returncode, 0)
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
        # Where no file can be written no game is played.
        self.assert_error(run("play", "--json", "--gcg", "/no/folder/x.gcg"), 3, "write-failed", "/no")
        # The end of the input ends the game.
        self.assertEqual(run("play", "--human", "2", "--seed", "3").returncode, 0)

    def test_on_a_terminal(self):
        shown = run_on_terminal("autoplay", "--games", "400", "--threads", "1")
        self.assertRegex(shown, r"\d+ of 400 games \(\d+ %\), \d+ a second, \d+ s left")
        shown = run_on_terminal("play", "--seed", "3", "--delay", "0")
        self.assertIn("\x1b[97;41m", shown)


if __name__ == "__main__":
    unittest.main()
