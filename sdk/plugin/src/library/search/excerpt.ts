import { inBackground } from '../turns/in-background.ts'
import { searchWords } from './terms.ts'

/** Words in an excerpt. */
const mostTokens = 24
/** Of a word that occurs more often than this, only the first places are compared, and those near other words. */
const mostHits = 100
/** So long excerpts are made before other requests have their turn. */
const atOnceMs = 2
/** Words between two looks at the time. */
const stepTokens = 200
const mark = '**'

// The words of SQLite's `unicode61 remove_diacritics 2`, which the search tables are made with.
const tokenPattern = /[\p{L}\p{N}\p{Co}][\p{L}\p{N}\p{Co}\u0300-\u0331]*/gu
const beyondAscii = /[^\p{ASCII}]/u
const beginsSentence = /[.:][ \t\n\r]+$/

interface Token {
  start: number
  end: number
  folded: string
}

interface Phrase {
  tokens: string[]
  isBeginning: boolean
}

interface Hit {
  phrase: Phrase
  at: number
}

interface ReadText {
  text: string
  tokens: Token[]
  /** In the order of the text. */
  hits: Hit[]
  /** Places of the words that begin a sentence. */
  sentences: number[]
  /** Infinite when the rest of the text was not read. */
  count: number
}

/**
 * For each row the place with most of the words that were looked for, which stand in `**`, made while other requests go on; `textsOf` is
 * asked for one row at a time. It is what `snippet()` of FTS5 chooses, in time that grows with the text; that of `snippet()` grows with
 * the square of the hits, and a text of one word would stop the server.
 */
export async function searchExcerpts<T>(
  rows: readonly T[],
  textsOf: (row: T) => readonly string[],
  typed: string,
): Promise<string[]> {
  const excerpts: string[] = []
  const steps = excerptsOf(rows, textsOf, phrasesOf(typed))
  const takeSteps = () => {
    const began = performance.now()
    let step = steps.next()
    for (; step.done !== true && performance.now() - began < atOnceMs; step = steps.next())
      if (step.value !== undefined) excerpts.push(step.value)
    if (step.value !== undefined) excerpts.push(step.value)
    return step.done === true
  }
  while (!(await inBackground(takeSteps)));
  return excerpts
}

/** In small steps; those that end a row give its excerpt. */
function* excerptsOf<T>(
  rows: readonly T[],
  textsOf: (row: T) => readonly string[],
  phrases: readonly Phrase[],
): Generator<string | undefined, undefined> {
  for (const row of rows) yield yield* excerptOf(textsOf(row), phrases)
}

/** In steps of some words each. */
function* excerptOf(texts: readonly string[], phrases: readonly Phrase[]): Generator<undefined, string> {
  let best: { read: ReadText; start: number; score: number } | undefined
  for (const text of texts) {
    const read = yield* readText(text, phrases)
    best ??= { read, start: 0, score: 0 }
    for (const place of placesOf(read)) if (place.score > best.score) best = { read, ...place }
  }
  return best ? shown(best.read, best.start, phrases) : ''
}

function phrasesOf(typed: string): Phrase[] {
  const found = searchWords(typed)
  const phrase = (word: string, isBeginning: boolean) => ({
    tokens: Array.from(word.matchAll(tokenPattern), ([token]) => fold(token)),
    isBeginning,
  })
  const whole = found?.whole.map(word => phrase(word, false)) ?? []
  return found?.beginning ? [...whole, phrase(found.beginning, true)] : whole
}

function fold(token: string): string {
  if (!beyondAscii.test(token)) return token.toLowerCase()
  return token.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()
}

function* readText(text: string, phrases: readonly Phrase[]): Generator<undefined, ReadText> {
  const read: ReadText = { text, tokens: [], hits: [], sentences: [0], count: Infinity }
  const left = new Map(phrases.map(phrase => [phrase, mostHits]))
  let open = phrases.length
  let recent: Hit[] = []
  let near = -1
  // Most words of a long text occur in it many times.
  const folds = new Map<string, string>()
  const folded = (word: string) => {
    const known = folds.get(word) ?? fold(word)
    folds.set(word, known)
    return known
  }
  let enough = Infinity
  for (const { 0: word, index: start } of text.matchAll(tokenPattern)) {
    const place = read.tokens.length
    if (place > enough) return sorted(read)
    if (place % stepTokens === stepTokens - 1) yield
    const gap = text.slice(Math.max(read.tokens.at(-1)?.end ?? 0, start - 100), start)
    if (place > 0 && beginsSentence.test(gap)) read.sentences.push(place)
    read.tokens.push({ start, end: start + word.length, folded: folded(word) })
    for (const phrase of phrases) {
      const at = place + 1 - phrase.tokens.length
      if (!isAt(phrase, read.tokens, at)) continue
      const more = left.get(phrase) ?? 0
      if (more === 0) {
        if (place <= near) read.hits.push({ phrase, at })
        else recent.push({ phrase, at })
        continue
      }
      read.hits.push({ phrase, at }, ...recent.filter(hit => hit.at > at - mostTokens))
      recent = []
      near = place + mostTokens
      left.set(phrase, more - 1)
      if (more === 1) open -= 1
    }
    if (recent.length > 1000) recent = recent.filter(hit => hit.at > place - mostTokens * 4)
    if (open === 0 && enough === Infinity) enough = near
  }
  return sorted({ ...read, count: read.tokens.length })
}

function sorted(read: ReadText): ReadText {
  return { ...read, hits: read.hits.sort((a, b) => a.at - b.at) }
}

function isAt({ tokens, isBeginning }: Phrase, text: readonly Token[], at: number): boolean {
  for (let index = 0; index < tokens.length; index += 1) {
    const token = tokens[index] ?? ''
    const word = text[at + index]?.folded
    if (word === token) continue
    if (!isBeginning || index < tokens.length - 1 || word?.startsWith(token) !== true) return false
  }
  return true
}

/** The places where an excerpt may begin, with their scores: around each hit, and at the beginning of its sentence. */
function* placesOf({ hits, sentences, count }: ReadText): Generator<{ start: number; score: number }> {
  let sentence = 0
  let inSentence = 0
  for (const [index, { at }] of hits.entries()) {
    const { score, last } = scoreOf(hits, index, at)
    const around = at - Math.trunc((mostTokens - (last - at)) / 2)
    yield { score, start: Math.max(0, Math.min(around, count - mostTokens)) }
    while ((sentences[sentence + 1] ?? Infinity) <= at) sentence += 1
    const start = sentences[sentence] ?? 0
    if (count <= mostTokens || start >= at) continue
    while ((hits[inSentence]?.at ?? Infinity) < start) inSentence += 1
    yield { score: scoreOf(hits, inSentence, start).score + (start === 0 ? 120 : 100), start }
  }
}

/** A word that is there counts more than any number of times that it is there again. */
function scoreOf(hits: readonly Hit[], first: number, start: number): { score: number; last: number } {
  const seen = new Set<Phrase>()
  let score = 0
  let last = start
  for (let index = first; index < hits.length; index += 1) {
    const hit = hits[index]
    if (!hit || hit.at >= start + mostTokens) break
    score += seen.has(hit.phrase) ? 1 : 1000
    seen.add(hit.phrase)
    last = hit.at + hit.phrase.tokens.length
  }
  return { score, last }
}

function shown({ text, tokens, count }: ReadText, start: number, phrases: readonly Phrase[]): string {
  const isWhole = start + mostTokens >= count
  const end = Math.min(start + mostTokens, tokens.length)
  let done = start === 0 ? 0 : (tokens[start]?.start ?? 0)
  let excerpt = start === 0 ? '' : '…'
  for (let place = start; place < end;) {
    const sizes = phrases.filter(phrase => isAt(phrase, tokens, place)).map(phrase => phrase.tokens.length)
    const next = Math.min(place + Math.max(1, ...sizes), end)
    const from = tokens[place]?.start ?? done
    const to = tokens[next - 1]?.end ?? done
    const words = text.slice(from, to)
    excerpt += text.slice(done, from) + (sizes.length > 0 ? mark + words + mark : words)
    done = to
    place = next
  }
  return isWhole ? excerpt + text.slice(done) : `${excerpt}…`
}
