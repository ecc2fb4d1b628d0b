#!/bin/sh
# Makes the disk of a Raspberry Pi 4 from what make-root.sh made: which base starts, two boot partitions, the first root, and a small data
# partition that the first start enlarges, with room for the second root behind it (grow-partitions). As any user.
#
#   make-disk-pi4.sh FOLDER OUT
#
# FOLDER: with root.squashfs and boot.img; OUT: the disk, to be written to a real one as it is. DATA: an ext4 of 160 MiB to be taken for
# the empty data partition. The firmware knows the first four partitions of a table of DOS kind, and a second boot partition in no other.
set -eu
folder=$1 out=$2
here=$(cd "$(dirname "$0")" && pwd)
choose=$here/../packaging/image/pi4/root/usr/lib/tirada/image/choose-base
# Over 128 MiB ext4 keeps a second superblock.
megabyte=1048576 first=16 boot=128 root=640 data=160
size=$(stat -c %s "$folder/root.squashfs")
if [ "$size" -gt $((root * megabyte)) ]; then
  echo "make-disk-pi4.sh: $folder/root.squashfs has $size bytes, a base system has room for $((root * megabyte)): take something out" >&2
  exit 1
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
two=$((1 + first)) three=$((1 + first + boot)) four=$((1 + first + 2 * boot))
five=$((four + 1)) six=$((four + root + 2))
rm -f "$out"
truncate -s $(((six + data) * megabyte)) "$out"
sfdisk --quiet "$out" <<TABLE
label: dos
label-id: 0x74697264
1 : start=1MiB, size=${first}MiB, type=e
2 : start=${two}MiB, size=${boot}MiB, type=e
3 : start=${three}MiB, size=${boot}MiB, type=e
4 : start=${four}MiB, size=$((root + data + 2))MiB, type=f
5 : start=${five}MiB, size=${root}MiB, type=83
6 : start=${six}MiB, size=${data}MiB, type=83
TABLE

put() { dd if="$1" of="$out" bs=1M seek="$2" conv=notrunc,sparse status=none; }
truncate -s ${first}M "$work/74697264-01"
mkfs.vfat -F 16 -s 4 --invariant -n TIRADA "$work/74697264-01" > /dev/null
cp --sparse=always "$folder/boot.img" "$work/74697264-02"
TIRADA_PARTITIONS=$work sh "$choose" make-first
put "$work/74697264-01" 1
put "$work/74697264-02" $two
put "$folder/root.squashfs" $five
if [ -z "${DATA:-}" ]; then
  DATA=$work/data
  mke2fs -q -t ext4 -b 4096 -i 16384 -L tirada-data "$DATA" ${data}M
fi
put "$DATA" $six
