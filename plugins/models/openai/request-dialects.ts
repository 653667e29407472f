import { CallerError } from '@svc/plugin'
import { withCallIds } from '@svc/plugin/library/models/call-ids'
import { dataFields } from './answer-data.ts'
import type { WireBody } from './wire.ts'

interface Dialect {
  /** What a server says that wants its requests so. */
  refusal: RegExp
  change(body: WireBody): WireBody
}

interface WireMessage {
  role: string
  tool_calls?: readonly { id: string; extra_content?: object }[]
}

const dataField = `\\b(?:${dataFields.join('|')})\\b`
const notTaken =
  '(?:not permitted|not supported|not allowed|unsupported|unexpected|unrecogni[sz]ed|unknown|extra (?:inputs|fields?))'

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
  {
    // DeepSeek and Kimi ask for the thoughts behind each call, also behind one that another model made without any.
    refusal: /reasoning_content.*(?:missing|passed back)|missing.*reasoning_content/i,
    change: body => ({
      ...body,
      messages: messagesOf(body).map(message =>
        message.role === 'assistant' ? { reasoning_content: '', ...message } : message,
      ),
    }),
  },
  {
    // Gemini asks for its signature; for calls that it did not make itself Google names this one.
    refusal: /missing.*thought_?signature/i,
    change: body => ({ ...body, messages: messagesOf(body).map(withSignature) }),
  },
  {
    // Strict servers take no field that their format does not have, even one that they sent.
    refusal: new RegExp(`${dataField}.*${notTaken}|${notTaken}.*${dataField}`, 'i'),
    change: body => ({ ...body, messages: messagesOf(body).map(withoutDataFields) }),
  },
]

function messagesOf({ messages }: WireBody): WireMessage[] {
  return messages as WireMessage[]
}

function withSignature(message: WireMessage): WireMessage {
  const [first, ...others] = message.tool_calls ?? []
  if (first === undefined || message.tool_calls?.some(call => 'extra_content' in call)) return message
  const extra_content = { google: { thought_signature: 'skip_thought_signature_validator' } }
  return { ...message, tool_calls: [{ ...first, extra_content }, ...others] }
}

function withoutDataFields({ tool_calls, ...message }: WireMessage): WireMessage {
  const calls = tool_calls && { tool_calls: tool_calls.map(withoutFields) }
  return { ...withoutFields(message), ...calls }
}

function withoutFields<T extends object>(value: T): T {
  return Object.fromEntries(Object.entries(value).filter(([name]) => !dataFields.includes(name))) as T
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
