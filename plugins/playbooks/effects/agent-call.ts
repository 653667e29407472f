import type { JsonObject, JsonSchema, JsonValue, Principal } from '@svc/plugin'
import type { ChatMessage, ChatTool, ChatToolCall, Models, TokenUsage } from '@svc/plugin/contracts/models'
import { valueFaults } from '../definitions/schemas/schema-checks.ts'
import { fault } from '../interpreter/fault.ts'
import type { Effect, EffectOutcome, RunEvent } from '../interpreter/ports.ts'
import { callTool, decidedCall } from './tool-call.ts'
import type { ToolServices } from './tool-call.ts'

/** `with` of `call: agent`. */
interface AgentArguments {
  prompt: string
  system?: string
  model?: string
  tools?: string[]
  schema?: JsonSchema
  max_steps?: number
  max_tokens?: number
  temperature?: number
}

/** How far it is; written after each reply of the model and each result of a tool, so that none is paid for again. */
interface AgentPosition {
  messages: ChatMessage[]
  steps: number
  usage: { prompt_tokens: number; completion_tokens: number }
  finish_reason: string | null
  /** A call that waits for a person. */
  approval_id: string | null
  /** The answer did not fit the schema once. */
  isRepaired: boolean
}

export interface AgentServices extends ToolServices {
  models: Pick<Models, 'stream'> | undefined
  /** Whether the playbook is a folder of the operator's that names the tool. */
  namesTool(name: string): boolean
  /** Who started the run, as they are now; asked before each call. @throws ForbiddenError when they may do nothing more */
  caller(): Promise<Principal>
  /** @throws Fault `budget_exceeded` */
  checkBudget(): void
  /** For those who follow the run, as it comes; null: what was said is stored, or void. */
  say(task: string, delta: string | null): void
}

const usualSteps = 16
const mostSteps = 100

/** `call: agent`: a model that may call the tools it is given, until it answers. @throws Fault, and what models and tools throw */
export class AgentCall {
  readonly #services: AgentServices
  readonly #effect: Effect
  readonly #given: AgentArguments
  readonly #workspaceId: string
  readonly #runId: string
  readonly #position: AgentPosition
  /** The first call of a tool may have been in flight when the process died. */
  #isRepeated: boolean
  /** A reply of the model, too. */
  #mayBeCut: boolean

  constructor(services: AgentServices, effect: Effect, workspaceId: string, runId: string) {
    this.#services = services
    this.#effect = effect
    this.#given = effect.arguments as AgentArguments
    this.#workspaceId = workspaceId
    this.#runId = runId
    const saved = effect.frame.position as AgentPosition | null
    this.#isRepeated = effect.isResumed && saved?.approval_id === null
    this.#mayBeCut =
      effect.isResumed && (saved === null || (saved.approval_id === null && openCallIn(saved.messages) === undefined))
    this.#position = saved ?? {
      messages: firstMessages(this.#given),
      steps: 0,
      usage: { prompt_tokens: 0, completion_tokens: 0 },
      finish_reason: null,
      approval_id: null,
      isRepaired: false,
    }
  }

  async run(): Promise<EffectOutcome> {
    const { messages } = this.#position
    const most = Math.min(this.#given.max_steps ?? usualSteps, mostSteps)
    for (;;) {
      const open = openCallIn(messages)
      if (open) {
        const waits = await this.#answerCall(open)
        if (waits) return waits
        continue
      }
      const last = messages.at(-1)
      if (last?.role === 'assistant') {
        const output = await this.#output(last.content)
        if (output) return { output }
        continue
      }
      if (this.#position.steps >= most)
        throw fault('runtime', `The agent has not answered within ${most} steps (max_steps).`)
      await this.#askModel()
    }
  }

  async #askModel(): Promise<void> {
    const { models } = this.#services
    if (!models) throw fault('configuration', 'The plugin "models" is not running: no model can be asked.')
    const principal = await this.#services.caller()
    this.#services.checkBudget()
    const { model, schema, max_tokens, temperature } = this.#given
    const { signal } = this.#effect
    const tools = this.#offered()
    let content = ''
    const calls: ChatToolCall[] = []
    let used: TokenUsage = { prompt_tokens: 0, completion_tokens: 0 }
    const { frame } = this.#effect
    await this.#forgetCutReply()
    const request = {
      messages: this.#position.messages,
      idempotency_key: `${frame.key}:${this.#position.steps + 1}`,
      principal,
      signal,
      ...(tools.length > 0 && { tools }),
      ...(model !== undefined && { model }),
      ...(schema !== undefined && { response_schema: schema }),
      ...(max_tokens !== undefined && { max_tokens }),
      ...(temperature !== undefined && { temperature }),
    }
    try {
      for await (const event of models.stream(request)) {
        if (event.type === 'content') {
          content += event.delta
          this.#services.say(frame.reference, event.delta)
        } else if (event.type === 'tool_call') calls.push(event.call)
        else if (event.type === 'done') {
          used = event.usage
          this.#position.finish_reason = event.finish_reason
        }
      }
    } catch (error) {
      this.#services.say(frame.reference, null)
      if (content !== '' && !signal.aborted) await this.#reset()
      throw error
    }
    const { prompt_tokens, completion_tokens } = used
    this.#position.steps += 1
    this.#position.usage.prompt_tokens += prompt_tokens
    this.#position.usage.completion_tokens += completion_tokens
    const called = calls.length > 0 && { tool_calls: calls }
    const said: RunEvent[] = content === '' ? [] : [this.#event('content', { delta: content })]
    const calling = calls.map(({ id, name, arguments: text }) =>
      this.#event('tool_call', { call_id: id, name, arguments: jsonOr(text) }),
    )
    this.#services.say(frame.reference, null)
    await this.#keep({ role: 'assistant', content, ...called }, [...said, ...calling], {
      agent_calls: 1,
      prompt_tokens,
      completion_tokens,
    })
  }

  /** The process died while the model answered: who followed the run may have the beginning of that. */
  async #forgetCutReply(): Promise<void> {
    if (!this.#mayBeCut) return
    this.#mayBeCut = false
    await this.#reset()
  }

  #reset(): Promise<void> {
    const position = structuredClone(this.#position)
    return this.#effect.note(position, [this.#event('content_reset', {})], {})
  }

  #offered(): ChatTool[] {
    const { tools } = this.#services
    return (this.#given.tools ?? []).map(name => {
      const tool = tools?.get(name, this.#workspaceId)
      if (!tool) throw fault('configuration', `There is no tool "${name}".`)
      return { name, description: tool.description, parameters: tool.input_schema }
    })
  }

  /** Gives what the task waits for, when a person is asked. */
  async #answerCall({
    call: { id, name, arguments: text },
    place,
  }: NonNullable<ReturnType<typeof openCallIn>>): Promise<EffectOutcome | undefined> {
    const { frame, signal } = this.#effect
    const isRepeated = this.#isRepeated
    this.#isRepeated = false
    const waited = this.#position.approval_id
    // Not within what follows: it is no answer of a tool that the model could work around.
    const principal = await this.#services.caller()
    let content: string
    try {
      const decided = waited === null ? undefined : decidedCall(this.#services, this.#workspaceId, waited)
      if (waited !== null && !decided)
        return { waiting: { kind: 'approval', approval_id: waited }, until: frame.wake_at }
      if (decided) content = JSON.stringify(decided.result)
      else {
        const parsed = parsedArguments(text, name, this.#given.tools ?? [])
        const call = {
          name,
          arguments: parsed,
          principal,
          runId: this.#runId,
          frame,
          key: `${frame.key}:${this.#position.steps}:${place + 1}`,
          signal,
          isNamed: this.#services.namesTool(name),
          isRepeated,
          onCrash: undefined,
        }
        const answer = await callTool(this.#services, call)
        if ('waiting' in answer) {
          const position = { ...this.#position, approval_id: answer.waiting.approval_id }
          return { ...answer, position }
        }
        content = JSON.stringify(answer.result)
      }
    } catch (error) {
      signal.throwIfAborted()
      // What a tool refuses is for the model to read; what stops the run is not.
      if (isRepeated || !(error instanceof Error)) throw error
      content = JSON.stringify({ error: error.message })
    }
    this.#position.approval_id = null
    const events = [this.#event('tool_result', { call_id: id, name, content: content.slice(0, 4000) })]
    await this.#keep({ role: 'tool', content, tool_call_id: id }, events, { tool_calls: 1 })
    return undefined
  }

  /** Undefined: the model is asked once more, because its answer does not fit the schema. */
  async #output(content: string): Promise<JsonValue | undefined> {
    const { steps, usage, finish_reason } = this.#position
    const { schema } = this.#given
    const answer: JsonObject = { content, usage, finish_reason, steps }
    if (schema === undefined) return answer
    const problem = schemaProblemOf(content, schema)
    if (problem === null) return { ...answer, data: JSON.parse(content) as JsonValue }
    if (this.#position.isRepaired) throw fault('runtime', `The answer of the model does not fit the schema: ${problem}`)
    this.#position.isRepaired = true
    await this.#keep(
      { role: 'user', content: `Answer with JSON that fits the schema, and nothing else: ${problem}` },
      [],
      {},
    )
    return undefined
  }

  async #keep(message: ChatMessage, events: readonly RunEvent[], usage: Parameters<Effect['note']>[2]): Promise<void> {
    this.#position.messages.push(message)
    // A copy: the journal keeps it until it is written.
    await this.#effect.note(structuredClone(this.#position), events, usage)
  }

  #event(type: string, data: JsonObject): RunEvent {
    return { type, data: { task: this.#effect.frame.reference, ...data } }
  }
}

function firstMessages({ prompt, system }: AgentArguments): ChatMessage[] {
  const asked: ChatMessage = { role: 'user', content: prompt }
  return system === undefined ? [asked] : [{ role: 'system', content: system }, asked]
}

/** The first call of the last reply that has no result yet, and its place in the reply. By place: providers give ids twice. */
function openCallIn(messages: readonly ChatMessage[]): { call: ChatToolCall; place: number } | undefined {
  const at = messages.findLastIndex(({ role }) => role === 'assistant')
  const place = messages.slice(at + 1).filter(({ role }) => role === 'tool').length
  const call = messages[at]?.tool_calls?.[place]
  return call && { call, place }
}

/** As the model wrote them, where that is no JSON. */
function jsonOr(text: string): JsonValue {
  try {
    return JSON.parse(text) as JsonValue
  } catch {
    return text
  }
}

function parsedArguments(text: string, name: string, allowed: readonly string[]): JsonObject {
  if (!allowed.includes(name)) throw fault('authorization', `The tool ${name} is not among those of this task.`)
  try {
    return JSON.parse(text === '' ? '{}' : text) as JsonObject
  } catch (error) {
    throw fault('validation', 'The arguments are no JSON.', { cause: error })
  }
}

function schemaProblemOf(content: string, schema: JsonSchema): string | null {
  try {
    const [found] = valueFaults(schema, JSON.parse(content) as JsonValue)
    return found ? `${found.path} ${found.message}`.trim() : null
  } catch (error) {
    return error instanceof SyntaxError ? 'it is no JSON' : String(error)
  }
}
