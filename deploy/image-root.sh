#!/bin/sh
# Lays out the root of the image: image-root.sh <executable> <folder>. It holds the executable, the libraries that it
# loads, and its user: no shell, no other program.
set -eu
executable=$1
root=$2
mkdir -p "$root/usr/local/bin" "$root/etc"
cp "$executable" "$root/usr/local/bin/sluice"
ldd "$executable" | grep -o '/[^ )]*' | while read -r library; do
  mkdir -p "$root$(dirname "$library")"
  cp --dereference "$library" "$root$library"
done
echo 'sluice:x:10001:10001:sluice:/data:/usr/local/bin/sluice' > "$root/etc/passwd"
echo 'sluice:x:10001:' > "$root/etc/group"
echo 'hosts: files dns' > "$root/etc/nsswitch.conf"
install -d -m 1777 "$root/tmp"
install -d -m 0700 "$root/data"
if [ "$(id -u)" = 0 ]; then chown 10001:10001 "$root/data"; fi
