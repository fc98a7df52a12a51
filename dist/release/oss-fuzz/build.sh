#!/bin/bash -eu
# Builds every target of fuzz/targets and packs its seeds.
cd "$SRC/retroshade"
cargo fuzz build --fuzz-dir fuzz/targets -O
for seeds in fuzz/seeds/*/; do
    name=$(basename "$seeds")
    cp "fuzz/targets/target/x86_64-unknown-linux-gnu/release/$name" "$OUT/"
    (cd "$seeds" && zip -q "$OUT/${name}_seed_corpus.zip" ./*)
done
