#!/bin/sh
# Makes the disk of a PC from what make-root.sh made: ESP, the first base system, and a small data partition that the first start enlarges,
# with room for a second base behind it. As any user.
#
#   make-disk-pc.sh FOLDER OUT
#
# FOLDER: with root.squashfs, bootx64.efi and grubenv; OUT: the disk, to be written to a real one as it is. DATA: an ext4 of 160 MiB to be
# taken for the empty data partition.
set -eu
folder=$1 out=$2
here=$(cd "$(dirname "$0")" && pwd)
# Over 128 MiB ext4 keeps a second superblock.
megabyte=1048576 esp=64 root=768 data=160
size=$(stat -c %s "$folder/root.squashfs")
if [ "$size" -gt $((root * megabyte)) ]; then
  echo "make-disk-pc.sh: $folder/root.squashfs has $size bytes, a base system has room for $((root * megabyte)): take something out" >&2
  exit 1
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
rm -f "$out"
truncate -s $(((esp + root + data + 2) * megabyte)) "$out"
sfdisk --quiet "$out" <<TABLE
label: gpt
start=1MiB, size=${esp}MiB, type=C12A7328-F81F-11D2-BA4B-00A0C93EC93B, name=esp
size=${root}MiB, type=4F68BCE3-E8CD-4DB1-96E7-FBCAF984B709, name=root-a
size=${data}MiB, type=0FC63DAF-8483-4772-8E79-3D69D8477DE4, name=tirada-data
TABLE

put() { dd if="$1" of="$out" bs=1M seek="$2" conv=notrunc,sparse status=none; }
truncate -s ${esp}M "$work/esp"
mkfs.vfat -n TIRADA-ESP "$work/esp" > /dev/null
mmd -i "$work/esp" ::/EFI ::/EFI/BOOT
mcopy -i "$work/esp" "$folder/bootx64.efi" ::/EFI/BOOT/BOOTX64.EFI
mcopy -i "$work/esp" "$here/../packaging/image/pc/grub.cfg" ::/EFI/BOOT/grub.cfg
mcopy -i "$work/esp" "$folder/grubenv" ::/grubenv
put "$work/esp" 1
put "$folder/root.squashfs" $((1 + esp))
if [ -z "${DATA:-}" ]; then
  DATA=$work/data
  mke2fs -q -t ext4 -b 4096 -i 16384 -L tirada-data "$DATA" ${data}M
fi
put "$DATA" $((1 + esp + root))
