import type {
  Contribution,
  ExtensionPoint,
  JobHandler,
  PluginEnv,
  RouteRegistrar,
  ServiceRef,
  ToolHandler,
  ToolOptions,
} from '@svc/plugin'
import { route } from '@svc/plugin'
import { emptyBindings } from './bindings.ts'
import type { Bindings, PointContribution } from './bindings.ts'
import { withTimeLimit } from '../lifecycle.ts'

type Hook = () => void | Promise<void>

type Runtime = Pick<PluginEnv, 'id' | 'config' | 'role' | 'log' | 'clock' | 'ids' | 'phrase' | 'signal'>

export interface EnvOptions extends Runtime, Pick<PluginEnv, 'onWorkspaceClosed' | 'onWorkspaceLeaving'> {
  /** All contributions of the plugins that run; called from the start phase on. */
  contributions(): readonly PointContribution[]
}

/** What the kernel hands a plugin: it collects what setup binds, and refuses to bind later. */
export class CollectingEnv implements PluginEnv {
  declare readonly id: string
  declare readonly config: never
  declare readonly role: PluginEnv['role']
  declare readonly log: PluginEnv['log']
  declare readonly clock: PluginEnv['clock']
  declare readonly ids: PluginEnv['ids']
  declare readonly phrase: PluginEnv['phrase']
  declare readonly signal: AbortSignal
  declare readonly onWorkspaceClosed: PluginEnv['onWorkspaceClosed']
  declare readonly onWorkspaceLeaving: PluginEnv['onWorkspaceLeaving']
  readonly bindings: Bindings = emptyBindings()
  readonly startHooks: Hook[] = []
  readonly stopHooks: Hook[] = []
  readonly readyChecks: { name: string; check: Hook; isVital?: boolean }[] = []
  readonly #contributions: () => readonly PointContribution[]
  #phase: 'setup' | 'sealed' | 'closed' = 'setup'

  constructor(options: EnvOptions) {
    // What a slice holds is checked against its schema; its type is the plugin's to say.
    const { contributions, ...runtime } = options
    Object.assign(this, runtime)
    this.#contributions = contributions
  }

  provide<T>(service: ServiceRef<T>, implementation: T): void {
    this.#assertSetup('provide', service.id)
    this.#assertOnce(this.bindings.services.has(service.id), `the service ${service.id}`)
    this.bindings.services.set(service.id, implementation)
  }

  routes(register: (app: RouteRegistrar) => void): void {
    this.#assertSetup('routes', '')
    register({
      route: definition => {
        this.#assertSetup('route', definition.path)
        this.bindings.routes.push(route(definition))
      },
      unknownPaths: form => {
        this.#assertSetup('unknownPaths', '')
        this.bindings.unknownPaths = form
      },
    })
  }

  job<Payload = never>(kind: string, handler: JobHandler<Payload>): void {
    this.#assertSetup('job', kind)
    this.#assertOnce(this.bindings.jobs.has(kind), `the job ${kind}`)
    this.bindings.jobs.set(kind, handler as JobHandler<never>)
  }

  tool<Input = never>(name: string, handler: ToolHandler<Input>, { check }: ToolOptions<Input> = {}): void {
    this.#assertSetup('tool', name)
    this.#assertOnce(this.bindings.tools.has(name), `the tool ${name}`)
    this.bindings.tools.set(name, { handler, ...(check && { check }) })
  }

  contribute<T>(point: ExtensionPoint<T>, value: T): void {
    this.#assertSetup('contribute', point.id)
    this.bindings.contributions.push({ point: point.id, value })
  }

  contributions<T>(point: ExtensionPoint<T>): () => readonly Contribution<T>[] {
    this.#assertSetup('contributions', point.id)
    this.bindings.hosted.add(point.id)
    let known: { all: readonly PointContribution[]; own: readonly Contribution<T>[] } | null = null
    return () => {
      if (this.#phase === 'setup')
        throw new Error(
          `Contributions to ${point.id} are complete once every plugin is set up; read them in env.onStart or later.`,
        )
      const all = this.#contributions()
      if (known?.all !== all) known = { all, own: contributionsTo(point, all) }
      return known.own
    }
  }

  onStart(run: Hook): void {
    this.#assertSetup('onStart', '')
    this.startHooks.push(run)
  }

  onStop(run: Hook): void {
    if (this.#phase === 'closed') throw new Error(`${this.id}: env.onStop after the plugin was stopped.`)
    this.stopHooks.push(run)
  }

  readyCheck(name: string, check: Hook, options: { isVital?: boolean } = {}): void {
    this.#assertSetup('readyCheck', name)
    this.readyChecks.push({ name, check, ...options })
  }

  /** Setup is over: nothing more is bound. */
  seal(): void {
    this.#phase = 'sealed'
  }

  /** Runs what `onStop` collected, the last first. Every hook gets its turn and `limitMs`; the failures come back. */
  async close(limitMs: number): Promise<unknown[]> {
    this.#phase = 'closed'
    const failures: unknown[] = []
    for (const hook of this.stopHooks.splice(0).toReversed()) {
      try {
        await withTimeLimit(hook, limitMs, `A hook of env.onStop took longer than ${limitMs} ms.`)
      } catch (error) {
        failures.push(error)
      }
    }
    return failures
  }

  #assertSetup(call: string, name: string): void {
    if (this.#phase === 'setup') return
    throw new Error(`${this.id}: env.${call}(${name}) after setup. Bind everything before setup returns.`)
  }

  #assertOnce(isBound: boolean, what: string): void {
    if (isBound) throw new Error(`${this.id}: ${what} is bound twice.`)
  }
}

/** The values contributed to one point, in boot order. */
export function contributionsTo<T>(point: ExtensionPoint<T>, all: readonly PointContribution[]): Contribution<T>[] {
  const made = all.filter(contribution => contribution.point === point.id)
  return made.map(({ plugin, value }) => ({ plugin, value: value as T }))
}
