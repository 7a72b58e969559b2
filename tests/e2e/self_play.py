"""What self-play writes, and what is made of it: python3 self_play.py BINARY."""

import json
import os
import resource
import shutil
import signal
import struct
import subprocess
import sys
import tempfile
import time
import unittest

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "support"))
from command import BINARY, OPENING, CommandTest, interrupt, run


class SelfPlay(CommandTest):
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
            # Logs of another lexicon are told before the first frame is given.
            other, few = folder + "/other", folder + "/FEW.kwg"
            with open(other, "w") as words:
                words.write("AT\nTEA\n")
            self.answer("lexicon", "build", other, few)
            self.answer("autoplay", "--games", "1", "--lexicon", few, "--log", other)
            refused = run("frames", "--in", log, "--in", other, "--out", "-", "--buffer", "20")
            self.assertEqual((refused.returncode, refused.stdout, refused.stderr), (
                3, "", f"zymurgy frames: {other}: games of lexicon 'FEW', not OEL1\n"))
            # No game counts twice.
            shutil.copy(log, folder + "/copy.zst")
            self.assert_error(run("frames", "--in", folder, "--out", folder + "/b", "--json"), 3,
                              "bad-log", "overlap")
            # Nor where the beginning of the copy is enough.
            self.assert_error(run("frames", "--in", folder, "--out", folder + "/b", "--buffer", "1",
                                  "--count", str(answer["frames"] + 1), "--json"), 3, "bad-log",
                              "overlap")
            self.assert_error(run("frames", "--in", log, "--out", folder + "/b", "--count", "0",
                                  "--json"), 2, "usage", "--count")
            self.assert_error(run("frames", "--in", log, "--out", folder + "/no/b", "--json"), 3,
                              "write-failed", "/no/b")
            self.assert_error(run("frames", "--in", log, "--json"), 2, "usage", "--out")

    def test_frames_of_the_other_kind_of_file_name_the_option(self):
        with tempfile.TemporaryDirectory() as folder:
            log, out = folder + "/a.zst", folder + "/a.frames"
            self.answer("autoplay", "--games", "1", "--log", log)
            self.answer("contrast", "--games", "1", "--out", folder + "/contrast")
            self.assert_error(run("frames", "--in", folder + "/contrast", "--out", out, "--json"), 2,
                              "usage", "is contrast data: give --contrast to read it")
            self.assert_error(run("frames", "--in", log, "--contrast", "--out", out, "--json"), 2,
                              "usage", f"'{log}' is a log of games: leave out --contrast")
            self.assertFalse(os.path.exists(out))

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
            self.assert_error(run("contrast", "--games", "12", "--shard", "4", "--plies", "3", "--out",
                                  folder, "--json"), 3, "write-failed", "/plies was 2 and is now 3")
            for size in ("0", "16385"):
                self.assert_error(run("contrast", "--shard", size, "--out", folder, "--json"), 2,
                                  "usage", "--shard takes a number from 1 to 16384, not")
            self.assert_error(run("contrast", "--first", str(2**64 - 1), "--out", folder, "--json"),
                              2, "usage", f"--first takes a number from 0 to {2 ** 62 - 1}")
            self.assert_error(run("contrast", "--top", "999", "--plays", "999", "--shard", "2100",
                                  "--out", folder, "--json"), 2, "usage",
                              "--shard takes a number from 1 to 2099, not 2100")
            self.assert_error(run("contrast", "--games", "999999999", "--json", "--out",
                                  os.path.join(folder, sorted(os.listdir(folder))[0])), 3,
                              "write-failed", folder)
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
            none = folder + "/c.klv2"
            self.assert_error(run("leaves", "refine", "--out", none, "--json"), 2, "usage",
                              "--in")
            self.assert_error(run("leaves", "generate", "--out", none, "--racks", "5",
                                  "--json"), 2, "usage", "--racks", "even")
            for option, value in ("--racks", "1002"), ("--round", "0.0001"):
                self.assert_error(run("leaves", "generate", "--out", none, option, value,
                                      "--json"), 2, "usage", option)
            for *command, out in ["leaves", "refine", none], ["train", folder + "/c.network"]:
                self.assert_error(run(*command, "--in", folder, "--out", out, "--hold-out", "3",
                                      "--json"),
                                  2, "usage", "3 shards, but at least 4", "--hold-out keeps 3")
            self.assert_error(run("train", "--in", folder, "--out", folder + "/c.network",
                                  "--hold-out", "1", "--heads-only", "--json"), 2, "usage", "--from")
            unjudged = run(*refine, none, "--hold-out", "0")
            self.assertRegex(unjudged.stderr, r"^\d+ plays of \d+ positions\n$")
            os.remove(none)
            os.mkdir(folder + "/empty")
            for empty in (folder + "/no", folder + "/empty"):
                self.assert_error(run("leaves", "refine", "--in", empty, "--out", none, "--json"),
                                  3, "load-failed", empty)
            shard = sorted(name for name in os.listdir(folder) if "contrast" in name)[1]
            with open(os.path.join(folder, shard), "r+b") as file:
                file.truncate(1000)
            self.assert_error(run(*refine, none, "--json"), 3, "load-failed", shard)
            self.assertFalse(os.path.exists(none))

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

    def test_a_killed_run_leaves_nothing_of_an_unfinished_file(self):
        with tempfile.TemporaryDirectory() as folder:
            try:
                os.close(os.open(folder, os.O_TMPFILE | os.O_WRONLY))
            except OSError:
                self.skipTest("files without names are not known here")
            with subprocess.Popen([BINARY, "autoplay", "--games", "100000000", "--log",
                                   folder + "/games.zst"], stdout=subprocess.DEVNULL,
                                  stderr=subprocess.DEVNULL) as process:
                opened, files = False, f"/proc/{process.pid}/fd"
                while not opened:
                    self.assertIsNone(process.poll())
                    time.sleep(0.05)
                    opened = any(os.path.realpath(os.path.join(files, number)).startswith(folder)
                                 for number in os.listdir(files))
                process.kill()
            self.assertEqual(os.listdir(folder), [])

    def test_what_is_interrupted_says_so(self):
        with tempfile.TemporaryDirectory() as folder:
            for out, words in (("x.klv2", ["leaves", "generate", "--games", "1000000"]),
                               ("x.racks.klv2", ["leaves", "racks", "--boards", "1"]),
                               ("x.win.zst", ["wintable", "generate", "--games", "100000000"])):
                process = subprocess.Popen(
                    [BINARY, *words, "--out", f"{folder}/{out}", "--json"], stdout=subprocess.PIPE,
                    stderr=subprocess.PIPE, text=True)
                answer, err = interrupt(process)
                with self.subTest(words):
                    self.assertEqual(process.returncode, 75, err)
                    error = json.loads(answer)["error"]
                    self.assertEqual(error["code"], "interrupted")
                    if "leaves" in words:
                        self.assertIn(f"resumes from {folder}/{out}.checkpoint", error["message"])
            self.assertEqual(sorted(os.listdir(folder)),
                             ["x.klv2.checkpoint", "x.racks.klv2.checkpoint"])
            # Values of racks on other boards do not go on from these.
            self.assert_error(run("leaves", "racks", "--boards", "2", "--out",
                                  folder + "/x.racks.klv2", "--json"), 3, "load-failed",
                              "a checkpoint of a run with other options")

    def test_interrupted_runs_of_any_length_keep_whole_shards(self):
        for words in (["contrast", "--shard", "4", "--out"],
                      ["autoplay", "--shard-size", "4", "--shards"]):
            with self.subTest(words), tempfile.TemporaryDirectory() as folder:
                process = subprocess.Popen(
                    [BINARY, *words, folder, "--games", "1000000000", "--json"],
                    stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
                out, err = interrupt(process)
                self.assertEqual(process.returncode, 75, err)
                self.assertIn("finished shards are kept", err)
                answer = json.loads(out)
                kept = 4 * len(os.listdir(folder))
                self.assertGreater(kept, 0)
                self.assertIn(answer["games"] - kept, range(4 if words[0] == "autoplay" else 1))

    def test_interrupted_training_says_where_and_keeps_what_it_learned(self):
        with tempfile.TemporaryDirectory() as folder:
            data, out = folder + "/data", folder + "/x.network.zst"
            self.answer("contrast", "--games", "8", "--shard", "4", "--out", data)
            process = subprocess.Popen(
                [BINARY, "train", "--in", data, "--hold-out", "1", "--epochs", "1000000",
                 "--batch", "8", "--json", "--out", out],
                stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
            process.stderr.readline()  # it has read the data
            time.sleep(1)
            for _ in range(2):  # as `timeout` sends them, to the process and to its group
                process.send_signal(signal.SIGTERM)
            answer, err = process.communicate(timeout=120)
            self.assertEqual(process.returncode, 75, err)
            self.assertRegex(json.loads(answer)["error"]["message"],
                             "stopped at step [0-9]+ of [0-9]+; the same command resumes from "
                             + out + ".checkpoint")
            self.assertEqual(sorted(os.listdir(folder)), ["data", "x.network.zst.checkpoint"])

    def test_work_that_is_done_and_cannot_be_written_is_kept(self):
        with tempfile.TemporaryDirectory() as folder:
            data = folder + "/data"
            self.answer("contrast", "--games", "8", "--shard", "4", "--out", data)
            for name, *command in (
                    ["x.klv2", "leaves", "generate", "--generations", "1", "--games", "2"],
                    ["x.network", "train", "--in", data, "--hold-out", "1", "--epochs", "0.1",
                     "--batch", "8"]):
                out = os.path.join(folder, name)
                os.symlink("/dev/full", out)
                with self.subTest(command):
                    self.assert_error(
                        run(*command, "--out", out, "--json"), 3, "write-failed",
                        f"cannot write {out}: No space left on device; the same command resumes from "
                        + out + ".checkpoint")
                    os.remove(out)
                    done = run(*command, "--out", out)
                    self.assertEqual(done.returncode, 0, done.stderr)
                    self.assertNotIn("racks\n", done.stderr)

    def test_a_log_gives_sound_gcg_files(self):
        with tempfile.TemporaryDirectory() as folder:
            log = folder + "/games.zst"
            self.answer("autoplay", "--p2", "random", "--games", "6", "--pairs", "--log", log)
            self.answer("gcg", "export", log, "--out", folder)
            files = sorted(name for name in os.listdir(folder) if name.endswith(".gcg"))
            self.assertEqual(len(files), 6)
            verdict = self.answer("gcg", "check", *(f"{folder}/{name}" for name in files))
            self.assertTrue(verdict["sound"])
            self.assertIn("not a GCG", run("gcg", "check", log).stdout)

    def test_damaged_files_are_named(self):
        with tempfile.TemporaryDirectory() as folder:
            log, gcg = folder + "/games.zst", folder + "/game.gcg"
            self.answer("autoplay", "--games", "4", "--log", log)
            with open(log, "r+b") as file:
                file.truncate(os.path.getsize(log) - 20)
            self.assert_error(run("gcg", "export", log, "--out", folder, "--json"), 3, "bad-log", log)
            pipe = folder + "/pipe"  # whoever opens one waits for its writer
            os.mkfifo(pipe)
            for words in (["gcg", "export", pipe], ["stats", pipe],
                          ["frames", "--in", pipe, "--out", folder + "/f"]):
                done = run(*words, "--json")
                self.assertEqual(done.returncode, 3)
                self.assertIn(pipe + ": not a regular file", done.stdout)
            os.remove(pipe)
            with open(gcg, "w") as file:
                file.write("#player1 a A\n#player2 b B\n>a: ABCDEFG 8H CAB +10 11\n")
            done = run("gcg", "check", gcg)
            self.assertEqual(done.returncode, 3)
            self.assertIn(gcg + ", line 3", done.stdout)
            self.assert_error(run("gcg", "export", gcg, "--json"), 3, "bad-log",
                              gcg + ": not an autoplay log")


if __name__ == "__main__":
    unittest.main()
