#!/bin/bash
# In the sandbox of the screens' service: what its user must not be able to do. One line for each that it could, then how many it tried.
tried=0
must_fail() {
  local what=$1
  shift
  tried=$((tried + 1))
  if "$@" > /dev/null 2>&1; then echo "screens could $what"; fi
}
for path in /var/lib/tirada /var/lib/tirada/journal.db /var/lib/tirada/test.key.pem /etc/tirada/table.yaml /etc/shadow; do
  must_fail "read $path" cat "$path"
  must_fail "list $path" ls "$path/"
done
for folder in / /etc /etc/tirada /etc/chromium /tmp /var/tmp /var/lib /usr/lib/tirada /home /root; do
  must_fail "write into $folder" touch "$folder/intruder"
done
must_fail "reach another address" bash -c 'echo > /dev/udp/198.51.100.1/53'
must_fail "mount" mount -t tmpfs tmpfs /mnt
must_fail "become root" setpriv --reuid=0 true
must_fail "reach the updater" socat -u /dev/null UNIX-CONNECT:/run/tirada-updater/updater.sock
echo "screens tried $tried"
