#!/bin/bash
# Runs a script over a root whose programs are of an ARM processor, in namespaces of its own without a network. As root.
#
#   run-emulated.sh ROOT FOLDER
#   run-emulated.sh ROOT
#
# ROOT stays as it is; FOLDER: found at /bench there, with run.sh. Without it ROOT's own installation is ended, in its place. Debian's
# qemu-user-static is named to this kernel for these namespaces alone: nothing else on the machine starts programs for ARM.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkfifo "$work/go"
# The disk is laid over ROOT before there are users of its own: in their namespace no folder of ROOT could be renamed.
unshare --mount sh -eu -c '
mkdir "$1/disk"
mount -t tmpfs -o size=3g tmpfs "$1/disk"
mkdir "$1/disk/upper" "$1/disk/work" "$1/disk/root"
[ -z "$3" ] || mount -t overlay -o "lowerdir=$2,upperdir=$1/disk/upper,workdir=$1/disk/work" overlay "$1/disk/root"
shift 3
exec "$@"
' sh "$work" "$1" "${2:-}" \
  unshare --user --mount --pid --fork --net --uts --ipc --kill-child=KILL sh -eu -c '
read -r _ < "$1/go"
mkdir "$1/binfmt"
mount -t binfmt_misc binfmt_misc "$1/binfmt"
magic="\\x7fELF\\x02\\x01\\x01\\x00\\x00\\x00\\x00\\x00\\x00\\x00\\x00\\x00\\x02\\x00\\xb7\\x00"
mask="\\xff\\xff\\xff\\xff\\xff\\xff\\xff\\x00\\xff\\xff\\xff\\xff\\xff\\xff\\xff\\xff\\xfe\\xff\\xff\\xff"
printf "%s" ":qemu-aarch64:M::$magic:$mask:/usr/bin/qemu-aarch64-static:F" > "$1/binfmt/register"
if [ -z "$3" ]; then
  mount -t proc proc "$2/proc"
  exec chroot "$2" /usr/bin/env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin LC_ALL=C.UTF-8 /debootstrap/debootstrap --second-stage
fi
root=$1/disk/root
mount -t proc proc "$root/proc"
mount -t tmpfs -o mode=755 tmpfs "$root/dev"
for device in null zero full random urandom tty; do
  : > "$root/dev/$device"
  mount --bind "/dev/$device" "$root/dev/$device"
done
mkdir -p "$root/dev/pts" "$root/dev/shm" "$root/bench"
mount -t devpts -o newinstance,ptmxmode=0666,mode=620,gid=5 devpts "$root/dev/pts"
ln -s pts/ptmx "$root/dev/ptmx"
ln -s /proc/self/fd "$root/dev/fd"
mount -t tmpfs tmpfs "$root/dev/shm"
mount -t tmpfs -o mode=755 tmpfs "$root/run"
mount -t tmpfs -o mode=1777 tmpfs "$root/tmp"
mount --bind "$3" "$root/bench"
ip link set lo up
hostname bench
exec chroot "$root" /usr/bin/env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LC_ALL=C.UTF-8 bash /bench/run.sh
' sh "$work" "$1" "${2:-}" &
inside=$!
# Its users are those of this machine, once its namespace is there.
until [ "$(readlink "/proc/$inside/ns/user")" != "$(readlink /proc/self/ns/user)" ]; do
  kill -0 "$inside"
  sleep 0.05
done
echo "0 0 4294967295" > "/proc/$inside/uid_map"
echo "0 0 4294967295" > "/proc/$inside/gid_map"
echo go > "$work/go"
wait "$inside"
