#!/usr/bin/env bash
# Makes the network that ships for OEL1 (nets/OEL1-network.md), from nothing: about two hours on two
# cores, 11 GB of memory. Points are learned first, then what wins. Stopped at any point it goes on
# where it was.
#
#   trainer-bridge/recipes/OEL1.sh [ZYMURGY] [FOLDER]
set -eu
zymurgy=$(realpath "${1:-build/release/zymurgy}")
folder=${2:-data-oel1}
mkdir -p "$folder/all" "$folder/even" "$folder/odd"
cd "$folder"

"$zymurgy" contrast --out all --lexicon OEL1 --seed 3 --games 243200 --threads "$(nproc)"

# The first eight shards judge; the others are learned from in two halves, each of which fits into
# memory.
for ((i = 0; i < 950; ++i)); do
  shard=$(printf 'games-%09d.contrast.zst' $((i * 256)))
  if ((i < 8 || i % 2 == 0)); then ln -sf "../all/$shard" even; fi
  if ((i < 8 || i % 2 == 1)); then ln -sf "../all/$shard" odd; fi
done

learn() {  # STAGE FOLDER FROM OPTIONS...
  local stage=$1 from=$3 in=$2
  shift 3
  [ -e "$stage.network.zst" ] ||
    "$zymurgy" train --lexicon OEL1 --in "$in" --out "$stage.network.zst" --hold-out 8 --width 128 \
      --threads 2 ${from:+--from "$from.network.zst.student"} "$@"
}
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
