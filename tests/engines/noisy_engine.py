"""A real engine with noise: it relays PROGRAM and now and then answers one of its other moves.

    noisy_engine.py SEED PROGRAM...

Two of them are equally strong and play different games.
"""
import random
import subprocess
import sys

CHANCE = 0.3


def main():
    dice = random.Random(int(sys.argv[1]))
    engine = subprocess.Popen(sys.argv[2:], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    last_word = {"ucgi": "ucgiok", "siu": "siuok", "isready": "readyok", "go": "bestmove"}
    for line in sys.stdin:
        engine.stdin.write(line)
        engine.stdin.flush()
        awaited = last_word.get(line.split()[0]) if line.strip() else None
        moves, heard = [], None
        while awaited and heard != awaited:
            answer = engine.stdout.readline()
            if not answer:  # it has ended
                return
            words = answer.split()
            heard = words[0]
            if words[:3] == ["info", "gen", "move"]:
                moves.append(words[3])
            if heard == "bestmove" and moves and dice.random() < CHANCE:
                words[1] = dice.choice(moves[:3])
            print(*words, flush=True)
    engine.stdin.close()
    engine.wait()


main()
