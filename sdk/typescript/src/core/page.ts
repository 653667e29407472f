import type { Call } from './call.ts'

/** One page of a list. */
export interface Page<T> {
  readonly items: readonly T[]
  readonly next_cursor: string | null
}

export interface ReadPage<T> extends Page<T> {
  hasNextPage(): boolean
  /** The next page, or null after the last. */
  getNextPage(): Promise<ReadPage<T> | null>
}

type CallPage<T> = (cursor: string | undefined) => Call<Page<T>>

/** A list under way: await it for the first page, or loop over it for every record of every page. */
export class Pages<T> implements PromiseLike<ReadPage<T>>, AsyncIterable<T> {
  readonly #call: CallPage<T>
  #first: Call<Page<T>> | undefined

  constructor(call: CallPage<T>) {
    this.#call = call
  }

  then<A = ReadPage<T>, B = never>(
    done?: ((value: ReadPage<T>) => A | PromiseLike<A>) | null,
    failed?: ((reason: unknown) => B | PromiseLike<B>) | null,
  ): Promise<A | B> {
    return this.#firstPage()
      .then(page => readPage(page, this.#call))
      .then(done, failed)
  }

  catch<B = never>(failed?: ((reason: unknown) => B | PromiseLike<B>) | null): Promise<ReadPage<T> | B> {
    return this.then(null, failed)
  }

  finally(done?: (() => void) | null): Promise<ReadPage<T>> {
    return this.then().finally(done)
  }

  withResponse(): ReturnType<Call<Page<T>>['withResponse']> {
    return this.#firstPage().withResponse()
  }

  asResponse(): Promise<Response> {
    return this.#firstPage().asResponse()
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<T, void, undefined> {
    for (let page: ReadPage<T> | null = await this; page !== null; page = await page.getNextPage()) yield* page.items
  }

  #firstPage(): Call<Page<T>> {
    return (this.#first ??= this.#call(undefined))
  }
}

function readPage<T>(page: Page<T>, call: CallPage<T>): ReadPage<T> {
  const { next_cursor } = page
  return {
    ...page,
    hasNextPage: () => next_cursor !== null,
    getNextPage: async () => (next_cursor === null ? null : readPage(await call(next_cursor), call)),
  }
}
