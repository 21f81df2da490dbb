#!/bin/sh
# The same question in each form that the service answers, and the balance. Needs BOREAL_BASE_URL and BOREAL_API_KEY.
set -eu
model="${BOREAL_MODEL:-svc-glacier}"
question='What is the capital of Czechia?'

ask() {
  curl --silent --show-error --fail-with-body "$BOREAL_BASE_URL/$1" \
    -H "Authorization: Bearer $BOREAL_API_KEY" \
    -H 'Content-Type: application/json' \
    -d "$2"
  echo
}

ask chat/completions "{\"model\":\"$model\",\"messages\":[{\"role\":\"user\",\"content\":\"$question\"}]}"
ask responses "{\"model\":\"$model\",\"input\":\"$question\"}"
ask messages "{\"model\":\"$model\",\"max_tokens\":200,\"messages\":[{\"role\":\"user\",\"content\":\"$question\"}]}"
ask messages/count_tokens "{\"model\":\"$model\",\"messages\":[{\"role\":\"user\",\"content\":\"$question\"}]}"

curl --silent --show-error --fail-with-body "$BOREAL_BASE_URL/balance" -H "Authorization: Bearer $BOREAL_API_KEY"
echo
