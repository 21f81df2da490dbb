#!/bin/sh
# The `boreal` command of the image. It becomes the runtime, so that the server itself is process 1 and gets the signals.
# The variables are those that bin/bun.mjs sets outside of containers, and a home for a user who has none.
export BUN_CONFIG_MAX_HTTP_REQUESTS="${BUN_CONFIG_MAX_HTTP_REQUESTS:-65535}" DO_NOT_TRACK=1 HOME="${HOME:-/tmp}"
exec /app/bun --no-install /app/src/server/commands/main.ts "$@"
