import type { FieldError, JsonObject, JsonValue } from '@svc/plugin'
import { didYouMean } from '@svc/plugin/library/closest-word'

export type CslName = {
  family?: string
  given?: string
  literal?: string
  suffix?: string
  'dropping-particle'?: string
  'non-dropping-particle'?: string
}
export type CslDate = { 'date-parts'?: number[][]; literal?: string; raw?: string; circa?: boolean; season?: number }

/** What is known of a work, as CSL-JSON. */
export type CslItem = { type: string; [variable: string]: JsonValue }

const types =
  'article,article-journal,article-magazine,article-newspaper,bill,book,broadcast,chapter,classic,collection,dataset,document,entry,entry-dictionary,entry-encyclopedia,event,figure,graphic,hearing,interview,legal_case,legislation,manuscript,map,motion_picture,musical_score,pamphlet,paper-conference,patent,performance,periodical,personal_communication,post,post-weblog,regulation,report,review,review-book,software,song,speech,standard,thesis,treaty,webpage'.split(
    ',',
  )
const names = new Set(
  'author,chair,collection-editor,compiler,composer,container-author,contributor,curator,director,editor,editor-translator,editorial-director,executive-producer,guest,host,illustrator,interviewer,narrator,organizer,original-author,performer,producer,recipient,reviewed-author,script-writer,series-creator,translator'.split(
    ',',
  ),
)
const dates = new Set('accessed,available-date,event-date,issued,original-date,submitted'.split(','))
const nameParts = new Set(['family', 'given', 'literal', 'suffix', 'dropping-particle', 'non-dropping-particle'])
/** What programs leave beside the variables: nobody cites by it. */
const dropped = new Set([
  'id',
  'custom',
  'note-html',
  'system_id',
  'citation-label',
  'citation-key',
  '_graph',
  'journalAbbreviation',
  'reference',
  'relation',
  'license',
  'link',
  'assertion',
  'content-domain',
  'institution',
  'funder',
  'resource',
  'indexed',
  'created',
  'deposited',
  'published-print',
  'published-online',
  'published',
  'update-policy',
  'issn-type',
  'isbn-type',
  'journal-issue',
  'alternative-id',
  'archive-list',
  'subject',
  'short-container-title',
  'original-title',
  'subtitle',
  'short-title-list',
  'categories',
  'keyword-list',
])
const mostText = 20_000
const mostVariables = 200

/**
 * A work as it is kept: known types, names and dates in their form, everything else text or numbers. Lists of one text, as registries
 * answer them, are that text. Faults are added to `faults` with their places below `path`.
 */
export function checkedCsl(given: JsonObject, path: string, faults: FieldError[]): CslItem {
  const item: CslItem = { type: typeOf(given['type'], path, faults) }
  for (const [name, value] of Object.entries(given).slice(0, mostVariables)) {
    if (name === 'type' || dropped.has(name) || value === null || value === '') continue
    const checked = checkedVariable(name, value, `${path}/${name}`, faults)
    if (checked !== undefined) item[name] = checked
  }
  return item
}

function typeOf(type: JsonValue | undefined, path: string, faults: FieldError[]): string {
  if (type === undefined) return 'document'
  if (typeof type === 'string' && types.includes(type)) return type
  // Registries say so of what CSL calls article-journal.
  if (type === 'journal-article') return 'article-journal'
  const hint = didYouMean(String(type), types, 'Such as article-journal, book, chapter, report, webpage.')
  faults.push({ path: `${path}/type`, message: `is no type of CSL. ${hint}` })
  return 'document'
}

function checkedVariable(name: string, value: JsonValue, path: string, faults: FieldError[]): JsonValue | undefined {
  if (names.has(name)) return namesOf(value, path, faults)
  if (dates.has(name)) return dateOf(value, path, faults)
  const single = Array.isArray(value) ? value.find(each => typeof each === 'string') : value
  if (typeof single === 'number' || typeof single === 'boolean') return single
  if (typeof single === 'string') return cleaned(single)
  // Other programs' own objects say nothing to a style.
  return undefined
}

function namesOf(value: JsonValue, path: string, faults: FieldError[]): CslName[] | undefined {
  if (!Array.isArray(value)) {
    faults.push({ path, message: 'must be a list of names, each {"family", "given"} or {"literal"}' })
    return undefined
  }
  return value.slice(0, 1000).flatMap((each, index) => {
    const name = typeof each === 'string' ? { literal: each } : nameOf(each)
    if (name !== null) return [name]
    faults.push({ path: `${path}/${index}`, message: 'must be a name with "family" or "literal"' })
    return []
  })
}

function nameOf(value: JsonValue): CslName | null {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null
  const literal = value['literal'] ?? value['name']
  const entries = Object.entries({ ...value, ...(literal === undefined ? {} : { literal }) }).filter(
    ([part, text]) => nameParts.has(part) && typeof text === 'string' && text !== '',
  )
  const name = Object.fromEntries(entries.map(([part, text]) => [part, cleaned(text as string)])) as CslName
  return name.family === undefined && name.literal === undefined && name.given === undefined ? null : name
}

function dateOf(value: JsonValue, path: string, faults: FieldError[]): CslDate | undefined {
  if (typeof value === 'number' && Number.isInteger(value)) return { 'date-parts': [[value]] }
  if (typeof value === 'string') return dateText(value)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    faults.push({ path, message: 'must be a date: {"date-parts": [[2024, 5, 1]]}, a year, or "2024-05-01"' })
    return undefined
  }
  const parts = value['date-parts']
  const date: CslDate = {}
  if (Array.isArray(parts)) {
    const ranges = parts.slice(0, 2).map(datePartsOf)
    if (ranges.some(range => range === null)) {
      faults.push({ path: `${path}/date-parts`, message: 'must be lists of year, month and day as numbers' })
      return undefined
    }
    if (ranges.length > 0) date['date-parts'] = ranges as number[][]
  }
  if (typeof value['literal'] === 'string') date.literal = cleaned(value['literal'])
  if (typeof value['raw'] === 'string') Object.assign(date, dateText(value['raw']))
  if (value['circa'] === true || value['circa'] === 1) date.circa = true
  if (typeof value['season'] === 'number') date.season = value['season']
  return Object.keys(date).length === 0 ? undefined : date
}

function datePartsOf(range: JsonValue): number[] | null {
  if (!Array.isArray(range) || range.length === 0) return null
  const numbers = range.slice(0, 3).map(Number)
  return numbers.every(number => Number.isInteger(number) && Math.abs(number) < 1e6) ? numbers : null
}

function dateText(text: string): CslDate {
  const parts = /^(-?\d{1,4})(?:-(\d{1,2}))?(?:-(\d{1,2}))?(?:T.*)?$/.exec(text.trim())
  if (parts === null) return { literal: cleaned(text) }
  return {
    'date-parts': [
      parts
        .slice(1)
        .filter(part => part !== undefined)
        .map(Number),
    ],
  }
}

function cleaned(text: string): string {
  return text
    .replaceAll(/\p{Cc}/gu, ' ')
    .toWellFormed()
    .normalize('NFC')
    .slice(0, mostText)
}

/** The names of a variable of names; none when it has none. */
export function namesIn(item: CslItem, variable: string): CslName[] {
  const value = item[variable]
  return Array.isArray(value) ? (value as CslName[]) : []
}

/** The year that a work was issued in. */
export function yearOf(item: CslItem): number | null {
  const issued = item['issued'] as CslDate | undefined
  return issued?.['date-parts']?.[0]?.[0] ?? null
}

/** The title, or an empty text. */
export function titleOf(item: CslItem): string {
  return typeof item['title'] === 'string' ? item['title'] : ''
}
