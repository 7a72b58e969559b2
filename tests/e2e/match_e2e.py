"""Matches between real engine processes, good and bad: python3 match_e2e.py BINARY."""

import glob
import json
import os
import shlex
import signal
import subprocess
import sys
import tempfile
import time
import unittest

BINARY = os.path.abspath(sys.argv.pop(1))
QUOTED = shlex.quote(BINARY)
ENGINES = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "engines")
ODD, NOISY = (f"exec {shlex.join([sys.executable, os.path.join(ENGINES, script)])}"
              for script in ("odd_engine.py", "noisy_engine.py"))  # commands of a shell
QUICK = ["go=gen movetime 20"]  # the static choice: the same at every call


def setUpModule():
    """A lexicon of few words, which every process loads at once."""
    folder = tempfile.TemporaryDirectory()
    unittest.addModuleCleanup(folder.cleanup)
    os.environ["ZYMURGY_DATA"] = folder.name
    words = subprocess.run([BINARY, "lexicon", "export"], capture_output=True, text=True,
                           check=True).stdout.split()
    with open(folder.name + "/words", "w") as file:
        file.write("\n".join(word for i, word in enumerate(words) if len(word) < 4 or i % 40 == 0))
    subprocess.run([BINARY, "lexicon", "build", folder.name + "/words", folder.name + "/FEW.kwg"],
                   capture_output=True, check=True)


def engine(name, command, *words):
    return ["--engine", f"cmd={command}", f"name={name}", *words]


def arguments(*words, engines=None, each=QUICK, games=2):
    engines = engines or [*engine("A", QUOTED), *engine("B", QUOTED)]
    margin = [] if "--margin" in words else ["--margin", "30"]  # whatever else the machine does
    return [BINARY, "match", *engines, "--each", *each, "--games", str(games), "--json",
            "--lexicon", "FEW", *margin, *map(str, words)]


def run(*words, **settings):
    return subprocess.run(arguments(*words, **settings), capture_output=True, text=True,
                          timeout=120)


def children_of(pid):
    """Processes started by a process, and by those: (pid, command)."""
    table = subprocess.run(["ps", "-eo", "pid=,ppid=,args="], capture_output=True, text=True).stdout
    rows = [line.split(None, 2) for line in table.splitlines()]
    found, parents = [], {str(pid)}
    while parents:
        below = [row for row in rows if row[1] in parents]
        found += [(int(row[0]), row[2]) for row in below]
        parents = {row[0] for row in below}
    return found


def lives(pid):
    try:
        with open(f"/proc/{pid}/stat") as file:
            return file.read().split(") ")[1][0] != "Z"
    except OSError:
        return False


def wait_until(condition, seconds=120):
    end = time.time() + seconds
    while not condition():
        if time.time() > end:
            raise AssertionError("waited in vain")
        time.sleep(0.01)


class Match(unittest.TestCase):
    def setUp(self):
        holder = tempfile.TemporaryDirectory()
        self.addCleanup(holder.cleanup)
        self.folder = os.path.join(holder.name, "match")

    def answer(self, *words, status=0, **settings):
        done = run(*words, **settings)
        self.assertEqual(done.returncode, status, done.stderr[-2000:] + done.stdout)
        return json.loads(done.stdout)

    def games(self):
        """The games in the journal, by number; each must be there once."""
        with open(self.folder + "/match.jsonl") as file:
            games = [json.loads(line) for line in file][1:]
        self.assertEqual(len(games), len({game["game"] for game in games}))
        return {game["game"]: game for game in games}

    def assert_sound(self, count):
        files = glob.glob(self.folder + "/games/*.gcg")
        self.assertEqual(len(files), count)
        done = subprocess.run([BINARY, "gcg", "check", *files], capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stdout)

    def test_a_match_whose_reader_has_gone_ends(self):
        words = [word for word in arguments("--out", self.folder, games=200) if word != "--json"]
        with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as match:
            match.stdout.readline()
            match.stdout.close()
            self.assertEqual(match.wait(timeout=120), 3)
        self.assertLess(len(glob.glob(self.folder + "/games/*")), 200)

    def test_equal_engines_split_every_pair(self):
        engines = [word for name in "AB"
                   for word in engine(name, QUOTED, "option.Evaluator=static")]
        answer = self.answer("--seed", 7, "--out", self.folder, "--sprt", engines=engines, games=20)
        self.assertEqual(answer["ptnml"], [0, 0, 10, 0, 0])
        self.assertEqual(answer["divergent"], 0)
        self.assertEqual(answer["nelo"], 0)
        self.assertEqual(answer["los"], 0.5)
        self.assertEqual(answer["sprt"], {"elo0": 0, "elo1": 10, "alpha": 0.05, "beta": 0.05,
                                          "model": "normalized", "verdict": "open"})
        self.assertEqual((answer["forfeits"], answer["failure"]), ([], None))
        self.assertEqual(answer["p1"]["id"], answer["p2"]["id"])
        self.assertEqual((answer["p1"]["ignored"], answer["p2"]["ignored"]), (None, None))
        self.assertTrue(answer["p1"]["id"].startswith("Zymurgy "))
        self.assert_sound(20)
        # Their files tell which games are a pair, so that each counts as one.
        files = glob.glob(self.folder + "/games/*.gcg")
        stats = json.loads(subprocess.run([BINARY, "stats", "--json", *files], capture_output=True,
                                          text=True, check=True).stdout)
        spread = stats["players"]["A"]["spread"]
        self.assertEqual((spread["value"], spread["low"]), (0, None))  # no pair has differed so far
        # The same games as without processes.
        done = subprocess.run([BINARY, "autoplay", "--pairs", "--games", "20", "--seed", "7",
                               "--lexicon", "FEW", "--json"], capture_output=True, text=True)
        alone = json.loads(done.stdout)
        for key in ("games", "pairs", "divergent", "first_player_wins"):
            self.assertEqual(answer[key], alone[key], key)
        for player in ("p1", "p2"):
            for key, value in alone[player].items():
                if key != "name":
                    self.assertEqual(answer[player][key], value, key)

    def test_what_is_not_as_it_was_asked_is_told_once_and_with_the_results(self):
        done = run("--report", 1, games=3, engines=[
            *engine("A", QUOTED, "option.Nix=1"),
            *engine("odd", f"{ODD} strict", "option.Mood=good", "option.Temper=hot")])
        answer = json.loads(done.stdout)
        self.assertEqual((done.returncode, answer["games"]), (0, 4))
        self.assertTrue(answer["p1"]["ignored"].startswith("ignored setoption: "))
        self.assertTrue(answer["p2"]["ignored"].startswith("error bad-option Temper"))
        for line in ("games come in pairs: 4 will be played", "A says: ignored setoption: ",
                     "of A as it was after it said: ignored setoption: ",
                     "odd says: error bad-option Temper", "Results of A vs odd ("):
            pairs = 2 if "Results" in line else 1
            self.assertEqual(done.stderr.count(line), pairs, line)

    def test_lines_as_fastchess_writes_them(self):
        words = arguments("--sprt", "elo0=0", "elo1=20",
                          engines=[*engine("new", QUOTED, "proto=siu"), *engine("odd", ODD)])
        words.remove("--json")
        done = subprocess.run(words, capture_output=True, text=True, timeout=120)
        self.assertEqual(done.returncode, 0, done.stderr)
        lines = done.stdout.splitlines()
        self.assertEqual(lines[0], "Started game 1 of 2 (new vs odd)")
        self.assertRegex(done.stdout, r"\nFinished game 1 \(new vs odd\): 1-0 \{new wins \d+--?\d+\}\n")
        self.assertRegex(done.stdout, r"\nFinished game 2 \(odd vs new\): 0-1 \{new wins \d+--?\d+\}\n")
        self.assertRegex(done.stdout, r"\nElo: inf \+/- nan, nElo: inf \+/- \d+\.\d\d\n")
        self.assertIn("\nLOS: 100.00 %, ", done.stdout)
        self.assertIn("\nGames: 2, Wins: 2, Losses: 0, Draws: 0, Points: 2.0 (100.00 %)\n", done.stdout)
        self.assertIn("\nPtnml(0-2): [0, 0, 0, 0, 1], ", done.stdout)
        self.assertRegex(done.stdout, r"\nLLR: \d+\.\d\d \(-2\.94, 2\.94\) \[0\.00, 20\.00\]\n")

    def test_a_test_stops_the_match(self):
        answer = self.answer("--sprt", "elo1=50", "--concurrency", 2, "--out", self.folder,
                             games=10000, engines=[*engine("A", QUOTED), *engine("B", ODD)])
        self.assertEqual(answer["sprt"]["verdict"], "H1")
        self.assertGreaterEqual(answer["llr"], answer["llr_bounds"][1])
        self.assertLess(answer["games"], 1000)
        # Asked again, it has nothing to add.
        again = self.answer("--sprt", "elo1=50", "--out", self.folder, games=10000,
                            engines=[*engine("A", QUOTED), *engine("B", ODD)])
        self.assertEqual(again["ptnml"], answer["ptnml"])

    def test_results_do_not_depend_on_how_many_games_are_played_at_a_time(self):
        noisy = [*engine("A", f"{NOISY} 1 {QUOTED}", "restart=on"),
                 *engine("B", f"{NOISY} 2 {QUOTED}", "restart=on")]
        one = self.answer(engines=noisy, games=4)
        three = self.answer("--concurrency", 3, engines=noisy, games=4)
        self.assertEqual(one["games"], 4)
        self.assertGreater(one["divergent"], 0)
        for key in ("ptnml", "divergent", "first_player_wins"):
            self.assertEqual(one[key], three[key])

    def assert_fault(self, misdeed, kind, *words, games=2, each=QUICK):
        """B errs; A plays on and wins every game."""
        with self.subTest(misdeed):
            answer = self.answer("--patience", 5, *words, status=4, games=games,
                                 engines=[*engine("A", QUOTED), *engine("B", f"{ODD} {misdeed}")],
                                 each=each)
            self.assertEqual(answer["games"], games)
            self.assertEqual(answer["p1"]["wins"], games)
            for fault in ("crashes", "stalls", "illegal", "time_losses"):
                self.assertEqual(answer["p1"][fault], 0)
                self.assertEqual(answer["p2"][fault], games if fault == kind else 0, fault)
            self.assertEqual([game["game"] for game in answer["forfeits"]], list(range(games)))
            self.assertIsNone(answer["sprt"])
            for game in answer["forfeits"]:
                self.assertEqual(game["forfeited_by"], 2)
                self.assertNotEqual(game["fault"], "")
                self.assertNotEqual(game["detail"], "")

    def test_crashes(self):
        for misdeed in ("crash 1", "crash 4", "abort 2", "close 2"):
            self.assert_fault(misdeed, "crashes")
        self.assert_fault("crash 2", "crashes", "--concurrency", 3, games=6)

    def test_stalls(self):
        for misdeed in ("stall 1", "mute 2"):
            self.assert_fault(misdeed, "stalls", "--concurrency", 2)

    def test_cheats(self):
        for cheat in ("word", "tiles", "place", "exchange", "count", "phony", "none", "nonsense",
                      "empty"):
            self.assert_fault("cheat-" + cheat, "illegal")

    def test_slow_engines_lose_on_time(self):
        self.assert_fault("slow 2 8", "time_losses", "--concurrency", 2, "--margin", 5)
        # Iterations without a clock: patience is what is left.
        self.assert_fault("slow 2 8", "time_losses", "--concurrency", 2, "--think", 5,
                          each=["go=gen iterations 5"])

    def test_overtime_costs_points(self):
        answer = self.answer("--out", self.folder, "--max-overtime", 50, "--overtime", 7,
                             engines=[*engine("A", QUOTED, "tc=60"),
                                      *engine("B", f"{ODD} slow 4 0.02", "tc=0.1+0.001")],
                             each=["go=gen"])
        self.assertEqual(answer["p1"]["time_penalties"], 0)
        self.assertEqual(answer["p2"]["time_penalties"], 14)
        self.assert_sound(2)
        for name in glob.glob(self.folder + "/games/*.gcg"):
            with open(name) as file:
                self.assertIn("(time) -7", file.read())
        # And the game, beyond the limit.
        self.assert_fault("slow 3 8", "time_losses", "--max-overtime", 0.2, "--concurrency", 2,
                          each=["go=gen", "tc=5+0.1"])

    def test_each_is_told_its_own_clock_with_what_was_added(self):
        answer = self.answer(engines=[*engine("A", ODD, "tc=60"),
                                      *engine("B", f"{ODD} poor 1 10", "tc=5")])
        self.assertEqual(answer["p2"]["crashes"], 0)
        answer = self.answer(engines=[*engine("A", ODD, "tc=60"),
                                      *engine("B", f"{ODD} rich 2 30", "tc=5+60", "restart=on")])
        self.assertEqual(answer["p2"]["crashes"], 0)

    def test_babble_changes_nothing(self):
        answer = self.answer("--out", self.folder,
                             engines=[*engine("A", QUOTED),
                                      *engine("B", f"{ODD} babble", "stderr=/dev/null")])
        self.assertEqual(answer["p1"]["wins"], 2)
        self.assertGreater(answer["p1"]["bingos_mean"], 0)
        self.assertEqual(answer["p2"]["bingos_mean"], 0)
        self.assertEqual(answer["p2"]["illegal"], 0)
        self.assert_sound(2)

    def test_engines_that_cannot_be_started(self):
        for command, said in (("/no/such/engine", "exited with status 127"), ("exit 5", "status 5"),
                              (f"{ODD} rude", "stall")):
            with self.subTest(command):
                done = run("--patience", 5,
                           engines=[*engine("A", QUOTED), *engine("bad", command)])
                self.assertEqual(done.returncode, 4)
                self.assertIn("bad cannot be started", done.stderr)
                self.assertNotIn("nan", done.stderr)
                self.assertIn(said, done.stderr)
                answer = json.loads(done.stdout)
                self.assertEqual(answer["games"], 0)
                self.assertEqual(answer["failure"]["engine"], 2)
                self.assertIn(said, "{fault} {detail}".format(**answer["failure"]))

    def test_an_engine_that_cannot_load_what_it_is_told_ends_the_match(self):
        done = run("--out", self.folder, games=2000,
                   engines=[*engine("A", QUOTED), *engine("B", QUOTED, "option.NetFile=/no/net")])
        self.assertEqual(done.returncode, 4, done.stderr)
        answer = json.loads(done.stdout)
        self.assertEqual((answer["games"], answer["forfeits"], self.games()), (0, [], {}))
        self.assertEqual((answer["failure"]["engine"], answer["failure"]["fault"]), (2, "set-up"))
        self.assertIn("/no/net: No such file", answer["failure"]["detail"])
        self.assertIn("B cannot be started: set-up: ", done.stderr)
        self.assertNotIn("these results", done.stderr)

    def test_usage(self):
        for words, said in ((["--engine", "cmd=x"], "twice"),
                            ([*engine("A", "x"), *engine("A", "y")], "both engines are called A"),
                            ([*engine("A", "x"), "--engine", "name=B"], "cmd="),
                            ([*engine("A", "x", "color=red"), *engine("B", "y")], "color"),
                            ([*engine("A", "x"), *engine("B", "y"), "--sprt", "elo1=-5"], "elo0"),
                            ([*engine("A", "x"), *engine("B", "y"), "--sprt", "elo2=5"], "elo2=5"),
                            ([*engine("A", "x"), *engine("B", "y"), "--sprt", "--sprt", "elo1=5"],
                             "--sprt once"),
                            ([*engine("A", "x", "tc=5"), *engine("B", "y")], "tc=")):
            with self.subTest(said):
                done = subprocess.run([BINARY, "match", *words, "--each", *QUICK, "--json"],
                                      capture_output=True, text=True)
                self.assertEqual(done.returncode, 2, done.stderr)
                self.assertIn(said, json.loads(done.stdout)["error"]["message"])
        self.assertEqual(run("--lexicon", "NIX").returncode, 3)

    def test_without_standard_streams(self):
        for closed in ("<&-", ">&-", "<&- >&-", "<&- >&- 2>&-"):
            with self.subTest(closed):
                folder = os.path.join(self.folder, closed.replace("&", "").replace(" ", ""))
                done = subprocess.run(["sh", "-c", f'"$@" {closed}', "sh",
                                       *arguments("--out", folder)],
                                      stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                                      timeout=120)
                self.assertEqual(done.returncode, 0)
                with open(folder + "/match.jsonl") as file:
                    lines = [json.loads(line) for line in file]
                self.assertEqual([line.get("game") for line in lines], [None, 0, 1])

    # Kills and interruptions. B waits a little for each move so that there is a middle to kill in.

    def slow_match(self, games=8):
        return dict(games=games, engines=[*engine("A", QUOTED),
                                          *engine("B", f"{ODD} slow 1 0.01")])

    def begin(self, **settings):
        process = subprocess.Popen(arguments("--out", self.folder, "--concurrency", 2, **settings),
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.addCleanup(process.communicate)
        self.addCleanup(process.kill)
        wait_until(lambda: len(glob.glob(self.folder + "/games/*.gcg")) >= 2)
        return process

    def test_a_killed_manager_loses_no_finished_game(self):
        process = self.begin(**self.slow_match(40))
        engines = [pid for pid, _ in children_of(process.pid)]
        self.assertGreaterEqual(len(engines), 4)
        process.kill()
        process.wait()
        before = self.games()
        self.assertGreaterEqual(len(before), 1)
        wait_until(lambda: not any(map(lives, engines)))
        # A line that the kill cut short, and a GCG of a game that does not count yet.
        with open(self.folder + "/match.jsonl", "a") as file:
            file.write('{"game":7,"sco')
        size = len(before) + 4 - len(before) % 2
        answer = self.answer("--out", self.folder, "--concurrency", 2, **self.slow_match(size))
        self.assertEqual(answer["games"], size)
        after = self.games()
        self.assertEqual(sorted(after), list(range(size)))
        for number, game in before.items():
            self.assertEqual(after[number], game)
        # As if nothing had happened.
        whole = self.answer(**self.slow_match(size))
        for key in ("ptnml", "divergent", "first_player_wins"):
            self.assertEqual(answer[key], whole[key])
        self.assertEqual(answer["p1"]["score_mean"], whole["p1"]["score_mean"])

    def test_a_killed_engine_loses_its_game_and_no_other(self):
        process = self.begin(**self.slow_match(12))
        before = self.games()
        victim = next(pid for pid, command in children_of(process.pid) if "odd_engine" in command)
        os.kill(victim, signal.SIGKILL)
        out, err = process.communicate(timeout=120)
        self.assertEqual(process.returncode, 4, err)
        answer = json.loads(out)
        self.assertEqual(answer["games"], 12)
        self.assertEqual(answer["p2"]["crashes"], 1)
        self.assertIn("B disconnects: was killed by signal 9", err)
        after = self.games()
        for number, game in before.items():
            self.assertEqual(after[number], game)

    def test_an_interrupted_match_is_resumed(self):
        process = self.begin(**self.slow_match(40))
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=120)
        self.assertEqual(process.returncode, 75, err)
        self.assertIn("interrupted: the games played until then are in", err)
        played = len(self.games())
        self.assertLessEqual(json.loads(out)["games"], played)
        size = played + 2 + played % 2
        done = run("--out", self.folder, **self.slow_match(size))
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn(f"resuming from the {played} game", done.stderr)
        answer = json.loads(done.stdout)
        self.assertEqual(answer["games"], size)
        self.assertEqual(answer["p2"]["crashes"], 0)

    def test_whoever_ends_a_match_with_its_engines_charges_nobody_for_it(self):
        process = self.begin(**self.slow_match(40))
        played = len(self.games())
        for pid in [pid for pid, _ in children_of(process.pid)] + [process.pid]:
            os.kill(pid, signal.SIGTERM)
        _, err = process.communicate(timeout=120)
        self.assertEqual(process.returncode, 75, err)
        self.assertGreaterEqual(len(self.games()), played)
        for game in self.games().values():
            self.assertNotIn("forfeited_by", json.dumps(game))

    def test_an_engine_that_refuses_a_position_forfeits_at_once(self):
        begun = time.time()
        done = run(engines=[*engine("A", QUOTED), *engine("B", f"{ODD} refuse")])
        self.assertEqual(done.returncode, 4, done.stderr)
        self.assertEqual(json.loads(done.stdout)["p2"]["illegal"], 2)
        self.assertIn("no move; it said 'bad-position it is odd'", done.stderr)
        self.assertLess(time.time() - begun, 60)

    def test_engines_have_the_folders_of_data_wherever_they_are_started(self):
        data = os.environ["ZYMURGY_DATA"]
        os.makedirs(self.folder + "/else/where")
        os.symlink(data, self.folder + "/else/data")
        done = subprocess.run(arguments(engines=[*engine("A", QUOTED, "dir=where"), *engine("B", QUOTED)]),
                              capture_output=True, text=True, timeout=120, cwd=self.folder + "/else",
                              env=dict(os.environ, ZYMURGY_DATA="data"))
        self.assertEqual(done.returncode, 0, done.stderr)
        os.symlink(data, self.folder + "/a:b")
        done = run("--data", self.folder + "/a:b")
        self.assertEqual(done.returncode, 2, done.stderr)
        self.assertIn("a:b", json.loads(done.stdout)["error"]["message"])

    def test_our_own_clocks_last_for_the_game(self):
        def overtime(clock):
            answer = self.answer(each=[clock], engines=[
                *engine("A", QUOTED), *engine("B", QUOTED, "option.Seed=2", "go=auto useinference")])
            players = answer["p1"], answer["p2"]
            for player in players:
                self.assertGreater(player["seconds_a_move"], 0.02)  # it did think
            return sum(player["time_losses"] + player["time_penalties"] for player in players)

        for clock in ("tc=6", "tc=4+0.2"):
            # A machine that stands still for seconds is nobody's fault; again and again it does not.
            self.assertTrue(any(overtime(clock) == 0 for _ in range(4)), clock)

    def test_a_manager_that_was_stopped_charges_nobody_for_it(self):
        process = self.begin(games=8, each=["go=gen", "tc=6"],
                             engines=[*engine("A", QUOTED), *engine("B", f"{ODD} slow 1 0.01")])
        process.send_signal(signal.SIGSTOP)
        time.sleep(8)
        process.send_signal(signal.SIGCONT)
        out, err = process.communicate(timeout=120)
        self.assertEqual(process.returncode, 0, err)
        self.assertEqual(json.loads(out)["p2"]["time_penalties"], 0)

    def test_a_folder_is_of_one_match(self):
        self.answer("--out", self.folder)
        done = run("--out", self.folder, "--seed", 2)
        self.assertEqual(done.returncode, 3)
        error = json.loads(done.stdout)["error"]
        self.assertEqual(error["code"], "bad-match")
        self.assertIn("/seed was 1 and is now 2", error["message"])
        with open(self.folder + "/match.jsonl", "a") as file:
            file.write("nonsense\n")
        done = run("--out", self.folder)
        self.assertEqual(done.returncode, 3)
        self.assertIn("match.jsonl, line 4", json.loads(done.stdout)["error"]["message"])
        done = run("--out", self.folder, engines=[*engine("A", QUOTED, "option.MultiPV=2"), *engine("B", QUOTED)])
        self.assertIn("/engines/0/options was ", json.loads(done.stdout)["error"]["message"])
        done = run("--out", "/dev/null/nowhere")
        self.assertEqual(done.returncode, 3)
        self.assertEqual(json.loads(done.stdout)["error"]["code"], "write-failed")


if __name__ == "__main__":
    unittest.main()
