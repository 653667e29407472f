import type { Http } from '../../http/index.ts'
import type { Jobs } from '../../jobs/index.ts'
import type { BootedPlugin } from './booted-plugin.ts'
import { payloadCheck } from './payload-check.ts'
import type { CollectingEnv } from './plugin-env.ts'

const defaultTimeoutSeconds = 600
const defaultMaxAttempts = 3

/** Hands the rooms what a plugin bound: routes and ready checks to HTTP, job kinds to the queue. */
export function bindPlugin(plugin: BootedPlugin, env: CollectingEnv, { http, jobs }: { http: Http; jobs: Jobs }): void {
  const { id, title } = plugin
  const { manifest, payloads } = plugin.planned.loaded
  http.addRoutes({ plugin: id, title, unavailable: () => plugin.unavailable() }, env.bindings.routes)
  for (const job of manifest.jobs ?? []) {
    const handler = env.bindings.jobs.get(job.kind)
    const schema = payloads.get(job.kind)
    if (!handler) continue
    jobs.register(
      {
        kind: job.kind,
        plugin: id,
        timeoutSeconds: job.timeout_seconds ?? defaultTimeoutSeconds,
        maxAttempts: job.max_attempts ?? defaultMaxAttempts,
        runsOn: job.runs_on ?? 'any',
        ...(job.concurrency === undefined ? {} : { concurrency: job.concurrency }),
        validate: schema ? payloadCheck(job.kind, schema) : () => undefined,
      },
      handler,
    )
  }
  for (const { name, check } of env.readyChecks) http.addReadyCheck(`${id}: ${name}`, check)
}
