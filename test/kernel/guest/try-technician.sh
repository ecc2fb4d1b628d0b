#!/bin/bash
# As the technician of a machine with the image, whose password is $1: what must lead neither to root nor to the table's key. One line for
# each that does, what sudo grants, which programs have root's rights by themselves, then how many were tried.
password=$1
cd "$HOME" || exit 1
tried=0
could() { echo "technician could $1"; }
# must_fail WHAT COMMAND...: what it prints is kept.
must_fail() {
  local what=$1
  shift
  tried=$((tried + 1))
  echo "== $what" >> printed.txt
  if "$@" >> printed.txt 2>&1 < /dev/null; then could "$what"; fi
}
asked() { sudo -S -p '' "$@" <<< "$password"; }
helper() { asked tirada-root "$@"; }

folder=/var/lib/tirada/table-07
key=$folder/table.key.pem
table=$(systemctl show --value --property=MainPID tirada.service)
disk=$(findmnt --noheadings --output SOURCE /data)
asked -l | sed -n 's/^ *(/sudo: (/p'
find / -xdev -type f -perm /6000 -printf 'by itself: %f\n' 2> /dev/null | sort
asked tirada-root --help | sed -n 's/^  \([a-z][a-z-]*\).*/\1/p' | sort -u > verbs.txt
echo "verbs: $(wc -l < verbs.txt)"

# Sudo: any other program, other users, the helper in another environment, under another name, at another place.
for program in sh bash su env cat tee cp mv chmod chown ln dd find tar perl mount systemctl journalctl systemd-run setpriv passwd chpasswd visudo \
  less rauc nft date hwclock timedatectl setsid socat tirada /usr/lib/tirada/first/runtime/bin/node; do
  must_fail "have sudo run $program" asked -l "$program"
done
must_fail "become root" asked -s
must_fail "log in as root" asked -i
must_fail "run as the table's user" asked -u tirada cat "$key"
must_fail "run as number 0" asked -u '#0' id
must_fail "run as number -1" asked -u '#-1' id
must_fail "run with root's group" asked -g root id
must_fail "edit as root" asked -e /etc/shadow
must_fail "choose the folder" asked -D /etc tirada-root help
must_fail "choose the root" asked -R "$HOME" tirada-root help
must_fail "leave files open" asked -C 99 tirada-root help
for name in LD_PRELOAD LD_LIBRARY_PATH NODE_OPTIONS NODE_PATH BASH_ENV PATH; do
  must_fail "hand over $name" asked "$name=$HOME/evil" tirada-root help
done
printf 'require("fs").writeFileSync("%s/owned", String(process.getuid()))\n' "$HOME" > evil.js
mkdir -p evil node_modules
cp evil.js node_modules/index.js
printf '{ "type": "commonjs", "main": "evil.js" }\n' > package.json
printf '#!/bin/sh\nid -u > %s/owned\n' "$HOME" > evil/tirada-root
for name in env node id rauc systemctl setpriv; do cp evil/tirada-root "evil/$name"; done
chmod 755 evil/*
with_own() {
  PATH="$HOME/evil:$PATH" NODE_OPTIONS="--require=$HOME/evil.js" ENV="$HOME/evil.js" BASH_ENV="$HOME/evil.js" asked tirada-root status table
  [ -e owned ]
}
must_fail "have the helper run what is his" with_own
must_fail "have sudo run a program of its name" asked "$HOME/evil/tirada-root"

# The helper: no verb takes the name of a file, a second command or an option.
while read -r verb; do
  must_fail "give the key to $verb" helper "$verb" "$key"
done < verbs.txt
for words in "status ../../../bin/sh" "restart tirada-updater.service" "status --help" "status -H" "export --config=/etc/shadow" \
  "case 1;id" "zone ../../../etc/shadow" "address dns 10.0.0.1;id" "calibrate-dice arena=$key" "bundle $key" "sh" "__proto__" "constructor"; do
  # shellcheck disable=SC2086 # words of their own
  must_fail "say $words" helper $words
done
ln -s "$key" link
# The shell that gives the command opens the file, and it is the technician's.
must_fail "have an export written over the key" bash -c "sudo -S -p '' tirada-root export <<< '$password' > link"
must_fail "have the key taken for answers" bash -c "sudo -n tirada-root setup < link"

# Programs that have root's rights by themselves, and services that take orders.
must_fail "become root with a wrong password" bash -c 'su -c id <<< wrong'
must_fail "become the table with a wrong password" bash -c 'su -c id tirada <<< wrong'
must_fail "have systemd run something" systemd-run --quiet --wait id
must_fail "have systemd run something on its line" busctl --quiet call org.freedesktop.systemd1 /org/freedesktop/systemd1 \
  org.freedesktop.systemd1.Manager StartUnit ss rescue.target replace
for verb in stop restart mask disable; do must_fail "$verb the table" systemctl --no-ask-password "$verb" tirada.service; done
must_fail "change systemd's environment" systemctl --no-ask-password set-environment LD_PRELOAD="$HOME/evil.js"
must_fail "reload systemd" systemctl --no-ask-password daemon-reload
must_fail "have RAUC mark the other base" rauc status mark-active other
must_fail "have RAUC mark the other base on its line" busctl --quiet call de.pengutronix.rauc / de.pengutronix.rauc.Installer Mark ss active other
# By the helper he may.
if ! helper base status >> printed.txt 2>&1; then could "not ask for the bases by the helper"; fi
must_fail "set the zone" timedatectl --no-ask-password set-timezone America/Santiago
must_fail "set the name" hostnamectl --no-ask-password set-hostname evil
must_fail "mount" mount -t tmpfs tmpfs /mnt
must_fail "mount the data" mount "$disk" "$HOME/evil"
must_fail "be root in a namespace that sees the key" unshare --user --map-root-user cat "$key"
must_fail "load a module" /usr/sbin/modprobe dummy
must_fail "order the kernel" bash -c 'echo h > /proc/sysrq-trigger'
must_fail "name a program for dumps" bash -c "echo '|$HOME/evil/id' > /proc/sys/kernel/core_pattern"

# Files, as they lie and as they lie below.
for path in "$key" "$folder/journal.db" /data/tirada/table-07/table.key.pem /etc/tirada/table.yaml /etc/shadow /etc/gshadow /etc/sudoers \
  /etc/sudoers.d/technician /var/lib/systemd/credential.secret /var/lib/tirada-root/acts.jsonl /root/.profile \
  "/proc/$table/mem" "/proc/$table/environ" "/proc/$table/maps" /proc/1/environ /proc/kcore /dev/mem "$disk" "/dev/$(lsblk --noheadings --nodeps -o PKNAME "$disk")" \
  /dev/tirada/wheel; do
  must_fail "read $path" head -c 1 "$path"
done
for path in "$folder" /var/lib/tirada /var/lib/tirada-root "/proc/$table/fd" /root; do must_fail "list $path" ls "$path/"; done
must_fail "stop the table's process" kill -STOP "$table"
must_fail "link the key to a place of his" ln "$key" hard
# What is not his and can be written to, wherever it is mounted.
writable=$(find / \( -path /proc -o -path /sys -o -path /dev -o -path "$HOME" \) -prune -o \( -type f -o -type d \) -writable -print 2> /dev/null |
  grep -vxE '/(run/bench|tmp|(data/)?var/(changed/)?(tmp|lib/technician))(/.*)?|/run/(lock|user/[0-9]+(/.*)?)')
tried=$((tried + 1))
if [ -n "$writable" ]; then could "write to $(echo "$writable" | head -20 | tr '\n' ' ')"; fi
# Those that everybody may write to on a Debian, and those that tell everybody something.
open='null|zero|full|random|urandom|tty|ptmx|pts/.*|fuse|net/tun|rfkill|vsock|vhost-vsock|vfio/vfio'
told='autofs|kmsg|bus/usb/.*'
devices=$(find /dev -type b -o -type c | while read -r device; do
  if [ -w "$device" ]; then
    echo "$device" | grep -vxE "/dev/($open)"
  elif [ -r "$device" ]; then
    echo "$device" | grep -vxE "/dev/($open|$told)"
  fi
done | tr '\n' ' ')
tried=$((tried + 1))
if [ -n "$devices" ]; then could "open $devices"; fi
tried=$((tried + 2))
if [ -e owned ]; then could "have his own program run as root"; fi
if grep -qE 'PRIVATE KEY|:\$(y|6)\$' printed.txt; then could "have a secret shown"; fi
echo "technician tried $tried"
