#!/usr/bin/env bash
# Makes the leaves and the network that ship for OEL1 (nets/OEL1-leaves.md, nets/OEL1-network.md), from
# nothing: about seven hours on two cores, 12 GB of memory. A teacher, 128 wide, learns points first,
# then what wins; a student, 64 wide, learns points, then what its teacher says of what wins. With
# leaves refined by the same data, twice as wide and back again, they learn from more plays, and then
# from those of the end of the game; lanes of two layers learn from both. Stopped at any point it goes on
# where it was.
#
#   trainer-bridge/recipes/OEL1.sh [ZYMURGY] [FOLDER]
set -eu
zymurgy=$(realpath "${1:-build/release/zymurgy}")
folder=${2:-data-oel1}
mkdir -p "$folder"/{all,even,odd,more,few,refined,large,larger,first,late,mixed,other,third,fourth}
cd "$folder"

leaves=generated.klv2.zst
[ -e "$leaves" ] ||
  "$zymurgy" leaves generate --lexicon OEL1 --generations 8 --games 1800 --seed 2 --round 0.125 \
    --out "$leaves" --threads "$(nproc)"
data() {  # FOLDER SEED GAMES OPTIONS...
  local out=$1 seed=$2 games=$3
  shift 3
  "$zymurgy" contrast --lexicon OEL1 --leaves "./$leaves" --threads "$(nproc)" \
    --out "$out" --seed "$seed" --games "$games" "$@"
}
data all 3 349440

# The first eight shards judge; the others are learned from in three parts, each of which fits into
# memory. Only the student sees the last. The leaves, and the last network, are from a few of them.
shard_at() { printf 'games-%09d.contrast.zst' $((256 * $1)); }
for ((i = 0; i < 1365; ++i)); do
  shard=$(shard_at $i)
  if ((i < 8 || (i < 950 && i % 2 == 0))); then ln -sf "../all/$shard" even; fi
  if ((i < 8 || (i < 950 && i % 2 == 1))); then ln -sf "../all/$shard" odd; fi
  if ((i < 8 || i >= 950)); then ln -sf "../all/$shard" more; fi
  if ((i < 177)); then ln -sf "../all/$shard" few; fi
done

held_out=8
learn() {  # STAGE FOLDER FROM OPTIONS...
  local stage=$1 from=$3 in=$2
  shift 3
  [ -e "$stage.network.zst" ] ||
    "$zymurgy" train --lexicon OEL1 --leaves "./$leaves" --in "$in" --out "$stage.network.zst" \
      --hold-out "$held_out" --width "$width" --threads 2 ${from:+--from "$from.network.zst.student"} "$@"
}

width=128
learn 1 even "" --epochs 1.2 --batch 512 --rate 0.002
learn 2 odd 1 --epochs 1.5 --batch 512 --rate 0.0015
learn 3 even 2 --epochs 1 --batch 1024 --rate 0.001
learn 4 odd 3 --epochs 1 --batch 1024 --rate 0.0007
learn 5 even 4 --epochs 1 --batch 1024 --rate 0.001
learn 6 odd 5 --epochs 1 --batch 1024 --rate 0.0007
learn 7 even 6 --aim wins --epochs 1 --batch 1024 --rate 0.001
learn 8 odd 7 --aim wins --epochs 1 --batch 1024 --rate 0.001
learn 9 even 8 --aim wins --epochs 1 --batch 1024 --rate 0.0007
learn 10 odd 9 --aim wins --epochs 1 --batch 1024 --rate 0.0007

width=64
learn 11 even "" --epochs 1.2 --batch 512 --rate 0.002
learn 12 odd 11 --epochs 1.2 --batch 512 --rate 0.0015
learn 13 more 12 --epochs 1.2 --batch 1024 --rate 0.001
taught() { learn "$@" --teacher 10.network.zst.student --aim wins --batch 1024; }
taught 14 even 13 --epochs 0.8 --rate 0.002
taught 15 odd 14 --epochs 0.8 --rate 0.001
taught 16 more 15 --epochs 1 --rate 0.0007

# Few plays say what leaves are worth; the network then learns beyond the leaves that ship.
[ -e OEL1.klv2.zst ] ||
  "$zymurgy" leaves refine --lexicon OEL1 --leaves "./$leaves" --in few --round 0.125 \
    --out OEL1.klv2.zst --threads "$(nproc)"
leaves=OEL1.klv2.zst
data refined 4 102400
learn 17 few 16 --in refined --aim wins --batch 1024 --epochs 1 --rate 0.001 \
  --teacher 16.network.zst.student --teacher-leaves ./generated.klv2.zst --teacher-weight 0.75

# 36 million plays more teach it made twice as wide, and that teaches it in its old width. All this
# goes on from the network as it is rounded; what each ply is worth it has lost, and its heads learn
# that again first.
data large 4 312832 --first 102400
for ((i = 400; i < 672; ++i)); do
  ln -sf "../large/$(shard_at $i)" first
done
held_out=32
goes_on() {  # STAGE FOLDER FROM SHARDS-AT-ONCE OPTIONS...
  local stage=$1 in=$2 from=$3 at_once=$4
  shift 4
  learn "$stage" "$in" "$from" --at-once "$at_once" --aim wins --batch 1024 --epochs 1 "$@"
}
learn 18 first "" --from 17.network.zst --heads-only --aim wins --batch 1024 --epochs 0.2 \
  --rate 0.01
width=128
goes_on 19 large 18 400 --teacher 18.network.zst.student --teacher-weight 0.25 --rate 0.001
goes_on 20 large 19 400 --teacher 19.network.zst.student --teacher-weight 0.5 --rate 0.0007 --seed 2
width=64
goes_on 21 large 18 400 --teacher 20.network.zst.student --rate 0.0015 --seed 3

# The end of the game, and nothing in the bag: late data, four shards of it beside one of the other,
# lest that be forgotten.
data late 12 593920 --late 7
with_late() {  # FOLDER FIRST: the eight shards that judge, others of the whole game, all late ones
  local into=$1 first=$2 of
  for ((i = 0; i < 580; ++i)); do
    of=$((i + (i < 8 ? 400 : first)))
    ln -sf "../$( ((of < 1622)) && echo large || echo larger)/$(shard_at $of)" \
      "$into/$(printf '%03d' $i)-0.contrast.zst"
    for j in 0 1 2 3; do
      ln -sf "../late/$(shard_at $((4 * i + j)))" "$into/$(printf '%03d' $i)-late$j.contrast.zst"
    done
  done
}
with_late mixed 400
held_out=40
width=128
goes_on 22 mixed 20 1450 --rate 0.001 --seed 4
width=64
goes_on 23 mixed 21 1450 --teacher 22.network.zst.student --rate 0.0015 --seed 5

# Lanes of two layers begin from nothing, taught by that network and then by themselves, beside other
# plays of the whole game each time. Last they learn the level of the spread as well.
data larger 4 312832 --first 415232
with_late other 980
with_late third 1622
with_late fourth 2202
width=32
goes_on 24 mixed "" 1450 --mixed 64 --teacher 23.network.zst --rate 0.003
again() {  # STAGE FOLDER FROM OPTIONS...
  goes_on "$1" "$2" "$3" 1450 --teacher "$3.network.zst.student" --teacher-weight 0.5 "${@:4}"
}
again 25 other 24 --rate 0.001 --seed 2
again 26 third 25 --rate 0.0005 --seed 3
again 27 fourth 26 --rate 0.0005 --seed 4
again OEL1 third 27 --rate 0.0007 --seed 5 --level-weight 0.15
