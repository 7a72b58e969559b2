#!/usr/bin/env python3
"""Drives the program through whole games over UCGI, move by move, as a match runner would.

Two processes play; a third judges. The script owns the bag. Both seats are told every move and their
own racks only. Checked at each turn: exactly one bestmove, after a provenance line; the judge accepts
the move; `isready` is answered before and after; and at the end that totals are what the judge's
board says. Then the process must end by itself when its input does.

    play_game.py PROGRAM [GAMES [SEED]]
"""
import random
import re
import subprocess
import sys

ENGLISH = dict(zip("ABCDEFGHIJKLMNOPQRSTUVWXYZ?",
                   (9, 2, 2, 4, 12, 2, 3, 2, 9, 1, 1, 4, 2, 6, 8, 2, 1, 6, 4, 6, 4, 2, 2, 1, 2, 1, 2)))


class Engine:
    def __init__(self, program):
        self.process = subprocess.Popen([program], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        text=True, bufsize=1)

    def say(self, line):
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()

    def hear(self, last):
        """All lines up to one that starts with `last`."""
        lines = []
        while not lines or not lines[-1].startswith(last):
            line = self.process.stdout.readline()
            assert line, f"the program ended while '{last}' was awaited, after {lines[-5:]}"
            lines.append(line.rstrip("\n"))
        return lines

    def ask(self, line, last):
        self.say(line)
        return self.hear(last)

    def ping(self):
        lines = self.ask("isready", "readyok")
        assert lines == ["readyok"], lines

    def end(self):
        """Ends the input; the program must go by itself, without another word."""
        rest, _ = self.process.communicate(timeout=120)
        assert rest == "" and self.process.returncode == 0, (rest, self.process.returncode)


def tiles_of(move, board):
    """The rack tiles that a move uses, given the letters on the board by square."""
    if move == "pass":
        return ""
    if move.startswith("ex."):
        return move[3:]
    place, word = move.split(".")
    down = place[0].isalpha()
    row, col = (int(place[1:]), ord(place[0])) if down else (int(place[:-1]), ord(place[-1]))
    used = ""
    for letter in word:
        if (row, col) not in board:
            board[row, col] = letter
            used += "?" if letter.islower() else letter
        row, col = (row + 1, col) if down else (row, col + 1)
    return used


def choose(engine, moves, rack):
    engine.ping()
    engine.say("position startpos moves " + " ".join(moves + ["rack." + rack]))
    engine.ping()
    lines = engine.ask("go movetime 100", "bestmove ")
    assert lines[0].startswith("info string provenance engine=Zymurgy/"), lines
    assert not any("error" in line for line in lines), lines
    assert sum(line.startswith("bestmove") for line in lines) == 1
    engine.ping()
    return lines[-1].split()[1]


def play(program, seed):
    seats = [Engine(program), Engine(program)]
    judge = Engine(program)
    for engine in seats + [judge]:
        greeting = engine.ask("ucgi", "ucgiok")
        assert greeting[0].startswith("id name ")
        engine.say("ucginewgame")
        engine.ping()
    bag = [tile for tile, count in ENGLISH.items() for _ in range(count)]
    random.Random(seed).shuffle(bag)
    racks = [[bag.pop() for _ in range(7)] for _ in range(2)]
    board, moves, turn, scoreless = {}, [], 0, 0
    scores = [0, 0]
    while scoreless < 6 and all(racks):
        rack = "".join(sorted(racks[turn]))
        move = choose(seats[turn], moves, rack)
        used = tiles_of(move, board)
        for tile in used:
            racks[turn].remove(tile)  # a tile that is not there is an error
        drawn = [bag.pop() for _ in range(min(len(used), len(bag)))]
        racks[turn] += drawn
        if move.startswith("ex."):
            assert len(bag) + len(drawn) >= 7, "an exchange from a short bag"
            bag += used
            random.Random(seed + len(moves)).shuffle(bag)
        moves.append(move + "." + rack if move != "pass" else move)
        judge.say("position startpos moves " + " ".join(moves))
        shown = judge.ask("d", "cgp ")
        assert not any("error" in line for line in shown), (move, shown)
        mover = next(line for line in shown if f" player {turn + 1} " in line)
        total = int(re.search(r"player \d  (-?\d+)", mover).group(1))
        scoreless = 0 if total > scores[turn] else scoreless + 1
        scores[turn] = total
        turn = 1 - turn
    assert len(board) > 60, "a game that hardly began"
    for engine in seats + [judge]:
        engine.end()
    print(f"seed {seed}: {len(moves)} moves, {scores[0]} to {scores[1]}")


def main():
    program = sys.argv[1]
    games = int(sys.argv[2]) if len(sys.argv) > 2 else 2
    seed = int(sys.argv[3]) if len(sys.argv) > 3 else 1
    for game in range(games):
        play(program, seed + game)


if __name__ == "__main__":
    main()
