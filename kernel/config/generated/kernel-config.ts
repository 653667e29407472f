// Generated from kernel-settings.ts by npm run generate. Do not edit.

export interface KernelConfig {
  /**
   * The folder that holds everything this server keeps.
   */
  home: string
  /**
   * The address to listen on.
   */
  host: string
  /**
   * The port to listen on; 0 takes a free one.
   */
  port: number
  /**
   * The address under which clients reach the server, when a proxy stands before it: https://svc.example.com, without user, query or fragment.
   */
  public_url?: string
  /**
   * The path below which everything is served, such as /svc.
   */
  base_path: string
  /**
   * Whose X-Forwarded-For to believe: true, false, or addresses and networks, separated by commas.
   */
  trust_proxy: boolean | string
  /**
   * More plugins: folders with a plugin.json, or folders of such folders.
   */
  plugin_folders: string[]
  /**
   * Installed npm packages that are plugins: their package.json has "svc": { "plugin": "./plugin.json" }.
   */
  plugin_packages: string[]
  /**
   * Private addresses that may be reached from here, as host:port.
   */
  egress_allow: string[]
  /**
   * What is logged.
   */
  log_level: 'debug' | 'info' | 'warn' | 'error' | 'silent'
  /**
   * A PostgreSQL database for users, workspaces, keys and jobs: postgres://user:password@host:5432/name
   */
  database_url?: string
  /**
   * Where the contents of files are kept, in place of the home: s3://bucket/prefix?endpoint=https://s3.example.com&region=eu-central-1, or file:///shared/folder.
   */
  content_url?: string
  /**
   * The id of the key for the bucket.
   */
  content_access_key_id?: string
  /**
   * The secret of that key.
   */
  content_secret_access_key?: string
  /**
   * Room for copies of what lies at SVC_CONTENT_URL on the disk of the home, MiB.
   */
  cache_mb: number
  /**
   * At least 32 characters. Keeps the workspaces in PostgreSQL and at SVC_CONTENT_URL, so that the disk of the home is a cache. Equal on all servers of an installation.
   */
  cluster_secret?: string
  /**
   * The address under which other servers reach this one; without it, its host and port.
   */
  server_url?: string
  /**
   * How long the workspaces of a server that is gone are left to it before another takes them.
   */
  server_lease_seconds: number
  /**
   * How many times as many workspaces this server takes as one with 1.
   */
  server_weight: number
  /**
   * Hours that the log of a workspace is kept in PostgreSQL after a snapshot has it.
   */
  log_retention_hours: number
  /**
   * Requests a minute that one caller may make.
   */
  rate_limit_per_minute: number
  /**
   * How many times the requests a minute of one key a person may make, with all of their keys together.
   */
  rate_limit_person_factor: number
  /**
   * API keys that a person may have at once, in all workspaces.
   */
  keys_per_person: number
  /**
   * KiB of a request body, where the route has no limit of its own.
   */
  body_max_kb: number
  /**
   * How deep objects and lists of a request body may lie within each other.
   */
  json_depth: number
  /**
   * Values that the JSON of a request may hold, in all objects and lists; imports, batches and calls of models take more.
   */
  json_members: number
  /**
   * Different names of members that the JSON of a request may have, however often each stands in it.
   */
  json_names: number
  /**
   * Requests of one person that may wait for their turn while the server is busy with others' and their own; more get 429.
   */
  waiting_requests_per_person: number
  /**
   * MiB that the bodies of these requests may have together.
   */
  waiting_mb_per_person: number
  /**
   * Event streams that one caller may have open at once.
   */
  streams_per_principal: number
  /**
   * Streamed answers of language models (/v1) that one caller may have open at once.
   */
  answer_streams_per_principal: number
  /**
   * Days that a workspace's events are kept; of more than 100,000 the oldest go sooner.
   */
  event_retention_days: number
  /**
   * The storage driver that keeps users, workspaces and keys, of svc or of a plugin; without it svc takes the one that fits DATABASE_URL.
   */
  control_driver?: string
  /**
   * The storage driver that keeps the workspaces' tables, of svc or of a plugin; without it svc takes the one that fits DATABASE_URL.
   */
  data_driver?: string
  /**
   * The storage driver that keeps jobs, of svc or of a plugin; without it svc takes the one that fits DATABASE_URL.
   */
  jobs_driver?: string
  /**
   * The storage driver that keeps memory, of svc or of a plugin; without it svc takes the one that fits DATABASE_URL.
   */
  memory_driver?: string
  /**
   * What reads datasets: duckdb, or sqlite where DuckDB does not run. Datasets of one are not those of the other.
   */
  analytics_driver: string
  /**
   * Memory that one process may use for a query or an import, MiB.
   */
  analytics_memory_mb: number
  /**
   * Processes for queries and the reading of datasets; a workspace has at most half of them at work at once.
   */
  analytics_processes: number
  /**
   * Queries of one workspace that may wait for a process, and half as many imports and exports; more get 429.
   */
  analytics_waiting: number
  /**
   * Jobs that the server itself runs at a time; with 0 all of them are left to svc worker.
   */
  worker_concurrency: number
  /**
   * How long a job of a worker that is gone is left to it before another takes it.
   */
  worker_lease_seconds: number
  /**
   * Limits of job queues over all workers, by name: {"letters": {"concurrency": 2, "rate": {"limit": 10, "per_seconds": 60}}}
   */
  job_queues: {
    [k: string]: {
      concurrency?: number
      rate?: {
        limit: number
        per_seconds: number
      }
    }
  }
  /**
   * Payloads that one claim answers, MiB; of larger jobs it answers fewer than its limit.
   */
  job_claim_mb: number
  /**
   * Pairs of queue and kind of which a workspace may have jobs that wait or run.
   */
  job_names: number
  /**
   * Days that jobs are kept after they succeeded.
   */
  job_retention_days: number
  /**
   * Days that dead and cancelled jobs are kept.
   */
  job_failed_retention_days: number
}
