import { Readable } from 'node:stream'
import { bodyFault, ForbiddenError, NotFoundError } from '@svc/plugin'
import type { CallerScopes, Contribution, Principal } from '@svc/plugin'
import type { ExportedRecord, ExportItem, ExportReading, ExportSource } from '@svc/plugin/contracts/export'

export interface SourcesOptions {
  /** Of this plugin itself. */
  own: readonly ExportSource[]
  contributed: () => readonly Contribution<ExportSource>[]
  scopes: Pick<CallerScopes, 'has'>
}

/** How many faults of one kind an answer names. */
const mostNamed = 5

/** What the domains of this server can export. */
export class Sources {
  readonly #options: SourcesOptions
  #byType: Map<string, ExportSource> | null = null

  constructor(options: SourcesOptions) {
    this.#options = options
  }

  all(): ExportSource[] {
    return [...this.#types().values()]
  }

  /** @throws ValidationError for a type that nobody offers, ForbiddenError that names each scope the caller lacks */
  check(items: readonly ExportItem[], principal: Principal): void {
    const types = this.#types()
    for (const [index, { type }] of items.entries()) {
      if (types.has(type)) continue
      throw bodyFault(`/items/${index}/type`, `is none of ${[...types.keys()].toSorted().join(', ')}`)
    }
    const needed = new Set(items.map(({ type }) => types.get(type)?.permission))
    const missing = [...needed].filter(scope => scope !== undefined && !this.#options.scopes.has(principal, scope))
    if (missing.length === 0) return
    const message = `Exporting these items needs the ${missing.length === 1 ? 'scope' : 'scopes'} ${missing.join(', ')}, which this caller does not have.`
    throw new ForbiddenError('forbidden', message)
  }

  /** All of them, one after the other. @throws NotFoundError that names those that are not there */
  async read(
    items: readonly ExportItem[],
    reading: ExportReading,
    each: (record: ExportedRecord, item: ExportItem, index: number) => Promise<void>,
  ): Promise<void> {
    const missing: string[] = []
    for (const [index, item] of items.entries()) {
      reading.signal.throwIfAborted()
      const record = await this.#readOne(item, index, reading, missing)
      try {
        if (record !== null && missing.length === 0) await each(record, item, index)
      } finally {
        // Behind a stream that nobody has read to its end there may be a file of its own.
        for (const { content } of record?.attachments ?? []) if (content instanceof Readable) content.destroy()
      }
    }
    if (missing.length === 0) return
    const more = missing.length > mostNamed ? ` ${missing.length - mostNamed} more are not there either.` : ''
    throw new NotFoundError(`${missing.slice(0, mostNamed).join(' ')}${more}`)
  }

  async #readOne(
    item: ExportItem,
    index: number,
    reading: ExportReading,
    missing: string[],
  ): Promise<ExportedRecord | null> {
    const source = this.#types().get(item.type)
    if (!source) throw bodyFault(`/items/${index}/type`, 'is offered by no plugin any more')
    try {
      return await source.read(item, reading)
    } catch (error) {
      if (!(error instanceof NotFoundError)) throw error
      missing.push(`items[${index}]: ${error.message}`)
      return null
    }
  }

  #types(): Map<string, ExportSource> {
    this.#byType ??= new Map(
      // The first plugin that offers a type keeps it.
      [...this.#options.own, ...this.#options.contributed().map(({ value }) => value)]
        .toReversed()
        .map(source => [source.type, source]),
    )
    return this.#byType
  }
}
