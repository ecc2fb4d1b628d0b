#!/bin/sh
# Makes the root of a unit's machine, once: a bare Debian 12 with its own kernel, which has what the package needs and not the package.
#
# Usage: make-root.sh FOLDER. FOLDER then holds `root` (an ext4), `kernel` and `initrd`; it is whole when `made` is there. Needs a way to
# Debian's mirrors, and root.
set -eu
out=$1
# What a unit's package depends on, what it suggests for a camera, and what this machine is booted by.
packages=systemd-sysv,udev,dbus,sudo,kmod,e2fsprogs,initramfs-tools,linux-image-amd64,openssl,libusb-1.0-0,libudev1,libstdc++6,socat,ffmpeg,v4l-utils
new=$out.new
rm -rf "$new" "$out"
mkdir -p "$new"
tree=$new/tree
# Nothing that may still be mounted in it is emptied with it.
trap 'rm -rf --one-file-system "$tree"' EXIT
# The initial ramdisk has what this machine's disk needs, and nothing else: an emulated processor unpacks it at each start.
mmdebstrap --quiet --variant=minbase --include="$packages" \
  --essential-hook='mkdir -p "$1/etc/initramfs-tools/conf.d"; echo MODULES=list > "$1/etc/initramfs-tools/conf.d/bench"; printf "%s\n" virtio_pci virtio_blk ext4 crc32c_generic > "$1/etc/initramfs-tools/modules"' \
  --aptopt='Acquire::Retries "3"' --dpkgopt='path-exclude=/usr/share/man/*' --dpkgopt='path-exclude=/usr/share/locale/*' \
  bookworm "$tree"
cp "$tree"/boot/vmlinuz-* "$new/kernel"
cp "$tree"/boot/initrd.img-* "$new/initrd"
rm -f "$tree"/boot/vmlinuz-* "$tree"/boot/initrd.img-*
echo tirada > "$tree/etc/hostname"
printf '127.0.0.1 localhost tirada\n' > "$tree/etc/hosts"
printf '/dev/vda / ext4 rw 0 1\n' > "$tree/etc/fstab"
: > "$tree/etc/apt/sources.list"
rm -rf "$tree"/var/lib/apt/lists/* "$tree"/var/cache/apt/*.bin
units=$tree/etc/systemd/system
for one in apt-daily.timer apt-daily-upgrade.timer dpkg-db-backup.timer e2scrub_all.timer fstrim.timer e2scrub_reap.service systemd-timesyncd.service; do
  ln -sf /dev/null "$units/$one"
done
truncate -s 4G "$new/root"
/usr/sbin/mke2fs -q -F -t ext4 -d "$tree" "$new/root"
rm -rf --one-file-system "$tree"
date -u +%F > "$new/made"
mv "$new" "$out"
