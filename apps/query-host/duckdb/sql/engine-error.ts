import { RemoteError } from '@svc/plugin/child'
import { engineFailure, roomFailure } from '../../engine-failure.ts'
import type { SqlText } from './sql-text.ts'

export interface ErrorContext {
  /** Absent where the text was run as part of another, in which places are others. */
  sql?: SqlText
  /** The names people know, by the files behind them. */
  tables?: readonly { name: string; file: string }[]
}

interface EngineError {
  exception_type?: string
  exception_message?: string
  position?: string
}

const maxMessage = 1500

const memoryTypes = new Set(['Out of Memory', 'OutOfMemory'])
/** After these the engine answers nothing any more. */
const fatalTypes = new Set(['FATAL', 'Fatal', 'INTERNAL', 'Internal'])
/** What they say is about this machine. */
const machineTypes = new Set(['IO', 'Permission', 'Missing Extension', 'HTTP', 'Network'])

/** Whether the database must be opened again. */
export function isFatal(error: unknown): boolean {
  const { exception_type: type } = parsed(error instanceof RemoteError ? error.cause : error)
  return type !== undefined && fatalTypes.has(type)
}

/**
 * What the engine threw, as the caller may read it: its own sentence, the place in the caller's text, no path, no name
 * of what is inside.
 */
export function engineError(error: unknown, { sql, tables = [] }: ErrorContext): RemoteError {
  if (error instanceof RemoteError) return error
  const isFull = roomFailure(error)
  if (isFull) return isFull
  const { exception_type: type = '', exception_message: raw = '', position } = parsed(error)
  if (memoryTypes.has(type))
    return engineFailure(
      'query_limit',
      'The query needs more memory than it may use. Read fewer rows or columns, or aggregate before you sort or join.',
    )
  if (fatalTypes.has(type)) {
    const failure = engineFailure('sql_error', 'The engine failed on this statement. Write it in another way.')
    failure.cause = error
    return failure
  }
  if (machineTypes.has(type))
    return engineFailure('sql_error', 'The data of a table could not be read. Run the query again.')
  if (/max expression depth|memory exhausted/i.test(raw))
    return engineFailure('query_limit', 'The statement nests too deep for the engine. Write it with fewer levels.')
  return engineFailure('sql_error', withPlace(cleaned(raw, tables), sql?.placeOf(position) ?? null))
}

/** The place stands in the first line: lists of candidates follow it. */
export function withPlace(message: string, place: string | null): string {
  if (place === null) return message
  const [first = '', ...rest] = message.split('\n')
  return [`${first} (${place})`, ...rest].join('\n')
}

function parsed(error: unknown): EngineError {
  const text = error instanceof Error ? error.message : String(error)
  const start = text.indexOf('{"exception_type"')
  // Not every failure is told as JSON, whatever the settings: a stream that breaks off has the engine's sentence alone.
  if (start === -1) {
    const [, type = '', message = text] = /^([A-Z][A-Za-z ]*?) Error: ([\s\S]*)$/.exec(text) ?? []
    return { exception_type: type, exception_message: message }
  }
  return JSON.parse(text.slice(start)) as EngineError
}

function cleaned(message: string, tables: readonly { name: string; file: string }[]): string {
  let text = message
    // Suggestions come from the whole catalogue, what is not allowed included.
    .replace(/\s*Did you mean [\s\S]*$/, '')
    .replace(/\s*LINE \d+:[\s\S]*$/, '')
    .slice(0, maxMessage)
  for (const { name, file } of tables) text = text.replaceAll(file, name)
  return text
    .replaceAll(/datasets\/\S+?\.parquet/g, 'a table')
    .replaceAll(`${process.cwd()}/`, '')
    .trim()
}
