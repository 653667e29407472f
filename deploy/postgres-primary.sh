#!/bin/bash
# Run once by the image of PostgreSQL, in its new database: it waits with each commit until the standby has it, from its next start on.
set -euo pipefail
echo 'host replication svc all scram-sha-256' >> "$PGDATA/pg_hba.conf"
psql --username "$POSTGRES_USER" --dbname "$POSTGRES_DB" --set ON_ERROR_STOP=1 <<'SQL'
SELECT pg_create_physical_replication_slot('standby', true);
ALTER SYSTEM SET synchronous_standby_names = 'standby';
SQL
