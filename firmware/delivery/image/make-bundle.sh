#!/bin/sh
# Makes a bundle of a base system: signed, and verified block by block while a unit writes it.
#
#   make-bundle.sh KIND FOLDER VERSION CERTIFICATE KEY OUT
set -eu
kind=$1 folder=$2 version=$3 certificate=$4 key=$5 out=$6
bundle=$(mktemp -d)
trap 'rm -rf "$bundle"' EXIT
cp "$folder/root.squashfs" "$bundle/root.img"
boot=
if [ -e "$folder/boot.img" ]; then
  cp "$folder/boot.img" "$bundle/boot.img"
  boot='[image.boot]
filename=boot.img'
fi
cat > "$bundle/manifest.raucm" <<MANIFEST
[update]
compatible=tirada-$kind
version=$version

[bundle]
format=verity

[image.rootfs]
filename=root.img

$boot
MANIFEST
rm -f "$out"
rauc --cert="$certificate" --key="$key" bundle "$bundle" "$out"
