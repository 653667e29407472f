import { sameDigest, SvcError } from '@svc/plugin'
import type { AnalyticsPlane, DataPlane, QueryResult, TableLookup } from '@svc/plugin'
import { versionStore } from '../catalog/version-store.ts'
import type { CitedTable } from './cited-tables.ts'
import type { Receipt } from './receipt.ts'

export interface Verdict {
  valid: boolean
  /** Why it is not. */
  reason?: string
}

const wrong = (reason: string): Verdict => ({ valid: false, reason })

/** Runs the query of a receipt again, over the same versions, and compares the results. */
export class Receipts {
  readonly #data: DataPlane
  readonly #plane: AnalyticsPlane
  readonly #maxBytes: number

  constructor(data: DataPlane, plane: AnalyticsPlane, maxBytes: number) {
    this.#data = data
    this.#plane = plane
    this.#maxBytes = maxBytes
  }

  /** @throws TimeoutError, UnavailableError: then nothing is known about it */
  async verify(
    workspaceId: string,
    receipt: Receipt,
    run: { signal: AbortSignal; timeoutMs: number },
  ): Promise<Verdict> {
    const { sql, params, limit, result: recorded } = receipt
    if (recorded === null) return wrong('The receipt has no digest of its result to compare with.')
    const pinned = new Map<string, { name: string; file: string }>()
    for (const cited of receipt.tables) {
      const found = this.#find(workspaceId, cited)
      if (typeof found === 'string') return wrong(found)
      const name = cited.table.toLowerCase()
      if (pinned.has(name)) return wrong(`The receipt names ${cited.table} twice.`)
      pinned.set(name, { name: cited.table, file: found.file })
    }
    const lookup: TableLookup = async names => names.map(name => pinned.get(name.toLowerCase()) ?? null)
    const query = {
      sql,
      params,
      tables: lookup,
      limit,
      maxBytes: this.#maxBytes,
      format: 'json',
      digest: true,
    } as const
    try {
      const result = await this.#plane.query(workspaceId, query, run)
      if (result.volatile.length > 0) {
        await result.pieces.return?.()
        return wrong(`The statement uses ${result.volatile.join(', ')}, whose value may differ from run to run.`)
      }
      while (!(await result.pieces.next()).done);
      const unread = unreadOf(receipt, result)
      if (unread !== undefined) return wrong(`The statement does not read ${unread}, which the receipt names.`)
      const { digest } = result.end()
      if (digest === null) return wrong('The engine gave no digest of the result.')
      return sameDigest(recorded, digest) ? { valid: true } : wrong(difference(recorded, digest))
    } catch (error) {
      if (error instanceof SvcError && (error.status === 422 || error.status === 413))
        return wrong(`The statement does not run any more: ${error.message}`)
      throw error
    }
  }

  #find(workspaceId: string, { table, dataset_id, version, sha256 }: CitedTable): { file: string } | string {
    const [, ofName] = /@(\d+)$/.exec(table) ?? []
    if (ofName !== undefined && Number(ofName) !== version)
      return `The receipt says that ${table} is version ${version}.`
    const row = this.#data.use(workspaceId, db => versionStore.get(db, dataset_id, version))
    if (!row) return `There is no version ${version} of ${table} (${dataset_id}) any more.`
    if (row.sha256 !== sha256)
      return `Version ${version} of ${table} (${dataset_id}) has other content than the receipt says.`
    return row
  }
}

function unreadOf({ tables }: Receipt, result: QueryResult): string | undefined {
  const read = new Set(result.tables.map(({ name }) => name.toLowerCase()))
  return tables.find(({ table }) => !read.has(table.toLowerCase()))?.table
}

function difference(recorded: NonNullable<Receipt['result']>, found: NonNullable<Receipt['result']>): string {
  if (recorded.rows !== found.rows) return `The result differs: it has ${found.rows} rows and not ${recorded.rows}.`
  if (recorded.hash !== found.hash) return 'The result differs: columns or values are not those of the receipt.'
  return 'The result differs: floating-point numbers are not those of the receipt.'
}
