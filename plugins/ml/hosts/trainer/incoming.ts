import type { RawColumn } from './learning/data/raw-columns.ts'
import type { Table } from './drift/drift.ts'

/** What the columns are whose bytes follow, one after the other. */
export interface TableHead {
  rows: number
  columns: (
    | { name: string; kind: 'number'; meaning: 'number' | 'date' | 'timestamp' }
    | { name: string; kind: 'codes'; meaning: 'text' | 'boolean'; levels: string[] }
  )[]
}

/** A table on its way in. */
export class Incoming {
  readonly #head: TableHead
  readonly #bytes: Uint8Array
  readonly #offsets: number[] = []

  constructor(head: TableHead) {
    this.#head = head
    let length = 0
    for (const { kind } of head.columns) {
      // Doubles begin at multiples of eight here, wherever the sender's do.
      this.#offsets.push(length)
      length += head.rows * (kind === 'number' ? 8 : 4)
      length += length % 8
    }
    this.#bytes = new Uint8Array(new ArrayBuffer(length))
  }

  /** @param position among the bytes of all columns, as the sender counts them, without gaps */
  write(position: number, piece: Uint8Array): void {
    let from = 0
    let start = 0
    this.#head.columns.forEach(({ kind }, index) => {
      const size = this.#head.rows * (kind === 'number' ? 8 : 4)
      const at = position + from - start
      if (from < piece.length && at >= 0 && at < size) {
        const part = piece.subarray(from, from + Math.min(piece.length - from, size - at))
        this.#bytes.set(part, this.#offsets[index]! + at)
        from += part.length
      }
      start += size
    })
  }

  table(): Table {
    const { rows, columns } = this.#head
    const { buffer } = this.#bytes
    return {
      rows,
      columns: columns.map((column, index): RawColumn => {
        const at = this.#offsets[index]!
        if (column.kind === 'number') return { ...column, values: new Float64Array(buffer, at, rows) }
        return { ...column, codes: new Int32Array(buffer, at, rows) }
      }),
    }
  }
}
