import { messageOf, UpstreamError } from '@svc/plugin'
import type { ByteQuota, Callers, Clock, DataPlane, Ids, Logger, Principal } from '@svc/plugin'
import type {
  ChatMessage,
  ChatRequest,
  ChatTool,
  ChatToolCall,
  Models,
  ResolvedModel,
  TokenUsage,
} from '@svc/plugin/contracts/models'
import type { ToolCatalog } from '@svc/plugin/contracts/tools'
import { orAborted } from '@svc/plugin/library/turns/or-aborted'
import { openBranch } from '../history/history-reader.ts'
import type { HistoryReader } from '../history/history-reader.ts'
import { systemPrompt } from '../history/prompt.ts'
import { guessTokens, tokensOfMessage, tokensOfTools } from '../history/token-count.ts'
import { ToolOffer } from '../offer/tool-offer.ts'
import { ToollessModels } from '../offer/toolless-models.ts'
import type { MemoryRecall } from '../recall/memory-recall.ts'
import type { Session, StoredTurn, ToolSet } from '../records.ts'
import { messageStore } from '../sessions/message-store.ts'
import type { ModelAnswer, RunningTurn } from './running-turn.ts'
import { FailingCalls, lastSaid } from './tool-round.ts'
import type { ToolRounds } from './tool-round.ts'
import type { TurnJournal } from './turn-journal.ts'
import { clientCalls } from './turn-steps.ts'
import type { TurnOutcome } from './turn-steps.ts'

const mostCharacters = 2 * 1024 * 1024
const charactersAToken = 4
// Each is stored, refused or run, and sent to the model again.
const mostCalls = 256

export interface TurnLoopOptions {
  data: DataPlane
  quota: Pick<ByteQuota, 'grow'>
  models: Models
  catalog: ToolCatalog | undefined
  rounds: ToolRounds
  journal: TurnJournal
  history: HistoryReader
  recall: MemoryRecall
  /** The tools that a model is offered from the start, where not all of them fit. */
  coreTools: readonly string[]
  callers: Callers
  ids: Ids
  clock: Clock
  log: Logger
}

interface StepNeeds {
  session: Session
  principal: Principal
  model: ResolvedModel
  set: ToolSet
  offer: ToolOffer
  messages: ChatMessage[]
  /** What people have said last, the latest first. */
  said: string[]
}

/** Carries a turn out: the model is asked, its calls are run, and it is asked again with their results, until it has none. */
export class TurnLoop {
  readonly #options: TurnLoopOptions
  readonly #toolless = new ToollessModels()

  constructor(options: TurnLoopOptions) {
    this.#options = options
  }

  /** How the turn ended, or null when it waits for a person. @throws what broke it off, the reason of its signal among it */
  async run(running: RunningTurn): Promise<TurnOutcome | null> {
    const { turn } = running
    const failing = new FailingCalls()
    // A turn that waited for a person goes on behind the calls of its last step.
    const rest = turn.steps === 0 ? null : this.#leftToClient(turn)
    if (rest !== null) return rest
    for (;;) {
      const needs = await this.#prepare(running)
      const limit = limitReached(turn, needs.session)
      if (limit !== null) return limit
      const answer = await this.#ask(running, needs).catch((error: unknown) => this.#withoutTools(needs, error))
      if (answer === null) continue
      const { content, model, usage, calls } = answer
      const step = { step: turn.steps + 1, model, usage }
      if (calls.length === 0) return { finish_reason: endOf(answer), content, model, step }
      const client = new Set(clientCalls(turn, calls).map(call => call.id))
      this.#options.journal.stepped(turn, { ...step, content, calls, client })
      running.content = client.size > 0 ? content : ''
      const own = calls.filter(call => !client.has(call.id))
      const { offer, said } = needs
      const caller = (): Promise<Principal> => this.#options.callers.resume(turn.caller)
      const round = { turn, caller, calls: own, offer, said, signal: running.signal }
      const failed = await this.#options.rounds.run(round)
      running.signal.throwIfAborted()
      if (turn.pending.length > 0) return null
      if (client.size > 0) return { finish_reason: 'tool_calls', content, model }
      if (failing.add(own, failed)) {
        const detail = 'The model made the same failing call three times in a row.'
        return { finish_reason: 'step_limit', content, model, detail }
      }
    }
  }

  /** Null: nobody named the tools that the model cannot be offered, so that it is asked again without them. @throws `error` otherwise */
  #withoutTools({ model, offer, set }: StepNeeds, error: unknown): null {
    const isDefault = set === 'all' && offer.tools.length === offer.names.length
    if (!isDefault || offer.tools.length === 0 || !this.#toolless.learn(model.id, error)) throw error
    this.#options.log.warn({ model: model.id, reason: messageOf(error) }, 'a model is offered no tools any more')
    return null
  }

  #leftToClient(turn: StoredTurn): TurnOutcome | null {
    const last = this.#options.history.lastCalls(turn)
    if (clientCalls(turn, last.calls).length === 0) return null
    return { finish_reason: 'tool_calls', content: last.content, model: last.model }
  }

  /** Everything is looked up for each step: a key, a grant or a limit may have been taken away meanwhile. */
  async #prepare(running: RunningTurn): Promise<StepNeeds> {
    const { data, quota, models, catalog, callers, history, recall, journal, coreTools } = this.#options
    const { turn, signal } = running
    const { workspace_id } = turn.caller
    const principal = running.principal ?? (await orAborted(callers.resume(turn.caller), signal))
    running.principal = null
    const branch = data.use(workspace_id, db => {
      // Its beginning fitted; results of tools may have filled the workspace since.
      if (turn.steps > 0) quota.grow(db, 1)
      return openBranch(db, turn.session_id)
    })
    const { session, newest } = branch
    running.isNamed = session.title !== null || session.title_by !== 'nobody'
    const asked = turn.model === 'agent' ? undefined : turn.model
    const model = await orAborted(models.resolve(principal, asked), signal)
    await catalog?.settled(signal)
    const set = toolSetOf(turn, session, principal)
    const client = turn.options.client_tools ?? []
    const hasNone = set === 'all' && client.length === 0 && this.#toolless.has(model.id)
    const offer = new ToolOffer({
      catalog,
      principal,
      set: hasNone ? 'none' : set,
      loaded: branch.loaded,
      client,
      core: coreTools,
      window: model.offline ? null : history.windowOf(model),
    })
    const { tools } = offer
    const system = this.#systemOf(turn, session)
    const request = { ...branch, turn, principal, model, system, tools, signal }
    if (turn.steps === 0 && turn.memories === null) {
      const found = await recall.find({ turn, session, newest, principal, room: history.roomFor(request), signal })
      journal.remembered(turn, found)
    }
    const messages = offer.asCalled(await history.read(request))
    return { session, principal, model, set, offer, messages, said: lastSaid(newest) }
  }

  /** The ids of the calls that the turn has made so far. */
  #callIds({ steps, turn_id, caller }: StoredTurn): Set<string> {
    if (steps === 0) return new Set()
    const answers = this.#options.data.use(caller.workspace_id, db => messageStore.answers(db, turn_id))
    return new Set(answers.flatMap(({ tool_calls }) => tool_calls.map(call => call.id)))
  }

  #systemOf({ options }: StoredTurn, session: Session): string {
    if (options.bare) return [session.system, options.system].filter(text => !!text).join('\n\n')
    const today = this.#options.clock.timestamp().slice(0, 10)
    return systemPrompt(today, [session.system, options.system])
  }

  async #ask(running: RunningTurn, needs: StepNeeds): Promise<ModelAnswer> {
    const calls: ChatToolCall[] = []
    let kept: readonly ChatToolCall[] = []
    try {
      const answer = await this.#listen(running, needs, calls)
      kept = answer.calls
      return answer
    } finally {
      // Readers saw calls that are not made.
      for (const call of calls.slice(kept.length)) this.#options.journal.neverMade(running.turn, call)
    }
  }

  async #listen(
    running: RunningTurn,
    { model, principal, offer, messages }: StepNeeds,
    calls: ChatToolCall[],
  ): Promise<ModelAnswer> {
    const { models, journal, ids } = this.#options
    const { turn, signal } = running
    const request: ChatRequest = {
      ...samplingOf(turn, offer.tools),
      model: model.id,
      messages,
      principal,
      signal,
      ...(offer.tools.length > 0 && { tools: [...offer.tools] }),
    }
    running.content = ''
    const taken = this.#callIds(turn)
    let characters = 0
    for await (const event of eachUntilAborted(models.stream(request), signal)) {
      if (event.type === 'done') return { ...event, content: running.content, calls: isCut(event) ? [] : calls }
      if (event.type === 'tool_call') {
        if (calls.length >= mostCalls) throw new UpstreamError(`The model ${model.id} called too many tools at once.`)
        // Some models give every call the same id, begin anew with each step, or give none.
        const isTaken = event.call.id === '' || taken.has(event.call.id)
        const call = offer.resolved(isTaken ? { ...event.call, id: ids.create('call') } : event.call)
        taken.add(call.id)
        calls.push(call)
        journal.called(turn, call)
        continue
      }
      if (event.delta === '') continue
      if (event.type === 'content') running.content += event.delta
      journal.piece(turn, event.type, event.delta)
      characters += event.delta.length
      if (characters > mostCharacters) {
        const usage = estimatedUsage(messages, offer, characters)
        return { finish_reason: 'length', usage, content: running.content, calls: [], model: model.id }
      }
    }
    throw new UpstreamError(`The model ${model.id} broke off its answer.`)
  }
}

/** Of an answer that is left before its provider has said what it came to. */
function estimatedUsage(messages: readonly ChatMessage[], { tools }: ToolOffer, characters: number): TokenUsage {
  const asked = messages.reduce((sum, message) => sum + tokensOfMessage(message, guessTokens), tokensOfTools(tools))
  return { prompt_tokens: asked, completion_tokens: Math.ceil(characters / charactersAToken) }
}

/** The last call of such an answer is half of one, and what is missing behind it nobody knows. */
function isCut({ finish_reason }: Pick<ModelAnswer, 'finish_reason'>): boolean {
  return finish_reason === 'length' || finish_reason === 'content_filter'
}

function endOf({ finish_reason }: ModelAnswer): TurnOutcome['finish_reason'] {
  // It says that it calls tools and calls none.
  return finish_reason === 'tool_calls' ? 'stop' : finish_reason
}

/** What a key names stands in place of all tools, and not of those that the conversation or the turn names. */
function toolSetOf({ options }: StoredTurn, session: Session, { key_limits }: Principal): ToolSet {
  const set = options.tools ?? session.tools
  return set === 'all' && key_limits?.tools ? [...key_limits.tools] : set
}

function limitReached({ steps, usage }: StoredTurn, session: Session): TurnOutcome | null {
  const { step_limit, token_limit } = session.settings
  const ended = { content: '', model: null }
  if (steps >= step_limit) {
    const detail = `The turn reached its limit of ${step_limit} steps.`
    return { ...ended, finish_reason: 'step_limit', detail }
  }
  const used = usage.prompt_tokens + usage.completion_tokens
  const most = token_limit ?? Infinity
  if (used < most) return null
  return { ...ended, finish_reason: 'token_limit', detail: `The turn used ${used} of ${most} tokens.` }
}

function samplingOf({ options, steps }: StoredTurn, tools: readonly ChatTool[]): Partial<ChatRequest> {
  const { temperature, top_p, max_tokens, stop, seed, presence_penalty, frequency_penalty } = options
  const { parallel_tool_calls, response_schema, json_object, tool_choice } = options
  const sampling = { temperature, top_p, max_tokens, stop, seed, presence_penalty, frequency_penalty }
  // A call that was demanded has been made with the first step; demanded again, the turn would never end.
  const choice = steps === 0 || typeof tool_choice === 'string' ? tool_choice : undefined
  const later = steps > 0 && choice === 'required' ? undefined : choice
  const format = { response_schema, json_object, ...(tools.length > 0 && { parallel_tool_calls, tool_choice: later }) }
  const all = Object.entries({ ...sampling, ...format })
  return Object.fromEntries(all.filter(([, value]) => value !== undefined))
}

/** What `source` yields, until it ends or the signal aborts; then it is closed without waiting for it. */
async function* eachUntilAborted<T>(source: AsyncIterable<T>, signal: AbortSignal): AsyncGenerator<T> {
  const iterator = source[Symbol.asyncIterator]()
  let isOver = false
  try {
    for (;;) {
      const next = await orAborted(iterator.next(), signal)
      isOver = next.done === true
      if (next.done) return
      yield next.value
    }
  } finally {
    if (!isOver) void iterator.return?.().catch(() => undefined)
  }
}
