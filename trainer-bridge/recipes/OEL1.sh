#!/usr/bin/env bash
# Makes the network that ships for OEL1 (nets/OEL1-network.md), from nothing: about three hours on two
# cores, 11 GB of memory. A teacher, 128 wide, learns points first, then what wins; the network that
# ships, 64 wide, learns points, then what its teacher says of what wins. Stopped at any point it
# goes on where it was.
#
#   trainer-bridge/recipes/OEL1.sh [ZYMURGY] [FOLDER]
set -eu
zymurgy=$(realpath "${1:-build/release/zymurgy}")
folder=${2:-data-oel1}
mkdir -p "$folder/all" "$folder/even" "$folder/odd" "$folder/more"
cd "$folder"

"$zymurgy" contrast --out all --lexicon OEL1 --seed 3 --games 349440 --threads "$(nproc)"

# The first eight shards judge; the others are learned from in three parts, each of which fits into
# memory. Only the student sees the last.
for ((i = 0; i < 1365; ++i)); do
  shard=$(printf 'games-%09d.contrast.zst' $((i * 256)))
  if ((i < 8 || (i < 950 && i % 2 == 0))); then ln -sf "../all/$shard" even; fi
  if ((i < 8 || (i < 950 && i % 2 == 1))); then ln -sf "../all/$shard" odd; fi
  if ((i < 8 || i >= 950)); then ln -sf "../all/$shard" more; fi
done

learn() {  # STAGE FOLDER FROM OPTIONS...
  local stage=$1 from=$3 in=$2
  shift 3
  [ -e "$stage.network.zst" ] ||
    "$zymurgy" train --lexicon OEL1 --in "$in" --out "$stage.network.zst" --hold-out 8 \
      --width "$width" --threads 2 ${from:+--from "$from.network.zst.student"} "$@"
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
