import { createParser } from 'eventsource-parser'
import type { JsonObject } from '@svc/plugin'
import type { CliEvent } from '@svc/plugin/contracts/cli'

/** The events of a `text/event-stream`, as their bytes come. */
export async function* readEvents(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<CliEvent> {
  const come: CliEvent[] = []
  const parser = createParser({
    onEvent: ({ id = '', event = 'message', data }) =>
      come.push({ id, type: event, data: JSON.parse(data) as JsonObject }),
  })
  const decoder = new TextDecoder()
  for await (const piece of bytes) {
    parser.feed(decoder.decode(piece, { stream: true }))
    yield* come.splice(0)
  }
}
