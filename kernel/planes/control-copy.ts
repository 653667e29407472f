import { ConflictError } from '@svc/plugin'
import type { ControlPlane, ControlTable, ControlTables } from '@svc/plugin'
import { controlTables, registryContent as contentOf, RegistryFile } from '../drivers/index.ts'
import type { AnyRecord } from '../drivers/index.ts'

/** Every record of every table, whichever driver kept them. */
export type ControlRecords = { [T in ControlTable]: ControlTables[T][] }

/** Reads all records as they stand at one moment. */
export async function controlRecords(control: ControlPlane): Promise<ControlRecords> {
  return control.transaction(async tx => recordsBy(table => tx.find(table, {})))
}

/** What `control_plane/registry.json` says for these records. */
export function registryContent(records: ControlRecords): Buffer[] {
  return contentOf(new Map(controlTables.map(table => [table, records[table] as readonly AnyRecord[]])))
}

/** The records in the registry of a home that is not open. @throws UnavailableError when it is damaged */
export async function registryRecords(homePath: string): Promise<ControlRecords> {
  const state = await new RegistryFile(homePath).load()
  return recordsBy(async table => [...state.table(table).ascending({})] as never)
}

/**
 * Puts the records into a control plane that holds none.
 * @throws ConflictError `not_empty`
 */
export async function importControl(control: ControlPlane, records: ControlRecords): Promise<void> {
  await control.transaction(async tx => {
    for (const table of controlTables) {
      const { items } = await tx.page(table, {}, { limit: 1 })
      if (items.length > 0) throw new ConflictError('not_empty', `The control database holds ${table} already.`)
    }
    for (const table of controlTables) for (const record of records[table]) await tx.insert(table, record)
  })
}

async function recordsBy(
  find: <T extends ControlTable>(table: T) => Promise<ControlTables[T][]>,
): Promise<ControlRecords> {
  const entries: [ControlTable, unknown][] = []
  for (const table of controlTables) entries.push([table, await find(table)])
  return Object.fromEntries(entries) as ControlRecords
}
