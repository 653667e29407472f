import type { Child, ChildProcesses, JsonObject, JsonValue, Logger } from '@svc/plugin'
import { ChildMethodError, messageOf, UnavailableError } from '@svc/plugin'

const options = { heapMb: 192, rssMb: 640, nodeFlags: ['--liftoff-only', '--stack-size=3900'] }
const buildLimitMs = 30_000
const idleMs = 60_000

/** What the child made of a folder, or null when it had to be killed over it. */
export type BuildResult = JsonValue | null

/** The one compiler process: started at the first build, killed when a build overruns and after a minute without work. */
export class BuildHost {
  readonly #children: ChildProcesses
  readonly #log: Logger
  #child: Promise<Child> | undefined
  #last: Promise<unknown> = Promise.resolve()
  #waiting = 0
  #idle: NodeJS.Timeout | undefined
  #closed = false

  constructor(children: ChildProcesses, log: Logger) {
    this.#children = children
    this.#log = log
  }

  /** One build at a time, so that a kill never hits a neighbour. @throws UnavailableError when no child can be had */
  build(request: JsonObject): Promise<BuildResult> {
    clearTimeout(this.#idle)
    this.#waiting += 1
    const built = this.#last.then(() => this.#buildNow(request))
    this.#last = built
      .catch(() => undefined)
      .finally(() => {
        this.#waiting -= 1
        if (this.#waiting === 0 && !this.#closed) this.#idle = setTimeout(() => this.#drop('idle'), idleMs).unref()
      })
    return built
  }

  close(): void {
    this.#closed = true
    clearTimeout(this.#idle)
    this.#drop('stop')
  }

  async #buildNow(request: JsonObject): Promise<BuildResult> {
    if (this.#closed) throw new UnavailableError('The server is stopping.')
    const child = await this.#start()
    const limit = setTimeout(() => child.kill('build time'), buildLimitMs)
    try {
      return await child.request('build', request)
    } catch (error) {
      // A compiler that fell over a source is not asked again.
      this.#drop('build failed')
      if (this.#closed) throw new UnavailableError('The server is stopping.', { cause: error })
      const exit = error instanceof ChildMethodError ? await child.exited : null
      this.#log.warn(
        { reason: messageOf(error), last_words: exit?.lastWords },
        'The compiler was killed over the source of an app.',
      )
      return null
    } finally {
      clearTimeout(limit)
    }
  }

  #start(): Promise<Child> {
    this.#child ??= this.#children.spawn('build-host', options).then(
      child => {
        void child.exited.then(() => this.#forget(child))
        return child
      },
      (error: unknown) => {
        this.#child = undefined
        throw error
      },
    )
    return this.#child
  }

  #forget(child: Child): void {
    void this.#child?.then(current => {
      if (current === child) this.#child = undefined
    })
  }

  #drop(reason: string): void {
    const child = this.#child
    this.#child = undefined
    void child?.then(
      running => running.kill(reason),
      () => undefined,
    )
  }
}
