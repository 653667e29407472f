import { hash } from 'node:crypto'
import { namesIn, titleOf, yearOf } from './csl-item.ts'
import type { CslItem } from './csl-item.ts'
import { canonicalJson } from '../claims/canonical-json.ts'

export const keyPattern = /^[A-Za-z0-9][\w:.+/-]{0,99}$/

const smallWords = new Set(
  'a an the on of in and or for to with from is are der die das ein eine und le la les un une el los las de het een'.split(
    ' ',
  ),
)

export interface PresentKeys {
  isTaken(key: string): boolean
  /** Those that begin with `start`. */
  startingWith(start: string): readonly string[]
}

/** Keys for works for which nobody chose one, `author2024word`, as no other source of the project has them. */
export class FreeKeys {
  readonly #present: PresentKeys
  /** The last number behind each name that several have, so that nobody counts up to it again. */
  readonly #numbers = new Map<string, number>()

  constructor(present: PresentKeys) {
    this.#present = present
  }

  next(item: CslItem): string {
    const base = baseOf(item)
    if (!this.#numbers.has(base) && !this.#present.isTaken(base)) return base
    let number = this.#numbers.get(base) ?? this.#lastNumber(base)
    do number += 1
    while (this.#present.isTaken(`${base}-${number}`))
    this.#numbers.set(base, number)
    return `${base}-${number}`
  }

  #lastNumber(base: string): number {
    const ends = this.#present.startingWith(`${base}-`).map(key => key.slice(base.length + 1))
    return ends.filter(end => /^\d{1,9}$/.test(end)).reduce((last, end) => Math.max(last, Number(end)), 1)
  }
}

function baseOf(item: CslItem): string {
  const [first] = namesIn(item, 'author').length > 0 ? namesIn(item, 'author') : namesIn(item, 'editor')
  const author = asciiOf(first?.family ?? first?.literal ?? '').slice(0, 30)
  const word = titleOf(item)
    .split(/[^\p{L}\p{N}]+/u)
    .map(asciiOf)
    .find(each => each !== '' && !smallWords.has(each))
  return `${author}${yearOf(item) ?? ''}${(word ?? '').slice(0, 30)}` || 'source'
}

function asciiOf(text: string): string {
  return text
    .replaceAll('ß', 'ss')
    .normalize('NFKD')
    .replaceAll(/[^\x20-\x7e]/g, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, '')
}

/** What makes two references one: everything but the key. */
export function referenceHash(item: CslItem): string {
  return hash('sha256', canonicalJson(item))
}
