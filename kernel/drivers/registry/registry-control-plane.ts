import { isDiskFull, messageOf, storageFull, UnavailableError } from '@svc/plugin'
import type {
  AuditEntry,
  ControlPlane,
  ControlReader,
  ControlTransaction,
  Logger,
  Page,
  PageQuery,
  PlaneStatus,
} from '@svc/plugin'
import { controlTables, readerOf, TransactionTurns, withHandle } from '../control/index.ts'
import { AuditFile } from './audit-file.ts'
import { RegistryFile, registryFormat } from './registry-file.ts'
import { Changes, RegistryChanges, RegistryView } from './registry-state.ts'
import type { RegistryState } from './registry-state.ts'

/**
 * The control plane in one file: all of it in memory, every commit a whole new file. Transactions run one after the other on top of
 * what was changed before them; those that finish while the disk is busy are written together. Readers see only what is on the disk.
 */
class RegistryControlPlane implements ControlPlane {
  readonly #file: RegistryFile
  readonly #state: RegistryState
  readonly #audit: AuditFile
  readonly #turns = new TransactionTurns()
  readonly #reader: ControlReader
  #pending: Batch | null = null
  #writing: Batch | null = null
  // Counts failed writes: a transaction that was begun on top of one has seen what never came to be.
  #failures = 0
  #lastFailure: unknown = null
  #isClosed = false

  constructor(file: RegistryFile, state: RegistryState, audit: AuditFile) {
    this.#file = file
    this.#state = state
    this.#audit = audit
    this.#reader = readerOf(new RegistryView(state))
  }

  read<T>(work: (reader: ControlReader) => Promise<T>): Promise<T> {
    return work(this.#reader)
  }

  async transaction<T>(work: (tx: ControlTransaction) => Promise<T>): Promise<T> {
    const { result, written } = await this.#turns.run(() => this.#run(work))
    await written
    return result
  }

  appendAudit(entry: AuditEntry): Promise<void> {
    return this.#audit.append(entry)
  }

  listAudit(page: PageQuery): Promise<Page<AuditEntry>> {
    return this.#audit.list(page)
  }

  readAudit(): AsyncIterable<AuditEntry> {
    return this.#audit.read()
  }

  onForeignChange(): void {
    // The home's lock keeps other processes away, so there is never a foreign change.
  }

  async status(): Promise<PlaneStatus> {
    const count = controlTables.reduce((sum, table) => sum + this.#state.table(table).size, 0)
    const facts = { driver: 'registry', location: this.#file.path, version: `format ${registryFormat}` }
    if (this.#lastFailure === null) return { ...facts, healthy: true, detail: `${count} records, all on the disk` }
    return { ...facts, healthy: false, detail: `the last change was not written: ${messageOf(this.#lastFailure)}` }
  }

  async close(): Promise<void> {
    this.#isClosed = true
    await this.#turns.ended()
    await (this.#pending ?? this.#writing)?.written.catch(() => undefined)
    await this.#audit.close()
  }

  async #run<T>(work: (tx: ControlTransaction) => Promise<T>): Promise<{ result: T; written: Promise<void> }> {
    if (this.#isClosed) throw new UnavailableError('The server is stopping; its registry is closed.')
    const failures = this.#failures
    const own = new Changes()
    const layers = () => [this.#writing?.changes, this.#pending?.changes, own].filter(layer => layer !== undefined)
    const result = await withHandle(new RegistryChanges(this.#state, layers, own), work)
    if (failures !== this.#failures) throw notWritten(this.#lastFailure)
    return { result, written: this.#commit(own) }
  }

  /** Resolves when `changes`, and all that they were made on top of, are on the disk. */
  #commit(changes: Changes): Promise<void> {
    if (changes.isEmpty) return (this.#pending ?? this.#writing)?.written ?? Promise.resolve()
    const batch = (this.#pending ??= newBatch())
    batch.changes.add(changes)
    if (this.#writing === null) void this.#drain()
    return batch.written
  }

  async #drain(): Promise<void> {
    while (this.#pending !== null) {
      const batch: Batch = this.#pending
      this.#writing = batch
      this.#pending = null
      try {
        await this.#file.save(this.#state, batch.changes)
        this.#state.apply(batch.changes)
        this.#writing = null
        this.#lastFailure = null
        batch.resolve()
      } catch (error) {
        this.#writing = null
        this.#fail(batch, error)
      }
    }
  }

  /** What was changed on top of the lost changes is lost with them. */
  #fail(batch: Batch, error: unknown): void {
    const later: Batch | null = this.#pending
    this.#pending = null
    this.#failures += 1
    this.#lastFailure = error
    batch.reject(notWritten(error))
    later?.reject(notWritten(error))
  }
}

/** The changes of transactions that are written together. */
interface Batch {
  changes: Changes
  written: Promise<void>
  resolve: () => void
  reject: (reason: Error) => void
}

function newBatch(): Batch {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  // Each transaction waits for it by itself; when none does any more, its failure concerns nobody.
  promise.catch(() => undefined)
  return { changes: new Changes(), written: promise, resolve, reject }
}

function notWritten(cause: unknown): Error {
  if (isDiskFull(cause)) return storageFull('the registry', cause)
  return new UnavailableError(
    'The registry could not be written, and nothing was changed. Check the disk of the home.',
    {
      cause,
    },
  )
}

/** Opens `control_plane/registry.json` in the home. @throws UnavailableError when it cannot be read, with the way back */
export async function openRegistry(options: { homePath: string; log: Logger }): Promise<ControlPlane> {
  const file = new RegistryFile(options.homePath)
  const state = await file.load()
  const audit = await AuditFile.open(options.homePath, options.log)
  return new RegistryControlPlane(file, state, audit)
}
