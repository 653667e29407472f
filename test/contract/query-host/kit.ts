import { chmod, chown, copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll } from 'vitest'
import { ChildMethodError } from '@svc/plugin'
import type { Child } from '@svc/plugin'
import type { TableColumn, TableExportFormat, ImportedTable, ImportOptions } from '@svc/plugin'
import type {
  HostExported,
  HostQueryAnswer,
  HostTable,
  HostTablesRequest,
  QueryHostRole,
} from '../../../kernel/drivers/analytics/query-host.ts'
import { HardenedChildProcesses } from '../../../kernel/children/index.ts'
import { recordingLog } from '../../support/recording-log.ts'
import { childPrograms } from '../../rooms/kernel.ts'

export interface Answer {
  columns: TableColumn[]
  rows: unknown[][]
  tables: HostTable[]
  volatile: string[]
  truncated: boolean
  digest: unknown
}

/** What was thrown, as the caller would see it. */
export interface Refusal {
  code: string
  message: string
}

export interface Imported extends Omit<ImportedTable, 'bytes' | 'sha256'> {
  preview: unknown[][]
}

export const limits = {
  max_columns: 2000,
  max_bytes: 50_000_000,
  max_line_bytes: 1_000_000,
  max_rows: 100_000,
  memory_mb: 256,
  threads: 1,
}

const staging = 'staging/contract.tmp'
const asRoot = process.getuid?.() === 0

/** The program with one engine: a reader and a writer as the server would start them, in a workspace's folder. */
export class QueryHostKit {
  readonly driver: string
  readonly #tables = new Map<string, string>()
  #home = ''
  #folder = ''
  #children: HardenedChildProcesses | null = null
  #reader: Child | null = null
  #writer: Child | null = null
  #files = 0

  constructor(driver: string) {
    this.driver = driver
  }

  async start(): Promise<void> {
    this.#home = await mkdtemp(join(tmpdir(), 'svc-test-'))
    this.#folder = join(this.#home, 'workspace')
    for (const folder of ['', 'datasets', 'staging', staging]) {
      await mkdir(join(this.#folder, folder))
      await chmod(join(this.#folder, folder), 0o711)
    }
    const log = recordingLog()
    const signal = new AbortController().signal
    this.#children = new HardenedChildProcesses({ programs: childPrograms(), log, signal })
    const [reader, writer] = await Promise.all([this.#spawn('reader'), this.#spawn('writer')])
    this.#reader = reader
    this.#writer = writer
    await writer.own([join(this.#folder, staging)])
  }

  async stop(): Promise<void> {
    await this.#children?.close()
    await rm(this.#home, { recursive: true, force: true })
  }

  async query(sql: string, params: (string | number | boolean | null)[] = [], limit = 1000): Promise<Answer> {
    const request = { sql, params, limit, max_bytes: 1_000_000, format: 'json', digest: true }
    const head = await this.#ask<HostQueryAnswer>(this.#reader, 'query', request)
    let { piece, end } = head
    while (end === null) {
      const more = await this.#ask<HostQueryAnswer>(this.#reader, 'more', null)
      piece += more.piece
      end = more.end
    }
    const { columns, tables, volatile } = head
    const rows = JSON.parse(`[${piece}]`) as unknown[][]
    return { columns, rows, tables, volatile, truncated: end.truncated, digest: end.digest }
  }

  async csv(sql: string): Promise<string> {
    const request = { sql, params: [], limit: 1000, max_bytes: 1_000_000, format: 'csv', digest: false }
    return (await this.#ask<HostQueryAnswer>(this.#reader, 'query', request)).piece
  }

  read<T>(method: 'preview' | 'profile' | 'diff' | 'columns', params: object): Promise<T> {
    return this.#ask<T>(this.#reader, method, params)
  }

  /** A column's bytes, after `columns`. */
  async bytesOf(index: number): Promise<Buffer> {
    const bytes: Buffer[] = []
    for (let from = 0; ;) {
      const piece = (await this.#reader?.requestBytes('column', { index, from }))?.bytes
      if (!piece || piece.length === 0) return Buffer.concat(bytes)
      bytes.push(piece)
      from += piece.length
    }
  }

  /** Imports; with `table`, the version can be queried by that name afterwards. */
  async import(bytes: string | Uint8Array, options: ImportOptions, table?: string): Promise<Imported> {
    const file = await this.#given(bytes)
    const output = this.#output()
    const made = await this.#ask<ImportedTable>(this.#writer, 'import', { file, output, options, limits })
    return this.#published(made, output, table)
  }

  async derive(sql: string, table?: string): Promise<Imported> {
    const output = this.#output()
    const made = await this.#ask<ImportedTable>(this.#writer, 'derive', { sql, params: [], output, limits })
    return this.#published(made, output, table)
  }

  async export(source: object, format: TableExportFormat): Promise<{ exported: HostExported; bytes: Buffer }> {
    const output = this.#output()
    const request = { source, format, output, max_bytes: 10_000_000, sheet: 'data' }
    const exported = await this.#ask<HostExported>(this.#writer, 'export', request)
    return { exported, bytes: await readFile(join(this.#folder, output)) }
  }

  has(table: string): boolean {
    return this.#tables.has(table)
  }

  fileOf(table: string): string {
    const file = this.#tables.get(table)
    if (file === undefined) throw new Error(`There is no table ${table} in the test.`)
    return file
  }

  async #published(made: ImportedTable, output: string, table: string | undefined): Promise<Imported> {
    const file = `datasets/${output.split('/').at(-1)}`
    const path = join(this.#folder, file)
    await copyFile(join(this.#folder, output), path)
    await chmod(path, 0o444)
    if (table !== undefined) this.#tables.set(table, file)
    const page = await this.read<{ rows: string }>('preview', { file, limit: 100, offset: 0 })
    const { columns, rows, reading, warnings, rejected } = made
    return { columns, rows, reading, warnings, rejected, preview: JSON.parse(page.rows) as unknown[][] }
  }

  async #given(bytes: string | Uint8Array): Promise<string> {
    const file = `${staging}/in-${(this.#files += 1)}`
    const path = join(this.#folder, file)
    await writeFile(path, bytes)
    await this.#writer?.own([path])
    return file
  }

  #output(): string {
    return `${staging}/out-${(this.#files += 1)}`
  }

  async #spawn(role: QueryHostRole): Promise<Child> {
    if (!this.#children) throw new Error('The kit was not started.')
    const child = await this.#children.spawn('query-host', {
      heapMb: 256,
      rssMb: 900,
      args: [this.driver, role],
      folder: this.#folder,
      ...(role === 'writer' && { writes: { folder: join(this.#folder, 'staging'), maxFileBytes: 1e9 } }),
      methods: {
        tables: ({ names }: HostTablesRequest) => names.map(name => this.#tableOf(name)),
      },
    })
    await child.request('open', { memory_mb: 256, threads: 1 })
    if (asRoot) await chown(this.#folder, 0, 0)
    return child
  }

  #tableOf(name: string): HostTable | null {
    const known = name.toLowerCase()
    const file = this.#tables.get(known)
    return file === undefined ? null : { name: known, file }
  }

  async #ask<T>(child: Child | null, method: string, params: object | null): Promise<T> {
    if (!child) throw new Error('The kit was not started.')
    return (await child.request(method, params)) as T
  }
}

export function kitForTests(driver: string): QueryHostKit {
  const kit = new QueryHostKit(driver)
  beforeAll(() => kit.start())
  afterAll(() => kit.stop())
  return kit
}

export async function refusal(work: Promise<unknown>): Promise<Refusal> {
  try {
    await work
  } catch (error) {
    if (error instanceof ChildMethodError) return { code: error.code, message: error.message }
    throw error
  }
  throw new Error('It was not refused.')
}
