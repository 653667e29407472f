import { stat } from 'node:fs/promises'
import { codeOf, UnavailableError } from '@svc/plugin'
import type {
  AuditEntry,
  ControlPlane,
  ControlReader,
  ControlTable,
  ControlTransaction,
  Page,
  PlaneStatus,
} from '@svc/plugin'
import { controlTables, readerOf, withHandle } from '../control/index.ts'
import { RegistryFile, registryFormat } from './registry-file.ts'
import { Changes, RegistryChanges, RegistryView } from './registry-state.ts'
import type { RegistryState } from './registry-state.ts'

type Listener = (change: { table: ControlTable; id: string } | null) => void

export interface AttachedRegistryOptions {
  homePath: string
  /** The audit log has one writer, the server: entries of a worker go to it. */
  appendAudit(entry: AuditEntry): Promise<void>
}

/**
 * The registry of a server on the same home, read by a worker beside it. Each commit of the server is a new file, so a look at the
 * file's identity before each reading is enough to see it whole and up to date. Nothing is ever written.
 */
class AttachedRegistry implements ControlPlane {
  readonly #file: RegistryFile
  readonly #options: AttachedRegistryOptions
  readonly #listeners: Listener[] = []
  #state: RegistryState
  #seen: string
  #reloading: Promise<void> | null = null

  constructor(file: RegistryFile, loaded: { state: RegistryState; seen: string }, options: AttachedRegistryOptions) {
    this.#file = file
    this.#state = loaded.state
    this.#seen = loaded.seen
    this.#options = options
  }

  async read<T>(work: (reader: ControlReader) => Promise<T>): Promise<T> {
    return work(readerOf(await this.#view()))
  }

  async transaction<T>(work: (tx: ControlTransaction) => Promise<T>): Promise<T> {
    const changes = new Changes()
    await this.#refresh()
    const result = await withHandle(new RegistryChanges(this.#state, () => [changes], changes), work)
    if (changes.isEmpty) return result
    throw new UnavailableError(
      'A worker reads users, workspaces, keys and plugin switches, and does not change them: do that in the server, through its API.',
    )
  }

  appendAudit(entry: AuditEntry): Promise<void> {
    return this.#options.appendAudit(entry)
  }

  async listAudit(): Promise<Page<AuditEntry>> {
    throw new UnavailableError('A worker does not read the audit log; ask the server through its API.')
  }

  readAudit(): AsyncIterable<AuditEntry> {
    throw new UnavailableError('A worker does not read the audit log; ask the server through its API.')
  }

  onForeignChange(listener: Listener): void {
    this.#listeners.push(listener)
  }

  async status(): Promise<PlaneStatus> {
    const view = await this.#view()
    const count = controlTables.reduce((sum, table) => sum + view.list(table, {}).length, 0)
    const version = `format ${registryFormat}`
    return {
      driver: 'registry',
      location: this.#file.path,
      version,
      healthy: true,
      detail: `${count} records, read only`,
    }
  }

  async close(): Promise<void> {
    // Nothing is open between two readings.
  }

  async #refresh(): Promise<void> {
    const seen = await identityOf(this.#file.path)
    if (seen !== this.#seen) {
      this.#reloading ??= this.#reload().finally(() => (this.#reloading = null))
      await this.#reloading
    }
  }

  async #view(): Promise<RegistryView> {
    await this.#refresh()
    return new RegistryView(this.#state)
  }

  async #reload(): Promise<void> {
    const { state, seen } = await load(this.#file)
    this.#state = state
    this.#seen = seen
    for (const listener of this.#listeners) listener(null)
  }
}

async function load(file: RegistryFile): Promise<{ state: RegistryState; seen: string }> {
  // First the identity: a file that is replaced in between is read again next time.
  const seen = await identityOf(file.path)
  return { state: await file.load(), seen }
}

async function identityOf(path: string): Promise<string> {
  try {
    const { ino, size, mtimeNs } = await stat(path, { bigint: true })
    return `${ino}:${size}:${mtimeNs}`
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return 'none'
    throw new UnavailableError(`The registry ${path} cannot be read. Check the permissions of the home.`, {
      cause: error,
    })
  }
}

/** @throws UnavailableError when the registry cannot be read */
export async function attachRegistry(options: AttachedRegistryOptions): Promise<ControlPlane> {
  const file = new RegistryFile(options.homePath)
  return new AttachedRegistry(file, await load(file), options)
}
