import { ConflictError } from '@svc/plugin'
import type { ControlPlane, ControlSnapshot, ControlTable } from '@svc/plugin'
import { controlTables, registryContent as contentOf } from '../drivers/index.ts'
import type { AnyRecord } from '../drivers/index.ts'
import { homeIdFact } from './home-belonging.ts'

/** Reads all records, whichever driver keeps them, as they stand at one moment. */
export async function controlSnapshot(control: ControlPlane): Promise<ControlSnapshot> {
  return control.transaction(async tx => {
    const entries: [ControlTable, unknown][] = []
    for (const table of controlTables) entries.push([table, await tx.find(table, {})])
    return Object.fromEntries(entries) as ControlSnapshot
  })
}

/** What `control_plane/registry.json` says for these records. */
export function registryContent(records: ControlSnapshot): Buffer[] {
  return contentOf(new Map(controlTables.map(table => [table, records[table] as readonly AnyRecord[]])))
}

/**
 * Copies all records and the audit log into a control plane that holds none; it is the home's with this id then.
 * @throws ConflictError `not_empty`
 */
export async function copyControl(from: ControlPlane, to: ControlPlane, homeId: string): Promise<void> {
  const records = await controlSnapshot(from)
  const facts = [...records.facts.filter(({ id }) => id !== homeIdFact), { id: homeIdFact, value: homeId }]
  await importRecords(to, { ...records, facts })
  for await (const entry of from.readAudit()) await to.appendAudit(entry)
}

async function importRecords(control: ControlPlane, records: ControlSnapshot): Promise<void> {
  await control.transaction(async tx => {
    for (const table of controlTables) {
      const { items } = await tx.page(table, {}, { limit: 1 })
      if (items.length > 0) throw new ConflictError('not_empty', `The control database holds ${table} already.`)
    }
    for (const table of controlTables) for (const record of records[table]) await tx.insert(table, record)
  })
}
