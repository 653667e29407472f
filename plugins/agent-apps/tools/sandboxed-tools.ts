import { ForbiddenError, TimeoutError, UnprocessableError, ValidationError, withLogFields } from '@svc/plugin'
import type { Clock, Ids, JsonObject, JsonValue, SvcError, ToolContext } from '@svc/plugin'
import type { Sandbox } from '@svc/plugin/contracts/sandbox'
import type { AppCatalog } from '../catalog/app-catalog.ts'
import type { LoadedApp } from '../catalog/app-entry.ts'
import { ActiveRun } from '../runs/active-run.ts'
import type { CapabilityServices } from '../runs/capabilities.ts'
import { executeApp } from '../runs/execute-app.ts'
import { RunEvents } from '../runs/run-events.ts'
import type { RunOutcome } from '../runs/run-failure.ts'
import { mayWaitFor } from './tool-graph.ts'
import type { ToolGraph } from './tool-graph.ts'

export interface SandboxedToolsOptions {
  catalog: AppCatalog
  sandbox: Sandbox
  services: CapabilityServices
  graph: ToolGraph
  disabled: readonly string[]
  ids: Ids
  clock: Clock
}

/** Calls tools that are folders: in the sandbox, within their limits, their results checked. The catalogue records the call. */
export class SandboxedTools {
  readonly #options: SandboxedToolsOptions

  constructor(options: SandboxedToolsOptions) {
    this.#options = options
  }

  async call(name: string, input: JsonObject, context: ToolContext): Promise<JsonValue> {
    const { catalog, disabled, graph } = this.#options
    const entry = await catalog.require(name, 'tool')
    if (disabled.includes(name))
      throw new ForbiddenError('forbidden', `The operator has switched off the tool ${name}.`)
    const tool = await entry.ready()
    const chain = context.app?.chain ?? []
    const mayWait = mayWaitFor(name, chain, graph)
    const leave = await entry.gate.enter(name, context.principal.workspace_id, context.signal, { mayWait })
    try {
      return await this.#run(tool, filledIn(tool, input), context, chain)
    } finally {
      leave()
    }
  }

  async #run(tool: LoadedApp, input: JsonObject, context: ToolContext, chain: readonly string[]): Promise<JsonValue> {
    const { sandbox, services, ids, clock } = this.#options
    const { principal, signal, log } = context
    const { name, version } = tool.definition
    const run_id = ids.create('run')
    const started_at = clock.timestamp()
    const run = new ActiveRun(
      { run_id, app: name, version, runner: 'api', principal, job_id: null, started_at, chain },
      new RunEvents(),
    )
    const stop = () => run.stop('client-left')
    signal.addEventListener('abort', stop, { once: true })
    if (signal.aborted) stop()
    try {
      const outcome = await withLogFields({ run_id }, () =>
        executeApp({ app: tool, inputs: input, run, sandbox, services }),
      )
      for (const { level, message } of run.events.logs) log.debug({ tool: name, level }, message)
      if (outcome.status === 'succeeded') return outcome.output
      if (outcome.status === 'failed') throw toolFailure(name, outcome)
      throw signal.reason
    } finally {
      signal.removeEventListener('abort', stop)
    }
  }
}

/** The input with its schema's defaults. A copy: the caller's own stays what was asked, and may have been approved as such. */
function filledIn({ definition }: LoadedApp, given: JsonObject): JsonObject {
  const input = structuredClone(given)
  const faults = definition.validateInputs(input)
  if (faults.length === 0) return input
  const errors = faults.map(({ path, message }) => ({ path: `/arguments${path}`, message }))
  const sentence = errors.map(({ path, message }) => `${path.slice(1)} ${message}`).join('; ')
  throw new ValidationError(`The arguments of ${definition.name} are not valid: ${sentence}.`, errors)
}

/** Says what the author needs: what was thrown, and where. */
function toolFailure(tool: string, { reason, error }: RunOutcome & { status: 'failed' }): SvcError {
  const message = error.message.replace(/^The app /, 'The tool ')
  const place = /\(?([^\s()]+:\d+:\d+)\)?/.exec(error.stack.split('\n')[1] ?? '')?.[1]
  const where = place === undefined ? '' : ` (${place})`
  const extra = { error: { ...error, message } }
  if (reason === 'timeout' || reason === 'cpu') return new TimeoutError(`${tool}: ${message}`, { extra })
  return new UnprocessableError('tool_failed', `${tool}: ${error.name}: ${message}${where}`, { extra })
}
