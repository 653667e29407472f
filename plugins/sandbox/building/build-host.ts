import { ChildEndedError, ChildMethodError, messageOf } from '@svc/plugin'
import type { ChildPool, ChildProcesses, JsonObject, JsonValue, Logger } from '@svc/plugin'

const poolOptions = {
  program: 'build-host',
  // One build at a time, so that a kill never hits a neighbour.
  size: 1,
  refusal: 'Too many apps are waiting to be compiled. Try again in a moment.',
  heapMb: 192,
  rssMb: 640,
  nodeFlags: ['--liftoff-only', '--stack-size=3900'],
  idleMs: 60_000,
}
/** The compiler keeps nothing of a source: one process serves all workspaces. */
const everyone = { workspaceId: 'all', signal: new AbortController().signal, timeoutMs: 30_000 }

/** What the child made of a folder, or null when it had to be killed over it. */
export type BuildResult = JsonValue | null

/** The compiler process: started at the first build, killed when a build overruns and after a minute without work. */
export class BuildHost {
  readonly #pool: ChildPool<null>
  readonly #log: Logger

  constructor(children: ChildProcesses, log: Logger) {
    this.#pool = children.pool(poolOptions)
    this.#log = log
  }

  /** @throws UnavailableError when no child can be had */
  async build(request: JsonObject): Promise<BuildResult> {
    try {
      return await this.#pool.use(everyone, async child => {
        try {
          return await child.request('build', request)
        } catch (error) {
          // A compiler that fell over a source is not asked again.
          child.retire('build failed')
          throw error
        }
      })
    } catch (error) {
      const exit = error instanceof ChildEndedError ? error.exit : null
      if (!(error instanceof ChildMethodError) && (exit === null || exit.killed === 'stop')) throw error
      this.#log.warn(
        { reason: messageOf(error), last_words: exit?.lastWords },
        'The compiler was killed over the source of an app.',
      )
      return null
    }
  }

  close(): Promise<void> {
    return this.#pool.close()
  }
}
