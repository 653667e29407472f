#!/usr/bin/env bash
# The API with curl alone: stores a document in memory, searches for it, and asks the agent, with its answer as a stream.
# Needs SVC_BASE_URL and SVC_API_KEY in the environment.
set -euo pipefail

call() { # method, path, and options of curl
  curl -sS --fail-with-body -X "$1" "$SVC_BASE_URL$2" -H "Authorization: Bearer $SVC_API_KEY" -H 'Content-Type: application/json' "${@:3}"
}

# Without "force", memory refuses what only restates a document that it has.
call POST /api/memory -d '{"content": "The blue whale is the largest animal.", "source": "animals", "force": true}'
echo
call POST /api/memory/search -d '{"query": "largest animal", "top_k": 1}'
echo
session=$(call POST /api/conversations -d '{"title": "From curl"}' | sed -E 's/.*"session_id":"([^"]+)".*/\1/')
call POST "/api/conversations/$session/messages" -N -d '{"message": "Hello", "stream": true}'
