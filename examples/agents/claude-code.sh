#!/bin/sh
# Claude Code with Boreal. Needs BOREAL_BASE_URL, BOREAL_API_KEY and a model that takes tools.
set -eu
model="${BOREAL_MODEL:-svc-glacier}"

# It adds /v1 itself.
export ANTHROPIC_BASE_URL="${BOREAL_BASE_URL%/v1}"
export ANTHROPIC_AUTH_TOKEN="$BOREAL_API_KEY"
export ANTHROPIC_MODEL="$model"
export ANTHROPIC_DEFAULT_HAIKU_MODEL="$model"
export CLAUDE_CODE_SUBAGENT_MODEL="$model"
# Without this limit it asks for more tokens than most models allow.
export CLAUDE_CODE_MAX_OUTPUT_TOKENS="${BOREAL_MAX_TOKENS:-8192}"
# How much fits into a chat with the model. Without it Claude Code takes that for a million tokens and shortens no chat in time.
[ -z "${BOREAL_CONTEXT_TOKENS:-}" ] || export CLAUDE_CODE_MAX_CONTEXT_TOKENS="$BOREAL_CONTEXT_TOKENS"
exec claude "$@"
