import { asStorageFull, messageOf, SvcError, UnavailableError } from '@svc/plugin'
import type { SqliteFacts } from '@svc/plugin'
import { ThreadedSqliteCopies } from '../../../../kernel/index.ts'
import type { FoundContents } from './home-contents.ts'

/** Written by the servers themselves, in the file of each workspace; a home that was theirs once may have them from then. */
const derived = ['kernel_workspace_marks']

type Database = FoundContents['databases'][number]

/** Reads the files of workspaces, and checks each as a whole. Nothing is written to them. */
export class WorkspaceCopies {
  readonly #home: string
  readonly #signal: AbortSignal
  readonly #copies = new ThreadedSqliteCopies()

  constructor(home: string, signal: AbortSignal) {
    this.#home = home
    this.#signal = signal
  }

  /** @throws UnavailableError that names a damaged file */
  inspect(database: Database): Promise<SqliteFacts> {
    return this.#guard(database, this.#copies.inspect(database.path, this.#signal))
  }

  /** @throws UnavailableError that names a damaged file; StorageFullError */
  async copy(database: Database, to: string): Promise<void> {
    await this.#guard(database, this.#copies.copy(database.path, to, { drop: derived, signal: this.#signal }))
  }

  close(): Promise<void> {
    return this.#copies.close()
  }

  async #guard<T>({ path }: Database, work: Promise<T>): Promise<T> {
    try {
      return await work
    } catch (error) {
      this.#signal.throwIfAborted()
      const full = asStorageFull(error, this.#home, `the copy of ${path}`)
      if (full instanceof SvcError) throw full
      throw new UnavailableError(
        `The file ${path} cannot be moved: ${messageOf(error)}. Restore it from a backup, and run this again.`,
        { cause: error },
      )
    }
  }
}
