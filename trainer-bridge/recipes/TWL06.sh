#!/usr/bin/env bash
# Makes the network of the reference lexicon (nets/TWL06-network.md): the teacher that OEL1.sh made
# learns from games of TWL06, whose word graph and leaves lie in DATA, and then its student from both.
# Half an hour on two cores.
#
#   ZYMURGY_DATA=DATA trainer-bridge/recipes/TWL06.sh [ZYMURGY] [FOLDER] [FOLDER OF OEL1.sh]
set -eu
zymurgy=$(realpath "${1:-build/release/zymurgy}")
folder=${2:-data-twl06}
before=$(realpath "${3:-data-oel1}")
mkdir -p "$folder"
cd "$folder"

"$zymurgy" contrast --out all --lexicon TWL06 --seed 3 --games 99328 --threads "$(nproc)"

# The first eight shards judge; the others are learned from in two parts.
mkdir -p first second
for ((i = 0; i < 388; ++i)); do
  shard=$(printf 'games-%09d.contrast.zst' $((i * 256)))
  if ((i < 200)); then ln -sf "../all/$shard" first; fi
  if ((i < 8 || i >= 200)); then ln -sf "../all/$shard" second; fi
done

learn() {  # OUT FOLDER FROM OPTIONS...
  local out=$1 in=$2 from=$3
  shift 3
  "$zymurgy" train --lexicon TWL06 --in "$in" --out "$out.network.zst" --hold-out 8 --threads 2 \
    --from "$from.network.zst.student" --aim wins --epochs 1 --batch 1024 --rate 0.0007 "$@"
}
learn teacher first "$before/10"
learn student first "$before/16" --teacher teacher.network.zst.student
learn TWL06 second student --teacher teacher.network.zst.student
