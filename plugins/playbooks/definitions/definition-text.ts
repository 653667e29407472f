import { codeFrameColumns } from '@babel/code-frame'
import { messageOf } from '@svc/plugin'
import type { JsonValue } from '@svc/plugin'
import { isMap, isNode, isPair, isSeq, LineCounter, parseDocument } from 'yaml'
import type { Document } from 'yaml'
import type { Mistake } from './mistakes.ts'

/** One mistake of a definition. Lines and columns count from 1; null where there is no text. */
export interface DefinitionError {
  code: string
  /** A JSON Pointer. */
  path: string
  message: string
  line: number | null
  column: number | null
  end_line: number | null
  end_column: number | null
  frame: string | null
  suggestion?: string
}

const mostAliasedNodes = 10_000

/** A definition's YAML or JSON: its value, and where everything in it stands. */
export class DefinitionText {
  readonly #text: string
  readonly #lines = new LineCounter()
  readonly #document: Document | null
  readonly #faults: { from: number; to: number; message: string }[]

  constructor(text: string) {
    this.#text = text
    try {
      const options = {
        uniqueKeys: true,
        prettyErrors: false,
        lineCounter: this.#lines,
        version: '1.2',
        schema: 'core',
      } as const
      const document = parseDocument(text, options)
      this.#document = document
      this.#faults = [...document.errors, ...document.warnings].map(({ pos: [from, to], message }) => ({
        from,
        to,
        message,
      }))
    } catch (error) {
      // The parser goes down into what it reads.
      this.#document = null
      this.#faults = [{ from: 0, to: 0, message: messageOf(error) }]
    }
  }

  read(): { value: JsonValue } | { errors: DefinitionError[] } {
    if (this.#faults.length > 0 || this.#document === null) return { errors: this.#syntax() }
    try {
      return { value: this.#document.toJS({ maxAliasCount: mostAliasedNodes }) as JsonValue }
    } catch (error) {
      this.#faults.push({ from: 0, to: 0, message: messageOf(error) })
      return { errors: this.#syntax() }
    }
  }

  /** The mistake with its place. */
  placed({ isKey = false, ...mistake }: Mistake): DefinitionError {
    const [from, to] = this.#rangeOf(mistake.path, isKey)
    return this.#at(mistake, from, to)
  }

  #syntax(): DefinitionError[] {
    // What follows the first is mostly its echo.
    return this.#faults.slice(0, 1).map(({ from, to, message }) => {
      const isTooDeep = message.includes('call stack')
      const words = isTooDeep ? 'It is nested too deeply.' : message
      const sentence = /[.!?]$/.test(words) ? words : `${words}.`
      return this.#at({ code: 'syntax', path: '', message: `This is not YAML that can be read: ${sentence}` }, from, to)
    })
  }

  #at(mistake: Omit<Mistake, 'isKey'>, from: number, to: number): DefinitionError {
    const start = this.#lines.linePos(from)
    const end = this.#lines.linePos(Math.max(from, to))
    const line = Math.max(1, start.line)
    const column = Math.max(1, start.col)
    const frame = codeFrameColumns(this.#text, { start: { line, column } })
    return { ...mistake, line, column, end_line: Math.max(line, end.line), end_column: Math.max(1, end.col), frame }
  }

  /** Of the value, or of the nearest thing around it that is there. */
  #rangeOf(path: string, isKey: boolean): [number, number] {
    let node: unknown = this.#document?.contents
    let range = rangeOf(node) ?? [0, 0]
    for (const part of partsOf(path)) {
      const pair = isMap(node) ? node.items.find(item => String(item.key) === part) : undefined
      const next = isSeq(node) ? node.items[Number(part)] : pair?.value
      if (!isPair(pair) && next === undefined) return range
      const keyRange = isPair(pair) ? rangeOf(pair.key) : undefined
      // A long value begins where its key does, as far as a reader is concerned.
      const isLong = isMap(next) || isSeq(next)
      range = ((isKey || isLong) && keyRange) || rangeOf(next) || keyRange || range
      node = next
    }
    return range
  }
}

/** The names of a JSON Pointer. */
export function partsOf(path: string): string[] {
  return path
    .split('/')
    .slice(1)
    .map(part => part.replaceAll('~1', '/').replaceAll('~0', '~'))
}

function rangeOf(node: unknown): [number, number] | undefined {
  if (!isNode(node) || !node.range) return undefined
  const [from, to] = node.range
  return [from, to]
}
