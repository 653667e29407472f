import { CallerError } from '@svc/plugin'
import { withCallIds } from '@svc/plugin/library/models/call-ids'
import type { WireBody } from './wire.ts'

interface Dialect {
  /** What a server says that wants its requests so. */
  refusal: RegExp
  change(body: WireBody): WireBody
}

const dialects: readonly Dialect[] = [
  {
    // OpenAI's newer models know the limit by another name, most other servers by this one alone.
    refusal: /max_completion_tokens/,
    change: ({ max_tokens, ...body }) => ({ ...body, max_completion_tokens: max_tokens }),
  },
  {
    refusal: /stream_options/,
    change: ({ stream_options: _, ...body }) => body,
  },
  {
    // Mistral takes ids of its own form alone.
    refusal: /tool.?call.?id.*(?:must be|length|pattern)/i,
    change: body => ({ ...body, messages: withCallIds(messagesOf(body), id => /^[a-z0-9]{9}$/i.test(id)) }),
  },
]

function messagesOf({ messages }: WireBody): Parameters<typeof withCallIds>[0] {
  return messages as Parameters<typeof withCallIds>[0]
}

/** Learns from the refusals of a provider how each of its models is to be asked. */
export class RequestDialects {
  readonly #known = new Map<string, Set<Dialect>>()

  /** Sends the body, and again when it is refused for a form that can be changed. @throws as `send` */
  async send<T>(model: string, body: WireBody, send: (body: WireBody) => Promise<T>): Promise<T> {
    const known = this.#known.get(model) ?? new Set()
    this.#known.set(model, known)
    const used = new Set(known)
    for (;;) {
      try {
        return await send([...used].reduce((changed, dialect) => dialect.change(changed), body))
      } catch (error) {
        const wanted = dialects.find(dialect => !used.has(dialect) && isRefused(dialect, error))
        if (wanted === undefined) throw error
        known.add(wanted)
        used.add(wanted)
      }
    }
  }
}

function isRefused({ refusal }: Dialect, error: unknown): boolean {
  return error instanceof CallerError && refusal.test(error.message)
}
