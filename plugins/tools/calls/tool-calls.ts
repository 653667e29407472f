import { ForbiddenError, SvcError, TimeoutError, UnprocessableError, ValidationError } from '@svc/plugin'
import type { CallerScopes, Clock, Ids, JsonValue, Logger, Principal, ToolContext, ToolManifest } from '@svc/plugin'
import type { ToolCall, ToolCatalog, ToolGrant, ToolOrigin, ToolPending, ToolResult } from '@svc/plugin/contracts/tools'
import type { Grants } from '../grants/grants.ts'
import type { RegisteredTool, ToolRegistry } from '../registry/tool-registry.ts'
import type { ToolsConfig } from '../generated/config.ts'
import type { CallLog } from './call-log.ts'
import type { CallOutcome } from './call-store.ts'
import { jsonHash } from '@svc/plugin/library/text/canonical-json'
import { jsonFault } from './json-limits.ts'
import { runTool } from './run-tool.ts'
import type { SchemaChecks } from './schema-checks.ts'

/** A call that fits its tool and waits for a person. */
export interface CallToAsk {
  tool: ToolManifest
  call: ToolCall
  origin: ToolOrigin
  /** What the approval is bound to: the tool as it is, and the arguments. */
  binding: string
}

/** A call that a person has approved. */
export interface ApprovedCall extends ToolCall {
  approval_id: string
  binding: string
}

export interface ToolCallsOptions {
  registry: ToolRegistry
  grants: Grants
  scopes: CallerScopes
  checks: SchemaChecks
  calls: CallLog
  ask(question: CallToAsk): ToolPending
  limits: Pick<ToolsConfig, 'call_timeout_seconds' | 'max_output_bytes' | 'max_argument_members' | 'max_argument_names'>
  clock: Clock
  ids: Ids
  log: Logger
}

interface Attempt {
  tool: RegisteredTool
  call: ToolCall
  approval: ApprovedCall | null
}

type Answer = { result: JsonValue } | { pending: ToolPending }

const argumentBytes = 16 * 1024 * 1024
const argumentDepth = 64
const callPermission = 'tools:write'
const deepestCall = 4
const longestCallMs = 60 * 60 * 1000

/** All tools behind one door. A call is found, permitted, checked, granted or asked about, run within its limits, and recorded. */
export class ToolCalls implements ToolCatalog {
  readonly #options: ToolCallsOptions

  constructor(options: ToolCallsOptions) {
    this.#options = options
  }

  list(workspaceId: string | null): readonly ToolManifest[] {
    return this.#options.registry.list(workspaceId)
  }

  settled(signal: AbortSignal): Promise<void> {
    return this.#options.registry.settled(signal)
  }

  get(name: string, workspaceId: string | null): ToolManifest | null {
    return this.#options.registry.find(name, workspaceId)?.manifest ?? null
  }

  grantsFor(principal: Principal, app?: ToolContext['app']): (tool: ToolManifest) => ToolGrant {
    return this.#options.grants.grantsFor(principal, app)
  }

  reachableBy(principal: Principal): (tool: ToolManifest) => boolean {
    const grantOf = this.grantsFor(principal)
    return tool => this.#missingScope(principal, tool) === undefined && grantOf(tool) !== 'deny'
  }

  async call(call: ToolCall): Promise<ToolResult | ToolPending> {
    const tool = await this.#options.registry.arrive(call.name, call.principal.workspace_id, call.signal)
    return this.#recorded({ tool, call, approval: null })
  }

  /** Runs what was approved, unless the tool, the arguments, the caller's rights or the grant have changed since. */
  async runApproved(approved: ApprovedCall): Promise<ToolResult> {
    const tool = await this.#options.registry.arrive(approved.name, approved.principal.workspace_id, approved.signal)
    const outcome = await this.#recorded({ tool, call: approved, approval: approved })
    return outcome as ToolResult
  }

  async #recorded(attempt: Attempt): Promise<ToolResult | ToolPending> {
    const { tool, call } = attempt
    const started = performance.now()
    try {
      const answer = await this.#answer(attempt)
      const duration_ms = elapsedSince(started)
      this.#record(attempt, 'pending' in answer ? 'asked' : 'ok', null, duration_ms)
      if ('pending' in answer) return answer.pending
      return { tool_name: tool.manifest.name, result: answer.result, is_error: false, duration_ms }
    } catch (error) {
      this.#record(attempt, outcomeOf(error, call.signal), codeOf(error), elapsedSince(started))
      throw error
    }
  }

  async #answer({ tool, call, approval }: Attempt): Promise<Answer> {
    const { manifest } = tool
    const grant = this.#permit(manifest, call)
    await this.#checkArguments(tool, call)
    this.#checkRecords(tool, call)
    const binding = bindingOf(manifest, call)
    if (approval && approval.binding !== binding)
      throw new UnprocessableError(
        'unprocessable',
        `${manifest.name} is not what was approved any more. Nothing ran; call it again.`,
      )
    const context = this.#contextOf(call)
    await tool.check?.(call.arguments, context)
    // A caller that left meanwhile does not wait for an answer, so no person is asked.
    call.signal.throwIfAborted()
    if (grant === 'ask' && !approval)
      return { pending: this.#options.ask({ tool: manifest, call, origin: originOf(call), binding }) }
    const { checks, limits, log } = this.#options
    const timeoutMs = Math.min(manifest.timeout_ms ?? limits.call_timeout_seconds * 1000, longestCallMs)
    const maxOutputBytes = limits.max_output_bytes
    return { result: await runTool(tool, call.arguments, context, { checks, timeoutMs, maxOutputBytes, log }) }
  }

  #permit(manifest: ToolManifest, { principal, app, isNamed = false, depth = 0 }: ToolCall): ToolGrant {
    const { name } = manifest
    const missing = this.#missingScope(principal, manifest)
    if (missing)
      throw new ForbiddenError(
        'forbidden',
        `Calling ${name} needs the scope ${missing}, which the caller does not have.`,
      )
    if (depth > deepestCall)
      throw new ForbiddenError(
        'forbidden',
        `${name} is called by a tool that a tool called, ${deepestCall} deep: that is as deep as it goes.`,
      )
    const grant = this.#options.grants.grantFor(principal, manifest, isNamed || app !== undefined)
    if (grant !== 'deny') return grant
    throw new ForbiddenError(
      'forbidden',
      `The tool ${name} is denied to this caller. An admin may change it: PUT /api/tools/${name}/grant.`,
    )
  }

  /** Whichever way the call comes: a key that may only ask models calls nothing by way of them. */
  #missingScope(principal: Principal, { permission }: ToolManifest): string | undefined {
    const asked = permission === null ? [callPermission] : [callPermission, permission]
    return asked.find(scope => !this.#options.scopes.has(principal, scope))
  }

  async #checkArguments({ manifest, isTrusted }: RegisteredTool, call: ToolCall): Promise<void> {
    const { max_argument_members: maxMembers, max_argument_names: maxNames } = this.#options.limits
    const fault = jsonFault(call.arguments, { maxBytes: argumentBytes, maxDepth: argumentDepth, maxMembers, maxNames })
    if (fault !== null)
      throw new ValidationError(`The arguments of ${manifest.name} are not valid: what was given ${fault}.`, [
        { path: '/arguments', message: fault },
      ])
    await this.#options.checks.checkArguments(manifest, call.arguments, isTrusted)
  }

  /** A stranger's fields are called as they like. */
  #checkRecords({ manifest, isTrusted }: RegisteredTool, { principal, arguments: value }: ToolCall): void {
    const { plugin, input_schema: schema } = manifest
    if (isTrusted) this.#options.scopes.assertMayRead(principal, { plugin, schema, value })
  }

  #contextOf(call: ToolCall): ToolContext {
    const { principal, signal, app, said, progress, depth = 0 } = call
    const origin = originOf(call)
    return {
      principal,
      signal,
      log: this.#options.log,
      depth,
      origin,
      ...(origin.kind === 'playbook' && { idempotency_key: origin.idempotency_key }),
      ...(app && { app }),
      ...(said && { said }),
      ...(progress && { progress }),
    }
  }

  #record({ tool, call, approval }: Attempt, outcome: CallOutcome, code: string | null, duration_ms: number): void {
    const { calls, ids, clock } = this.#options
    const { user_id, username, key_id = null, workspace_id } = call.principal
    calls.add(workspace_id, {
      call_id: ids.create('call'),
      at: clock.now(),
      tool_name: tool.manifest.name,
      effect: tool.manifest.effect,
      user_id,
      username,
      key_id,
      origin: JSON.stringify(originOf(call)),
      approval_id: approval?.approval_id ?? null,
      outcome,
      code,
      duration_ms,
      arguments_hash: hashOf(call),
    })
  }
}

function originOf({ origin, app }: ToolCall): ToolOrigin {
  return origin ?? (app ? { kind: 'app', app: app.name, run_id: null } : { kind: 'direct' })
}

/** A tool that has got another effect, permission or home under the same name is another tool. */
function bindingOf({ name, plugin, effect, permission }: ToolManifest, call: ToolCall): string {
  return jsonHash({ tool: { name, plugin, effect, permission }, arguments: call.arguments })
}

/** Arguments that were refused for what they are may have no hash. */
function hashOf(call: ToolCall): string {
  try {
    return jsonHash(call.arguments)
  } catch {
    return ''
  }
}

function outcomeOf(error: unknown, signal: AbortSignal): CallOutcome {
  if (signal.aborted) return 'cancelled'
  if (error instanceof ValidationError) return 'invalid'
  if (error instanceof ForbiddenError) return 'refused'
  return error instanceof TimeoutError ? 'timeout' : 'failed'
}

function codeOf(error: unknown): string {
  return error instanceof SvcError ? error.code : 'internal_error'
}

function elapsedSince(started: number): number {
  return Math.round((performance.now() - started) * 1000) / 1000
}
