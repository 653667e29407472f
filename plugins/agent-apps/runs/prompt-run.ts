import { messageOf, SvcError, TimeoutError } from '@svc/plugin'
import type { JsonObject } from '@svc/plugin'
import type { AppDefinition } from '../manifest/app-definition.ts'
import type { PromptTemplate } from '../manifest/prompt-template.ts'
import type { ActiveRun } from './active-run.ts'
import type { Capabilities } from './capabilities.ts'
import type { RunOutcome } from './run-failure.ts'

/**
 * Runs a prompt-only app: its filled-in text goes to the model; the answer is the output, as `outputs` has it or as `{ text }`.
 * Without a language model `svc/offline` answers from the prompt's own text, and the log says so.
 */
export async function runPrompt(
  app: AppDefinition,
  template: PromptTemplate,
  inputs: JsonObject,
  run: ActiveRun,
  capabilities: Capabilities,
): Promise<RunOutcome> {
  const limit = AbortSignal.timeout(app.limits.timeout_ms)
  try {
    const question = { prompt: template.fill(inputs), ...(app.outputs && { schema: app.outputs }) }
    const answer = await capabilities.ask(question, AbortSignal.any([run.signal, limit]))
    if (answer.offline) run.events.add(offlineNote(run))
    return { status: 'succeeded', output: app.outputs ? answer.value : { text: answer.text }, cpu_ms: 0 }
  } catch (error) {
    if (run.signal.aborted) return { status: 'cancelled', cpu_ms: 0 }
    if (limit.aborted) return timeout(app)
    const name = error instanceof Error ? error.name : 'Error'
    const message = messageOf(error)
    const shown = { name, message, stack: `${name}: ${message}` }
    if (!(error instanceof SvcError)) throw error
    return { status: 'failed', reason: 'agent', error: { ...shown, code: error.code }, cause: error, cpu_ms: 0 }
  }
}

function offlineNote(run: ActiveRun) {
  return {
    type: 'log' as const,
    at: run.record.started_at,
    level: 'warn' as const,
    message:
      'No language model is connected: svc/offline answered, by quoting the prompt. Set SVC_MODEL_BASE_URL to connect one.',
  }
}

function timeout(app: AppDefinition): RunOutcome {
  const { name, message } = new TimeoutError(`The app ran longer than its ${app.limits.timeout_ms} ms.`)
  return { status: 'failed', reason: 'timeout', error: { name, message, stack: `${name}: ${message}` }, cpu_ms: 0 }
}
