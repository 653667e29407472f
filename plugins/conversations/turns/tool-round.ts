import { messageOf, parseJson, SvcError } from '@svc/plugin'
import type { JsonObject, JsonValue, Logger, Principal } from '@svc/plugin'
import type { ChatToolCall } from '@svc/plugin/contracts/models'
import { isPending } from '@svc/plugin/contracts/tools'
import type { ToolCatalog } from '@svc/plugin/contracts/tools'
import { orAborted } from '@svc/plugin/library/turns/or-aborted'
import type { ToolOffer } from '../offer/tool-offer.ts'
import type { MessageHead, StoredTurn } from '../records.ts'
import { failedWith, succeeded } from './call-outcomes.ts'
import type { Fault } from './call-outcomes.ts'
import type { TurnJournal } from './turn-journal.ts'

const mostAtOnce = 8
const mostCalls = 64
// So much of what people have said lets a tool notice that a call only repeats it.
const messagesLooked = 32
const mostSaid = 4
const mostSaidCharacters = 20_000

export interface ToolRoundOptions {
  catalog: ToolCatalog | undefined
  journal: TurnJournal
  log: Logger
}

export interface ToolRound {
  turn: StoredTurn
  /** Who asked, as they are now; looked up before each call. @throws ForbiddenError when they may do nothing more */
  caller(): Promise<Principal>
  calls: readonly ChatToolCall[]
  /** What the model was offered, and what it may find. */
  offer: ToolOffer
  /** What people have said last, the latest first. */
  said: readonly string[]
  signal: AbortSignal
}

/** Runs the calls of one step, several at once; each result is stored as it comes. What fails is a result too, which the model reads. */
export class ToolRounds {
  readonly #options: ToolRoundOptions

  constructor(options: ToolRoundOptions) {
    this.#options = options
  }

  /** The calls that failed, in their order; those that wait for a person are stored with the turn. @throws when the signal aborts */
  async run(round: ToolRound): Promise<boolean[]> {
    const failed: boolean[] = round.calls.map(() => false)
    const waiting = [...round.calls.entries()]
    const worker = async (): Promise<void> => {
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
        const [index, call] = next
        failed[index] = await this.#one(round, call, index)
      }
    }
    await Promise.all(Array.from({ length: Math.min(mostAtOnce, round.calls.length) }, worker))
    return failed
  }

  /** True when it failed. */
  async #one(round: ToolRound, call: ChatToolCall, index: number): Promise<boolean> {
    const { turn, signal } = round
    const { journal } = this.#options
    try {
      const outcome = await this.#call(round, call, index)
      if ('approval_id' in outcome) {
        const { approval_id, expires_at } = outcome
        journal.asked(turn, { call_id: call.id, tool_name: call.name, approval_id }, expires_at)
        return false
      }
      journal.result(turn, succeeded(call.id, call.name, outcome.result))
      return false
    } catch (error) {
      signal.throwIfAborted()
      journal.result(turn, failedWith(call.id, call.name, this.#faultOf(call, error)))
      return true
    }
  }

  async #call({ turn, caller, offer, signal, said }: ToolRound, call: ChatToolCall, index: number) {
    const { catalog } = this.#options
    if (index >= mostCalls) throw refusal(`At most ${mostCalls} tools can be called at once; call this one later.`)
    if (offer.isSearch(call.name)) return this.#find(turn, offer, call)
    if (catalog === undefined || !offer.canCall(call.name)) throw refusal(offer.refusal(call.name))
    const input = argumentsOf(call)
    // A model may know a tool that it did not look for, from the history or from an instruction.
    this.#load(turn, offer, [call.name])
    const origin = { kind: 'turn' as const, session_id: turn.session_id, turn_id: turn.turn_id, call_id: call.id }
    const principal = await orAborted(caller(), signal)
    const outcome = await orAborted(
      catalog.call({ name: call.name, arguments: input, principal, signal, origin, said }),
      signal,
    )
    return isPending(outcome) ? outcome : { result: outcome.result }
  }

  #find(turn: StoredTurn, offer: ToolOffer, call: ChatToolCall): { result: JsonValue } {
    const { query } = argumentsOf(call)
    if (typeof query !== 'string') throw refusal(`The arguments of ${call.name} must be {"query": "…"}.`)
    const { result, names } = offer.find(query)
    this.#load(turn, offer, names)
    return { result }
  }

  #load(turn: StoredTurn, offer: ToolOffer, names: readonly string[]): void {
    const loaded = offer.load(names)
    if (loaded !== null) this.#options.journal.loadedTools(turn, loaded)
  }

  #faultOf(call: ChatToolCall, error: unknown): Fault {
    if (!(error instanceof SvcError)) {
      this.#options.log.error({ tool: call.name, err: error }, 'a tool of a turn threw')
      return { code: 'internal_error', message: `The tool ${call.name} failed by a fault of the server.` }
    }
    if (error.status >= 500 && error.code === 'internal_error') {
      this.#options.log.error({ tool: call.name, err: error.cause ?? error }, messageOf(error))
      return { code: error.code, message: `The tool ${call.name} failed by a fault of the server.` }
    }
    const faults = error.errors?.map(({ path, message }) => `${path} ${message}`).join('; ')
    return { code: error.code, message: faults ? `${error.message} (${faults})` : error.message }
  }
}

/** What people have said last in a branch, the latest first. */
export function lastSaid(newest: readonly MessageHead[]): string[] {
  const asked = newest.slice(0, messagesLooked).filter(({ role, content }) => role === 'user' && content !== '')
  return asked.slice(0, mostSaid).map(({ content }) => content.slice(0, mostSaidCharacters))
}

class CallRefused extends SvcError {}

function refusal(message: string): SvcError {
  return new CallRefused(422, 'tool_call_invalid', message)
}

function argumentsOf({ name, arguments: text }: ChatToolCall): JsonObject {
  const trimmed = text.trim()
  try {
    const value: unknown = trimmed === '' ? {} : parseJson(trimmed)
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as JsonObject
  } catch (error) {
    throw new CallRefused(422, 'tool_call_invalid', `The arguments of ${name} are not JSON: ${messageOf(error)}`, {
      cause: error,
    })
  }
  throw refusal(`The arguments of ${name} must be a JSON object.`)
}

const mostFailures = 3

/** Notices a model that makes the same failing call step after step, whatever else it calls. */
export class FailingCalls {
  /** In how many steps in a row each call has failed by now. */
  #steps: ReadonlyMap<string, number> = new Map()

  /** True when one call has now failed in three steps in a row. */
  add(calls: readonly ChatToolCall[], failed: readonly boolean[]): boolean {
    const keys = calls.flatMap(({ name, arguments: text }, index) => (failed[index] ? [`${name}\n${text}`] : []))
    this.#steps = new Map(keys.map(key => [key, (this.#steps.get(key) ?? 0) + 1]))
    return this.#steps.values().some(steps => steps >= mostFailures)
  }
}
