#!/bin/sh
# Leaves one runtime in the place where `boreal.sh` looks for it, and removes what nothing uses while the server runs.
# It is run in the folder that `npm ci --omit=dev` has filled.
set -eu

# Of the two builds for x64 the one that needs no AVX2 runs on every machine that the image may come to.
for package in bun-linux-x64-baseline bun-linux-aarch64; do
  if [ -f "node_modules/@oven/$package/bin/bun" ]; then
    cp "node_modules/@oven/$package/bin/bun" bun
  fi
done
chmod 0755 bun
rm -rf node_modules/@oven

# npm brings the compiler as an optional companion of another package; the runtime reads TypeScript by itself.
rm -rf node_modules/typescript node_modules/@typescript

# The engine's binaries of other processors come along, because some machines can build for them.
case "$(uname -m)" in
  x86_64) rm -rf node_modules/@node-llama-cpp/linux-arm64 node_modules/@node-llama-cpp/linux-armv7l ;;
  aarch64) rm -rf node_modules/@node-llama-cpp/linux-armv7l ;;
esac
