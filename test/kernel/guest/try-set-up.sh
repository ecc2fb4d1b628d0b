#!/bin/bash
# As the technician of a machine whose table was taken away, whose password is $1: sets up another one, in folders of his. One line for each
# way to its key, then how many were tried.
password=$1
cd "$HOME" || exit 1
set_up_in() {
  { echo "$password"; sed -e "s#folder: [^ ]*#folder: $HOME/$1#" -e "s#bench/table-07#bench/$1#" /run/bench/answers.yaml; } |
    sudo -k -S -p '' tirada-root setup > "$1.txt" 2>&1
}
make_key() {
  /usr/lib/tirada/first/runtime/bin/node -e '
const { privateKey } = require("crypto").generateKeyPairSync("ed25519");
process.stdout.write("tirada table key\n" + privateKey.export({ type: "pkcs8", format: "pem" }))'
}
mkdir -m 0777 known linked made
# With a key that he knows, there or where a link leads.
make_key > known/table.key.pem
chmod 0600 known/table.key.pem
cp -p known/table.key.pem linked.pem
ln -s "$HOME/linked.pem" linked/table.key.pem
for folder in known linked; do
  if set_up_in $folder; then echo "technician could set up a table with a key that he knows, in $folder"; fi
  tail -n 2 $folder.txt | sed "s/^/$folder: /"
done
# With one that the table makes: it is the table's alone, whosever the folder is.
set_up_in made
tail -n 2 made.txt | sed "s/^/made: /"
ls -ln made | sed "s/^/made: /"
if cat made/*.key.pem > /dev/null 2>&1; then echo "technician could read the key in a folder of his"; fi
echo "technician tried 3"
