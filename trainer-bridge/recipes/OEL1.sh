#!/usr/bin/env bash
# Makes the network that ships for OEL1 (nets/OEL1-network.md) from the lexicon and leaves that ship:
# three and a half hours on two cores, 75 minutes of them training, 12 GB of memory. A first network
# learns from the labels, then from a blend of labels and its own predictions; a second begins from
# nothing, taught by the first, and goes on likewise. After a stop at any point it goes on where it
# was. Of the shipped network the first thirteen passes were made by the program of commit 87ab82e and
# the last by that of a8a8da9, whose labels read the chances behind an exchange differently; a later
# program makes a similar one.
#
#   trainer-bridge/recipes/OEL1.sh [ZYMURGY] [FOLDER]
set -eu
lexicon=OEL1
source "$(dirname "$0")/shards.sh"
zymurgy=$(realpath "${1:-build/release/zymurgy}")
folder=${2:-data-oel1}
mkdir -p "$folder"
cd "$folder"

# Whole games; ends of games, with 0 to 7 tiles in the bag; and ends with plays that are far down the
# list of static equity.
data whole --seed 4 --games 512000
data late --seed 12 --games 593920 --late 7
data wide0 --seed 14 --games 298496 --late 7 --plays 8 --top 64 --falloff 15
data wide1 --seed 16 --games 298496 --late 7 --plays 8 --top 64 --falloff 15

# The same of other games, for the last pass.
data whole-last --seed 24 --games 74240
data late-last --seed 32 --games 148480 --late 7
data wide-last --seed 34 --games 148480 --late 7 --plays 8 --top 64 --falloff 15

# What one pass reads: with each of 580 shards of whole games four of ends, two of each kind, taken from
# one half of those or the other. The first forty by name are held out, the same ones in all sets.
beside() {  # FOLDER FIRST HALF
  local into=$1 first=$2 half at i j
  mkdir -p "$into"
  for ((i = 0; i < 580; ++i)); do
    at=$(printf '%03d' $i) half=$((i < 8 ? 0 : $3))
    link "$into" whole $((i < 8 ? i : first + i)) "$at-0"
    for j in 0 1; do
      link "$into" late $((4 * i + 2 * half + j)) "$at-late$j"
      link "$into" "wide$half" $((2 * i + j)) "$at-wide$j"
    done
  done
}
beside a 0 0
beside b 572 1
beside c 1144 0
beside d 1420 1
mix last -last 290

learn() {  # STAGE FOLDER OPTIONS...
  [ -e "$1.network.zst" ] ||
    "$zymurgy" train --lexicon "$lexicon" --in "$2" --out "$1.network.zst" --hold-out 40 \
      --at-once 1450 --threads 2 --aim wins --batch 1024 --epochs 1 "${@:3}"
}
begin() { learn "$@" --rate 0.003; }
go_on() {  # STAGE FOLDER FROM OPTIONS...
  learn "$1" "$2" --from "$3.network.zst.student" --teacher "$3.network.zst.student" \
    --teacher-weight 0.5 "${@:4}"
}
begin 1 a
go_on 2 b 1 --rate 0.0015 --seed 2
go_on 3 c 2 --rate 0.001 --seed 3
go_on 4 d 3 --rate 0.0007 --seed 4

begin 5 a --teacher 4.network.zst.student --teacher-weight 0.8 --seed 5
go_on 6 b 5 --rate 0.001 --seed 6
go_on 7 c 6 --rate 0.0007 --seed 7
go_on 8 d 7 --rate 0.0007 --seed 8
go_on 9 a 8 --rate 0.0007 --seed 9 --level-weight 0.15
go_on 10 b 9 --rate 0.0005 --seed 10 --level-weight 0.15
go_on 11 c 10 --rate 0.0005 --seed 11 --level-weight 0.15
go_on 12 d 11 --rate 0.0005 --seed 12 --level-weight 0.15
go_on 13 a 12 --rate 0.0003 --seed 13 --level-weight 0.15
learn OEL1 last --from 13.network.zst --teacher 13.network.zst --teacher-weight 0.5 --rate 0.0005 \
  --seed 21 --level-weight 0.15
