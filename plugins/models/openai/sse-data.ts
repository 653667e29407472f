import { UpstreamError } from '@svc/plugin'
import { createParser } from 'eventsource-parser'

const maxEventCharacters = 4 * 1024 * 1024

/**
 * The `data` of each server-sent event, whichever way the bytes were cut: inside a character, a line or an event.
 * A last event without its blank line counts too, since some servers end so.
 */
export async function* sseData(body: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const waiting: string[] = []
  let tooLong = false
  const parser = createParser({
    maxBufferSize: maxEventCharacters,
    onEvent: event => waiting.push(event.data),
    onError: error => {
      tooLong ||= error.type === 'max-buffer-size-exceeded'
    },
  })
  const decoder = new TextDecoder()
  for await (const bytes of body) {
    parser.feed(decoder.decode(bytes, { stream: true }))
    if (tooLong) throw new UpstreamError('The model provider sent an event that is too long to be one.')
    yield* waiting.splice(0)
  }
  parser.feed(`${decoder.decode()}\n\n`)
  yield* waiting.splice(0)
}
