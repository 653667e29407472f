import { ChildEndedError, ChildMethodError, messageOf } from '@svc/plugin'
import type { ChildPool, ChildPoolOptions, ChildProcesses, JsonObject, JsonValue, Logger } from '@svc/plugin'

const common = {
  // One source at a time, so that a kill never hits a neighbour.
  size: 1,
  idleMs: 60_000,
}
const compiler: ChildPoolOptions<null> = {
  ...common,
  program: 'build-host',
  refusal: 'Too many apps are waiting to be compiled. Try again in a moment.',
  heapMb: 192,
  rssMb: 640,
  nodeFlags: ['--liftoff-only', '--stack-size=3900'],
}
const typeChecker: ChildPoolOptions<null> = {
  ...common,
  program: 'types-host',
  refusal: 'Too many apps are waiting for a check of their types. Try again in a moment.',
  heapMb: 384,
  rssMb: 768,
}
/** Neither keeps anything of a source: one process serves all workspaces. */
const everyone = { workspaceId: 'all', signal: new AbortController().signal, timeoutMs: 30_000 }

/** What the child made of a folder, or null when it had to be killed over it. */
export type BuildResult = JsonValue | null

/** The compiler's process and the type checker's: each started when it is first asked, killed when it overruns and after a minute without work. */
export class BuildHost {
  readonly #compiler: ChildPool<null>
  readonly #typeChecker: ChildPool<null>
  readonly #log: Logger

  constructor(children: ChildProcesses, log: Logger) {
    this.#compiler = children.pool(compiler)
    this.#typeChecker = children.pool(typeChecker)
    this.#log = log
  }

  /** @throws UnavailableError when no child can be had */
  build(request: JsonObject): Promise<BuildResult> {
    return this.#ask(this.#compiler, 'build', request, 'The compiler was killed over the source of an app.')
  }

  /** @throws UnavailableError when no child can be had */
  checkTypes(request: JsonObject): Promise<BuildResult> {
    return this.#ask(this.#typeChecker, 'check', request, 'The check of types was killed over the source of an app.')
  }

  async close(): Promise<void> {
    await Promise.all([this.#compiler.close(), this.#typeChecker.close()])
  }

  async #ask(pool: ChildPool<null>, method: string, request: JsonObject, killed: string): Promise<BuildResult> {
    try {
      return await pool.use(everyone, async child => {
        try {
          return await child.request(method, request)
        } catch (error) {
          // One that fell over a source is not asked again.
          child.retire(`${method} failed`)
          throw error
        }
      })
    } catch (error) {
      const exit = error instanceof ChildEndedError ? error.exit : null
      if (!(error instanceof ChildMethodError) && (exit === null || exit.killed === 'stop')) throw error
      this.#log.warn({ reason: messageOf(error), last_words: exit?.lastWords }, killed)
      return null
    }
  }
}
