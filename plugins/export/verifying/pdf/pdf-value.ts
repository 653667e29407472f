/** A value of a PDF file, as far as signing and verifying look at it. Numbers, `true`, `false` and `null` are themselves. */
export type PdfValue = number | boolean | null | PdfName | PdfText | PdfReference | PdfValue[] | PdfDictionary

export class PdfName {
  /** Without the slash, escapes decoded. */
  readonly name: string

  constructor(name: string) {
    this.name = name
  }
}

export class PdfText {
  readonly bytes: Buffer

  constructor(bytes: Buffer) {
    this.bytes = bytes
  }

  /** Text strings are UTF-16 or UTF-8 behind a byte order mark; without one every byte is a letter. */
  toString(): string {
    const { bytes } = this
    if (bytes[0] === 0xfe && bytes[1] === 0xff)
      return Buffer.from(bytes.subarray(2, bytes.length - (bytes.length % 2)))
        .swap16()
        .toString('utf16le')
    if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return bytes.toString('utf8', 3)
    return bytes.toString('latin1')
  }
}

export class PdfReference {
  readonly number: number
  readonly generation: number

  constructor(number: number, generation: number) {
    this.number = number
    this.generation = generation
  }
}

/** Where an entry of a dictionary stands in the file: from its key's slash to behind its value. */
export interface PdfEntry {
  value: PdfValue
  start: number
  valueStart: number
  end: number
}

export class PdfDictionary {
  readonly entries = new Map<string, PdfEntry>()
  /** From the first `<` to behind the last `>`. */
  readonly start: number
  end: number

  constructor(start: number) {
    this.start = start
    this.end = start
  }

  get(key: string): PdfValue | undefined {
    return this.entries.get(key)?.value
  }

  /** The name that is the value, without its slash. */
  nameOf(key: string): string | null {
    const value = this.get(key)
    return value instanceof PdfName ? value.name : null
  }

  textOf(key: string): string | null {
    const value = this.get(key)
    return value instanceof PdfText ? value.toString() : null
  }
}
