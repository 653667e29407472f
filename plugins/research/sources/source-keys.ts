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

/** The key that a work gets when nobody chose one, `author2024word`, as no other source of the project has it. */
export function freeKey(item: CslItem, isTaken: (key: string) => boolean): string {
  const [first] = namesIn(item, 'author').length > 0 ? namesIn(item, 'author') : namesIn(item, 'editor')
  const author = asciiOf(first?.family ?? first?.literal ?? '').slice(0, 30)
  const word = titleOf(item)
    .split(/[^\p{L}\p{N}]+/u)
    .map(asciiOf)
    .find(each => each !== '' && !smallWords.has(each))
  const base = `${author}${yearOf(item) ?? ''}${(word ?? '').slice(0, 30)}` || 'source'
  if (!isTaken(base)) return base
  for (let number = 2; ; number += 1) {
    const key = `${base}-${number}`
    if (!isTaken(key)) return key
  }
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
