import { PdfDictionary, PdfName, PdfReference, PdfText } from './pdf-value.ts'
import type { PdfValue } from './pdf-value.ts'

/** The bytes are not what PDF has at this place. */
export class PdfSyntaxError extends Error {
  constructor(message: string, at: number) {
    super(`${message} at byte ${at}.`)
    this.name = 'PdfSyntaxError'
  }
}

const mostDepth = 32
const mostEntries = 10_000
const whitespace = new Set([0, 9, 10, 12, 13, 32])
const delimiters = new Set(Buffer.from('()<>[]{}/%'))
const escapes: Record<string, string> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' }

/** Reads single values of a PDF file. It looks at each byte once, so spoilt input costs no more than sound input. */
export class PdfParser {
  readonly bytes: Buffer
  at: number

  constructor(bytes: Buffer, at = 0) {
    this.bytes = bytes
    this.at = at
  }

  value(depth = 0): PdfValue {
    if (depth > mostDepth) throw new PdfSyntaxError('The values are nested too deeply', this.at)
    this.skipSpace()
    const byte = this.bytes[this.at]
    if (byte === undefined) throw new PdfSyntaxError('The file ends', this.at)
    const sign = String.fromCharCode(byte)
    if (sign === '/') return new PdfName(this.#name())
    if (sign === '(') return new PdfText(this.#literal())
    if (sign === '[') return this.#array(depth)
    if (sign === '<') return this.bytes[this.at + 1] === byte ? this.#dictionary(depth) : new PdfText(this.#hex())
    return this.#numberOrWord()
  }

  /** A word of letters such as `obj`; throws when another stands there. */
  expect(word: string): void {
    this.skipSpace()
    if (this.bytes.toString('latin1', this.at, this.at + word.length) !== word)
      throw new PdfSyntaxError(`"${word}" is missing`, this.at)
    this.at += word.length
  }

  integer(): number {
    this.skipSpace()
    const word = this.#regular()
    if (!/^\d{1,15}$/.test(word)) throw new PdfSyntaxError('A number is missing', this.at - word.length)
    return Number(word)
  }

  skipSpace(): void {
    for (;;) {
      const byte = this.bytes[this.at]
      if (byte === undefined) return
      if (byte === 0x25) {
        while (this.at < this.bytes.length && this.bytes[this.at] !== 10 && this.bytes[this.at] !== 13) this.at += 1
      } else if (whitespace.has(byte)) this.at += 1
      else return
    }
  }

  #dictionary(depth: number): PdfDictionary {
    const dictionary = new PdfDictionary(this.at)
    this.at += 2
    for (;;) {
      this.skipSpace()
      if (this.bytes[this.at] === 0x3e && this.bytes[this.at + 1] === 0x3e) break
      if (this.bytes[this.at] !== 0x2f) throw new PdfSyntaxError('A key of a dictionary is missing', this.at)
      const start = this.at
      const key = this.#name()
      this.skipSpace()
      const valueStart = this.at
      const value = this.value(depth + 1)
      // Readers differ in which of two they take.
      if (dictionary.entries.has(key)) throw new PdfSyntaxError(`The key ${JSON.stringify(key)} stands twice`, start)
      if (dictionary.entries.size >= mostEntries) throw new PdfSyntaxError('A dictionary is too long', start)
      dictionary.entries.set(key, { value, start, valueStart, end: this.at })
    }
    this.at += 2
    dictionary.end = this.at
    return dictionary
  }

  #array(depth: number): PdfValue[] {
    this.at += 1
    const items: PdfValue[] = []
    for (;;) {
      this.skipSpace()
      if (this.bytes[this.at] === 0x5d) break
      items.push(this.value(depth + 1))
    }
    this.at += 1
    return items
  }

  #name(): string {
    this.at += 1
    return this.#regular().replace(/#([0-9a-f]{2})/gi, (_, code: string) => String.fromCharCode(parseInt(code, 16)))
  }

  #literal(): Buffer {
    const parts: string[] = []
    let open = 1
    for (this.at += 1; open > 0; this.at += 1) {
      const byte = this.bytes[this.at]
      if (byte === undefined) throw new PdfSyntaxError('A text has no end', this.at)
      const sign = String.fromCharCode(byte)
      if (sign === '\\') {
        parts.push(this.#escape())
        continue
      }
      if (sign === '(') open += 1
      if (sign === ')') open -= 1
      if (open > 0) parts.push(sign)
    }
    return Buffer.from(parts.join(''), 'latin1')
  }

  /** Leaves {@link at} on the last byte of the escape. */
  #escape(): string {
    const octal = /^[0-7]{1,3}/.exec(this.bytes.toString('latin1', this.at + 1, this.at + 4))?.[0]
    if (octal !== undefined) {
      this.at += octal.length
      return String.fromCharCode(parseInt(octal, 8) & 0xff)
    }
    this.at += 1
    const sign = String.fromCharCode(this.bytes[this.at] ?? 0)
    if (sign === '\r' && this.bytes[this.at + 1] === 10) this.at += 1
    return sign === '\r' || sign === '\n' ? '' : (escapes[sign] ?? sign)
  }

  #hex(): Buffer {
    const end = this.bytes.indexOf(0x3e, this.at)
    if (end === -1) throw new PdfSyntaxError('A text has no end', this.at)
    const digits = this.bytes.toString('latin1', this.at + 1, end).replace(/[\0\t\n\f\r ]/g, '')
    if (!/^[0-9a-f]*$/i.test(digits)) throw new PdfSyntaxError('A text in hexadecimal has another sign', this.at)
    this.at = end + 1
    return Buffer.from(digits.length % 2 === 0 ? digits : `${digits}0`, 'hex')
  }

  #numberOrWord(): PdfValue {
    const start = this.at
    const word = this.#regular()
    if (word === 'true') return true
    if (word === 'false') return false
    if (word === 'null') return null
    if (!/^[+-]?(?:\d+\.?\d*|\.\d+)$/.test(word)) throw new PdfSyntaxError('There is no value', start)
    return /^\d{1,10}$/.test(word) ? (this.#reference(Number(word)) ?? Number(word)) : Number(word)
  }

  /** `12 0 R`; null, and the place as it was, when only the number stands there. */
  #reference(number: number): PdfReference | null {
    const rest = /^[\0\t\n\f\r ]+(\d{1,5})[\0\t\n\f\r ]+R(?![^\0\t\n\f\r ()<>[\]{}/%])/.exec(
      this.bytes.toString('latin1', this.at, this.at + 32),
    )
    if (rest === null) return null
    this.at += rest[0].length
    return new PdfReference(number, Number(rest[1]))
  }

  #regular(): string {
    const start = this.at
    for (; this.at < this.bytes.length; this.at += 1) {
      const byte = this.bytes[this.at]!
      if (whitespace.has(byte) || delimiters.has(byte)) break
    }
    return this.bytes.toString('latin1', start, this.at)
  }
}
