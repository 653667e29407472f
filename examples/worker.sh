#!/usr/bin/env bash
# A worker in bash: takes jobs of the kind $KIND, gives the payload of each to the command $DO and answers what that prints, which is JSON.
# Needs curl and jq, and in the environment SVC_BASE_URL and SVC_API_KEY (a key with the scope jobs:write).
set -uo pipefail
kind=${KIND:-words.count} do=${DO:-"jq '{words: (.text | split(\" \") | length)}'"} worker=$(hostname)-$$ result=$(mktemp)
trap 'rm -f "$result"; kill $(jobs -p) 2>/dev/null' EXIT
trap exit TERM INT

post() { # path below /api/jobs/; the body comes on standard input
  curl -sS --fail-with-body "$SVC_BASE_URL/api/jobs/$1" -H "Authorization: Bearer $SVC_API_KEY" -H 'Content-Type: application/json' -d @-
}

while :; do
  answer=$(post claim <<<"{\"worker_id\": \"$worker\", \"kinds\": [\"$kind\"], \"lease_seconds\": 60, \"wait_seconds\": 20}") || { sleep 2; continue; }
  read -r id token payload < <(jq -r '.jobs[0] // empty | "\(.job_id) \(.claim_token) \(.payload | tojson)"' <<<"$answer") || continue

  bash -c "$do" <<<"$payload" >"$result" & work=$!
  while sleep "${HEARTBEAT_SECONDS:-20}"; do # a lost claim or a request to cancel ends the command
    [ "$(post "$id/heartbeat" <<<"{\"claim_token\": \"$token\"}" | jq .cancel_requested)" = false ] || { kill $work; break; }
  done & heart=$!

  if wait $work; then
    jq --arg token "$token" '{claim_token: $token, result: .}' "$result" | post "$id/complete"
  else
    post "$id/fail" <<<"{\"claim_token\": \"$token\", \"error\": {\"message\": \"The command ended with an error.\"}}"
  fi >/dev/null || echo "the answer to $id was not taken" >&2
  { kill -9 $heart && wait $heart; } 2>/dev/null
done
