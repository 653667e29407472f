/** One event of a `text/event-stream`. */
export interface RawEvent {
  /** The last id that the stream gave, this event's or an earlier one's. */
  id: string
  type: string
  data: string
}

/** Reads events as the HTML standard says, wherever the bytes were cut: CR, LF and CRLF, a byte order mark, comments. */
export class EventParser {
  readonly #decoder = new TextDecoder()
  #rest = ''
  #afterReturn = false
  #id = ''
  #type = ''
  #data: string | null = null
  #lastEventId = ''

  /** The last id that the stream gave, with an event or alone; empty before the first. */
  get lastEventId(): string {
    return this.#lastEventId
  }

  /** The events that these bytes complete. */
  read(bytes: Uint8Array): RawEvent[] {
    let text = this.#decoder.decode(bytes, { stream: true })
    if (text === '') return []
    // A CRLF may be cut between its two characters: the LF that follows is no line of its own.
    const skip = this.#afterReturn && text.startsWith('\n') ? 1 : 0
    this.#afterReturn = text.endsWith('\r')
    text = this.#rest + text.slice(skip)
    const events: RawEvent[] = []
    let from = 0
    if (text.includes('\r')) text = text.replace(/\r\n?/g, '\n')
    for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n', from)) {
      const event = this.#line(text, from, end)
      if (event !== null) events.push(event)
      from = end + 1
    }
    this.#rest = text.slice(from)
    return events
  }

  #line(text: string, from: number, end: number): RawEvent | null {
    if (from === end) return this.#dispatch()
    const colon = text.indexOf(':', from)
    if (colon === from) return null
    const nameEnd = colon === -1 || colon > end ? end : colon
    const valueFrom = nameEnd + (text[nameEnd + 1] === ' ' ? 2 : 1)
    const value = nameEnd === end ? '' : text.slice(valueFrom, end)
    this.#field(text.slice(from, nameEnd), value)
    return null
  }

  #field(name: string, value: string): void {
    if (name === 'data') this.#data = this.#data === null ? value : `${this.#data}\n${value}`
    else if (name === 'event') this.#type = value
    else if (name === 'id' && !value.includes('\0')) this.#id = value
  }

  #dispatch(): RawEvent | null {
    this.#lastEventId = this.#id
    const event = this.#data === null ? null : { id: this.#id, type: this.#type || 'message', data: this.#data }
    this.#data = null
    this.#type = ''
    return event
  }
}
