import type { DuckDBConnection, DuckDBDataChunk, DuckDBResult } from '@duckdb/node-api'
import type { HostPiece, HostQuery, HostQueryAnswer, HostTable } from '../../../../kernel/index.ts'
import { engineFailure } from '../../engine-failure.ts'
import type { EngineParent } from '../../engine.ts'
import { engineError, isFatal } from './engine-error.ts'
import { ResultWriter } from '../results/result-writer.ts'
import { SqlGate } from './sql-gate.ts'
import { SqlText } from './sql-text.ts'
import { hasSharedNames } from '../results/unique-names.ts'

/** Characters; a piece goes on with the next. */
const pieceLength = 192 * 1024

interface Running {
  request: HostQuery
  sql: SqlText
  tables: HostTable[]
  ordered: boolean
  result: DuckDBResult
  writer: ResultWriter
  /** What was written and is not handed out yet. */
  text: string
  bytes: number
  truncated: boolean
  ended: boolean
}

/** People's queries, one at a time, handed out in pieces. */
export class SqlQueries {
  readonly #connection: DuckDBConnection
  readonly #gate: SqlGate
  readonly #onBroken: () => void
  #running: Running | null = null

  /** `onBroken` is called when the engine can be used no more. */
  constructor(connection: DuckDBConnection, parent: EngineParent, onBroken: () => void) {
    this.#connection = connection
    this.#onBroken = onBroken
    this.#gate = new SqlGate(connection, parent)
  }

  async start(request: HostQuery): Promise<HostQueryAnswer> {
    this.#running = null
    let tables: HostTable[] = []
    let sql = new SqlText(request.sql)
    try {
      const passed = await this.#gate.prepare(request.sql, request.params)
      const { statement, volatile, ordered } = passed
      tables = passed.tables
      sql = new SqlText(request.sql, { hasPlaces: passed.text === request.sql })
      const given = await statement.stream()
      const result = given.columnTypes().some(hasSharedNames) ? await this.#uniquelyNamed(request) : given
      const writer = new ResultWriter(result, request.format, request.digest)
      const text = writer.head()
      this.#running = { request, sql, tables, ordered, result, writer, text, bytes: 0, truncated: false, ended: false }
      return { columns: writer.columns, tables, volatile, ...(await this.more()) }
    } catch (error) {
      throw this.#failure(error, sql, tables)
    }
  }

  async #uniquelyNamed({ sql, params }: HostQuery): Promise<DuckDBResult> {
    const source = await this.#gate.asTable(sql, params)
    return this.#connection.stream(source.from, source.params.values, source.params.types)
  }

  async more(): Promise<HostPiece> {
    const running = this.#running
    if (running === null) return { piece: '', end: null }
    try {
      while (running.text.length < pieceLength && !running.ended) await this.#read(running)
    } catch (error) {
      this.#running = null
      throw this.#failure(error, running.sql, running.tables)
    }
    const piece = cut(running.text)
    running.text = running.text.slice(piece.length)
    if (!running.ended || running.text !== '') return { piece, end: null }
    this.#running = null
    const { writer, truncated, ordered } = running
    // Another run would have stopped at other rows: a digest of these tells nothing.
    const digest = truncated && !ordered ? null : writer.digest()
    return { piece, end: { row_count: writer.rows, truncated, digest } }
  }

  #failure(error: unknown, sql: SqlText, tables: HostTable[]): Error {
    if (isFatal(error)) this.#onBroken()
    return engineError(error, { sql, tables })
  }

  async #read(running: Running): Promise<void> {
    const { request, result, writer } = running
    const chunk = await result.fetchChunk()
    if (chunk === null || chunk.rowCount === 0) {
      running.ended = true
      return
    }
    const count = Math.min(chunk.rowCount, request.limit - writer.rows)
    if (count > 0) this.#take(running, chunk, count)
    if (count < chunk.rowCount) await this.#leave(running)
  }

  #take(running: Running, chunk: DuckDBDataChunk, count: number): void {
    const text = running.writer.write(chunk, count)
    running.bytes += Buffer.byteLength(text)
    const { max_bytes: maxBytes } = running.request
    if (running.bytes > maxBytes)
      throw engineFailure(
        'query_limit',
        `The answer has more than ${maxBytes} bytes. Ask for fewer rows or columns, or export it as a file.`,
      )
    running.text += text
  }

  /** There are more rows than were asked for: the engine is to stop working on them. */
  async #leave(running: Running): Promise<void> {
    running.truncated = true
    running.ended = true
    await this.#connection.run('select 1')
  }
}

/** The next piece, which ends between two characters. */
function cut(text: string): string {
  if (text.length <= pieceLength) return text
  const last = text.charCodeAt(pieceLength - 1)
  const isHighSurrogate = last >= 0xd800 && last < 0xdc00
  return text.slice(0, isHighSurrogate ? pieceLength - 1 : pieceLength)
}
