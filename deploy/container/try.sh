#!/bin/sh
# Tries what the image will hold where there is no container engine: the same file tree, made by the same commands, as
# process 1 of its own namespaces, as user 10001 without rights, on a root that cannot be written. Run it as root on Linux
# in the root of the repository. It ends with code 0 when the server became ready, showed its page and ended by SIGTERM.
set -eu
port=18787
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
mkdir -p "$folder/app/model" "$folder/data"

cp package.json package-lock.json LICENSE NOTICE "$folder/app"
cp deploy/container/prune.sh deploy/container/boreal.sh "$folder"
cp model/boreal-mini.gguf "$folder/app/model"
cp -r migrations web src "$folder/app"
find "$folder/app" \( -name '*.test.ts' -o -name '*.test.tsx' -o -name '*.fixture.ts' \) -delete
(cd "$folder/app" && npm ci --omit=dev --ignore-scripts --no-audit --no-fund --loglevel=error && sh "$folder/prune.sh")
du -sm --apparent-size "$folder/app"
chmod 755 "$folder" "$folder/app"
chown 10001:10001 "$folder/data"

cat > "$folder/inside.sh" <<'INSIDE'
set -eu
folder=$1 port=$2
mount --make-rprivate /
mount -t tmpfs tmpfs /mnt
mkdir /mnt/app /mnt/data
mount --bind "$folder/app" /mnt/app
mount --bind "$folder/data" /mnt/data
mount -o remount,bind,ro /mnt/app
sed 's#/app/#/mnt/app/#g' "$folder/boreal.sh" > /mnt/boreal
mount -o remount,ro /mnt
mount -t tmpfs -o mode=1777 tmpfs /tmp
mount -t proc proc /proc
mount -o remount,bind,ro /
exec setpriv --reuid 10001 --regid 10001 --clear-groups --no-new-privs --bounding-set=-all \
  env -i PATH=/usr/bin:/bin BOREAL_PORT="$port" BOREAL_DATA_DIR=/mnt/data \
  sh -c 'touch /mnt/app/written /written 2>/dev/null && exit 9; cd /mnt/data && exec sh /mnt/boreal serve'
INSIDE
unshare --mount --pid --fork --kill-child sh "$folder/inside.sh" "$folder" "$port" > "$folder/log" 2>&1 &
keeper=$!
fail() {
  echo "$1" >&2
  cat "$folder/log" >&2
  kill -KILL "$keeper" 2>/dev/null || true
  exit 1
}

tries=0
until curl --silent --fail --max-time 5 "http://127.0.0.1:$port/readyz"; do
  tries=$((tries + 1))
  [ "$tries" -lt 90 ] || fail 'The server did not become ready.'
  sleep 1
done
echo
curl --silent --fail --max-time 30 --output /dev/null "http://127.0.0.1:$port/sign-in" || fail 'There is no page.'
server=$(sed -n 's/.*"pid":\([0-9]*\).*/\1/p' "$folder/data/server.json")
[ "$server" = 1 ] || fail "The server is process $server and not 1."
# Process 1 of the namespaces is the only child of the one that made them.
kill -TERM "$(cat "/proc/$keeper/task/$keeper/children")"
wait "$keeper" || fail 'The server did not end with code 0.'
tail -n 1 "$folder/log"
