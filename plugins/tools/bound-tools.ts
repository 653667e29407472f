import { ForbiddenError, hasScope, messageOf, NotFoundError, SvcError, UnprocessableError } from '@svc/plugin'
import type { Logger, ToolBinding, ToolBindings, ToolManifest } from '@svc/plugin'
import type { ToolCall, ToolCatalog, ToolResult } from '@svc/plugin/contracts/tools'
import type { ArgumentChecks } from './argument-checks.ts'

export interface BoundToolsOptions {
  bindings: ToolBindings
  checks: ArgumentChecks
  log: Logger
}

const nearest = 5

/** The tools that the running plugins declare and bind. Calling one: found, permitted, arguments checked, run. */
export class BoundTools implements ToolCatalog {
  readonly #options: BoundToolsOptions
  #sorted: ReadonlyMap<string, ToolBinding> | undefined

  constructor(options: BoundToolsOptions) {
    this.#options = options
  }

  list(): readonly ToolManifest[] {
    return Array.from(this.#tools().values(), ({ manifest }) => manifest)
  }

  get(name: string): ToolManifest | null {
    return this.#tools().get(name)?.manifest ?? null
  }

  async call(call: ToolCall): Promise<ToolResult> {
    const { manifest, handler } = this.#found(call.name)
    if (manifest.permission !== null && !hasScope(call.principal.scopes, manifest.permission)) {
      throw new ForbiddenError(
        'forbidden',
        `Calling ${manifest.name} needs the scope ${manifest.permission}, which the caller does not have.`,
      )
    }
    await this.#options.checks.check(manifest, call.arguments)
    const started = performance.now()
    const { principal, signal, app } = call
    const log = this.#options.log
    try {
      const result = await handler(call.arguments, { principal, signal, log, ...(app && { app }) })
      return { tool_name: manifest.name, result, is_error: false, duration_ms: elapsedSince(started) }
    } catch (error) {
      if (error instanceof SvcError || signal.aborted) throw error
      log.error({ tool: manifest.name, err: error }, 'a tool threw')
      throw new UnprocessableError(
        'tool_failed',
        `The tool ${manifest.name} failed: ${messageOf(error).slice(0, 500)}`,
        { cause: error },
      )
    }
  }

  #tools(): ReadonlyMap<string, ToolBinding> {
    this.#sorted ??= new Map(
      this.#options.bindings
        .all()
        .toSorted((a, b) => (a.manifest.name < b.manifest.name ? -1 : 1))
        .map(tool => [tool.manifest.name, tool]),
    )
    return this.#sorted
  }

  #found(name: string): ToolBinding {
    const found = this.#tools().get(name)
    if (found) return found
    const names = [...this.#tools().keys()].slice(0, nearest).join(', ')
    throw new NotFoundError(
      `There is no tool ${JSON.stringify(name.slice(0, 64))}. GET /api/tools lists them: ${names || 'there are none'}.`,
    )
  }
}

function elapsedSince(started: number): number {
  return Math.round((performance.now() - started) * 1000) / 1000
}
