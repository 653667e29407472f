import { EventSourceParserStream } from 'eventsource-parser/stream'

/** A message of an event stream. */
export interface StreamMessage {
  id: string
  event: string
  data: Record<string, unknown>
}

/** An open event stream, read as it is wanted. */
export class TestStream {
  readonly #reader: ReadableStreamDefaultReader<{ id?: string | undefined; event?: string | undefined; data: string }>
  /** The last message that was read. */
  last: StreamMessage | null = null

  private constructor(body: ReadableStream<Uint8Array>) {
    this.#reader = body
      .pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>)
      .pipeThrough(new EventSourceParserStream())
      .getReader()
  }

  static async open(url: string, headers: Record<string, string>): Promise<TestStream> {
    return TestStream.read(await fetch(url, { headers }))
  }

  /** The stream that was answered. */
  static async read(response: Response): Promise<TestStream> {
    if (response.status !== 200 || response.body === null)
      throw new Error(`no stream: ${response.status} ${await response.text()}`)
    return new TestStream(response.body)
  }

  /** Null when the stream has ended, also by a lost connection. */
  async next(): Promise<StreamMessage | null> {
    const { value, done } = await this.#reader.read().catch(() => ({ value: undefined, done: true as const }))
    if (done || value === undefined) return null
    this.last = { id: value.id ?? '', event: value.event ?? '', data: JSON.parse(value.data) as StreamMessage['data'] }
    return this.last
  }

  async take(count: number): Promise<StreamMessage[]> {
    const messages: StreamMessage[] = []
    while (messages.length < count) {
      const message = await this.next()
      if (message === null) throw new Error(`the stream ended after ${messages.length} of ${count} messages`)
      messages.push(message)
    }
    return messages
  }

  /** All up to the first that `isLast` says is the last one. */
  async until(isLast: (message: StreamMessage) => boolean): Promise<StreamMessage[]> {
    const messages: StreamMessage[] = []
    for (;;) {
      const [message] = await this.take(1)
      if (message) messages.push(message)
      if (message && isLast(message)) return messages
    }
  }

  /** What comes until the stream ends. */
  async rest(): Promise<StreamMessage[]> {
    const messages: StreamMessage[] = []
    for (let message = await this.next(); message !== null; message = await this.next()) messages.push(message)
    return messages
  }

  async close(): Promise<void> {
    await this.#reader.cancel().catch(() => undefined)
  }
}
