#!/usr/bin/env bash
# Builds the image of every board in firmware/boards, with its SHA-256, into the board's folder image/. Needs Debian's
# gcc-avr, avr-libc and make.
#   build-boards.sh             writes the images
#   build-boards.sh --check     writes nothing; fails when an image is not what the sources give
set -euo pipefail
cd "$(dirname "$0")/.."

target=all
if [ "${1:-}" = --check ]; then target=check; fi

if ! command -v avr-gcc >/dev/null; then
  echo "avr-gcc is missing; run: apt-get install gcc-avr avr-libc make" >&2
  exit 2
fi

build=$(mktemp -d)
trap 'rm -rf "$build"' EXIT
for makefile in firmware/boards/*/Makefile; do
  board=$(dirname "$makefile")
  echo "$board"
  make --silent -C "$board" BUILD="$build/$(basename "$board")" "$target"
done
