import type { ImportedTable } from '@svc/plugin'
import { engineFailure } from '../engine-failure.ts'

export type RejectedRow = ImportedTable['rejected']['sample'][number]

const maxSample = 20
const maxText = 200

/** Rows that could not be taken: counted, and the first of them kept. */
export class RejectedRows {
  count = 0
  readonly sample: RejectedRow[] = []

  add(row: RejectedRow): void {
    this.count += 1
    if (this.sample.length < maxSample) this.sample.push({ ...row, text: cut(row.text) })
  }

  /** A sentence that names the lines; none when all rows were taken. */
  warnings(): string[] {
    if (this.count === 0) return []
    const lines = listedLines(
      this.sample.slice(0, 10).map(({ line }) => line),
      this.count,
    )
    return [`${this.count} row${this.count === 1 ? ' was' : 's were'} left out: ${lines}. "rejected" says why.`]
  }

  /** @throws RemoteError when most rows are of no use: then it was read wrongly, and half a table would be worse than none */
  check(rowsTaken: number): void {
    if (this.count <= rowsTaken) return
    const shown = this.sample
      .slice(0, 3)
      .map(
        ({ line, column, reason, text }) =>
          `line ${line}${column === null ? '' : `, "${column}"`}: ${reason} (${JSON.stringify(text.slice(0, 80))})`,
      )
    throw engineFailure(
      'import_failed',
      `${this.count} of ${this.count + rowsTaken} rows could not be taken, which is more than half: ${shown.join('; ')}. Check delimiter, header and the types of the columns.`,
    )
  }
}

/** The first lines of `count`, as they stand in a sentence. */
export function listedLines(lines: readonly number[], count: number): string {
  const more = count - lines.length
  return `line${count === 1 ? '' : 's'} ${lines.join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}

function cut(text: string): string {
  return text.length > maxText ? `${text.slice(0, maxText).toWellFormed()}…` : text
}
