import { ThreadRunner } from '../../../children/index.ts'
import type { SqliteFacts } from './sqlite-copy.ts'
import type { CopyTask } from './sqlite-copy-thread.ts'

const never = new AbortController().signal

/** Copies and checks SQLite files in a thread of its own, one after the other; close it. */
export class SqliteCopies {
  readonly #thread = new ThreadRunner<CopyTask, SqliteFacts>({
    entry: new URL('./sqlite-copy-thread.ts', import.meta.url),
  })

  /**
   * One consistent, checked, complete file at `to`, whoever writes to `from` meanwhile; tables in `drop` are left out.
   * @throws Error with SQLite's `code`, such as `SQLITE_FULL` or `SQLITE_NOTADB`
   */
  copy(
    from: string,
    to: string,
    options: { drop?: readonly string[]; signal?: AbortSignal } = {},
  ): Promise<SqliteFacts> {
    return this.#run({ type: 'copy', from, to, drop: options.drop ?? [] }, options.signal)
  }

  /** Has SQLite check the whole file and counts its rows. @throws Error that says what is wrong */
  inspect(path: string, signal?: AbortSignal): Promise<SqliteFacts> {
    return this.#run({ type: 'inspect', path }, signal)
  }

  close(): Promise<void> {
    return this.#thread.close()
  }

  #run(task: CopyTask, signal = never): Promise<SqliteFacts> {
    return this.#thread.run(task, { workspaceId: '', signal })
  }
}
