"""A network from nothing, in one command: python3 small_network.py BINARY.

Makes contrast data, trains a small network on it, and holds it against one that has learned
nothing: on games that neither saw it must tell good plays from bad ones, the other must not.
"""

import json
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import tempfile
import unittest

BINARY = os.path.abspath(sys.argv.pop(1))
ZYMURGY = "15/15/15/15/15/15/15/15/15/15/15/15/15/15/15 GMRUYYZ/ 0/0 0"


class SmallNetwork(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.data, cls.late = (os.path.join(cls.folder.name, name) for name in ("data", "late"))
        cls.run_json("contrast", "--out", cls.data, "--games", "2000", "--shard", "50",
                     "--threads", "2")
        cls.run_json("contrast", "--out", cls.late, "--games", "2000", "--shard", "100",
                     "--late", "7", "--seed", "2", "--threads", "2")
        cls.trained, cls.judged = cls.train("trained", "--epochs", "3")
        # A single step: as good as none.
        cls.untrained, cls.unjudged = cls.train("untrained", "--epochs", "0.001")

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    @classmethod
    def run_json(cls, *args):
        done = subprocess.run([BINARY, *args, "--json"], capture_output=True, text=True, timeout=300)
        assert done.returncode == 0, done.stderr + done.stdout
        return json.loads(done.stdout)

    @classmethod
    def train(cls, name, *options):
        path = os.path.join(cls.folder.name, name + ".network.zst")
        return path, cls.run_json("train", "--in", cls.data, "--in", cls.late, "--out", path,
                                  "--hold-out", "8", "--batch", "32", *options)

    def test_a_damaged_shard_is_told_before_anything_is_learned(self):
        shards = os.path.join(self.folder.name, "damaged")
        os.mkdir(shards)
        for name in sorted(os.listdir(self.data))[:4]:
            shard = os.path.join(shards, name)
            shutil.copy(os.path.join(self.data, name), shard)
        os.truncate(shard, 1000)  # the last, and memory holds one at a time
        out = os.path.join(self.folder.name, "none.network.zst")
        done = subprocess.run([BINARY, "train", "--in", shards, "--out", out, "--hold-out", "1",
                               "--at-once", "1", "--batch", "32"], capture_output=True, text=True,
                              timeout=300)
        self.assertEqual((done.returncode, done.stderr),
                         (3, f"zymurgy train: {shard}: the file ends too early\n"))
        self.assertFalse(os.path.exists(out + ".checkpoint"))

    def test_shards_that_do_not_fit_are_told_before_anything_is_learned(self):
        shards, other = (os.path.join(self.folder.name, name) for name in ("few", "other"))
        os.mkdir(shards)
        for name in sorted(os.listdir(self.data))[:4]:
            shutil.copy(os.path.join(self.data, name), shards)
        words = os.path.join(self.folder.name, "words.txt")
        with open(words, "w") as file:
            file.write("AT\nTEA\n")
        few = os.path.join(self.folder.name, "FEW.kwg")
        self.run_json("lexicon", "build", words, few)
        out = os.path.join(self.folder.name, "none.network")
        for options, told in ((["--plies", "1"], "labels of 1 ply, but the shards held out have 2"),
                              (["--lexicon", few], "games of lexicon 'FEW', not OEL1")):
            shutil.rmtree(other, ignore_errors=True)
            self.run_json("contrast", "--out", other, "--games", "50", "--seed", "3", *options)
            shard = os.path.join(other, os.listdir(other)[0])
            done = subprocess.run([BINARY, "train", "--in", shards, "--in", other, "--out", out,
                                   "--hold-out", "1", "--at-once", "1", "--batch", "32"],
                                  capture_output=True, text=True, timeout=300)
            self.assertEqual((done.returncode, done.stderr), (3, f"zymurgy train: {shard}: {told}\n"))
            self.assertFalse(os.path.exists(out + ".checkpoint"))

    def test_what_was_learned_holds_for_other_games(self):
        self.assertGreater(self.judged["r2"], 0.001)
        self.assertGreater(self.judged["slope"], 0.2)
        self.assertGreater(self.judged["r2"], 5 * self.unjudged["r2"])

    def test_the_same_data_and_seed_make_the_same_network(self):
        again, _ = self.train("again", "--epochs", "0.001", "--threads", "2")
        with open(again, "rb") as one, open(self.untrained, "rb") as other:
            self.assertEqual(one.read(), other.read())

    def test_a_training_that_is_interrupted_goes_on_to_the_same_network(self):
        out = os.path.join(self.folder.name, "cut.network.zst")
        command = [BINARY, "train", "--in", self.data, "--in", self.late, "--out", out,
                   "--hold-out", "8", "--batch", "32", "--epochs", "3"]
        with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as cut:
            for line in cut.stderr:
                if line.startswith("step 500 "):
                    cut.send_signal(signal.SIGINT)
                    break
            told = cut.stderr.read()
        self.assertEqual(cut.returncode, 75)
        self.assertIn("the same command resumes from " + out + ".checkpoint", told)
        self.assertFalse(os.path.exists(out))
        done = subprocess.run(command, capture_output=True, text=True, timeout=300)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("resuming from " + out + ".checkpoint\n", done.stderr)
        self.assertNotIn("step 500 ", done.stderr)
        self.assertFalse(os.path.exists(out + ".checkpoint"))
        for ending in ("", ".student"):
            with open(out + ending, "rb") as one, open(self.trained + ending, "rb") as other:
                self.assertEqual(one.read(), other.read())

    def test_data_that_is_not_all_in_memory_at_once(self):
        _, judged = self.train("in_parts", "--epochs", "3", "--at-once", "20", "--threads", "2")
        self.assertEqual(judged["plays"], self.judged["plays"])
        self.assertGreater(judged["r2"], 5 * self.unjudged["r2"])

    def test_what_a_network_has_lost_of_its_plies_its_heads_learn_again(self):
        _, judged = self.train("heads", "--from", self.trained, "--heads-only", "--epochs", "0.5")
        self.assertGreater(judged["r2"], 0.7 * self.judged["r2"])

    def test_what_fits_no_network_is_told_early_and_kept(self):
        out = os.path.join(self.folder.name, "unfit.network.zst")
        command = [BINARY, "train", "--in", self.data, "--hold-out", "8", "--batch", "32", "--out", out,
                   "--from"]
        done = subprocess.run([*command, self.trained, "--heads-only", "--rate", "1000", "--epochs",
                               "0.2", "--judge-each", "100"], capture_output=True, text=True,
                              timeout=300)
        self.assertEqual(done.returncode, 3)
        early, _, late = done.stderr.rpartition("zymurgy train: ")
        self.assertIn("continuing, but the student as it is now does not fit a network: the ", early)
        self.assertIn(f"kept in {out}.unfit.student, for --from or --teacher", late)
        for ending in ("", ".student", ".checkpoint"):
            self.assertFalse(os.path.exists(out + ending))
        again = subprocess.run([*command, out + ".unfit.student", "--epochs", "0.001"],
                               capture_output=True, text=True, timeout=300)
        self.assertIn("weights", again.stderr)

    def test_a_student_that_has_died_is_not_trained_on(self):
        out = os.path.join(self.folder.name, "dead.network.zst")
        done = subprocess.run([BINARY, "train", "--in", self.data, "--hold-out", "8", "--batch", "32",
                               "--out", out, "--rate", "1", "--epochs", "100", "--judge-each",
                               "200", "--json"], capture_output=True, text=True, timeout=300)
        self.assertEqual(done.returncode, 3, done.stderr)
        error = json.loads(done.stdout)["error"]
        self.assertEqual(error["code"], "training-failed")
        self.assertIn("the student no longer tells plays apart: try a lower --rate", error["message"])
        self.assertEqual(done.stderr.count("held out, what wins"), 1)
        for ending in ("", ".student", ".unfit.student", ".checkpoint"):
            self.assertFalse(os.path.exists(out + ending))

    def test_sizes_are_those_of_what_it_goes_on_from(self):
        for option, size in (("--width", 32), ("--units", 64), ("--hidden", 32)):
            done = subprocess.run([BINARY, "train", "--in", self.data, "--out", "none.network",
                                   "--from", self.trained + ".student", option, "128"],
                                  capture_output=True, text=True, timeout=300)
            self.assertEqual(done.returncode, 2)
            self.assertIn(f"{option} must be that of --from, {size}", done.stderr)

    def test_a_teacher_of_other_sizes(self):
        taught, judged = self.train("taught", "--width", "64", "--units", "32", "--epochs", "1",
                                    "--threads", "2", "--teacher", self.trained + ".student",
                                    "--teacher-weight", "0.5")
        self.assertGreater(judged["r2"], 5 * self.unjudged["r2"])
        self.assertIn("width 64 units 32", self.run_json("net", "info", taught)["architecture"])
        tally = self.run_json("autoplay", "--p1", "network", "--net1", taught, "--p2", "static",
                              "--pairs", "--games", "40")
        self.assertGreater(tally["divergent"], 10)

    def test_what_is_refused_leaves_what_is_there(self):
        out, _ = self.train("kept", "--epochs", "0.001")
        shard = os.path.join(self.data, sorted(os.listdir(self.data))[0])
        def contents():
            return [pathlib.Path(path).read_bytes() for path in (out, out + ".student", shard)]
        kept = contents()
        done = subprocess.run([BINARY, "train", "--in", self.data, "--in", self.late, "--out", out,
                               "--hold-out", "8", "--batch", "32", "--epochs", "0.1", "--rate", "1e9"],
                              capture_output=True, text=True, timeout=300)
        self.assertEqual(done.returncode, 3, done.stderr)
        for name, command in (("a.network", ["train", "--hold-out", "8"]),
                              ("a.klv2", ["leaves", "refine"])):
            link = os.path.join(self.folder.name, name)
            os.symlink(shard, link)
            done = subprocess.run([BINARY, *command, "--in", self.data, "--out", link],
                                  capture_output=True, text=True, timeout=300)
            self.assertEqual(done.returncode, 2)
            self.assertIn("would be overwritten", done.stderr)
        self.assertEqual(contents(), kept)

    def test_the_file_says_what_it_is(self):
        info = self.run_json("net", "info", self.trained)
        self.assertIn("width 32 units 64 hidden 32", info["architecture"])
        self.assertEqual(info["features"], "english")
        self.assertIn("2 plies", info["training"])
        other = self.run_json("net", "info", self.untrained)
        self.assertNotEqual(info["hash"], other["hash"])

    def test_it_plays(self):
        tally = self.run_json("autoplay", "--p1", "network", "--net1", self.trained, "--p2",
                              "network", "--net2", self.untrained, "--pairs", "--games", "40")
        self.assertEqual(tally["games"], 40)
        self.assertGreater(tally["divergent"], 10)

    def test_it_explains_a_play(self):
        told = self.run_json("eval", "--net", self.trained, *ZYMURGY.split(), "8D.ZYMURGY")
        self.assertEqual(told["static"]["score"], 120)
        self.assertAlmostEqual(told["static"]["equity"] + told["network"]["points"],
                               told["network"]["spread"], places=3)
        self.assertGreater(told["network"]["wp"], 0.7)

    def test_a_missing_network_is_told(self):
        done = subprocess.run([BINARY, "autoplay", "--p1", "network", "--net1", "NOWHERE",
                               "--games", "2"], capture_output=True, text=True, timeout=120)
        self.assertEqual(done.returncode, 3)
        self.assertIn("NOWHERE", done.stderr)


if __name__ == "__main__":
    unittest.main()
