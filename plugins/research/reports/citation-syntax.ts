import type { CiteItem } from '../citing/cite-task.ts'

const key = String.raw`[\p{L}\p{N}_](?:[\p{L}\p{N}_:.+/-]*[\p{L}\p{N}_+/-])?`
const keyPart = new RegExp(String.raw`^([^@]*?)(-?)@(?:\{([^{}]+)\}|(${key}))([^]*)$`, 'u')
const roman = ['mcdxlvi', 'MCDXLVI']
  .map(([m, c, d, x, l, v, i] = '') => {
    const digits = `${m}{0,4}(?:${c}${m}|${c}${d}|${d}?${c}{0,3})(?:${x}${c}|${x}${l}|${l}?${x}{0,3})(?:${i}${x}|${i}${v}|${v}?${i}{0,3})`
    return String.raw`(?=[${m}${c}${d}${x}${l}${v}${i}]{2})${digits}\b`
  })
  .join('|')
// Words are roman numerals too, I and mix among them: these are pages where nothing but pages follows.
const pages = String.raw`(?:\d+|${roman})`
const onlyPages = new RegExp(String.raw`^,?\s*(${pages}(?:[\s,–-]+${pages})*)\s*$`, 'u')
const numbers = /^,?\s*(\d+(?:[\s,–-]+\d+)*)\b/u
const labels: Record<string, string> = {
  p: 'page',
  pp: 'page',
  page: 'page',
  pages: 'page',
  s: 'page',
  ch: 'chapter',
  chap: 'chapter',
  chapter: 'chapter',
  sec: 'section',
  section: 'section',
  '§': 'section',
  vol: 'volume',
  volume: 'volume',
  no: 'issue',
  fig: 'figure',
  figure: 'figure',
  para: 'paragraph',
  '¶': 'paragraph',
  part: 'part',
  n: 'note',
  note: 'note',
  l: 'line',
  line: 'line',
  v: 'verse',
  col: 'column',
}
const labelled = new RegExp(
  String.raw`^,?\s*(${Object.keys(labels).join('|')})\.?\s*((?:\d|[ivxlcdm]+\b)[^\s,;]*(?:[,–-]\s*\d[^\s,;]*)*)`,
  'iu',
)

/** `[see @doe2024, pp. 3-5; -@roe]`: what stands in the brackets. Null where nothing is cited. */
export function bracketed(content: string): CiteItem[] | null {
  const parts = content.split(';').map(part => citedIn(part))
  return parts.every(part => part !== null) ? parts : null
}

/** `@doe2024` in a sentence, with the locator in the brackets behind it. */
export function inSentence(id: string, brackets: string | undefined): CiteItem {
  return { id, ...(brackets === undefined ? {} : located(`, ${brackets}`)) }
}

/** Where keys stand in a sentence: not within a word, such as an address. */
export const sentenceKey = new RegExp(
  String.raw`(?<![\p{L}\p{N}_@.[/-])@(?:\{([^{}\n]+)\}|(${key}))(?:[ ]\[([^\[\]@\n]+)\])?`,
  'gu',
)

function citedIn(part: string): CiteItem | null {
  const found = keyPart.exec(part)
  if (found === null) return null
  const [, before = '', minus, braced, plain, after = ''] = found
  const prefix = before.trim()
  return {
    id: (braced ?? plain)!,
    ...(prefix === '' ? {} : { prefix: `${prefix} ` }),
    ...(minus === '-' ? { suppress_author: true } : {}),
    ...located(after),
  }
}

function located(text: string): Partial<CiteItem> {
  const named = labelled.exec(text)
  if (named !== null)
    return {
      label: labels[named[1]!.toLowerCase()]!,
      locator: named[2]!.replaceAll('--', '–'),
      ...suffixed(text.slice(named[0].length)),
    }
  const bare = onlyPages.exec(text) ?? numbers.exec(text)
  if (bare !== null)
    return { label: 'page', locator: bare[1]!.replaceAll('--', '–'), ...suffixed(text.slice(bare[0].length)) }
  return suffixed(text)
}

function suffixed(text: string): { suffix?: string } {
  return text.trim() === '' ? {} : { suffix: text.trimEnd() }
}
