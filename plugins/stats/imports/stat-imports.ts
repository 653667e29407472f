import type { Readable } from 'node:stream'
import { bodyFault, ForbiddenError, hasScope, SvcError } from '@svc/plugin'
import type { ImportOptions, Principal } from '@svc/plugin'
import type { Datasets, DatasetVersion } from '@svc/plugin/contracts/datasets'
import { requireDataReading } from '../data-reading.ts'
import type { Variable } from '../variables/variable.ts'
import type { Variables } from '../variables/variables.ts'
import type { ImportOrder } from './import-order.ts'

const dataWriting = 'data:write'

export interface ImportedForStats {
  dataset_id: string
  name: string
  table: string
  version: number
  rows: number
  variables: Variable[]
  warnings: string[]
}

/** Bytes that come with an order. */
export interface ImportContent {
  content: string | Readable
  filename: string | null
}

/** Datasets with what statistics have to know of their columns. */
export class StatImports {
  readonly #datasets: Datasets
  readonly #variables: Variables

  constructor(datasets: Datasets, variables: Variables) {
    this.#datasets = datasets
    this.#variables = variables
  }

  /** @throws as `POST /api/data/import`, ValidationError */
  async import(
    order: ImportOrder,
    sent: ImportContent | null,
    by: { principal: Principal; signal: AbortSignal },
  ): Promise<ImportedForStats> {
    requireDataReading(by.principal)
    const { version, warnings } = sent ? await this.#take(order, sent, by) : this.#existing(order, by.principal)
    const notes = await this.#recordVariables(order, version, sent !== null, by)
    return this.#importedOf(by.principal.workspace_id, version, [...warnings, ...notes])
  }

  /** @throws NotFoundError */
  get(principal: Principal, dataset: string): ImportedForStats {
    requireDataReading(principal)
    return this.#importedOf(principal.workspace_id, this.#datasets.get(principal.workspace_id, dataset), [])
  }

  #existing({ content: _, dataset_id, version, variables, ...more }: ImportOrder, principal: Principal) {
    if (dataset_id === undefined || variables === undefined) {
      throw bodyFault(
        '',
        'must have a file or content to import, or the dataset_id of what is there with its variables',
      )
    }
    const [field] = Object.keys(more)
    if (field !== undefined) {
      throw bodyFault(`/${field}`, 'says how to read a file, and there is none')
    }
    return { version: this.#datasets.get(principal.workspace_id, dataset_id, version), warnings: [] }
  }

  async #take(
    order: ImportOrder,
    { content, filename }: ImportContent,
    by: { principal: Principal; signal: AbortSignal },
  ) {
    const { content: _content, name, dataset_id, version, variables: _variables, ...reading } = order
    if (version !== undefined) {
      throw bodyFault('/version', 'is of a dataset that is there; an import makes the next one')
    }
    if (!hasScope(by.principal.scopes, dataWriting))
      throw new ForbiddenError('forbidden', `An import makes a dataset, which needs the scope ${dataWriting}.`)
    const label = name ?? (filename === null ? undefined : nameOfFile(filename))
    if (label === undefined && dataset_id === undefined) throw bodyFault('/name', 'is required')
    const options: ImportOptions = { ...reading, ...(filename !== null && { filename }) }
    const imported = await this.#datasets.import(
      {
        name: dataset_id === undefined ? (label ?? null) : null,
        ...(dataset_id !== undefined && { dataset_id }),
        content,
        options,
      },
      by,
    )
    const { count } = imported.rejected
    const rejected = count === 0 ? [] : [`${count} ${count === 1 ? 'row' : 'rows'} could not be taken.`]
    return { version: imported, warnings: [...imported.warnings, ...rejected] }
  }

  async #recordVariables(
    { variables }: ImportOrder,
    version: DatasetVersion,
    isNew: boolean,
    { principal, signal }: { principal: Principal; signal: AbortSignal },
  ): Promise<string[]> {
    const workspaceId = principal.workspace_id
    if (!isNew) return variables ? this.#variables.set(workspaceId, version, variables, signal) : []
    try {
      const warnings = variables ? await this.#variables.set(workspaceId, version, variables, signal) : []
      return [...warnings, ...(await this.#variables.doubts(workspaceId, version, signal))]
    } catch (error) {
      throw error instanceof SvcError ? importedAll(error, version) : error
    }
  }

  #importedOf(workspaceId: string, version: DatasetVersion, warnings: string[]): ImportedForStats {
    const { dataset_id, name, table, version: number, rows } = version
    return {
      dataset_id,
      name,
      table,
      version: number,
      rows,
      variables: this.#variables.of(workspaceId, version),
      warnings,
    }
  }
}

/** The data is there; only what was said of it could not be kept. */
function importedAll(error: SvcError, { dataset_id, version }: DatasetVersion): SvcError {
  const message = `${error.message.replace(/[.!]$/, '')}. The data was imported as ${dataset_id}@${version}; send {dataset_id, variables} with what is right.`
  return new SvcError(error.status, error.code, message, {
    cause: error,
    ...(error.errors && { errors: error.errors }),
    extra: { dataset_id, version },
  })
}

/** What a dataset is called when nobody says: as its file, without the ending. */
function nameOfFile(filename: string): string {
  const last = filename.split(/[/\\]/).at(-1) ?? ''
  return (
    last
      .replace(/\.gz$/i, '')
      .replace(/\.[A-Za-z0-9]{1,8}$/, '')
      .toWellFormed()
      .slice(0, 200) || 'dataset'
  )
}
