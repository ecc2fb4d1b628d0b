#!/bin/sh
# Tries what its user must not be able to do, and says what it could: one line for each, to the log of its service.
who=$(id -un)
slots=/var/lib/tirada-updater
tried=0
could() { echo "$who could $1"; }
try_write() {
  tried=$((tried + 1))
  if [ -e "$1" ] && (: >> "$1") 2>/dev/null; then could "write $1"; fi
}
case $who in
  tirada)
    for file in $(find -L $slots/current/bin $slots/current/firmware -name '*.mjs' -o -name '*.js' 2>/dev/null | head -60) \
      $slots/current/runtime/bin/node $slots/current/release.json /usr/lib/tirada/launch \
      /lib/systemd/system/tirada.service /etc/tirada/table.yaml; do
      try_write "$file"
    done
    for folder in $slots $slots/rel $slots/current/ $slots/current/bin /usr/lib/tirada /etc/systemd/system; do
      tried=$((tried + 1))
      if (: > "$folder/intruder") 2>/dev/null; then could "write into $folder"; fi
    done
    tried=$((tried + 2))
    if ln -s rel "$slots/current.new" 2>/dev/null; then could "make a link in $slots"; fi
    if mv "$slots/current" "$slots/other" 2>/dev/null; then could "move $slots/current"; fi
    # What it must be able to do.
    if (: > /var/lib/tirada/own) 2>/dev/null; then rm /var/lib/tirada/own; else echo "$who cannot write its own folder"; fi
    ;;
  tirada-updater)
    for name in $(cat /run/bench-signs/files); do
      tried=$((tried + 1))
      if (cat "$name" > /dev/null) 2>/dev/null; then could "read $name"; fi
    done
    tried=$((tried + 1))
    if ls /var/lib/tirada >/dev/null 2>&1; then could "list /var/lib/tirada"; fi
    if (: > $slots/own) 2>/dev/null; then rm $slots/own; else echo "$who cannot write its own folder"; fi
    ;;
esac
echo "$who tried $tried"
