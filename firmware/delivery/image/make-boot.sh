#!/bin/sh
# Makes a boot partition of a Raspberry Pi from a root: what its firmware reads, and the kernel, which leaves the root.
#
#   make-boot.sh ROOT OUT
set -eu
root=$1 out=$2
boot=$(cd "$(dirname "$0")/../packaging/image/pi4/boot" && pwd)
version=$(basename "$root"/lib/modules/*)
rm -f "$out"
# FAT16, as the partition's type says: every version of the firmware reads it.
truncate -s 128M "$out"
mkfs.vfat -F 16 -s 8 --invariant -n TIRADA-BOOT "$out" > /dev/null
put() { mcopy -i "$out" "$1" "::$2"; }
put "$boot/config.txt" config.txt
put "$boot/config.txt" tryboot.txt
put "$boot/cmdline.tmpl" cmdline.tmpl
put "$root/usr/lib/raspi-firmware/start4.elf" start4.elf
put "$root/usr/lib/raspi-firmware/fixup4.dat" fixup4.dat
for tree in "$root/usr/lib/linux-image-$version/broadcom"/bcm2711-*.dtb; do put "$tree" "$(basename "$tree")"; done
put "$root/boot/vmlinuz-$version" vmlinuz
put "$root/boot/initrd.img-$version" initrd.img
rm -rf "$root"/boot/* "$root"/vmlinuz* "$root"/initrd.img* "$root/usr/lib/raspi-firmware" "$root/usr/lib/linux-image-$version"
