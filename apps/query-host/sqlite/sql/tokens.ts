export interface Token {
  kind: 'word' | 'quoted' | 'string' | 'number' | 'parameter' | 'sign'
  /** As written. */
  text: string
  /** A word or a quoted name without its quotes; of a string its content. */
  value: string
  start: number
  end: number
}

const blank = /[ \t\n\f\r]/
const wordStart = /[A-Za-z_\u0080-\uffff]/
const wordPart = /[A-Za-z0-9_$\u0080-\uffff]/
const closing: Record<string, string> = { '"': '"', '`': '`', '[': ']', "'": "'" }

/**
 * The tokens of a statement as SQLite sees them, without comments. Nothing is allowed because of them: they find the first word, places for
 * error messages and where a statement ends. What a statement may do is read from the program that SQLite makes of it.
 */
export function tokensOf(sql: string): Token[] {
  const tokens: Token[] = []
  let at = 0
  const push = (kind: Token['kind'], end: number, value?: string): void => {
    const text = sql.slice(at, end)
    tokens.push({ kind, text, value: value ?? text, start: at, end })
    at = end
  }
  while (at < sql.length) {
    const char = sql.charAt(at)
    if (blank.test(char)) at += 1
    else if (sql.startsWith('--', at)) at = endOf(sql, '\n', at)
    else if (sql.startsWith('/*', at)) at = endOf(sql, '*/', at + 2)
    else if (closing[char] !== undefined) pushQuoted(sql, at, push)
    else if (wordStart.test(char)) push('word', runOf(sql, at, wordPart))
    else if (/[0-9]/.test(char)) push('number', runOf(sql, at, /[A-Za-z0-9_.]/))
    else if (/[?:@$#]/.test(char)) push('parameter', runOf(sql, at + 1, wordPart))
    else push('sign', at + 1)
  }
  return tokens
}

/** From the first token to the last one that is no semicolon: the statement without comments around it. */
export function bareStatement(sql: string, tokens: readonly Token[]): string {
  const last = tokens.findLast(({ text }) => text !== ';')
  const [first] = tokens
  return first && last ? sql.slice(first.start, last.end) : ''
}

/** `line 2, column 5`, counted from 1. */
export function placeOf(sql: string, offset: number): string {
  const before = sql.slice(0, offset).split('\n')
  return `line ${before.length}, column ${(before.at(-1) ?? '').length + 1}`
}

function pushQuoted(sql: string, at: number, push: (kind: Token['kind'], end: number, value?: string) => void): void {
  const open = sql.charAt(at)
  const close = closing[open] ?? open
  let end = sql.indexOf(close, at + 1)
  // A doubled quote stands for one; brackets know no such thing.
  while (open !== '[' && end !== -1 && sql.charAt(end + 1) === close) end = sql.indexOf(close, end + 2)
  const stop = end === -1 ? sql.length : end
  const content = sql.slice(at + 1, stop)
  const value = open === '[' ? content : content.replaceAll(close + close, close)
  push(open === "'" ? 'string' : 'quoted', Math.min(sql.length, stop + 1), value)
}

function endOf(sql: string, mark: string, from: number): number {
  const found = sql.indexOf(mark, from)
  return found === -1 ? sql.length : found + mark.length
}

function runOf(sql: string, from: number, part: RegExp): number {
  let end = from
  while (end < sql.length && part.test(sql.charAt(end))) end += 1
  return Math.max(end, from)
}
