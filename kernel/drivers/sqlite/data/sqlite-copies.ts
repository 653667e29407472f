import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { SqliteFacts } from './sqlite-copy.ts'
import type { CopyAnswer, CopyTask } from './sqlite-copy-thread.ts'

export type { SqliteFacts } from './sqlite-copy.ts'

/** Copies and checks SQLite files in a thread of its own, one after the other; close it. */
export class SqliteCopies {
  #thread: Worker | null = null
  #last: Promise<unknown> = Promise.resolve()

  /**
   * One consistent, checked, complete file at `to`, whoever writes to `from` meanwhile; tables in `drop` are left out.
   * @throws Error with SQLite's `code`, such as `SQLITE_FULL` or `SQLITE_NOTADB`
   */
  copy(
    from: string,
    to: string,
    options: { drop?: readonly string[]; signal?: AbortSignal } = {},
  ): Promise<SqliteFacts> {
    return this.#inTurn({ type: 'copy', from, to, drop: options.drop ?? [] }, options.signal)
  }

  /** Has SQLite check the whole file and counts its rows. @throws Error that says what is wrong */
  inspect(path: string, signal?: AbortSignal): Promise<SqliteFacts> {
    return this.#inTurn({ type: 'inspect', path }, signal)
  }

  async close(): Promise<void> {
    const thread = this.#thread
    this.#thread = null
    await thread?.terminate()
  }

  #inTurn(task: CopyTask, signal: AbortSignal | undefined): Promise<SqliteFacts> {
    const turn = this.#last.then(() => this.#run(task, signal))
    this.#last = turn.catch(() => undefined)
    return turn
  }

  async #run(task: CopyTask, signal: AbortSignal | undefined): Promise<SqliteFacts> {
    signal?.throwIfAborted()
    const thread = (this.#thread ??= new Worker(new URL('./sqlite-copy-thread.ts', import.meta.url)))
    thread.postMessage(task)
    try {
      const [answer] = (await once(thread, 'message', signal ? { signal } : {})) as [CopyAnswer]
      if ('facts' in answer) return answer.facts
      throw Object.assign(new Error(answer.message), { code: answer.code })
    } finally {
      // Nobody waits for what it is doing now.
      if (signal?.aborted) await this.close()
    }
  }
}
