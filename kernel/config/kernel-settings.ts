import type { SettingsSchema } from './setting.ts'

const driverId = '^[a-z][a-z0-9]*(-[a-z0-9]+)*$'
const driverOf = (what: string) => ({
  type: 'string' as const,
  pattern: driverId,
  'x-machine': true,
  description: `The storage driver that keeps ${what}, of svc or of a plugin; without it svc takes the one that fits DATABASE_URL.`,
})

const integer = (range: { minimum: number; maximum?: number; default: number }, description: string) => ({
  type: 'integer' as const,
  ...range,
  description,
})

/** The kernel's own part of the configuration, read before anything else is known; `KernelConfig` is made from it. */
export const kernelSettings: SettingsSchema = {
  title: 'KernelConfig',
  type: 'object',
  additionalProperties: false,
  properties: {
    home: {
      type: 'string',
      format: 'path',
      default: '~/.svc',
      description: 'The folder that holds everything this server keeps.',
    },
    host: { type: 'string', minLength: 1, default: '127.0.0.1', description: 'The address to listen on.' },
    port: integer({ minimum: 0, maximum: 65535, default: 8420 }, 'The port to listen on; 0 takes a free one.'),
    public_url: {
      type: 'string',
      pattern: '^https?://[^\\s/?#@]+(/[^\\s?#]*)?$',
      description:
        'The address under which clients reach the server, when a proxy stands before it: https://svc.example.com, without user, query or fragment.',
    },
    base_path: {
      type: 'string',
      pattern: '^(/[A-Za-z0-9._~-]+)*/?$',
      default: '',
      description: 'The path below which everything is served, such as /svc.',
    },
    trust_proxy: {
      type: ['boolean', 'string'],
      default: false,
      'x-machine': true,
      description: 'Whose X-Forwarded-For to believe: true, false, or addresses and networks, separated by commas.',
    },
    plugin_folders: {
      type: 'array',
      items: { type: 'string', format: 'path' },
      default: [],
      'x-env': 'SVC_PLUGINS',
      description: 'More plugins: folders with a plugin.json, or folders of such folders.',
    },
    plugin_packages: {
      type: 'array',
      items: { type: 'string', minLength: 1 },
      default: [],
      'x-machine': true,
      description:
        'Installed npm packages that are plugins: their package.json has "svc": { "plugin": "./plugin.json" }.',
    },
    egress_allow: {
      type: 'array',
      items: { type: 'string', format: 'host-port' },
      default: [],
      'x-machine': true,
      description: 'Private addresses that may be reached from here, as host:port.',
    },
    log_level: { enum: ['debug', 'info', 'warn', 'error', 'silent'], default: 'info', description: 'What is logged.' },
    database_url: {
      type: 'string',
      pattern: '^[a-z][a-z0-9+.-]*://',
      'x-env': 'DATABASE_URL',
      'x-secret': true,
      description:
        'A PostgreSQL database for users, workspaces, keys and jobs: postgres://user:password@host:5432/name',
    },
    content_url: {
      type: 'string',
      minLength: 1,
      'x-machine': true,
      description:
        'Where the contents of files are kept, in place of the home: s3://bucket/prefix?endpoint=https://s3.example.com&region=eu-central-1, or file:///shared/folder.',
    },
    content_access_key_id: {
      type: 'string',
      minLength: 1,
      'x-machine': true,
      description: 'The id of the key for the bucket.',
    },
    content_secret_access_key: {
      type: 'string',
      minLength: 1,
      'x-secret': true,
      description: 'The secret of that key.',
    },
    cache_mb: integer(
      { minimum: 1, maximum: 1073741824, default: 20480 },
      'Room for copies of what lies at SVC_CONTENT_URL on the disk of the home, MiB.',
    ),
    cluster_secret: {
      type: 'string',
      minLength: 32,
      'x-secret': true,
      description:
        'At least 32 characters. Keeps the workspaces in PostgreSQL and at SVC_CONTENT_URL, so that the disk of the home is a cache. Equal on all servers of an installation.',
    },
    server_url: {
      type: 'string',
      pattern: '^https?://[^\\s/?#@]+(/[^\\s?#]*)?$',
      description: 'The address under which other servers reach this one; without it, its host and port.',
    },
    server_lease_seconds: integer(
      { minimum: 2, maximum: 60, default: 10 },
      'How long the workspaces of a server that is gone are left to it before another takes them.',
    ),
    server_weight: integer(
      { minimum: 1, maximum: 1000, default: 1 },
      'How many times as many workspaces this server takes as one with 1.',
    ),
    log_retention_hours: integer(
      { minimum: 1, maximum: 8760, default: 24 },
      'Hours that the log of a workspace is kept in PostgreSQL after a snapshot has it.',
    ),
    rate_limit_per_minute: integer({ minimum: 1, default: 1200 }, 'Requests a minute that one caller may make.'),
    rate_limit_person_factor: {
      type: 'number',
      minimum: 1,
      maximum: 10000,
      default: 2,
      description:
        'How many times the requests a minute of one key a person may make, with all of their keys together.',
    },
    keys_per_person: integer(
      { minimum: 1, maximum: 1000000, default: 100 },
      'API keys that a person may have at once, in all workspaces.',
    ),
    body_max_kb: integer(
      { minimum: 64, maximum: 1048576, default: 1024 },
      'KiB of a request body, where the route has no limit of its own.',
    ),
    json_depth: integer(
      { minimum: 16, maximum: 512, default: 64 },
      'How deep objects and lists of a request body may lie within each other.',
    ),
    json_members: integer(
      { minimum: 1000, maximum: 10000000, default: 10000 },
      'Values that the JSON of a request may hold, in all objects and lists; imports, batches and calls of models take more.',
    ),
    json_names: integer(
      { minimum: 100, maximum: 1000000, default: 2000 },
      'Different names of members that the JSON of a request may have, however often each stands in it.',
    ),
    waiting_requests_per_person: integer(
      { minimum: 16, maximum: 1000000, default: 1000 },
      "Requests of one person that may wait for their turn while the server is busy with others' and their own; more get 429.",
    ),
    waiting_mb_per_person: integer(
      { minimum: 1, maximum: 65536, default: 64 },
      'MiB that the bodies of these requests may have together.',
    ),
    streams_per_principal: integer(
      { minimum: 1, maximum: 100000, default: 32 },
      'Event streams that one caller may have open at once.',
    ),
    answer_streams_per_principal: integer(
      { minimum: 1, maximum: 100000, default: 128 },
      'Streamed answers of language models (/v1) that one caller may have open at once.',
    ),
    event_retention_days: integer(
      { minimum: 1, maximum: 3650, default: 7 },
      "Days that a workspace's events are kept; of more than 100,000 the oldest go sooner.",
    ),
    control_driver: driverOf('users, workspaces and keys'),
    data_driver: driverOf("the workspaces' tables"),
    jobs_driver: driverOf('jobs'),
    memory_driver: driverOf('memory'),
    analytics_driver: {
      type: 'string',
      pattern: driverId,
      default: 'duckdb',
      'x-machine': true,
      description:
        'What reads datasets: duckdb, or sqlite where DuckDB does not run. Datasets of one are not those of the other.',
    },
    analytics_memory_mb: integer(
      { minimum: 128, default: 1024 },
      'Memory that one process may use for a query or an import, MiB.',
    ),
    analytics_processes: integer(
      { minimum: 1, maximum: 256, default: 4 },
      'Processes for queries and the reading of datasets; a workspace has at most half of them at work at once.',
    ),
    analytics_waiting: integer(
      { minimum: 1, maximum: 100000, default: 64 },
      'Queries of one workspace that may wait for a process, and half as many imports and exports; more get 429.',
    ),
    worker_concurrency: integer(
      { minimum: 0, maximum: 1000, default: 32 },
      'Jobs that the server itself runs at a time; with 0 all of them are left to svc worker.',
    ),
    worker_lease_seconds: integer(
      { minimum: 1, maximum: 3600, default: 30 },
      'How long a job of a worker that is gone is left to it before another takes it.',
    ),
    job_queues: {
      type: 'object',
      default: {},
      propertyNames: {
        pattern: '^[A-Za-z0-9][A-Za-z0-9._:-]{0,127}$',
        description: 'A queue has 1 to 128 letters, digits or . _ : - in its name and a letter or a digit first.',
      },
      additionalProperties: {
        type: 'object',
        additionalProperties: false,
        properties: {
          concurrency: { type: 'integer', minimum: 1, maximum: 100000 },
          rate: {
            type: 'object',
            additionalProperties: false,
            required: ['limit', 'per_seconds'],
            properties: {
              limit: { type: 'integer', minimum: 1, maximum: 1000000 },
              per_seconds: { type: 'number', minimum: 0.001, maximum: 86400 },
            },
          },
        },
      },
      description:
        'Limits of job queues over all workers, by name: {"letters": {"concurrency": 2, "rate": {"limit": 10, "per_seconds": 60}}}',
    },
    job_claim_mb: integer(
      { minimum: 1, maximum: 1024, default: 8 },
      'Payloads that one claim answers, MiB; of larger jobs it answers fewer than its limit.',
    ),
    job_names: integer(
      { minimum: 1, maximum: 1000000, default: 1000 },
      'Pairs of queue and kind of which a workspace may have jobs that wait or run.',
    ),
    job_retention_days: integer(
      { minimum: 0, maximum: 3650, default: 7 },
      'Days that jobs are kept after they succeeded.',
    ),
    job_failed_retention_days: integer(
      { minimum: 0, maximum: 3650, default: 30 },
      'Days that dead and cancelled jobs are kept.',
    ),
  },
}
