"""From games to a teacher, the whole way in small: python3 small_teacher.py BINARY.

Needs PyTorch, which no other test does: without it this one is skipped.
"""

import csv
import io
import json
import os
import shlex
import shutil
import subprocess
import sys
import tempfile
import unittest
import xml.dom.minidom

PROJECT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")
BRIDGE = os.path.join(PROJECT, "trainer-bridge")
sys.path.insert(0, BRIDGE)

try:
    import torch
except ImportError:
    print("skipped: no PyTorch (apt-get install python3-torch)")
    sys.exit(0)

from teacher import frames, judgement, model, player, recipe, training

BINARY = os.path.abspath(sys.argv.pop(1))
RECIPE = """
seed = 3
[games]
count = 30
validation = 10
seed = 5
shard = 10
[frames]
validation = 150
buffer = 300
streams = 2
[network]
channels = 8
blocks = 1
[[stages]]
target = "win"
steps = 12
batch = 32
rate = 3e-3
warmup = 2
check = 4
[[stages]]
target = "result"
steps = 4
batch = 32
rate = 1e-3
warmup = 0
check = 4
"""


def silent(text):
    pass


def teach(*args, **more):
    return subprocess.run([sys.executable, os.path.join(BRIDGE, "teach.py"), *args],
                          capture_output=True, text=True, timeout=300, **more)


class TeacherTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        torch.set_num_threads(1)
        cls.folder = tempfile.TemporaryDirectory()
        cls.log = cls.path("games.zst")
        cls.frames = cls.path("games.frames")
        subprocess.run([BINARY, "autoplay", "--games", "12", "--seed", "7", "--log", cls.log],
                       check=True, capture_output=True, timeout=120)
        cls.assemble = [BINARY, "frames", "--buffer", "50"]
        subprocess.run(cls.assemble + ["--in", cls.log, "--out", cls.frames], check=True,
                       capture_output=True, timeout=120)

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    @classmethod
    def path(cls, name):
        return os.path.join(cls.folder.name, name)

    def trainer(self, folder, text=RECIPE, source=None, validation=None):
        # Two readers of one file, so that places and turns matter.
        return training.Trainer(recipe.parse(text), 2 * [frames.FileFrames(source or self.frames)],
                                validation or self.frames, self.path(folder), tell=silent)

    def test_frames_are_read_as_they_were_written(self):
        with open(self.frames, "rb") as file:
            written = file.read()
        batches = list(frames.read_batches(io.BytesIO(written), 50))
        again = b""
        for batch in batches:
            targets = torch.stack([batch.result, batch.win, batch.spread], dim=1)
            numbers = torch.cat([batch.planes.flatten(1), batch.scalars, targets], dim=1).numpy()
            again += b"".join((4 * numbers.shape[1]).to_bytes(4, "little") + row.tobytes()
                              for row in numbers)
        self.assertEqual(again, written)
        whole = torch.cat([batch.planes for batch in batches])
        # 26 letters, one a square at most; the play has 1 to 7 squares, or none of an exchange.
        self.assertTrue((whole[:, :26].sum(dim=1) <= 1).all())
        self.assertTrue((whole[:, 83].sum(dim=(1, 2)) <= 7).all())
        self.assertTrue((torch.cat([batch.result for batch in batches]).abs() <= 1).all())
        for cut in (written[:-1], written[:3], b"\1\0\0\0" + written):
            with self.assertRaises(frames.FrameError):
                list(frames.read_batches(io.BytesIO(cut), 50))

    def test_the_network(self):
        for channels, blocks in ((8, 0), (16, 3)):
            teacher = model.Teacher(channels, blocks, 76)
            count = sum(p.numel() for p in teacher.parameters())
            self.assertEqual(count, 9 * 85 * channels + 2 * channels
                             + blocks * 2 * (9 * channels * channels + 2 * channels)
                             + 128 * (channels + 76 + 1) + 128 + 1)
            values = teacher(torch.rand(5, 85, 15, 15), torch.rand(5, 76))
            self.assertEqual(values.shape, (5,))
            self.assertTrue((values.abs() < 1).all())

    def test_the_rate_warms_up_and_falls_to_nothing(self):
        stage = recipe.Stage(steps=110, batch=1, rate=0.5, warmup=10)
        rates = [training.rate_at(step, stage) for step in range(110)]
        self.assertAlmostEqual(rates[0], 0.05)
        self.assertAlmostEqual(rates[9], 0.5)
        self.assertAlmostEqual(rates[10], 0.5)
        self.assertAlmostEqual(rates[60], 0.25)
        self.assertLess(rates[109], 0.001)

    def test_a_stopped_training_goes_on_as_if_it_had_not_been(self):
        straight, stopped = self.trainer("straight"), self.trainer("stopped")
        straight.run()
        stopped.run(stop_after=5)
        self.trainer("stopped").run(stop_after=7)  # the end of the first stage
        self.trainer("stopped").run(stop_after=1)
        going_on = self.trainer("stopped")
        going_on.run()
        for name, weights in straight.teacher.state_dict().items():
            self.assertTrue(torch.equal(weights, going_on.teacher.state_dict()[name]), name)
        self.assertEqual(straight.best, going_on.best)
        # Two batches are the whole file: after four steps both readers are at its end.
        whole = self.path("whole.frames")
        subprocess.run(self.assemble + ["--in", self.log, "--count", "64", "--out", whole], check=True,
                       capture_output=True, timeout=120)
        self.trainer("whole", source=whole).run(stop_after=4)
        self.trainer("whole", source=whole).run(stop_after=1)
        with self.assertRaisesRegex(training.CheckpointError, "another recipe"):
            self.trainer("stopped", RECIPE.replace("seed = 3", "seed = 4"))
        others = self.path("others.frames")
        subprocess.run(self.assemble + ["--in", self.log, "--seed", "2", "--out", others], check=True,
                       capture_output=True, timeout=120)
        with self.assertRaisesRegex(training.CheckpointError, "of other frames$"):
            self.trainer("stopped", source=others)
        with self.assertRaisesRegex(training.CheckpointError, "of other frames to validate by"):
            self.trainer("stopped", validation=others)
        # One of before there was an origin.
        content = training.load(self.path("stopped/last.pt"))
        del content["origin"]
        training.save(self.path("stopped/last.pt"), content)
        with self.assertRaisesRegex(training.CheckpointError, "last.pt: no checkpoint of this version"):
            self.trainer("stopped")

    def test_a_training_that_diverges_is_stopped(self):
        with self.assertRaisesRegex(training.DivergedError, "stage 1, step 4: loss nan"):
            self.trainer("diverges", RECIPE.replace("rate = 3e-3", "rate = 1e30")).run()

    def test_a_pipe_gives_the_frames_of_a_file_and_goes_on_in_the_middle(self):
        piped = frames.AssembledFrames(self.assemble, [self.log], seed=1)
        with piped.open(0, 0) as stream, open(self.frames, "rb") as file:
            self.assertEqual(stream.read(), file.read())
        feeds = [frames.Feed([source], 40, [frames.Place(0, used=80)])
                 for source in (piped, frames.FileFrames(self.frames))]
        one, other = (next(feed) for feed in feeds)
        for feed in feeds:
            feed.close()
        self.assertTrue(torch.equal(one.planes, other.planes))
        # What goes wrong with the program is told with its words.
        feed = frames.Feed([frames.AssembledFrames(self.assemble, [self.log, "nowhere"], 1)], 40)
        with self.assertRaisesRegex(frames.FrameError, "nowhere"):
            for _ in range(100):
                next(feed)
        feed.close()
        # And of one that says nothing, before what is wrong with the frames.
        command = ["sh", "-c", f"head -c 100000 {shlex.quote(str(self.frames))}; kill -9 $$"]
        feed = frames.Feed([frames.AssembledFrames(command, [], 1)], 40)
        with self.assertRaisesRegex(frames.FrameError, "killed by SIGKILL"):
            next(feed)
        feed.close()

    def test_sources_take_turns(self):
        piped = [frames.AssembledFrames(self.assemble, [self.log], seed) for seed in (1, 2)]
        alone = [frames.Feed([source], 40) for source in piped]
        both = frames.Feed(piped, 40)
        given = [next(both) for _ in range(5)]
        going_on = frames.Feed(piped, 40, both.places)
        expected = [next(alone[i % 2]) for i in range(6)]
        for batch, other in zip(given + [next(going_on)], expected):
            self.assertTrue(torch.equal(batch.rows, other.rows))
        for feed in (*alone, both, going_on):
            feed.close()

    def test_it_learns(self):
        text = RECIPE.replace("steps = 12", "steps = 80").replace("check = 4", "check = 20")
        trainer = self.trainer("learns", text)
        trainer.run()
        win = [row for row in trainer.rows if row["stage"] == 1]
        self.assertLess(win[-1]["validation_loss"], 0.9 * win[0]["validation_loss"])
        self.assertGreater(win[-1]["correlation"], 0.4)
        with open(self.path("learns/curve.csv"), encoding="utf-8") as file:
            rows = list(csv.DictReader(file))
        self.assertEqual([row["step"] for row in rows[:4]], ["20", "40", "60", "80"])
        xml.dom.minidom.parse(self.path("learns/curve.svg"))
        # The best is kept, not the last.
        best = training.load_teacher(self.path("learns/best.pt"))
        loss, _ = training.validate(best, self.frames, "result", torch.device("cpu"))
        self.assertAlmostEqual(loss, min(r["validation_loss"] for r in trainer.rows[4:]), places=5)

    def test_recipes_are_refused_with_the_place_named(self):
        for old, new, what in (("steps = 12", "stepps = 12", r"\[stages 1\]: unknown key 'stepps'"),
                               ("channels = 8", "channels = 0", r"\[network\] channels"),
                               ("channels = 8", "", r"\[network\]: 'channels' is missing"),
                               ("count = 30", "count = 'many'", r"\[games\] count: expected int"),
                               ('"result"', '"luck"', r"\[stages 2\] target"),
                               ("rate = 3e-3", "rate = nan", r"\[stages 1\] rate: must be a finite"),
                               ("channels = 8", "channels = 5000", "channels: .*4096 at most"),
                               ("rate = 3e-3", "rate = inf", r"\[stages 1\] rate: must be a finite"),
                               ("seed = 3", "seed = -3", "seed: must be .* 0 or more"),
                               ("seed = 3", "", "'seed'"), ("[games]", "[games", "")):
            with self.assertRaisesRegex(recipe.RecipeError, what):
                recipe.parse(RECIPE.replace(old, new, 1))
        for name in os.listdir(os.path.join(BRIDGE, "recipes")):
            if name.endswith(".toml"):
                recipe.load(os.path.join(BRIDGE, "recipes", name))

    def test_the_whole_way(self):
        path, out = self.path("tiny.toml"), self.path("tiny")
        with open(path, "w", encoding="utf-8") as file:
            file.write(RECIPE)
        # The engine is found as a shell finds it.
        os.symlink(BINARY, self.path("zymurgy"))
        found = {**os.environ, "PATH": self.folder.name + os.pathsep + os.environ["PATH"]}
        command = ["run", path, "--zymurgy", "zymurgy", "--out", out, "--device", "cpu", "--threads",
                   "1"]
        try:
            import onnx
        except ImportError:
            onnx = None
            print("skipped: what is exported is not checked (apt-get install python3-onnx)")
        done = teach(*command, env=found)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("stage 2, step 4 of 4", done.stdout)
        with open(out + "/card.json", encoding="utf-8") as file:
            card = json.load(file)
        self.assertEqual(card["best"]["stage"], 2)
        self.assertEqual(len(card["hashes"]), 3 + 1 + 2)  # logs, held-out log, frames, ONNX
        if onnx:
            graph = onnx.load(out + "/teacher.onnx").graph
            shapes = {i.name: [d.dim_value or d.dim_param for d in i.type.tensor_type.shape.dim]
                      for i in graph.input}
            self.assertEqual(shapes, {"planes": ["positions", 85, 15, 15],
                                      "scalars": ["positions", 72]})
            self.assertEqual([o.name for o in graph.output], ["value"])
        # Once more: nothing is left to do, and nothing changes, whatever else lies there.
        with open(out + "/best.pt", "rb") as file:
            before = file.read()
        shutil.copy(self.log, out + "/logs/others.zst")
        again = teach(*command, env=found)
        self.assertEqual((again.returncode, again.stdout), (0, ""), again.stderr)
        with open(out + "/best.pt", "rb") as file:
            self.assertEqual(file.read(), before)
        # Games of another recipe are not mixed in, trained on or not.
        os.remove(out + "/last.pt")
        with open(path, "w", encoding="utf-8") as file:
            file.write(RECIPE.replace("seed = 5", "seed = 6"))
        other = teach(*command, env=found)
        self.assertEqual(other.returncode, 1)
        self.assertIn("begun with another recipe", other.stderr)
        os.remove(out + "/recipe.sha256")
        self.assertIn("nobody knows of which recipe", teach(*command, env=found).stderr)

    def test_plays_are_judged_within_their_groups(self):
        # Of each group of two the second has the higher value; its gain is higher in the first group
        # by 4 and lower in the other by 1.
        value = torch.tensor([0.1, 0.3, -0.2, 0.1])
        gain = torch.tensor([10.0, 14.0, 5.0, 4.0])
        left = torch.tensor([1.0, 0.0, 1.0, 0.0])
        figures = judgement.figures(value, torch.tensor([30.0, 29, 20, 19]), gain, left)
        self.assertAlmostEqual(figures["points a decision"], 1.5)
        self.assertAlmostEqual(figures["standard error"], 2.5)
        self.assertAlmostEqual(figures["slope"], (0.4 - 0.15) / (0.02 + 0.045), places=5)
        with self.assertRaises(frames.FrameError):
            judgement.figures(value, value, gain, torch.tensor([1.0, 0, 3, 0]))

    def test_contrast_data_judge_a_teacher(self):
        shards, path = self.path("contrast"), self.path("contrast.frames")
        for args in (["contrast", "--games", "4", "--shard", "4", "--out", shards],
                     ["frames", "--contrast", "--in", shards, "--out", path]):
            subprocess.run([BINARY, *args], check=True, capture_output=True, timeout=120)
        teacher = model.Teacher(8, 0, 72)
        figures = judgement.judge(teacher, path, "cpu")
        self.assertGreater(figures["groups"], 40)
        self.assertGreater(figures["R2 of static equity, %"], figures["R2 of the value, %"])
        # They are for nothing else, and each teacher has scalars of its own.
        with self.assertRaisesRegex(frames.FrameError, "contrast.frames: .*--contrast"):
            training.validate(teacher, path, "win", torch.device("cpu"))
        with self.assertRaisesRegex(frames.FrameError, "--contrast"):
            self.trainer("contrasted", source=path).run()
        with self.assertRaisesRegex(frames.FrameError, "macondo-72; the network is one for blog-76"):
            judgement.judge(model.Teacher(8, 0, 76), path, "cpu")
        with open(path, "wb"), self.assertRaisesRegex(frames.FrameError, "no frames"):
            judgement.judge(teacher, path, "cpu")

    def test_it_plays(self):
        # Where every value is the same the first play is chosen, which is the static player's.
        spoken = ("ucgi\nposition startpos moves rack.GMRUYYZ\ngo\nsetoption name MultiPV value 3\n"
                  "position startpos moves 8D.ZYMURGY rack.AEINST?\ngo movetime 5\n"
                  "position wrong\ngo\nucginewgame\ngo\nisready\nquit\n").splitlines()
        for scalars in (72, 76):
            teacher = model.Teacher(8, 0, scalars)
            for parameter in teacher.head[-1].parameters():
                torch.nn.init.zeros_(parameter)
            told = []
            player.Player(teacher, BINARY, "OEL1", 5, torch.device("cpu")).run(
                [line + "\n" for line in spoken], told.append)
            self.assertIn("ucgiok", told)
            best = [told[i + 1].split()[3] for i, line in enumerate(told) if "provenance" in line]
            chosen = [line.split()[1] for line in told if line.startswith("bestmove")]
            self.assertEqual(chosen[0], "8D.ZYMURGY")
            self.assertEqual(chosen, best)
            # Nothing is made of no position, and the engine goes on.
            self.assertEqual(len([line for line in told if "no-position" in line]), 2)
            self.assertEqual(told[-1], "readyok")
        # Another teacher plays whole games by the rules.
        torch.manual_seed(5)
        checkpoint = self.path("random.pt")
        other = model.Teacher(8, 1, 72)
        torch.save({"shape": other.shape, "teacher": other.state_dict()}, checkpoint)
        command = (f"exec {sys.executable} {BRIDGE}/teach.py play {checkpoint} --zymurgy {BINARY} "
                   "--plays 8")
        done = subprocess.run([BINARY, "match", "--engine", "cmd=" + command, "name=teacher",
                               "--engine", f"cmd={BINARY}", "name=static", "--each",
                               "go=gen", "--games", "4", "--json"],
                              capture_output=True, text=True, timeout=300)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertNotIn("teach.py", done.stderr)
        self.assertEqual(json.loads(done.stdout)["games"], 4)

    def test_bad_input_is_one_sentence(self):
        other = self.path("no_teacher.pt")
        torch.save({"weights": [1]}, other)
        tiny = self.path("bad_input.toml")
        with open(tiny, "w", encoding="utf-8") as file:
            file.write(RECIPE)
        old = self.path("old.frames")
        subprocess.run(self.assemble + ["--in", self.log, "--scalars", "blog-76", "--count", "5",
                                        "--out", old], check=True, capture_output=True, timeout=120)
        train = ["train", tiny, "--out", self.path("bad_input"), "--frames", self.frames,
                 "--validation"]
        for args, status, what in (
                (["export", "nowhere.pt", "x"], 1, "nowhere.pt"),
                (["export", other, "x"], 1, "no_teacher.pt: no teacher"),
                (["judge", other, "x"], 1, "no_teacher.pt: no teacher"),
                (["judge", other, "x", "--device", "foo"], 1, "--device foo"),
                (["judge", other, "x", "--device", "meta"], 1, "--device meta: neither cpu nor cuda"),
                (["play", other, "--zymurgy", BINARY, "--plays", "0"], 2, "--plays"),
                (["train", "nowhere.toml", "--frames", "a", "--validation", "b", "--out", "c"], 1,
                 "nowhere.toml"),
                ([*train, old], 1, "different scalars"),
                ([*train, os.devnull], 1, os.devnull + ": no frames"),
                ([*train, self.frames, "--threads", "0"], 2, "--threads")):
            done = teach(*args)
            self.assertEqual(done.returncode, status, done.stderr)
            self.assertIn(what, done.stderr)
            self.assertNotIn("Traceback", done.stderr)

    def test_the_help_needs_no_pytorch(self):
        without = self.path("without")
        os.mkdir(without)
        with open(without + "/torch.py", "w", encoding="utf-8") as file:
            file.write("raise ImportError('no torch')\n")
        env = {**os.environ, "PYTHONPATH": without}
        self.assertIn("A training that was stopped", teach("--help", env=env).stdout)
        self.assertIn("teach.py: no torch (apt-get", teach("export", "a.pt", "a.onnx", env=env).stderr)


if __name__ == "__main__":
    unittest.main()
