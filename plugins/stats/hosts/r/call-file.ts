import type { JsonValue } from '@svc/plugin'

const bytesOfNumber = 8

/** A JSON value as `host.R` rebuilds it: counts, then the numbers, then the texts, each ended by a zero byte. */
export function callFile(value: JsonValue): Uint8Array {
  const parts = new Parts()
  parts.add(value)
  const texts = Buffer.from(parts.tokens.map(token => `${token.replaceAll('\0', '\uFFFD')}\0`).join(''))
  const head = Buffer.alloc(2 * 4)
  head.writeInt32LE(parts.tokens.length, 0)
  head.writeInt32LE(parts.numbers.length, 4)
  const numbers = Buffer.alloc(parts.numbers.length * bytesOfNumber)
  for (const [index, number] of parts.numbers.entries()) numbers.writeDoubleLE(number, index * bytesOfNumber)
  return Buffer.concat([head, numbers, texts])
}

class Parts {
  readonly tokens: string[] = []
  readonly numbers: number[] = []

  add(value: JsonValue): void {
    if (value === null) this.tokens.push('z')
    else if (typeof value === 'boolean') this.tokens.push(value ? 't' : 'f')
    else if (typeof value === 'number') this.#number(value)
    else if (typeof value === 'string') this.tokens.push('s', value)
    else if (Array.isArray(value)) this.#array(value)
    else this.#object(value)
  }

  #number(value: number): void {
    this.tokens.push('n')
    this.numbers.push(value)
  }

  #array(values: JsonValue[]): void {
    const kinds = new Set(values.filter(value => value !== null).map(value => typeof value))
    const kind = kinds.size === 1 ? [...kinds][0] : null
    if (kind === 'string') this.#texts(values as (string | null)[])
    else if (kind === 'number') this.#numbers('N', values as (number | null)[])
    else if (kind === 'boolean')
      this.#numbers(
        'B',
        values.map(value => (value === null ? null : Number(value))),
      )
    else {
      this.tokens.push('l', String(values.length))
      for (const value of values) this.add(value)
    }
  }

  #texts(values: (string | null)[]): void {
    const missing = values.flatMap((value, index) => (value === null ? [index + 1] : []))
    this.tokens.push('S', String(values.length))
    for (const value of values) this.tokens.push(value ?? '')
    this.tokens.push(String(missing.length))
    this.numbers.push(...missing)
  }

  #numbers(tag: string, values: (number | null)[]): void {
    this.tokens.push(tag, String(values.length))
    for (const value of values) this.numbers.push(value ?? Number.NaN)
  }

  #object(value: Record<string, JsonValue | undefined>): void {
    const members = Object.entries(value).filter((entry): entry is [string, JsonValue] => entry[1] !== undefined)
    this.tokens.push('o', String(members.length))
    for (const [name, member] of members) {
      this.tokens.push(name)
      this.add(member)
    }
  }
}
