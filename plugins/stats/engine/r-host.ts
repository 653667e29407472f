import { InternalError } from '@svc/plugin'
import type { Child, JsonValue, WorkingChild } from '@svc/plugin'
import type { RColumn } from '../methods/stat-method.ts'
import type { RSources } from './r-sources.ts'

/** The R of the package webr; a process with another one is refused, so that no analysis names a wrong one. */
export const rVersion = '4.6.0'

const pieceBytes = 4 * 1024 * 1024

export interface RCall {
  method: string
  sources: readonly string[]
  columns: readonly RColumn[]
  variables: JsonValue
  options: JsonValue
}

/** What is known of one process with R in it: what has been loaded stays, what was computed on is gone after each call. */
export class RHost {
  readonly #child: Child
  readonly #sources: RSources
  readonly #loaded = new Set<string | null>()
  #greeted = false
  #cleared: Promise<unknown> = Promise.resolve()

  constructor(child: Child, sources: RSources) {
    this.#child = child
    this.#sources = sources
  }

  /** The answer's JSON text. */
  async call(call: RCall, child: WorkingChild<RHost>): Promise<string> {
    await this.#greet(child)
    const set = call.sources.join(',')
    await this.#load(null, [this.#sources.text('base.R')], child)
    await this.#load(
      set,
      call.sources.map(name => this.#sources.text(name)),
      child,
    )
    await this.#send(call.columns, child)
    const rows = call.columns[0] ? rowsOf(call.columns[0]) : 0
    const columns = call.columns.map(column => ({
      name: column.name,
      kind: column.kind,
      levels: column.kind === 'number' ? null : column.levels,
    }))
    const { method, variables, options } = call
    await this.#cleared
    const first = await child.request('run', { method, set, call: { rows, columns, variables, options } })
    const text = await this.#rest(first as { piece: string; characters: number }, child)
    // Not awaited: if the process ends over it, the next request reports that.
    this.#cleared = this.#child.request('clear', null).catch(() => null)
    return text
  }

  async #greet(child: WorkingChild<RHost>): Promise<void> {
    if (this.#greeted) return
    const { version } = (await child.request('hello', null)) as { version: string }
    if (version !== rVersion) throw new InternalError(`R ${version} answers where R ${rVersion} is expected.`)
    this.#greeted = true
  }

  async #load(set: string | null, texts: Promise<string>[], child: WorkingChild<RHost>): Promise<void> {
    if (this.#loaded.has(set)) return
    for (const text of await Promise.all(texts)) await child.request('load', { set, text })
    this.#loaded.add(set)
  }

  async #send(columns: readonly RColumn[], child: WorkingChild<RHost>): Promise<void> {
    const values = columns.map(column => (column.kind === 'number' ? column.values : column.codes))
    const total = values.reduce((sum, each) => sum + each.byteLength, 0)
    let position = 0
    for (const piece of pieces(values, pieceBytes)) {
      await child.request('data', { position, total }, piece)
      position += piece.length
    }
  }

  async #rest(
    { piece, characters }: { piece: string; characters: number },
    child: WorkingChild<RHost>,
  ): Promise<string> {
    const pieces = [piece]
    for (let length = piece.length; length < characters; length += pieces.at(-1)!.length) {
      const more = await child.request('more', length)
      if (typeof more !== 'string' || more === '') throw new TypeError('R stopped in the middle of its answer.')
      pieces.push(more)
    }
    return pieces.join('')
  }
}

function rowsOf(column: RColumn): number {
  return column.kind === 'number' ? column.values.length : column.codes.length
}

/** The bytes of the arrays one after the other, in pieces of a size; a piece is overwritten by the next. */
function* pieces(arrays: readonly ArrayBufferView[], size: number): Generator<Uint8Array> {
  const total = arrays.reduce((sum, each) => sum + each.byteLength, 0)
  const piece = new Uint8Array(Math.min(size, total))
  let filled = 0
  for (const { buffer, byteOffset, byteLength } of arrays) {
    for (let from = 0; from < byteLength;) {
      const part = new Uint8Array(buffer, byteOffset + from, Math.min(piece.length - filled, byteLength - from))
      piece.set(part, filled)
      filled += part.length
      from += part.length
      if (filled < piece.length) continue
      yield piece
      filled = 0
    }
  }
  if (filled > 0) yield piece.subarray(0, filled)
}
