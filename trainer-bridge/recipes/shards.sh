# Read by the recipes: the shards that a pass learns from.

# What the options ask for, in the folder OUT.
data() {  # OUT OPTIONS...
  "$zymurgy" contrast --lexicon "$lexicon" --threads "$(nproc)" --out "$@"
}
# A shard of one folder, by another name, in the one that a pass reads.
link() {  # FOLDER DATA SHARD NAME
  ln -sf "../$2/$(printf 'games-%09d.contrast.zst' $((256 * $3)))" "$1/$4.contrast.zst"
}
