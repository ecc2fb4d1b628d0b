#!/bin/sh
# Makes a Debian of its own with what a unit needs to show its pages, and what takes pictures of them. As root.
#
#   make-root.sh CACHE
#
# CACHE: folder in which it is kept, as CACHE/root.
set -eu
cache=$1
root=$cache/root
if [ -e "$cache/made" ]; then exit 0; fi
mkdir -p "$cache"
rm -rf "$root"
debootstrap --variant=minbase --include=systemd,systemd-sysv,udev,dbus,openssl,socat,libusb-1.0-0,libudev1,iproute2 bookworm "$root"
cp /etc/resolv.conf "$root/etc/resolv.conf"
# What docs/technician/screens.md has a technician install, and grim.
chroot "$root" apt-get update -q
DEBIAN_FRONTEND=noninteractive chroot "$root" apt-get install -q -y --no-install-recommends \
  sway seatd chromium fonts-dejavu-core grim
for unit in getty@tty1.service console-getty.service systemd-timesyncd.service systemd-logind.service systemd-udevd.service \
  systemd-udev-trigger.service apt-daily.timer apt-daily-upgrade.timer dpkg-db-backup.timer; do
  ln -sf /dev/null "$root/etc/systemd/system/$unit"
done
rm -rf "$root"/var/cache/apt/* "$root"/var/lib/apt/lists/* "$root"/usr/share/doc/* "$root"/usr/share/locale/*
touch "$cache/made"
