import type { TableColumn } from '@svc/plugin'
import { csvHeader } from '../../quoting.ts'
import type { HostPiece, HostQuery, HostQueryAnswer, HostQueryEnd } from '../../../../kernel/index.ts'
import { DigestBuilder } from '../../digest-builder.ts'
import type { EngineParent } from '../../engine.ts'
import { engineFailure } from '../../engine-failure.ts'
import { csvCell, digestParts, jsonCell } from './cells.ts'
import type { SqlValue } from './define-functions.ts'
import { openAnswer } from './open-answer.ts'
import type { OpenAnswer } from './open-answer.ts'

const pieceChars = 128 * 1024

interface Reading {
  answer: OpenAnswer
  request: HostQuery
  digest: DigestBuilder | null
  rows: number
  bytes: number
  ended: boolean
}

/** One query at a time, read piece by piece. */
export class SqliteQueries {
  readonly #parent: EngineParent
  #reading: Reading | null = null

  constructor(parent: EngineParent) {
    this.#parent = parent
  }

  async start(request: HostQuery): Promise<HostQueryAnswer> {
    this.#end()
    const answer = await openAnswer(request.sql, request.params, names => this.#parent.tables(names))
    const { columns, tables, volatile } = answer
    const digest = request.digest ? new DigestBuilder(columns) : null
    this.#reading = { answer, request, digest, rows: 0, bytes: 0, ended: false }
    const first = request.format === 'csv' ? csvHeader(columns) : ''
    return { columns, tables, volatile, ...this.#piece(this.#reading, first) }
  }

  more(): HostPiece {
    if (!this.#reading) throw engineFailure('sql_error', 'There is no query that is being read.')
    return this.#piece(this.#reading, '')
  }

  #piece(reading: Reading, first: string): HostPiece {
    try {
      return this.#read(reading, first)
    } catch (error) {
      const failure = reading.answer.failure(error)
      this.#end()
      throw failure
    }
  }

  #read(reading: Reading, first: string): HostPiece {
    const { answer, request } = reading
    const written = request.format === 'csv' ? csvRow : jsonRow
    let piece = first
    let end: HostQueryEnd | null = null
    while (end === null && piece.length < pieceChars) {
      const next = answer.rows.next()
      if (next.done === true || reading.rows === request.limit) {
        end = { row_count: reading.rows, truncated: next.done !== true, digest: reading.digest?.end() ?? null }
        break
      }
      piece += written(next.value, answer.columns, reading.rows === 0)
      reading.rows += 1
      if (reading.digest) {
        const { exact, floats } = digestParts(next.value, answer.columns)
        reading.digest.add(exact, floats)
      }
      if (piece.length + reading.bytes > request.max_bytes) throw tooLarge(request.max_bytes)
    }
    reading.bytes += Buffer.byteLength(piece)
    if (reading.bytes > request.max_bytes) throw tooLarge(request.max_bytes)
    if (end) this.#end()
    return { piece, end }
  }

  #end(): void {
    this.#reading?.answer.close()
    this.#reading = null
  }
}

function tooLarge(maxBytes: number): Error {
  return engineFailure('query_limit', `The result has more than ${maxBytes} bytes: ask for fewer rows or columns.`)
}

function jsonRow(row: readonly SqlValue[], columns: readonly TableColumn[], first: boolean): string {
  let text = first ? '[' : ',['
  for (let index = 0; index < columns.length; index += 1) {
    if (index > 0) text += ','
    text += jsonCell(row[index] ?? null, columns[index]?.type ?? '')
  }
  return `${text}]`
}

function csvRow(row: readonly SqlValue[], columns: readonly TableColumn[]): string {
  return `${columns.map(({ type }, index) => csvCell(row[index] ?? null, type)).join(',')}\n`
}
