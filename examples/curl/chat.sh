#!/bin/sh
# One answer, one streamed answer, and the receipt of the first. Needs BOREAL_BASE_URL and BOREAL_API_KEY.
set -eu
model="${BOREAL_MODEL:-svc-glacier}"

ask() {
  curl --silent --show-error --no-buffer --fail-with-body "$BOREAL_BASE_URL/chat/completions" \
    -H "Authorization: Bearer $BOREAL_API_KEY" \
    -H 'Content-Type: application/json' \
    -d "$1"
}

answer=$(ask "{\"model\":\"$model\",\"messages\":[{\"role\":\"user\",\"content\":\"What is the capital of Czechia?\"}]}")
echo "$answer"

ask "{\"model\":\"$model\",\"stream\":true,\"messages\":[{\"role\":\"user\",\"content\":\"And of Slovakia?\"}]}"

id=$(printf '%s' "$answer" | sed 's/^{"id":"\([^"]*\)".*/\1/')
curl --silent --show-error --fail-with-body "$BOREAL_BASE_URL/receipts/$id" -H "Authorization: Bearer $BOREAL_API_KEY"
echo
