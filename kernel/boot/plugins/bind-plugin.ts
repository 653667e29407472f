import { createRequire } from 'node:module'
import { faultSentences, ValidationError } from '@svc/plugin'
import type { JsonSchema, ToolBinding, ToolBindings } from '@svc/plugin'
import { schemaFaults } from '@svc/plugin/library/schemas/schema-faults'
import type { ValidateFunction } from 'ajv'
import type { Http } from '../../http/index.ts'
import type { Jobs } from '../../jobs/index.ts'
import type { BootedPlugin } from './booted-plugin.ts'
import type { CollectingEnv } from './plugin-env.ts'

// A payload is checked in the middle of synchronous work, and most starts check none: the library is loaded with the first one.
const load = createRequire(import.meta.url)

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
  for (const check of env.readyChecks) http.addReadyCheck({ ...check, name: `${id}: ${check.name}` })
}

/** Declared tools with their handlers; complete once sealed. */
export class ToolTable implements ToolBindings {
  readonly #bound: { plugin: BootedPlugin; binding: ToolBinding }[] = []
  #isSealed = false

  add(plugin: BootedPlugin, env: CollectingEnv): void {
    for (const manifest of plugin.planned.loaded.tools) {
      const bound = env.bindings.tools.get(manifest.name)
      // Their input is checked against the tool's schema before either is called.
      if (bound) this.#bound.push({ plugin, binding: { manifest, ...(bound as Omit<ToolBinding, 'manifest'>) } })
    }
  }

  seal(): void {
    this.#isSealed = true
  }

  all(): readonly ToolBinding[] {
    if (!this.#isSealed)
      throw new Error('Tools are complete once every plugin is set up; read them in env.onStart or later.')
    return this.#bound.filter(({ plugin }) => plugin.isRunning).map(({ binding }) => binding)
  }
}

/** Checks a job's payload against its schema, compiled at the first payload. @throws ValidationError */
function payloadCheck(kind: string, schema: JsonSchema): (payload: unknown) => void {
  let compiled: ValidateFunction | undefined
  return payload => {
    compiled ??= compile(schema)
    if (compiled(payload)) return
    const faults = schemaFaults(compiled.errors ?? [], '/payload')
    throw new ValidationError(`The payload of ${kind} is not valid: ${faultSentences(faults)}`, faults)
  }
}

function compile(schema: JsonSchema): ValidateFunction {
  const { Ajv } = load('ajv') as typeof import('ajv')
  const { default: addFormats } = load('ajv-formats') as typeof import('ajv-formats').default
  // It was compared with the meta-schema when the plugin was read.
  const ajv = new Ajv({ allErrors: true, strict: false, verbose: true, validateSchema: false, meta: false })
  addFormats(ajv)
  return ajv.compile(schema)
}
