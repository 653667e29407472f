import { SvcError } from '../errors.ts'
import type { Received } from '../transport/transport.ts'

/** Records of an NDJSON answer, one a line, as they come. */
export class Lines<T> implements AsyncIterable<T> {
  readonly #received: Promise<Received>

  constructor(received: Promise<Received>) {
    this.#received = received
    received.catch(() => undefined)
  }

  async asResponse(): Promise<Response> {
    return (await this.#received).response
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<T, void, undefined> {
    const { response, deadline } = await this.#received
    const reader = response.body?.getReader()
    const decoder = new TextDecoder()
    try {
      let rest = ''
      for (let read = await reader?.read(); read && !read.done; read = await reader?.read()) {
        const lines = (rest + decoder.decode(read.value, { stream: true })).split('\n')
        rest = lines.pop() ?? ''
        for (const line of lines) if (line !== '') yield JSON.parse(line) as T
      }
      if (rest !== '') throw new SvcError('The answer broke off in the middle of a line.')
    } catch (error) {
      throw error instanceof SvcError ? error : deadline.reasonFor(error, 'the server in the middle of an answer')
    } finally {
      deadline.abort()
      await reader?.cancel().catch(() => undefined)
    }
  }
}
