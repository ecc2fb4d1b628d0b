#!/bin/sh
# Makes the root of a unit's image: Debian 12, the unit's package, and what firmware/delivery/packaging/image lays over them. As root; for a
# processor of another kind through qemu-user-static.
#
#   make-root.sh KIND PACKAGE KEYRING OUT
#
# KIND: pc or pi4; PACKAGE: the unit's .deb for it; KEYRING: certificates (PEM) of those who may sign a base system; OUT: a folder for
# root.squashfs, packages.txt, and what starts it: bootx64.efi and grubenv of a PC, the boot partition boot.img of a Raspberry Pi.
# TIRADA_DEBIAN: another mirror; SOURCE_DATE_EPOCH: the second that all files are of.
set -eu
kind=$1 package=$2 keyring=$3 out=$4
here=$(cd "$(dirname "$0")" && pwd)
image=$(cd "$here/../packaging/image" && pwd)
mirror=${TIRADA_DEBIAN:-http://deb.debian.org}
: "${SOURCE_DATE_EPOCH:?the second that all files are of}"
export SOURCE_DATE_EPOCH

add=true more=
case $kind in
# GRUB reads the kernel from the root, and no squashfs of zstd.
pc) arch=amd64 kernel=linux-image-amd64,grub-common,grub-efi-amd64-bin compress="-comp gzip" ;;
# Debian 12's own firmware of a Raspberry Pi (2022) reads no [tryboot] in autoboot.txt; of Debian 13 only this package comes.
pi4)
  arch=arm64 kernel=linux-image-arm64,raspi-firmware,mtools,fdisk compress="-comp zstd"
  add='sh "$TIRADA_HERE/add-tryboot.sh" "$1"' more="deb $mirror/debian trixie non-free-firmware"
  ;;
*) echo "make-root.sh: no image is made for $kind; there are pc and pi4" >&2; exit 2 ;;
esac
base=systemd,systemd-sysv,systemd-resolved,libnss-resolve,dbus,udev,kmod,initramfs-tools,zstd,e2fsprogs,rauc,rauc-service,squashfs-tools
net=iproute2,nftables,chrony,netbase,ca-certificates
people=sudo,login,passwd,kbd,less
table=openssl,socat,libusb-1.0-0,libudev1,libgcc-s1,libstdc++6,ffmpeg,v4l-utils
screens=$(tr '\n' ',' < "$image/screens.list" | sed 's/,$//')
lay="$out/lay"
rm -rf "$out/root" "$lay"
mkdir -p "$lay"
cp -r "$image/root/." "$image/$kind/root/." "$lay"
cp "$package" "$lay/tirada.deb"
install -D -m 0644 "$keyring" "$lay/etc/rauc/keyring.pem"
install -m 0644 "$image/$kind/rauc.conf" "$lay/etc/rauc/system.conf"
cp "$here/finish-root.sh" "$lay/finish-root.sh"
find "$lay" -exec touch -h -d "@$SOURCE_DATE_EPOCH" {} +

export TIRADA_LAY="$lay" TIRADA_HERE="$here" TIRADA_KIND="$kind"
# The first root of the kernel is made once, with what is laid over the root in it (finish-root.sh).
export INITRD=No
# shellcheck disable=SC2086 # a line of sources, or none
mmdebstrap --quiet --variant=minbase --architectures="$arch" --include="$base,$net,$people,$table,$kernel,$screens" \
  --aptopt='APT::Install-Recommends "false"' --aptopt='Acquire::Retries "3"' \
  --dpkgopt='path-exclude=/usr/share/man/*' --dpkgopt='path-exclude=/usr/share/info/*' \
  --dpkgopt='path-exclude=/usr/share/locale/*' --dpkgopt='path-include=/usr/share/locale/locale.alias' \
  --dpkgopt='path-exclude=/usr/share/doc/*' --dpkgopt='path-include=/usr/share/doc/*/copyright' \
  --dpkgopt='path-include=/usr/share/doc/tirada/*' --dpkgopt='path-exclude=/lib/modules/*/kernel/sound/*' \
  --dpkgopt='path-exclude=/lib/modules/*/kernel/drivers/infiniband/*' \
  --dpkgopt='path-exclude=/lib/modules/*/kernel/drivers/net/wireless/*' \
  --customize-hook="$add" \
  --customize-hook='cp -r "$TIRADA_LAY/." "$1/" && chroot "$1" sh /finish-root.sh "$TIRADA_KIND"' \
  bookworm "$out/root" "deb $mirror/debian bookworm main" "deb $mirror/debian bookworm-updates main" \
  "deb $mirror/debian-security bookworm-security main" ${more:+"$more"}
unset INITRD

dpkg-query --root="$out/root" --show --showformat '${Package} ${Version} ${Architecture}\n' > "$out/packages.txt"
case $kind in
pc)
  mv "$out/root/bootx64.efi" "$out/root/grubenv" "$out"
  # What the loader is told to start is there.
  sed -n 's/^\(linux\|initrd\) \([^ ]*\).*/\2/p' "$image/pc/grub.cfg" | while read -r file; do
    [ -s "$out/root$file" ] || { echo "make-root.sh: the root has no $file, which grub.cfg starts" >&2; exit 1; }
  done
  ;;
pi4) sh "$here/make-boot.sh" "$out/root" "$out/boot.img" ;;
esac
rm -f "$out/root.squashfs"
# shellcheck disable=SC2086 # words of their own
mksquashfs "$out/root" "$out/root.squashfs" $compress -b 256K -noappend -no-progress -quiet
rm -rf "$out/root" "$lay"
