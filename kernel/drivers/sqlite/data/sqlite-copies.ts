import type { SqliteCopies, SqliteFacts } from '@svc/plugin'
import { ThreadRunner } from '../../../children/index.ts'
import type { CopyTask } from './sqlite-copy-thread.ts'

const never = new AbortController().signal

/** The copies, each made in the thread in its turn. */
export class ThreadedSqliteCopies implements SqliteCopies {
  readonly #thread = new ThreadRunner<CopyTask, SqliteFacts>({
    entry: new URL('./sqlite-copy-thread.ts', import.meta.url),
  })

  copy(
    from: string,
    to: string,
    options: { drop?: readonly string[]; signal?: AbortSignal } = {},
  ): Promise<SqliteFacts> {
    return this.#run({ type: 'copy', from, to, drop: options.drop ?? [] }, options.signal)
  }

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
