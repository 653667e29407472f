import { defineMigration } from '@svc/plugin'
import type { Migration } from '@svc/plugin'

/** The steps of the schema `svc`. Ids sort by byte, as they do in the registry. */
export const postgresMigrations: Migration[] = [
  defineMigration({
    id: '0001-control-plane',
    statements: [
      `CREATE TABLE svc.users (
        id text COLLATE "C" PRIMARY KEY,
        username text NOT NULL,
        username_key text NOT NULL UNIQUE,
        password_hash text NOT NULL,
        role text NOT NULL,
        disabled boolean NOT NULL,
        default_workspace_id text NOT NULL,
        created_at timestamptz NOT NULL
      )`,
      `CREATE INDEX users_role ON svc.users (role, id)`,
      `CREATE INDEX users_default_workspace ON svc.users (default_workspace_id, id)`,
      `CREATE TABLE svc.workspaces (
        id text COLLATE "C" PRIMARY KEY,
        name text NOT NULL,
        created_at timestamptz NOT NULL
      )`,
      `CREATE TABLE svc.members (
        id text COLLATE "C" PRIMARY KEY,
        workspace_id text NOT NULL,
        user_id text NOT NULL,
        role text NOT NULL,
        created_at timestamptz NOT NULL
      )`,
      `CREATE INDEX members_workspace ON svc.members (workspace_id, id)`,
      `CREATE INDEX members_user ON svc.members (user_id, id)`,
      `CREATE TABLE svc.sessions (
        id text COLLATE "C" PRIMARY KEY,
        user_id text NOT NULL,
        created_at timestamptz NOT NULL,
        expires_at timestamptz NOT NULL,
        last_seen_at timestamptz NOT NULL,
        ip text,
        user_agent text
      )`,
      `CREATE INDEX sessions_user ON svc.sessions (user_id, id)`,
      `CREATE TABLE svc.invites (
        id text COLLATE "C" PRIMARY KEY,
        token_hash text NOT NULL UNIQUE,
        role text NOT NULL,
        created_by text NOT NULL,
        created_at timestamptz NOT NULL,
        expires_at timestamptz NOT NULL
      )`,
      `CREATE INDEX invites_creator ON svc.invites (created_by, id)`,
      `CREATE TABLE svc.api_keys (
        id text COLLATE "C" PRIMARY KEY,
        workspace_id text NOT NULL,
        user_id text NOT NULL,
        name text NOT NULL,
        prefix text NOT NULL,
        secret_hash text NOT NULL,
        scopes text[] NOT NULL,
        created_at timestamptz NOT NULL,
        expires_at timestamptz,
        last_used_at timestamptz
      )`,
      `CREATE INDEX api_keys_workspace ON svc.api_keys (workspace_id, id)`,
      `CREATE INDEX api_keys_user ON svc.api_keys (user_id, id)`,
      `CREATE TABLE svc.plugin_settings (
        id text COLLATE "C" PRIMARY KEY,
        enabled boolean,
        pinned_manifest_hash text,
        updated_at timestamptz NOT NULL
      )`,
      `CREATE TABLE svc.facts (id text COLLATE "C" PRIMARY KEY, value text NOT NULL)`,
      `CREATE TABLE svc.audit (
        position bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        id text NOT NULL,
        at timestamptz NOT NULL,
        entry json NOT NULL
      )`,
    ],
  }),
  defineMigration({ id: '0004-key-limits', statements: [`ALTER TABLE svc.api_keys ADD COLUMN limits text`] }),
  defineMigration({
    id: '0005-failures',
    statements: [
      // Gone with a crash of the database, and worth no wait for its disk.
      `CREATE UNLOGGED TABLE svc.failures (
        position bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        subject text NOT NULL,
        failed_at timestamptz NOT NULL DEFAULT now(),
        expires_at timestamptz NOT NULL
      )`,
      `CREATE INDEX failures_expiry ON svc.failures (expires_at)`,
    ],
  }),
]
