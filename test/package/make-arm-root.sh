#!/bin/sh
# Makes a bare Debian for ARM, which run-emulated.sh runs on a machine of another kind. As root.
#
#   make-arm-root.sh CACHE
#
# CACHE: folder in which it is kept, as CACHE/root.
set -eu
cache=$1
root=$cache/root
here=$(cd "$(dirname "$0")" && pwd)
if [ -e "$cache/made" ]; then exit 0; fi
mkdir -p "$cache"
rm -rf "$root"
debootstrap --arch=arm64 --foreign --variant=minbase bookworm "$root"
# No device is made in namespaces of users: the second stage finds these, and has nothing to try.
mkdir -p "$root/dev"
for device in null:3 zero:5 full:7 random:8 urandom:9; do mknod -m 666 "$root/dev/${device%:*}" c 1 "${device#*:}"; done
mknod -m 666 "$root/dev/tty" c 5 0
mknod -m 600 "$root/dev/console" c 5 1
mknod -m 666 "$root/dev/ptmx" c 5 2
sed -i 's/^check_sane_mount () {/&\n\treturn 0/' "$root/debootstrap/functions"
"$here/run-emulated.sh" "$root"
rm -rf "$root"/var/cache/apt/* "$root"/var/lib/apt/lists/* "$root"/usr/share/doc/* "$root"/usr/share/locale/*
touch "$cache/made"
