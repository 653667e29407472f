import {
  ForbiddenError,
  messageOf,
  NotFoundError,
  RateLimitedError,
  SvcError,
  UnavailableError,
  ValidationError,
} from '@svc/plugin'
import type { CallerScopes, Clock, HttpServer, JsonObject, JsonSchema, JsonValue, Principal } from '@svc/plugin'
import type { AskAnswer, Models } from '@svc/plugin/contracts/models'
import type { SandboxCapability } from '@svc/plugin/contracts/sandbox'
import { isPending } from '@svc/plugin/contracts/tools'
import type { ToolCatalog, ToolOrigin } from '@svc/plugin/contracts/tools'
import type { AppDefinition } from '../manifest/app-definition.ts'
import { toolNameOf } from '../tools/app-tool-name.ts'
import { tenths } from './active-run.ts'
import type { ActiveRun } from './active-run.ts'
import { allowAgent, allowRequest, allowTool } from './app-permissions.ts'

export interface CapabilityServices {
  http: Pick<HttpServer, 'dispatch'>
  models: Pick<Models, 'ask'> | undefined
  tools: Pick<ToolCatalog, 'get' | 'call'> | undefined
  callerScopes: Pick<CallerScopes, 'has'>
  /** Who ran the app, as they are now. @throws ForbiddenError when they may do nothing more */
  callerNow: (principal: Principal) => Promise<Principal>
  /** The scopes that calling a tool may need beyond the tool's own permission. */
  scopesOf: (tool: string) => readonly string[]
  clock: Clock
}

interface Question {
  prompt: string
  system?: string
  model?: string
  schema?: JsonSchema
}

/** More than most answers have. */
const answerTokens = 4096
const methods = new Set(['GET', 'POST', 'PUT', 'PATCH', 'DELETE'])

/** What a run can ask of the server, each checked when it is asked: the caller's permissions, the manifest's grants, the budgets. */
export class Capabilities {
  readonly #services: CapabilityServices
  readonly #app: AppDefinition
  readonly #run: ActiveRun

  constructor(services: CapabilityServices, app: AppDefinition, run: ActiveRun) {
    this.#services = services
    this.#app = app
    this.#run = run
  }

  /** The capabilities by the names under which `ctx` calls them. */
  all(): Record<string, SandboxCapability> {
    return {
      'agent.ask': async (argument, signal) => {
        const question = readQuestion(argument)
        const answer = await this.ask(question, signal)
        return question.schema ? answer.value : answer.text
      },
      'agent.complete': async (argument, signal) => {
        const { text, value, model, offline, usage } = await this.ask(readQuestion(argument), signal)
        return { text, value, model, offline, usage: { ...usage } }
      },
      'tools.call': (argument, signal) => this.#callTool(argument, signal),
      'client.request': (argument, signal) => this.#request(argument, signal),
    }
  }

  async ask(question: Question, signal: AbortSignal): Promise<AskAnswer> {
    const principal = allowAgent(this.#app, await this.#caller())
    if (!this.#services.models) throw new UnavailableError('The plugin "models" is not running: no model can be asked.')
    if (question.schema) await this.#checkSchema(question.schema)
    const { usage } = this.#run
    const left = this.#app.limits.tokens - usage.prompt_tokens - usage.completion_tokens
    if (left <= 0)
      throw exceeded('tokens_exceeded', `The run has used its ${this.#app.limits.tokens} tokens (limits.tokens).`)
    const startedAt = performance.now()
    usage.agent_calls += 1
    const answer = await this.#services.models.ask({ ...question, max_tokens: cutOff(left), principal, signal })
    usage.prompt_tokens += answer.usage.prompt_tokens
    usage.completion_tokens += answer.usage.completion_tokens
    const { model, offline } = answer
    this.#run.events.add({
      type: 'agent',
      at: this.#services.clock.timestamp(),
      model,
      offline,
      ...answer.usage,
      duration_ms: tenths(performance.now() - startedAt),
    })
    return answer
  }

  /** A schema of the app's own making obeys the rules of those in its manifest. */
  async #checkSchema(schema: JsonSchema): Promise<void> {
    const { schemaFaults } = await import('../manifest/schema-rules.ts')
    const [fault] = schemaFaults(schema)
    if (fault) throw new ValidationError(`agent.ask: schema/${fault.path.join('/')} ${fault.message}`)
  }

  async #callTool(argument: JsonValue, signal: AbortSignal): Promise<JsonValue> {
    const { name, arguments: values } = argument as { name?: JsonValue; arguments?: JsonValue }
    if (typeof name !== 'string')
      throw new ValidationError('tools.call: the first argument must be the name of a tool.')
    if (!isObject(values)) throw new ValidationError(`tools.call: the arguments of ${name} must be an object.`)
    const { tools } = this.#services
    if (!tools) throw new UnavailableError('The plugin "tools" is not running: no tool can be called.')
    const tool = tools.get(name, this.#run.workspaceId)
    // First what is not permitted, so that an app learns nothing of tools it may not call.
    const { has } = this.#services.callerScopes
    const more = tool ? this.#services.scopesOf(name) : []
    const principal = allowTool(this.#app, await this.#caller(), tool ?? { name, permission: null }, { has, more })
    if (!tool) throw new NotFoundError(`There is no tool "${name}".`)
    const { usage } = this.#run
    if (usage.tool_calls >= this.#app.limits.tool_calls) {
      throw exceeded(
        'tool_calls_exceeded',
        `The run has made its ${this.#app.limits.tool_calls} tool calls (limits.tool_calls).`,
      )
    }
    usage.tool_calls += 1
    return this.#timed(name, async () => {
      const chain = [...this.#run.chain, toolNameOf(this.#app)]
      const app = { name: this.#app.name, network: this.#app.permissions.network, chain }
      const origin: ToolOrigin = { kind: 'app', app: this.#app.name, run_id: this.#runId() }
      const outcome = await tools.call({ name, arguments: values, principal, signal, app, origin, depth: chain.length })
      if (isPending(outcome)) {
        const { approval_id } = outcome
        const message = `Calling ${name} waits for a person as ${approval_id}, for which a run cannot wait.`
        throw new ForbiddenError('approval_required', message, { extra: { approval_id } })
      }
      return outcome.result
    })
  }

  async #request(argument: JsonValue, signal: AbortSignal): Promise<JsonValue> {
    const { method, path, body } = argument as { method?: JsonValue; path?: JsonValue; body?: JsonValue }
    if (typeof method !== 'string' || !methods.has(method)) {
      throw new ValidationError(`client.request: the method must be one of ${[...methods].join(', ')}.`)
    }
    if (typeof path !== 'string')
      throw new ValidationError('client.request: the path must be text, such as /api/memory/search.')
    const allowed = allowRequest(this.#app, await this.#caller(), method, path)
    const principal: Principal = { ...allowed, app: { name: this.#app.name, run_id: this.#runId() } }
    const answer = await this.#services.http.dispatch({
      method,
      path,
      principal,
      signal,
      ...(body !== undefined && { body }),
    })
    if (answer.status < 400) return answer.body
    throw errorOf(answer.status, answer.body)
  }

  #caller(): Promise<Principal> {
    return this.#services.callerNow(this.#run.principal)
  }

  #runId(): string | null {
    return this.#app.kind === 'app' ? this.#run.record.run_id : null
  }

  async #timed(name: string, call: () => Promise<JsonValue>): Promise<JsonValue> {
    const startedAt = performance.now()
    const record = (error: string | null) =>
      this.#run.events.add({
        type: 'tool_call',
        at: this.#services.clock.timestamp(),
        tool_name: name,
        duration_ms: tenths(performance.now() - startedAt),
        ok: error === null,
        error,
      })
    try {
      const result = await call()
      record(null)
      return result
    } catch (error) {
      record(messageOf(error).slice(0, 500))
      throw error
    }
  }
}

/** A number larger than its context makes a model's server refuse the question, so only one that could cut it short is sent. */
function cutOff(left: number): number | undefined {
  return left < answerTokens ? left : undefined
}

function readQuestion(argument: JsonValue): Question {
  const { prompt, system, model, schema } = (isObject(argument) ? argument : {}) as Record<
    string,
    JsonValue | undefined
  >
  if (typeof prompt !== 'string' || prompt === '')
    throw new ValidationError('agent.ask: the prompt must be text that is not empty.')
  const question: Question = { prompt }
  if (typeof system === 'string') question.system = system
  if (typeof model === 'string') question.model = model
  if (schema !== undefined && schema !== null) {
    if (!isObject(schema)) throw new ValidationError('agent.ask: the schema must be a JSON Schema, an object.')
    question.schema = schema
  }
  return question
}

/** A budget of the manifest that is used up: it does not come back within the run. */
function exceeded(code: string, message: string): SvcError {
  return new SvcError(429, code, message)
}

/** A problem that one of our routes answered, as the error the app sees. */
function errorOf(status: number, body: JsonValue): SvcError {
  const { code, detail } = (isObject(body) ? body : {}) as Record<string, JsonValue | undefined>
  if (status === 403) return new ForbiddenError('forbidden', textOr(detail, 'This is not allowed.'))
  if (status === 429) return new RateLimitedError(textOr(detail, 'Too many requests.'), 1)
  return new SvcError(status, textOr(code, 'internal_error'), textOr(detail, `The server answered ${status}.`))
}

function textOr(value: JsonValue | undefined, otherwise: string): string {
  return typeof value === 'string' ? value : otherwise
}

function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
