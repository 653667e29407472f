import { InternalError } from '@svc/plugin'
import type { NumericColumn, QueryResult } from '@svc/plugin'
import type { HostNumbersHead, HostPiece, HostQueryAnswer, HostQueryEnd } from './query-host.ts'
import type { HostWork } from './host-work.ts'
import { ReadAhead } from './read-ahead.ts'
import type { ReadAheadOptions } from './read-ahead.ts'

/** A query's answer while it is read; `done` resolves when the process is not needed any more. */
export function readQuery(
  answer: HostQueryAnswer,
  work: HostWork,
  options: ReadAheadOptions,
): { result: QueryResult; done: Promise<void> } {
  let end: HostQueryEnd | null = null

  async function* asked(): AsyncGenerator<string, void, undefined> {
    for (let piece: HostPiece = answer; ; piece = await work.ask<HostPiece>('more', null)) {
      if (piece.piece !== '') yield piece.piece
      end = piece.end
      if (end !== null) return
    }
  }
  const pieces = new ReadAhead(asked(), options)
  return {
    done: pieces.done,
    result: {
      columns: answer.columns,
      tables: answer.tables,
      volatile: answer.volatile,
      pieces,
      end() {
        if (end === null) throw new InternalError('A query that has not been read to its end has none yet.')
        return end
      },
    },
  }
}

/** A column of numbers or codes, put together from the pieces that the child sends. */
export async function readNumericColumn(
  head: HostNumbersHead,
  piece: (from: number) => Promise<Uint8Array>,
): Promise<NumericColumn> {
  // From the first byte of a memory on, as numbers need it: the usual column comes as one piece that does.
  let bytes = new Uint8Array(0)
  for (let from = 0; from < head.bytes;) {
    const part = await piece(from)
    if (part.length === 0 || from + part.length > head.bytes)
      throw new InternalError('A query host sent a column of another length than it said.')
    if (from === 0 && part.length === head.bytes && part.byteOffset === 0)
      bytes = new Uint8Array(part.buffer as ArrayBuffer)
    else if (from === 0) bytes = new Uint8Array(head.bytes)
    if (bytes.buffer !== part.buffer) bytes.set(part, from)
    from += part.length
  }
  const { name, type } = head
  if (head.kind === 'codes') {
    return {
      name,
      type,
      meaning: head.meaning === 'boolean' ? 'boolean' : 'text',
      kind: 'codes',
      codes: new Int32Array(bytes.buffer, 0, head.bytes / 4),
      levels: head.levels ?? [],
    }
  }
  const meaning = head.meaning === 'date' || head.meaning === 'timestamp' ? head.meaning : 'number'
  return { name, type, meaning, kind: 'number', values: new Float64Array(bytes.buffer, 0, head.bytes / 8) }
}
