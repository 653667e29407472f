import type { DataPlane, TableLookup } from '@svc/plugin'
import { findVersion } from '../catalog/reference.ts'
import type { NamedVersionRow } from '../catalog/version-store.ts'

/** A version as a statement names it. */
export interface CitedTable {
  /** As the statement calls it: `sales`, `sales@2`, `ds_…`. */
  table: string
  dataset_id: string
  version: number
  sha256: string
}

/** Looks up the tables of one statement and remembers which versions they were. */
export class CitedTables {
  readonly #data: DataPlane
  readonly #workspaceId: string
  readonly #found = new Map<string, CitedTable>()

  constructor(data: DataPlane, workspaceId: string) {
    this.#data = data
    this.#workspaceId = workspaceId
  }

  readonly lookup: TableLookup = async names =>
    this.#data.use(this.#workspaceId, db =>
      names.map(name => {
        const row = findVersion(db, name)
        if (!row) return null
        const table = nameAsWritten(name, row)
        const { dataset_id, version, sha256, file } = row
        this.#found.set(table, { table, dataset_id, version, sha256 })
        return { name: table, file }
      }),
    )

  /** The cited tables among those that the engine says the statement reads. */
  of(tables: readonly { name: string }[]): CitedTable[] {
    return tables.flatMap(({ name }) => this.#found.get(name) ?? [])
  }

  /** All that were found. */
  all(): CitedTable[] {
    return [...this.#found.values()]
  }
}

/** The same name, in the case in which it is kept. */
export function nameAsWritten(name: string, { table_name, dataset_id }: NamedVersionRow): string {
  const [, suffix = ''] = /(@\d+)$/.exec(name) ?? []
  const isId = name.slice(0, name.length - suffix.length).toLowerCase() === dataset_id
  return (isId ? dataset_id : table_name) + suffix
}
