#!/bin/bash
# Copies the database of the host `postgres` at the first start, and follows it from then on as its synchronous standby.
set -euo pipefail
if [ ! -s "$PGDATA/PG_VERSION" ]; then
  chmod 700 "$PGDATA"
  # What a copy that was broken off has left.
  find "$PGDATA" -mindepth 1 -delete
  PGPASSWORD="$(cat /run/secrets/postgres_password)"
  export PGPASSWORD
  pg_basebackup --dbname 'host=postgres user=svc application_name=standby' --pgdata "$PGDATA" \
    --write-recovery-conf --slot standby --wal-method stream --checkpoint fast
fi
exec postgres
