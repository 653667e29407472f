import { messageOf, SvcError, TimeoutError, UnprocessableError } from '@svc/plugin'
import type { JsonLike, JsonObject, JsonValue, Logger, ToolContext } from '@svc/plugin'
import { orAborted } from '@svc/plugin/library/turns/or-aborted'
import type { RegisteredTool } from '../registry/tool-registry.ts'
import { jsonFault } from './json-limits.ts'
import type { SchemaChecks } from './schema-checks.ts'

export interface RunToolOptions {
  checks: SchemaChecks
  timeoutMs: number
  maxOutputBytes: number
  log: Logger
}

const maxDepth = 64

/**
 * Runs a tool within its time, and takes only JSON from it, of a size and of the shape it promised.
 * @throws UnprocessableError `tool_failed`, TimeoutError, and what the tool throws with a code
 */
export async function runTool(
  tool: RegisteredTool,
  input: JsonObject,
  context: ToolContext,
  options: RunToolOptions,
): Promise<JsonValue> {
  const { manifest } = tool
  const { checks, maxOutputBytes, log } = options
  const answer = await withinTime(tool, input, context, options)
  const fault = jsonFault(answer, { maxBytes: maxOutputBytes, maxDepth })
  if (fault !== null) throw failed(manifest.name, `what it answered ${fault}`)
  const result = answer as JsonValue
  const mismatch = await checks.outputFault(manifest, result, tool.isTrusted)
  if (mismatch === null) return result
  log.error({ tool: manifest.name, reason: mismatch }, 'a tool answered what its output schema does not allow')
  throw failed(manifest.name, `what it answered does not fit its output schema: ${mismatch}`)
}

async function withinTime(
  tool: RegisteredTool,
  input: JsonObject,
  context: ToolContext,
  { timeoutMs, log }: RunToolOptions,
): Promise<JsonLike> {
  const { name } = tool.manifest
  const limit = new AbortController()
  const signal = AbortSignal.any([context.signal, limit.signal])
  const timer = setTimeout(() => {
    limit.abort(new TimeoutError(`The tool ${name} ran past its limit of ${timeoutMs} ms.`))
  }, timeoutMs)
  try {
    signal.throwIfAborted()
    // A tool that does not listen to the signal is left behind.
    return await orAborted(tool.run(input, { ...context, signal }), signal)
  } catch (error) {
    if (limit.signal.aborted && !context.signal.aborted) throw limit.signal.reason
    if (error instanceof SvcError || context.signal.aborted) throw error
    log.error({ tool: name, err: error }, 'a tool threw')
    throw failed(name, messageOf(error).slice(0, 500), error)
  } finally {
    clearTimeout(timer)
    // Releases those who wait for the end of a call that is over.
    limit.abort()
  }
}

function failed(name: string, why: string, cause?: unknown): UnprocessableError {
  return new UnprocessableError('tool_failed', `The tool ${name} failed: ${why}`, { cause })
}
