#!/bin/sh
# Puts a new image or new settings into service without a gap: one server after the other, each after the one before it
# could answer chats. Run it in this folder.
set -eu
docker compose build
for server in boreal-1 boreal-2; do
  # Running answers finish first (stop_grace_period); meanwhile the other server takes everything new.
  docker compose up --detach --no-deps --wait --wait-timeout 180 "$server"
done
