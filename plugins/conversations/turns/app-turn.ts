import { NotFoundError, UnprocessableError, ValidationError } from '@svc/plugin'
import type { JsonObject, JsonSchema, JsonValue, Principal } from '@svc/plugin'
import type { AgentApps, AgentAppSummary, AppRunRecord } from '@svc/plugin/contracts/agent-apps'
import { orAborted } from '@svc/plugin/library/turns/or-aborted'
import { didYouMean } from '@svc/plugin/library/closest-word'
import { appPrefix } from '../sessions/choices.ts'
import type { RunningTurn } from './running-turn.ts'
import type { TurnJournal } from './turn-journal.ts'
import type { TurnOutcome } from './turn-steps.ts'

/** @throws NotFoundError */
export function requireApp(apps: Pick<AgentApps, 'get' | 'list'> | undefined, model: string): AgentAppSummary {
  const name = model.slice(appPrefix.length)
  const app = apps?.get(name)
  if (app) return app
  const models = apps?.list().map(each => appPrefix + each.name) ?? []
  const hint = didYouMean(model, models, 'GET /api/agent-apps lists them.')
  throw new NotFoundError(`There is no agent app ${JSON.stringify(name.slice(0, 64))}. ${hint}`)
}

/** A turn in which an agent app answers: it is run with the question, and its output is the answer. */
export class AppTurns {
  readonly #apps: Pick<AgentApps, 'get' | 'list' | 'run'> | undefined
  readonly #journal: Pick<TurnJournal, 'emit' | 'piece'>

  constructor(apps: Pick<AgentApps, 'get' | 'list' | 'run'> | undefined, journal: Pick<TurnJournal, 'emit' | 'piece'>) {
    this.#apps = apps
    this.#journal = journal
  }

  async run(running: RunningTurn, principal: Principal, question: string): Promise<TurnOutcome> {
    const { turn, signal } = running
    const app = requireApp(this.#apps, turn.model)
    const inputs = inputsOf(app, question)
    const work = this.#apps?.run({ app: app.name, inputs, runner: 'api', principal, signal })
    if (work === undefined) throw new NotFoundError('Agent apps are switched off.')
    const record = await orAborted(work, signal)
    this.#journal.emit(turn, 'run', { run_id: record.run_id, app: app.name, status: record.status })
    if (record.status !== 'succeeded') throw failure(record)
    const content = textOf(record.output)
    running.content = content
    if (content !== '') this.#journal.piece(turn, 'content', content)
    const { prompt_tokens, completion_tokens } = record.usage
    const step = { step: 1, model: turn.model, usage: { prompt_tokens, completion_tokens } }
    return { finish_reason: 'stop', content, model: turn.model, step }
  }
}

function failure({ run_id, error, status }: AppRunRecord): UnprocessableError {
  const what = error === null ? `ended as ${status}` : `failed: ${error.message}`
  return new UnprocessableError('agent_app_failed', `The agent app ${what} (run ${run_id}).`)
}

/**
 * A question that is a JSON object is the inputs; any other goes into the app's only text input, or its first required one.
 * @throws ValidationError that names the inputs
 */
function inputsOf({ name, inputs }: AgentAppSummary, question: string): JsonObject {
  const given = objectIn(question)
  if (given !== null) return given
  const properties = (inputs?.['properties'] ?? {}) as Record<string, JsonSchema>
  const required = (inputs?.['required'] ?? []) as string[]
  const names = Object.keys(properties)
  const texts = names.filter(key => isText(properties[key]))
  const first = texts.find(key => required.includes(key)) ?? (texts.length === 1 ? texts[0] : undefined)
  const others = required.filter(key => key !== first)
  if (first !== undefined && others.length === 0) return { [first]: question }
  if (names.length === 0) return {}
  throw new ValidationError(
    `The agent app ${name} takes several inputs: send them as a JSON object with ${names.map(key => JSON.stringify(key)).join(', ')}${required.length === 0 ? '' : `, of which ${required.map(key => JSON.stringify(key)).join(', ')} must be there`}.`,
  )
}

function isText(schema: JsonSchema | undefined): boolean {
  const type: unknown = schema?.['type']
  return type === 'string' || (Array.isArray(type) && type.includes('string'))
}

function objectIn(text: string): JsonObject | null {
  if (!text.trimStart().startsWith('{')) return null
  try {
    return JSON.parse(text) as JsonObject
  } catch {
    // It only looks like JSON.
    return null
  }
}

/** Texts as they are, also the only one of an object; all else as JSON in a fence that it cannot close. */
function textOf(output: JsonValue): string {
  if (output === null || output === undefined) return ''
  if (typeof output === 'string') return output
  if (typeof output === 'object' && !Array.isArray(output)) {
    const [text, ...others] = Object.values(output)
    if (typeof text === 'string' && others.length === 0) return text
  }
  const json = JSON.stringify(output, null, 2)
  const longest = (json.match(/`+/g) ?? []).reduce((most, run) => Math.max(most, run.length), 2)
  const fence = '`'.repeat(longest + 1)
  return `${fence}json\n${json}\n${fence}`
}
