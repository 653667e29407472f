import type { ControlRecords, ControlTransaction } from '@svc/plugin'
import type { ProviderRow } from './provider-store.ts'

const factId = 'models.providers'

/**
 * The providers that serve every workspace, beside those of the configuration. They are one record of the control plane, so that a name
 * is taken once however many admins ask at the same moment. Keys are sealed as in a workspace's file.
 */
export class InstallationProviders {
  readonly #control: ControlRecords
  #text = ''
  #rows: readonly ProviderRow[] = []

  constructor(control: ControlRecords) {
    this.#control = control
  }

  /** As they were last read, in the order they were made. */
  get rows(): readonly ProviderRow[] {
    return this.#rows
  }

  /** Reads what this or another process has written. True when something changed. */
  async renew(): Promise<boolean> {
    const text = (await this.#control.read(reader => reader.get('facts', factId)))?.value ?? ''
    if (text === this.#text) return false
    this.#rows = rowsOf(text)
    this.#text = text
    return true
  }

  /** `work` answers all of them as they shall be. It may run again, so it changes nothing else. */
  async change<T extends { rows: readonly ProviderRow[] }>(work: (rows: readonly ProviderRow[]) => T): Promise<T> {
    return this.#control.transaction(async tx => {
      const changed = work(rowsOf(await textIn(tx)))
      const value = JSON.stringify(changed.rows)
      if (!(await tx.update('facts', factId, { value }))) await tx.insert('facts', { id: factId, value })
      return changed
    })
  }
}

async function textIn(tx: ControlTransaction): Promise<string> {
  return (await tx.get('facts', factId))?.value ?? ''
}

function rowsOf(text: string): ProviderRow[] {
  return text === '' ? [] : (JSON.parse(text) as ProviderRow[])
}
