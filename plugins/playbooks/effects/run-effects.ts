import { ForbiddenError } from '@svc/plugin'
import type {
  Callers,
  CallerScopes,
  DataPlane,
  Egress,
  EventLog,
  FairTurns,
  Ids,
  JsonObject,
  JsonValue,
  Principal,
  SavedCaller,
} from '@svc/plugin'
import type { AgentApps } from '@svc/plugin/contracts/agent-apps'
import type { Models } from '@svc/plugin/contracts/models'
import { fault } from '../interpreter/fault.ts'
import type { Effect, EffectOutcome, Effects } from '../interpreter/ports.ts'
import { journalStore } from '../journal/journal-store.ts'
import type { RunRow } from '../journal/run-row.ts'
import { AgentCall } from './agent-call.ts'
import { askPeople, withdrawApproval } from './approval-call.ts'
import { childRun } from './child-run.ts'
import type { ChildRunOptions } from './child-run.ts'
import { emitEvent } from './emit-event.ts'
import { askInConversation, isInConversation } from './conversation-turn.ts'
import type { ConversationServices } from './conversation-turn.ts'
import { callHttp } from './http-call.ts'
import { endOfEvents, listenForEvents, stopListening } from '../listening/listen-call.ts'
import { Mask } from '../secrets/mask.ts'
import type { Secrets } from '../secrets/secrets.ts'
import { askSql, searchMemory } from './route-call.ts'
import { namesTool } from './named-tools.ts'
import { callTool, decidedCall } from './tool-call.ts'
import type { ToolServices } from './tool-call.ts'

export interface RunEffectsOptions extends Omit<ChildRunOptions, 'data'>, ToolServices, ConversationServices {
  data: DataPlane
  ids: Ids
  egress: Egress
  events: EventLog
  callers: Pick<Callers, 'resume'>
  callerScopes: Pick<CallerScopes, 'has'>
  models: Models | undefined
  apps: AgentApps | undefined
  secrets: Pick<Secrets, 'open'>
  /** Calls of all runs, at one time. */
  turns: Pick<FairTurns, 'take'>
  /** What an agent of the run says; null: it is stored, or void. */
  say(runId: string, task: string, delta: string | null): void
  /** Nobody waits for this run any more. */
  cancel(workspaceId: string, runId: string, reason: string): void
}

/** Tokens of a run, where its definition says nothing. */
const usualTokens = 1_000_000

type Call = (effect: Effect, principal: Principal) => EffectOutcome | Promise<EffectOutcome>

/** What the tasks of one run reach of the world, as who started it: looked up anew at each call. */
export class RunEffects implements Effects {
  readonly #options: RunEffectsOptions
  readonly #run: RunRow
  readonly #workspaceId: string
  readonly #tokenBudget: number
  readonly #calls: Readonly<Record<string, Call>> = {
    http: effect => callHttp(this.#options.egress, this.#workspaceId, effect),
    agent: effect => this.#askAgent(effect),
    tool: (effect, principal) => this.#callTool(effect, principal),
    app: (effect, principal) => this.#runApp(effect, principal),
    approval: effect => askPeople(this.#options, { workspaceId: this.#workspaceId, run: this.#run }, effect),
    'memory.search': async ({ arguments: given, signal }, principal) => ({
      output: await searchMemory(this.#options.http, '/api/memory/search', { arguments: given, principal, signal }),
    }),
    sql: async ({ arguments: given, signal }, principal) => ({
      output: await askSql(this.#options.http, '/api/data/query', { arguments: given, principal, signal }),
    }),
  }

  constructor(options: RunEffectsOptions, run: RunRow, workspaceId: string, metadata: JsonObject | undefined) {
    this.#options = options
    this.#run = run
    this.#workspaceId = workspaceId
    const budget = metadata?.['token_budget']
    this.#tokenBudget = typeof budget === 'number' ? budget : usualTokens
  }

  async perform(effect: Effect): Promise<EffectOutcome> {
    const { turns } = this.#options
    const end = effect.kind === 'call' ? await turns.take(this.#workspaceId, effect.signal) : null
    try {
      return await this.#masked(effect)
    } finally {
      end?.()
    }
  }

  async #masked(effect: Effect): Promise<EffectOutcome> {
    const mask = effect.secrets === null ? null : Mask.of(effect.secrets, effect.arguments)
    if (mask === null) return this.#perform(effect)
    try {
      const outcome = await this.#perform(effect)
      return 'output' in outcome ? { ...outcome, output: mask.value(outcome.output) } : outcome
    } catch (thrown) {
      effect.signal.throwIfAborted()
      throw mask.fault(thrown)
    }
  }

  async #perform(effect: Effect): Promise<EffectOutcome> {
    const principal = await this.#caller()
    effect.signal.throwIfAborted()
    const { kind, call } = effect
    if (kind === 'emit')
      return emitEvent(this.#options, { workspaceId: this.#workspaceId, runId: this.#run.id }, effect)
    if (kind === 'listen')
      return listenForEvents(this.#options, { workspaceId: this.#workspaceId, runId: this.#run.id, principal }, effect)
    if (kind === 'run') return childRun(this.#options, this.#run, principal, effect)
    const made = kind === 'call' ? this.#calls[call ?? ''] : undefined
    if (made) return made(effect, principal)
    throw fault('configuration', `This server has no ${call ?? kind}.`)
  }

  endOfEvents(): JsonValue {
    return endOfEvents(this.#options, this.#workspaceId)
  }

  withdraw(frame: Parameters<Effects['withdraw']>[0], reason: string): Promise<void> {
    if (frame.kind === 'listen') stopListening(this.#options.data, this.#workspaceId, frame.key)
    const child = frame.waiting?.child_run_id
    if (child !== undefined) this.#options.cancel(this.#workspaceId, child, reason)
    const approval = frame.waiting?.approval_id
    if (approval !== undefined && frame.call === 'approval')
      withdrawApproval(this.#options, this.#workspaceId, approval)
    else if (approval !== undefined) this.#options.approvals?.withdraw(this.#workspaceId, approval, reason)
    return Promise.resolve()
  }

  /** @throws Fault `authorization` for one that is not there */
  secrets(names: readonly string[]): JsonObject {
    return this.#options.secrets.open(this.#workspaceId, names)
  }

  async #callTool(effect: Effect, principal: Principal): Promise<EffectOutcome> {
    const { frame, isResumed, signal } = effect
    const waited = (frame.position as { approval_id?: string } | null)?.approval_id
    if (waited !== undefined) {
      const decided = decidedCall(this.#options, this.#workspaceId, waited)
      if (decided) return { output: decided.result, usage: { tool_calls: 1 } }
      return { waiting: { kind: 'approval', approval_id: waited }, until: frame.wake_at }
    }
    const { name, arguments: values = {} } = effect.arguments as { name: string; arguments?: JsonObject }
    const isNamed = this.#namesTool(name)
    const task = { runId: this.#run.id, frame, key: frame.key, isRepeated: isResumed, onCrash: effect.onCrash }
    const call = { name, arguments: values, principal, isNamed, signal, ...task }
    const answer = await callTool(this.#options, call)
    if ('waiting' in answer) return { ...answer, position: { approval_id: answer.waiting.approval_id } }
    return { output: answer.result, usage: { tool_calls: 1 } }
  }

  /** Looked up anew at each call. @throws ForbiddenError */
  #caller(): Promise<Principal> {
    return this.#options.callers.resume(JSON.parse(this.#run.caller) as SavedCaller)
  }

  async #askAgent(effect: Effect): Promise<EffectOutcome> {
    const caller = async (): Promise<Principal> => {
      const principal = await this.#caller()
      this.#require(principal, 'models:write')
      return principal
    }
    if (isInConversation(effect)) {
      const principal = await caller()
      this.#require(principal, 'conversations:write')
      return askInConversation(this.#options, effect, principal)
    }
    const checkBudget = (): void => this.#checkBudget()
    const say = (task: string, delta: string | null): void => this.#options.say(this.#run.id, task, delta)
    const names = (name: string): boolean => this.#namesTool(name)
    const services = { ...this.#options, namesTool: names, caller, checkBudget, say }
    return new AgentCall(services, effect, this.#workspaceId, this.#run.id).run()
  }

  #namesTool(name: string): boolean {
    return this.#options.data.use(this.#workspaceId, db => namesTool(db, this.#run, name))
  }

  async #runApp(effect: Effect, principal: Principal): Promise<EffectOutcome> {
    const { arguments: given, frame, signal, note, isResumed: isRepeated } = effect
    this.#require(principal, 'agent-apps:write')
    const { apps } = this.#options
    if (!apps) throw fault('configuration', 'The plugin "agent-apps" is not running: no app can be run.')
    const { name, inputs = {} } = given as { name: string; inputs?: JsonObject }
    const call = { key: frame.key, run_id: this.#run.id, isRepeated }
    const ran = await apps.run({ app: name, inputs, runner: 'playbook', principal, signal, call })
    const { status, output, error, usage, logs, playbook_run_id } = ran
    // The app is a playbook: its run is waited for as a child's is.
    if (status === 'running' && playbook_run_id !== null)
      return { waiting: { kind: 'child', child_run_id: playbook_run_id }, until: null }
    const said = logs.map(({ level, message }) => ({ type: 'log', data: { level, message, task: frame.reference } }))
    if (said.length > 0) await note(null, said, {})
    const { prompt_tokens, completion_tokens } = usage
    if (status === 'succeeded') return { output, usage: { prompt_tokens, completion_tokens } }
    throw fault(
      'runtime',
      `The app ${name} ${status === 'cancelled' ? 'was cancelled' : 'failed'}: ${error?.message ?? ''}`,
    )
  }

  #checkBudget(): void {
    const row = this.#options.data.use(this.#workspaceId, db => journalStore.get(db, this.#run.id))
    const used = JSON.parse(row?.usage ?? '{}') as Record<string, JsonValue>
    const tokens = Number(used['prompt_tokens'] ?? 0) + Number(used['completion_tokens'] ?? 0)
    if (tokens < this.#tokenBudget) return
    throw fault(
      'runtime',
      `budget_exceeded: the run has used ${tokens} tokens of ${this.#tokenBudget} (document.metadata.token_budget).`,
    )
  }

  #require(principal: Principal, scope: string): void {
    if (this.#options.callerScopes.has(principal, scope)) return
    throw new ForbiddenError('forbidden', `This needs the scope "${scope}", which who started the run does not have.`)
  }
}
