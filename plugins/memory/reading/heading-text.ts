import type { Block } from './block.ts'
import type { Stretch } from './cut-block.ts'

const maxCharacters = 200
const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' }

/** A heading's words without marks, and where they stand. */
export function headingText(content: string, { start, end }: Block): { title: string; place: Stretch } {
  const line = content.slice(start, Math.min(end, start + 1000))
  const opening = /^ {0,3}#{1,6}[ \t]*/.exec(line)?.[0].length ?? 0
  const inside = line.slice(opening).replace(/(?:^|[ \t]+)#*[ \t]*$/, '')
  const place = { start: start + opening, end: start + opening + inside.length }
  return { title: plainInline(inside).slice(0, maxCharacters).trim(), place }
}

/** Words without Markdown's marks for parts of a line. */
export function plainInline(text: string): string {
  if (!/[[<*`~_&\\]/.test(text)) return text
  return text
    .replaceAll(/!?\[([^[\]]*)\](?:\([^()\s]*(?:\s[^()]*)?\)|\[[^[\]]*\])/g, '$1')
    .replaceAll(/<\/?[a-z][^<>]*>/gi, '')
    .replaceAll(/(?<!\\)(`+|\*{1,3}|~~)/g, '')
    .replaceAll(/(?<![\p{L}\p{N}\\])_{1,3}|_{1,3}(?![\p{L}\p{N}])/gu, '')
    .replaceAll(/&(amp|lt|gt|quot|apos|nbsp);/g, (_, name: string) => entities[name]!)
    .replaceAll(/\\([!-/:-@[-`{-~])/g, '$1')
    .replaceAll(/\s+/g, ' ')
}
