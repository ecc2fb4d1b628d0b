#!/bin/sh
# Boots Debian's systemd in namespaces of its own, without a network, over a root that stays as it is. As root; ends with who started it.
#
#   boot.sh ROOT FOLDER
#
# ROOT: as make-root.sh made it; FOLDER: shared with the machine, which runs FOLDER/run.sh and finds itself at /run/bench.
set -eu
# In a cgroup of its own: the services of two machines at once would share their cgroups, and what the kernel holds for these, such as whom
# they may speak with. One that a machine left is taken away by the next.
cgroups=$(sed -n 's/^[^ ]* \([^ ]*\) cgroup2 .*/\1/p' /proc/mounts | head -1)
for left in "$cgroups"/tirada-machine-*; do
  if grep -qs "populated 0" "$left/cgroup.events"; then find "$left" -depth -type d -exec rmdir {} + || true; fi
done
mkdir "$cgroups/tirada-machine-$$"
echo $$ > "$cgroups/tirada-machine-$$/cgroup.procs"
exec unshare --mount --pid --fork --ipc --uts --cgroup --net --kill-child=KILL sh -eu -c '
root=$1 folder=$2
mount --make-rprivate /
mkdir -p "$folder/disk"
mount -t tmpfs -o size=3g tmpfs "$folder/disk"
mkdir "$folder/disk/upper" "$folder/disk/work" "$folder/disk/root"
mount -t overlay -o "lowerdir=$root,upperdir=$folder/disk/upper,workdir=$folder/disk/work" overlay "$folder/disk/root"
root=$folder/disk/root
mount -t proc proc "$root/proc"
mount -t sysfs sysfs "$root/sys"
mount -t cgroup2 cgroup2 "$root/sys/fs/cgroup"
mount -t tmpfs -o mode=755 tmpfs "$root/dev"
for device in null zero full random urandom tty; do
  : > "$root/dev/$device"
  mount --bind "/dev/$device" "$root/dev/$device"
done
mkdir "$root/dev/pts" "$root/dev/shm" "$root/old"
mount -t devpts -o newinstance,ptmxmode=0666,mode=620,gid=5 devpts "$root/dev/pts"
ln -s pts/ptmx "$root/dev/ptmx"
ln -s /proc/self/fd "$root/dev/fd"
mount -t tmpfs tmpfs "$root/dev/shm"
mount -t tmpfs -o mode=755 tmpfs "$root/run"
mount -t tmpfs tmpfs "$root/tmp"
mkdir "$root/run/bench"
mount --bind "$folder" "$root/run/bench"
ip link set lo up
printf "[Service]\nType=oneshot\nTimeoutStartSec=infinity\nExecStart=/run/bench/run.sh\n[Unit]\nAfter=seatd.service\n" > "$root/etc/systemd/system/bench.service"
mkdir -p "$root/etc/systemd/system/multi-user.target.wants"
ln -sf ../bench.service "$root/etc/systemd/system/multi-user.target.wants/bench.service"
cd "$root"
pivot_root . old
umount -l /old
hostname bench
exec env -i container=bench PATH=/usr/sbin:/usr/bin:/sbin:/bin /lib/systemd/systemd --show-status=0
' sh "$1" "$2"
