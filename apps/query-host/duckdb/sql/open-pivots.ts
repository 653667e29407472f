import { quotedText } from '../../quoting.ts'

/**
 * A PIVOT whose columns come from the data: `PIVOT sales ON region USING sum(amount)`. The engine makes two statements of it and shows the tree of
 * neither. What is found here allows nothing: the question for the values and the text with them are checked as every statement is.
 */
export interface OpenPivot {
  /** A SELECT of the values for each of its columns, as texts. */
  questions: string[]
  /** The whole text with these values. */
  withValues(values: readonly string[][]): string
}

interface Token {
  word: string
  start: number
  end: number
  depth: number
}

interface Span {
  start: number
  end: number
}

/** An element of ON without its values. */
interface Element extends Span {
  expression: string
  /** The SELECT in its IN (…). */
  subquery: string | null
}

interface Found {
  at: number
  depth: number
  start: number
  source: Span
  elements: Element[]
}

const tokenPattern =
  /--[^\n]*|\/\*[\s\S]*?\*\/|[eE]'(?:[^'\\]|\\[\s\S]|'')*'|'(?:[^']|'')*'|"(?:[^"]|"")*"|\$(\w*)\$[\s\S]*?\$\1\$|[A-Za-z_\u0080-\uffff][\w$\u0080-\uffff]*|\s+|[\s\S]/g

const endsSource = new Set(['USING', 'WHERE', 'SELECT', 'GROUP', 'ORDER', 'UNION', 'INTERSECT', 'EXCEPT', 'LIMIT', ';'])
const endsElements = new Set(['USING', 'GROUP', 'ORDER', 'LIMIT', 'OFFSET', 'UNION', 'INTERSECT', 'EXCEPT', ';'])
const beginsQuery = new Set(['SELECT', 'FROM', 'WITH', 'VALUES', 'PIVOT', 'UNPIVOT', 'DESCRIBE', 'SUMMARIZE', 'TABLE'])
const joinsWithoutCondition = new Set(['CROSS', 'NATURAL', 'POSITIONAL'])

/** The first such PIVOT that holds no other one; null when there is none. */
export function openPivot(sql: string): OpenPivot | null {
  const tokens = tokensOf(sql)
  const open = tokens.flatMap((token, at) => (token.word === 'PIVOT' ? (pivotAt(sql, tokens, at) ?? []) : []))
  const pivot = open.find(({ source, elements }) => {
    const inside = [source, ...elements]
    return !open.some(({ start }) => inside.some(span => start >= span.start && start < span.end))
  })
  if (pivot === undefined) return null
  const withs = definitionsBefore(sql, tokens, pivot)
  const source = sql.slice(pivot.source.start, pivot.source.end)
  const questions = pivot.elements.map(({ expression, subquery }) =>
    subquery === null
      ? `${withs}select distinct cast((${expression}\n) as varchar) from ${source}\nwhere (${expression}\n) is not null order by 1`
      : `${withs}select cast(v as varchar) from (${subquery}\n) as pivot_values(v)`,
  )
  return {
    questions,
    withValues(values) {
      let text = sql
      for (const [index, { start, end, expression }] of [...pivot.elements.entries()].toReversed()) {
        const list = values[index]!.map(quotedText).join(', ')
        text = `${text.slice(0, start)} (cast((${expression}\n) as varchar)) in (${list}) ${text.slice(end)}`
      }
      return text
    },
  }
}

/** Words in capitals and signs, without blanks and comments. */
function tokensOf(sql: string): Token[] {
  const tokens: Token[] = []
  let depth = 0
  for (const { 0: text, index: start } of sql.matchAll(tokenPattern)) {
    if (/^(?:\s|--|\/\*)/.test(text)) continue
    if (text === ')') depth -= 1
    tokens.push({ word: text.toUpperCase(), start, end: start + text.length, depth })
    if (text === '(') depth += 1
  }
  return tokens
}

function pivotAt(sql: string, tokens: readonly Token[], at: number): Found | null {
  const { depth, start, end } = tokens[at]!
  const on = sourceEnd(tokens, at)
  if (on === null) return null
  const elements: Element[] = []
  let first = on + 1
  for (let index = first; ; index += 1) {
    const token = tokens[index]
    const isEnd = token === undefined || token.depth < depth || (token.depth === depth && endsElements.has(token.word))
    if (!isEnd && (token.depth > depth || token.word !== ',')) continue
    const element = elementOf(sql, tokens.slice(first, index), depth)
    if (element) elements.push(element)
    first = index + 1
    if (isEnd) break
  }
  if (elements.length === 0) return null
  return { at, depth, start, source: { start: end, end: tokens[on]!.start }, elements }
}

/** Where ON stands; conditions of joins come before it. */
function sourceEnd(tokens: readonly Token[], at: number): number | null {
  const { depth } = tokens[at]!
  let joins = 0
  for (let index = at + 1; index < tokens.length; index += 1) {
    const { word, depth: here } = tokens[index]!
    if (here < depth) return null
    if (here > depth) continue
    if (word === 'JOIN' && !joinsWithoutCondition.has(tokens[index - 1]!.word)) joins += 1
    else if (joins > 0 && (word === 'ON' || word === 'USING')) joins -= 1
    else if (word === 'ON') return index
    else if (endsSource.has(word)) return null
  }
  return null
}

/** Null when its values are written in it. */
function elementOf(sql: string, tokens: readonly Token[], depth: number): Element | null {
  const [first] = tokens
  const last = tokens.at(-1)
  if (!first || !last) return null
  const { start } = first
  const { end } = last
  const within = tokens.findIndex(token => token.word === 'IN' && token.depth === depth)
  if (within === -1) return { start, end, expression: sql.slice(start, end), subquery: null }
  const isQuery =
    tokens[within + 1]?.word === '(' && beginsQuery.has(tokens[within + 2]?.word ?? '') && last.word === ')'
  if (!isQuery) return null
  return {
    start,
    end,
    expression: sql.slice(start, tokens[within]!.start),
    subquery: sql.slice(tokens[within + 1]!.end, last.start),
  }
}

/** The WITH clauses that the PIVOT sees, as one. */
function definitionsBefore(sql: string, tokens: readonly Token[], pivot: Found): string {
  const items: string[] = []
  let isRecursive = false
  for (let depth = 0; depth <= pivot.depth; depth += 1) {
    const opened = tokens.findLastIndex(
      (token, index) => index < pivot.at && token.word === '(' && token.depth === depth - 1,
    )
    const block = tokens.slice(opened + 1, pivot.at)
    if (block[0]?.word !== 'WITH') continue
    const own = block.filter(token => token.depth === depth)
    const hasWord = own[1]?.word === 'RECURSIVE'
    isRecursive ||= hasWord
    let from = own[hasWord ? 1 : 0]!.end
    for (const [index, token] of own.entries()) {
      const isQuery = own[index - 1]?.word === ')' && beginsQuery.has(token.word)
      if (token.word !== ',' && !isQuery) continue
      items.push(sql.slice(from, token.start))
      from = token.end
      if (isQuery) break
    }
    // The query itself begins with this PIVOT.
    if (own.at(-1)?.word === ')' && pivot.depth === depth && own.at(-1)!.end > from)
      items.push(sql.slice(from, pivot.start))
  }
  return items.length === 0 ? '' : `with ${isRecursive ? 'recursive ' : ''}${items.join(',')} `
}
