import { StringDecoder } from 'node:string_decoder'
import { engineFailure } from '../../engine-failure.ts'
import { filePieces } from '../../reading/file-pieces.ts'

export interface JsonText {
  text: string
  /** Where it begins, from 1. */
  line: number
}

/**
 * The texts of the elements of a file's array, or of its values one after the other, one at a time: the file may be larger than memory. They are cut
 * where brackets balance; whether each is JSON is for the parser to say.
 */
export async function* jsonValues(path: string): AsyncGenerator<JsonText> {
  const decoder = new StringDecoder('utf8')
  const cutter = new ValueCutter()
  for await (const piece of filePieces(path)) yield* cutter.push(decoder.write(piece))
  yield* cutter.push(decoder.end())
  yield* cutter.end()
}

class ValueCutter {
  #text = ''
  #at = 0
  #start = -1
  #startLine = 1
  #line = 1
  #depth = 0
  #inString = false
  #array: 'none' | 'open' | 'closed' = 'none'
  #begun = false;

  *push(piece: string): Generator<JsonText> {
    const kept = this.#start === -1 ? this.#at : this.#start
    this.#text = this.#text.slice(kept) + piece
    this.#at -= kept
    if (this.#start !== -1) this.#start = 0
    for (; this.#at < this.#text.length; this.#at += 1) {
      const value = this.#take(this.#text.charAt(this.#at))
      if (value) yield value
    }
  }

  *end(): Generator<JsonText> {
    const isCut = this.#inString || this.#depth > 0 || this.#array === 'open'
    if (isCut)
      throw engineFailure('import_failed', 'The JSON is cut off: its end is missing. Send the whole file again.')
    const value = this.#cut()
    if (value) yield value
  }

  #take(char: string): JsonText | null {
    if (char === '\n') this.#line += 1
    if (this.#inString) {
      if (char === '\\') this.#at += 1
      else if (char === '"') this.#inString = false
      return null
    }
    if (char === '"') {
      this.#begin()
      this.#inString = true
    } else if (char === '{' || char === '[') this.#open(char)
    else if (char === '}' || char === ']') return this.#close()
    else if (this.#depth === 0 && /[\s,]/.test(char)) return this.#cut()
    else if (char !== '\ufeff') this.#begin()
    return null
  }

  #open(char: string): void {
    if (!this.#begun && char === '[') {
      this.#begun = true
      this.#array = 'open'
      return
    }
    this.#begin()
    this.#depth += 1
  }

  #close(): JsonText | null {
    if (this.#depth === 0 && this.#array === 'open') {
      const last = this.#cut()
      this.#array = 'closed'
      return last
    }
    this.#begin()
    this.#depth -= 1
    if (this.#depth > 0) return null
    this.#at += 1
    const value = this.#cut()
    this.#at -= 1
    return value
  }

  #begin(): void {
    this.#begun = true
    if (this.#start !== -1) return
    if (this.#array === 'closed')
      throw engineFailure('import_failed', `Line ${this.#line}: after the array that is the table nothing may follow.`)
    this.#start = this.#at
    this.#startLine = this.#line
  }

  #cut(): JsonText | null {
    if (this.#start === -1) return null
    const text = this.#text.slice(this.#start, this.#at)
    this.#start = -1
    this.#depth = 0
    return { text, line: this.#startLine }
  }
}
