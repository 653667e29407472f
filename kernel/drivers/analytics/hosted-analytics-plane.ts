import { rm, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { ConflictError, forEachAtOnce, messageOf, PayloadTooLargeError } from '@svc/plugin'
import type {
  AnalyticsLimits,
  AnalyticsPlane,
  AnalyticsStage,
  ChildProcesses,
  ExportedTable,
  ImportedTable,
  Logger,
  NumericColumn,
  PlaneStatus,
  QueryResult,
  QueryRun,
  SharedFiles,
  StagedTable,
  TableQuery,
  WorkingChild,
} from '@svc/plugin'
import type {
  HostDerive,
  HostExport,
  HostExported,
  HostImport,
  HostNumbersHead,
  HostQuery,
  HostQueryAnswer,
} from './query-host.ts'
import { AnalyticsFolders } from './analytics-folders.ts'
import { otherEngineFault } from './engines.ts'
import type { AnalyticsEngine } from './engines.ts'
import { HostWork } from './host-work.ts'
import { readNumericColumn, readQuery } from './host-answers.ts'
import { QueryHosts } from './query-hosts.ts'
import type { HostUse, Place } from './query-hosts.ts'
import { goneTable, namesOfHome, SharedTables } from './shared-tables.ts'
import type { TableNames } from './shared-tables.ts'

const maxTextBytes = 32 * 1024
const inputName = 'upload'
const query = { what: 'The query', code: 'query_limit' }
const importing = { what: 'The import', code: 'import_failed' }
const exporting = { what: 'The export', code: 'query_limit' }

interface Stage extends AnalyticsStage {
  /** Relative to the workspace's folder. */
  readonly folder: string
}

export interface AnalyticsPlaneOptions {
  homePath: string
  engine: AnalyticsEngine
  limits: AnalyticsLimits
  children: ChildProcesses
  /** Where tables lie that several servers read; absent: in the home. */
  shared?: SharedFiles
  log: Logger
}

/** The analytics plane in processes of `apps/query-host`. */
export class HostedAnalyticsPlane implements AnalyticsPlane {
  readonly driver: string
  readonly extension: string
  readonly #remedy: string
  readonly #folders: AnalyticsFolders
  readonly #shared: SharedTables | null
  readonly #hosts: QueryHosts
  readonly #log: Logger
  readonly #stages = new Set<Stage>()

  constructor({ homePath, engine, limits, children, shared, log }: AnalyticsPlaneOptions) {
    this.driver = engine.id
    this.extension = engine.extension
    this.#remedy = engine.remedy ?? ''
    this.#folders = new AnalyticsFolders(homePath)
    this.#shared = shared ? new SharedTables(this.#folders, shared) : null
    this.#hosts = new QueryHosts({ children, driver: engine.id, limits })
    this.#log = log
  }

  async status(): Promise<PlaneStatus> {
    const { startFailure } = this.#hosts
    if (startFailure !== null) {
      const detail = `its last process did not start: ${startFailure}${this.#remedy}`
      return { driver: this.driver, healthy: false, location: this.#folders.root, version: null, detail }
    }
    const workspaces = await this.#folders.workspaceIds()
    const detail = workspaces.length === 0 ? 'not in use yet' : `tables of ${workspaces.length} workspaces`
    return { driver: this.driver, healthy: true, location: this.#folders.root, version: null, detail }
  }

  async stage(workspaceId: string, { isImportSoon = true }: { isImportSoon?: boolean } = {}): Promise<Stage> {
    const stage = await this.#makeStage(workspaceId)
    if (isImportSoon) this.#hosts.expectWrite(await this.#place(workspaceId))
    return stage
  }

  async import(
    given: AnalyticsStage,
    options: Parameters<AnalyticsPlane['import']>[1],
    limits: Parameters<AnalyticsPlane['import']>[2],
    run: Parameters<AnalyticsPlane['import']>[3],
  ): Promise<StagedTable> {
    const stage = given as Stage
    const { memoryMb, threads } = this.#hosts.limits
    const request: HostImport = {
      file: `${stage.folder}/${inputName}`,
      output: `${stage.folder}/table.${this.extension}`,
      options,
      limits: { ...limits, memory_mb: memoryMb, threads },
    }
    const imported = await this.#write<ImportedTable>(stage, run, importing, work => work.ask('import', request))
    return { ...imported, stage }
  }

  async derive(
    workspaceId: string,
    { sql, params = [], tables }: TableQuery,
    limits: Parameters<AnalyticsPlane['derive']>[2],
    run: QueryRun,
  ): Promise<StagedTable> {
    assertText(sql)
    const stage = await this.#makeStage(workspaceId)
    const { memoryMb, threads } = this.#hosts.limits
    const request: HostDerive = {
      sql,
      params: [...params],
      output: `${stage.folder}/table.${this.extension}`,
      limits: { ...limits, memory_mb: memoryMb, threads },
    }
    return this.#orDiscard(stage, async () => {
      const made = await this.#reading(workspaceId, [], { ...run, lookup: tables }, use =>
        this.#write<ImportedTable>(stage, use, query, work => work.ask('derive', request)),
      )
      return { ...made, stage }
    })
  }

  async publish({ stage }: StagedTable, file: string): Promise<void> {
    const { workspaceId, folder } = stage as Stage
    const from = join(await this.#folders.folder(workspaceId), folder, `table.${this.extension}`)
    await (this.#shared ?? this.#folders).publish(workspaceId, from, file)
  }

  files(workspaceId: string): Promise<string[]> {
    return this.#folders.files(workspaceId)
  }

  workspaceIds(): Promise<string[]> {
    return this.#folders.workspaceIds()
  }

  async remove(workspaceId: string, files: readonly string[]): Promise<void> {
    await this.#folders.remove(workspaceId, files)
    await this.#shared?.remove(workspaceId, files)
    this.#hosts.letGo(workspaceId)
  }

  async removeWorkspace(workspaceId: string): Promise<void> {
    this.#hosts.letGo(workspaceId)
    await this.#folders.removeAll(workspaceId)
  }

  async sweep(): Promise<void> {
    const sweepOne = async (workspaceId: string): Promise<void> => {
      try {
        await this.#folders.sweep(workspaceId)
      } catch (error) {
        this.#log.warn(
          { workspace_id: workspaceId, reason: messageOf(error) },
          `What was left in ${basename(this.#folders.root)} could not be removed.`,
        )
      }
    }
    await forEachAtOnce(await this.#folders.workspaceIds(), sweepOne)
  }

  async query(
    workspaceId: string,
    { sql, params = [], tables, limit, maxBytes, format, digest = false }: Parameters<AnalyticsPlane['query']>[1],
    run: QueryRun,
  ): Promise<QueryResult> {
    assertText(sql)
    const request: HostQuery = { sql, params: [...params], limit, max_bytes: maxBytes, format, digest }
    const { promise, resolve, reject } = Promise.withResolvers<QueryResult>()
    const stage = () => this.#makeStage(workspaceId)
    // The process is the caller's until it has given its last piece, long after the head of the answer was given.
    this.#reading(workspaceId, [], { ...run, lookup: tables }, (use, names) =>
      this.#read(workspaceId, use, async work => {
        const answer = await work.ask<HostQueryAnswer>('query', request)
        const { result, done } = readQuery(answer, work, { signal: run.signal, stage })
        resolve({ ...result, tables: filesOf(result.tables, names) })
        await done
      }),
    ).catch(reject)
    return promise
  }

  async export(
    workspaceId: string,
    source: Parameters<AnalyticsPlane['export']>[1],
    format: Parameters<AnalyticsPlane['export']>[2],
    run: Parameters<AnalyticsPlane['export']>[3],
  ): Promise<ExportedTable> {
    if ('sql' in source) assertText(source.sql)
    const stage = await this.#makeStage(workspaceId)
    const output = `${stage.folder}/export.${format}`
    const asked = {
      format,
      output,
      max_bytes: run.maxBytes,
      sheet: run.sheet ?? 'data',
    }
    return this.#orDiscard(stage, async () => {
      const looking = { ...run, ...('sql' in source && { lookup: source.tables }) }
      const files = 'file' in source ? [source.file] : []
      const write = async (use: HostUse, names: TableNames) => {
        const from =
          'sql' in source
            ? { sql: source.sql, params: [...(source.params ?? [])] }
            : { file: names.nameOf(source.file) }
        const request: HostExport = { source: from, ...asked }
        const made = await this.#write<HostExported>(stage, use, exporting, work => work.ask('export', request))
        return { ...made, tables: filesOf(made.tables, names) }
      }
      const { rows, columns, tables } = await this.#reading(workspaceId, files, looking, write)
      const path = join(await this.#folders.folder(workspaceId), output)
      const { size: bytes } = await stat(path)
      return { path, rows, bytes, columns, tables, discard: () => stage.discard() }
    })
  }

  preview(...[workspaceId, page, run]: Parameters<AnalyticsPlane['preview']>): ReturnType<AnalyticsPlane['preview']> {
    return this.#reading(workspaceId, [page.file], run, (use, { nameOf }) =>
      this.#read(workspaceId, use, work => work.ask('preview', { ...page, file: nameOf(page.file) })),
    )
  }

  profile(...[workspaceId, file, run]: Parameters<AnalyticsPlane['profile']>): ReturnType<AnalyticsPlane['profile']> {
    return this.#reading(workspaceId, [file], run, (use, { nameOf }) =>
      this.#read(workspaceId, use, work => work.ask('profile', { file: nameOf(file) })),
    )
  }

  diff(...[workspaceId, versions, run]: Parameters<AnalyticsPlane['diff']>): ReturnType<AnalyticsPlane['diff']> {
    const { from, to } = versions
    return this.#reading(workspaceId, [from, to], run, (use, { nameOf }) =>
      this.#read(workspaceId, use, work => work.ask('diff', { ...versions, from: nameOf(from), to: nameOf(to) })),
    )
  }

  columns(
    ...[workspaceId, { file, columns, filter, maxCells, asText = false }, run]: Parameters<AnalyticsPlane['columns']>
  ): ReturnType<AnalyticsPlane['columns']> {
    return this.#reading(workspaceId, [file], run, (use, { nameOf }) =>
      this.#read(workspaceId, use, async work => {
        const request = { file: nameOf(file), columns, filter, max_cells: maxCells, as_text: asText }
        const answer = await work.ask<{ rows: number; columns: HostNumbersHead[] }>('columns', request)
        const read: NumericColumn[] = []
        for (const [index, head] of answer.columns.entries())
          read.push(await readNumericColumn(head, from => work.askBytes('column', { index, from })))
        return { rows: answer.rows, columns: read }
      }),
    )
  }

  async close(): Promise<void> {
    await this.#hosts.close()
    await Promise.all([...this.#stages].map(stage => stage.discard()))
  }

  async #read<T>(workspaceId: string, use: HostUse, work: (work: HostWork) => Promise<T>): Promise<T> {
    return this.#hosts.read(await this.#place(workspaceId), use, child => work(this.#workOf(child, use, query)))
  }

  async #write<T>(
    stage: Stage,
    use: HostUse,
    words: { what: string; code: string },
    work: (work: HostWork) => Promise<T>,
  ): Promise<T> {
    const place = await this.#place(stage.workspaceId)
    return this.#hosts.write(place, use, async child => {
      let isKept = false
      try {
        const folder = join(place.folder, stage.folder)
        const input = join(folder, inputName)
        const isThere = await stat(input).catch(() => null)
        await child.child.own(isThere ? [folder, input] : [folder])
        const result = await work(this.#workOf(child, use, words))
        // It has seen nothing but tables of the workspace. After an import it has seen a stranger's file, and it may hold a version open
        // that it wrote: before that stays, the process is gone.
        isKept = words === exporting
        return result
      } finally {
        if (!isKept) child.retire('written')
      }
    })
  }

  #workOf(child: WorkingChild<null>, { timeoutMs }: HostUse, words: { what: string; code: string }): HostWork {
    return new HostWork(child, { ...words, timeoutMs, memoryMb: this.#hosts.limits.memoryMb })
  }

  async #place(workspaceId: string): Promise<Place> {
    return { workspaceId, folder: await this.#folders.folder(workspaceId) }
  }

  async #makeStage(workspaceId: string): Promise<Stage> {
    const folder = await this.#folders.makeStage(workspaceId)
    const path = join(await this.#folders.folder(workspaceId), folder, inputName)
    const stage: Stage = { workspaceId, folder, path, discard: () => this.#discard(stage) }
    this.#stages.add(stage)
    return stage
  }

  async #discard(stage: Stage): Promise<void> {
    this.#stages.delete(stage)
    await rm(join(stage.path, '..'), { recursive: true, force: true })
  }

  /** Work that fails because its table was removed meanwhile fails with NotFoundError. @throws ConflictError for files of another driver */
  async #reading<T>(
    workspaceId: string,
    files: readonly string[],
    use: HostUse,
    work: (use: HostUse, names: TableNames) => Promise<T>,
  ): Promise<T> {
    for (const file of files) {
      const fault = otherEngineFault(this.driver, file)
      if (fault !== null) throw new ConflictError('conflict', fault)
    }
    const read = async (looking: HostUse, names: TableNames): Promise<T> => {
      try {
        return await work(looking, names)
      } catch (error) {
        const inHome = files.filter(file => names.nameOf(file) === file)
        const isThere = await Promise.all(inHome.map(file => this.#folders.has(workspaceId, file)))
        throw isThere.every(Boolean) ? error : goneTable(error)
      }
    }
    return this.#shared ? this.#shared.reading(workspaceId, files, use, read) : read(use, namesOfHome)
  }

  async #orDiscard<T>(stage: Stage, work: () => Promise<T>): Promise<T> {
    try {
      return await work()
    } catch (error) {
      await stage.discard()
      throw error
    }
  }
}

/** As the caller knows them. */
function filesOf<T extends { file: string }>(tables: readonly T[], { fileOf }: TableNames): T[] {
  return tables.map(table => ({ ...table, file: fileOf(table.file) }))
}

function assertText(sql: string): void {
  if (Buffer.byteLength(sql) > maxTextBytes)
    throw new PayloadTooLargeError(
      `The statement is longer than ${maxTextBytes / 1024} KiB. Keep long lists in a dataset and join it.`,
    )
}
