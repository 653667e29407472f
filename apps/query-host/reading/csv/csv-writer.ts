import { open } from 'node:fs/promises'
import type { FileHandle } from 'node:fs/promises'

const pieceCharacters = 512 * 1024

/** The one way of writing CSV that {@link CsvWriter} has: commas, double quotes where needed, `\n`. */
export const tidySyntax = { delimiter: ',', quote: '"' }

export class CsvWriter {
  readonly #file: FileHandle
  #text = ''

  constructor(file: FileHandle) {
    this.#file = file
  }

  static async create(path: string): Promise<CsvWriter> {
    return new CsvWriter(await open(path, 'w'))
  }

  /** Whether {@link flush} is due. */
  add(cells: readonly string[]): boolean {
    for (let index = 0; index < cells.length; index++) {
      if (index > 0) this.#text += ','
      this.#text += needsQuotes(cells[index]!) ? `"${cells[index]!.replaceAll('"', '""')}"` : cells[index]!
    }
    this.#text += '\n'
    return this.#text.length >= pieceCharacters
  }

  async flush(): Promise<void> {
    const text = this.#text
    this.#text = ''
    await this.#file.appendFile(text)
  }

  async close(): Promise<void> {
    try {
      if (this.#text !== '') await this.flush()
    } finally {
      await this.#file.close()
    }
  }
}

function needsQuotes(cell: string): boolean {
  for (let at = 0; at < cell.length; at++) {
    const code = cell.charCodeAt(at)
    if (code === 44 || code === 34 || code === 10 || code === 13 || code === 0xfeff) return true
  }
  // Readers may leave out spaces around a value without quotes.
  return cell.length > 0 && (cell.charCodeAt(0) <= 32 || cell.charCodeAt(cell.length - 1) <= 32)
}
