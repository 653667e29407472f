import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { UnavailableError } from '@svc/plugin'
import type { Logger, MemoryFindings } from '@svc/plugin'
import type { SearchAnswer, SearchTask } from './search-thread.ts'

type Task = Extract<SearchTask, { type: 'search' }>

interface Waiting {
  task: Task
  resolve(findings: MemoryFindings): void
  reject(error: unknown): void
  signal: AbortSignal
  isOver: boolean
}

const mostWaiting = 256
/** Of one workspace: more would be waited for longer than anybody waits, and leave no room for others. */
const mostOfOne = 64

/** Hands searches to a thread of their own, one after the other, the workspaces by turns; it starts at the first one. */
export class SearchRunner {
  readonly #log: Logger
  readonly #startThread: () => Worker
  #thread: Worker | null = null
  #waiting: Waiting[] = []
  /** Which turn a workspace had last, as long as anybody waits. */
  readonly #lastTurns = new Map<string, number>()
  #turns = 0
  #current: Waiting | null = null
  #isClosed = false

  /** How it is started is given by tests alone. */
  constructor(log: Logger, startThread = startSearchThread) {
    this.#log = log
    this.#startThread = startThread
  }

  get isRunning(): boolean {
    return this.#thread !== null
  }

  /** @throws UnavailableError, the signal's reason */
  async run(task: Task, signal: AbortSignal): Promise<MemoryFindings> {
    signal.throwIfAborted()
    if (this.#isClosed) throw new UnavailableError('The server is stopping; its memory is closed.')
    if (this.#waiting.length >= mostWaiting) {
      throw new UnavailableError(`More than ${mostWaiting} searches wait already. Try again.`, {
        retry_after_seconds: 1,
      })
    }
    if (this.#waiting.filter(each => each.task.path === task.path).length >= mostOfOne) {
      throw new UnavailableError(`More than ${mostOfOne} searches of this workspace wait already. Try again.`, {
        retry_after_seconds: 1,
      })
    }
    return new Promise((resolve, reject) => {
      const onAbort = (): void => {
        waiting.isOver = true
        this.#waiting = this.#waiting.filter(each => !each.isOver)
        reject(signal.reason as Error)
      }
      const settled =
        <T>(settle: (value: T) => void) =>
        (value: T): void => {
          signal.removeEventListener('abort', onAbort)
          settle(value)
        }
      const waiting: Waiting = { task, signal, resolve: settled(resolve), reject: settled(reject), isOver: false }
      signal.addEventListener('abort', onAbort, { once: true })
      this.#waiting.push(waiting)
      this.#next()
    })
  }

  /** Lets go of every file; searches that wait are refused. */
  async close(): Promise<void> {
    this.#isClosed = true
    for (const each of this.#waiting.splice(0)) each.reject(new UnavailableError('The server is stopping.'))
    const thread = this.#thread
    this.#thread = null
    if (thread === null) return
    // By name: a worker hears nothing any more once its own listeners are removed as well.
    for (const event of ['message', 'error', 'exit']) thread.removeAllListeners(event)
    this.#current?.reject(new UnavailableError('The server is stopping.'))
    this.#current = null
    thread.ref()
    const exited = once(thread, 'exit')
    thread.on('message', (answer: SearchAnswer) => {
      if ('closed' in answer) void thread.terminate()
    })
    thread.on('error', error => this.#log.warn({ err: error }, 'the search thread failed while it closed'))
    thread.postMessage({ type: 'close' } satisfies SearchTask)
    await exited
  }

  #next(): void {
    if (this.#current !== null) return
    const next = this.#takeNext()
    if (next === undefined) {
      // Idle, it keeps no process from ending.
      this.#thread?.unref()
      return
    }
    this.#current = next
    this.#thread ??= this.#start()
    this.#thread.ref()
    this.#thread.postMessage(next.task)
  }

  /** Of the workspace that has waited longest since its last turn. */
  #takeNext(): Waiting | undefined {
    const turnOf = ({ task }: Waiting): number => this.#lastTurns.get(task.path) ?? 0
    let next = this.#waiting[0]
    for (const each of this.#waiting) if (next !== undefined && turnOf(each) < turnOf(next)) next = each
    if (next === undefined) {
      this.#lastTurns.clear()
      return undefined
    }
    this.#waiting.splice(this.#waiting.indexOf(next), 1)
    this.#lastTurns.set(next.task.path, (this.#turns += 1))
    return next
  }

  #start(): Worker {
    const thread = this.#startThread()
    thread.on('message', (answer: SearchAnswer) => this.#answered(answer))
    thread.on('error', error => this.#failed(thread, error))
    thread.on('exit', code => this.#failed(thread, new Error(`it ended with ${code}`)))
    return thread
  }

  #answered(answer: SearchAnswer): void {
    const current = this.#current
    this.#current = null
    if (current !== null && !current.isOver) {
      if ('findings' in answer) current.resolve(answer.findings)
      else if ('message' in answer) current.reject(failureOf(answer))
    }
    this.#next()
  }

  #failed(thread: Worker, error: Error): void {
    if (this.#thread !== thread) return
    this.#thread = null
    this.#log.error({ err: error }, 'the search thread failed; the next search starts another one')
    this.#current?.reject(new UnavailableError('The search failed and can be tried again.', { cause: error }))
    this.#current = null
    this.#next()
  }
}

export function startSearchThread(): Worker {
  return new Worker(new URL('./search-thread.ts', import.meta.url))
}

function failureOf({ message, code }: { message: string; code: string | null }): Error {
  const cause = Object.assign(new Error(message), { code })
  if (code?.startsWith('SQLITE_') !== true) return cause
  return new UnavailableError(`The workspace's memory cannot be searched now (${code}).`, { cause })
}
