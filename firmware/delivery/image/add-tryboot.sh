#!/bin/sh
# Adds the kernel module tirada_tryboot to a root that is being made. The compiler is installed in a layer over the root and goes with it.
#
#   add-tryboot.sh ROOT
set -eu
root=$1
source=$(cd "$(dirname "$0")/../packaging/image/pi4/tryboot" && pwd)
version=$(basename "$root"/lib/modules/*)
over=$(mktemp -d "$root.over-XXXXXX")
trap 'umount "$over/all/proc" "$over/all" 2>/dev/null || true; rm -rf "$over"' EXIT
mkdir "$over/changed" "$over/work" "$over/all"
mount -t overlay -o "lowerdir=$root,upperdir=$over/changed,workdir=$over/work" tirada-tryboot "$over/all"
mount -t proc proc "$over/all/proc"
cp -r "$source" "$over/all/tryboot"
# The root's own resolver does not run.
rm -f "$over/all/etc/resolv.conf"
cp -L /etc/resolv.conf "$over/all/etc/resolv.conf"
export DEBIAN_FRONTEND=noninteractive LC_ALL=C.UTF-8
chroot "$over/all" apt-get update --quiet
chroot "$over/all" apt-get install --yes --quiet --no-install-recommends "linux-headers-$version" make
chroot "$over/all" make -C "/usr/src/linux-headers-$version" M=/tryboot modules
chroot "$over/all" strip --strip-debug /tryboot/tirada_tryboot.ko
install -D -m 0644 "$over/all/tryboot/tirada_tryboot.ko" "$root/lib/modules/$version/updates/tirada_tryboot.ko"
