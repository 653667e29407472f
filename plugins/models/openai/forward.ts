import { bodyFault, UpstreamError } from '@svc/plugin'
import type {
  ForwardedAnswer,
  ForwardRequest,
  ForwardSummary,
  TokenUsage,
  WireAnswer,
} from '@svc/plugin/contracts/models'
import { providerMessage } from '@svc/plugin/library/provider-errors'
import { summaryOf } from './forward-summary.ts'
import { KeptBytes } from './kept-bytes.ts'
import { StreamBlocks } from './stream-blocks.ts'
import { topLevelMembers, withMember, withValue } from './top-level-members.ts'
import { askingUsage, parsedChunk, reportsUsage, startOfWrongEvent, withoutUsageChunks } from './usage-chunks.ts'

/** What the provider's side brings: its address and key, its retries and the words for its errors. */
export interface ForwardOptions {
  /** The same for all requests to one provider. */
  provider: object
  /** Sends to the provider, again where that may help; what it gives is a success. @throws as {@link ForwardRequest}'s service does */
  send(body: Uint8Array): Promise<WireAnswer>
  /** Removes the provider's key from its own words. */
  redact(text: string): string
  /** Called once, when the answer has ended, whether or not it succeeded. */
  meter(usage: TokenUsage): void
}

type Take = (bytes: Uint8Array) => void | Promise<void>

// Anything else in a provider's header could not be sent on in ours.
const plainType = /^[\x20-\x7e]{1,200}$/
const maxCheckedBytes = 1024 * 1024
const maxErrorCharacters = 500
const errorName = Buffer.from('"error"')
const completion = /^data: ?\[DONE\]|"finish_reason"\s*:\s*"/m

/**
 * Passes a request in OpenAI's wire format through, bytes untouched.
 * @throws ValidationError for a body that is ambiguous about its model, UpstreamError for an answer that is neither JSON nor a stream
 */
export async function forward(request: ForwardRequest, options: ForwardOptions): Promise<ForwardedAnswer> {
  const { response, addedUsage } = await askingUsage(options.provider, async asks => {
    const outgoing = outgoingBody(request, asks)
    return { response: await options.send(outgoing.bytes), addedUsage: outgoing.addedUsage }
  })
  const contentType = response.headers['content-type'] ?? ''
  const isStream = contentType.startsWith('text/event-stream')
  if (!isStream && !/^application\/(?:[\w.+-]+\+)?json\b/.test(contentType)) {
    const type = contentType.slice(0, 100) || 'an unnamed type'
    throw new UpstreamError(`The model provider answered with ${type} instead of ${expected(request)}.`)
  }
  const kept = new KeptBytes()
  const pass = isStream ? passStream : passDocument
  return {
    status: response.status,
    content_type: plainType.test(contentType) ? contentType : knownType(isStream),
    pipe: async (take, { collect = false } = {}) => {
      const summarise = () => summaryOf({ kept, isStream, collect, request: request.json })
      let summary: ForwardSummary | undefined
      try {
        await pass({ request, response, kept, take, hidesUsage: addedUsage, redact: options.redact })
        summary = summarise()
        return summary
      } finally {
        options.meter((summary ?? summarise()).usage)
      }
    },
  }
}

function knownType(isStream: boolean): string {
  return isStream ? 'text/event-stream' : 'application/json'
}

function expected({ json, path }: ForwardRequest): string {
  if (path === '/embeddings') return 'a list of embeddings'
  return json['stream'] === true ? 'a stream' : 'a completion'
}

interface Passing {
  request: ForwardRequest
  response: WireAnswer
  kept: KeptBytes
  take: Take
  hidesUsage: boolean
  redact(text: string): string
}

/** Its caller holds the document until it is known to be one. */
async function passDocument({ request, response, kept, take, redact }: Passing): Promise<void> {
  await response.read(piece => {
    kept.push(piece)
    return take(piece)
  })
  // A longer one is no error in disguise, and to parse it would hold everyone up.
  if (kept.total > maxCheckedBytes) return
  const document = parsedChunk(kept.text())
  const found = providerMessage(document)
  if (found !== null)
    throw lastingFailure(`failed while answering: ${redact(found.message).slice(0, maxErrorCharacters)}`)
  const list = request.path === '/embeddings' ? document?.data : document?.choices
  if (!Array.isArray(list) || request.json['stream'] === true)
    throw lastingFailure(
      `answered with ${document === null ? 'something that is not JSON' : 'other JSON'} instead of ${expected(request)}.`,
    )
}

function lastingFailure(message: string): UpstreamError {
  return new UpstreamError(`The model provider ${message}`, { fields: { lasting: true } })
}

async function passStream({ response, kept, take, hidesUsage, redact }: Passing): Promise<void> {
  const blocks = new StreamBlocks()
  const handOn = (block: Uint8Array): void | Promise<void> => {
    kept.push(block)
    const shown = hidesUsage && reportsUsage(block) ? withoutUsageChunks(block) : block
    if (shown !== null) return take(withoutKey(shown, redact))
  }
  const endAt = async (block: Uint8Array, wrong: number): Promise<void> => {
    if (wrong > 0) await handOn(block.subarray(0, wrong))
    throw lastingFailure('sent an event that is not a JSON object.')
  }
  const handOnEvents = (block: Uint8Array): void | Promise<void> => {
    const wrong = blocks.isWhole ? startOfWrongEvent(block) : null
    return wrong === null ? handOn(block) : endAt(block, wrong)
  }
  await response.read(piece => {
    const block = blocks.take(piece)
    if (block !== null) return handOnEvents(block)
  })
  const rest = blocks.rest()
  if (rest !== null) await handOnEvents(rest)
  if (!completion.test(kept.tail())) {
    throw new UpstreamError('The model provider broke off before its answer was complete.')
  }
}

/** Providers have been seen to quote the key in an error in the middle of a stream. */
function withoutKey(block: Uint8Array, redact: (text: string) => string): Uint8Array {
  const bytes = Buffer.from(block.buffer, block.byteOffset, block.byteLength)
  if (!bytes.includes(errorName)) return block
  const text = bytes.toString('utf8')
  const redacted = redact(text)
  return redacted === text ? block : Buffer.from(redacted)
}

// Fields that make OpenRouter and LiteLLM ask other models than `model`.
const otherModels = ['models', 'fallbacks', 'context_window_fallbacks', 'content_policy_fallbacks', 'preset']
const readMembers = new Set(['model', 'stream', 'stream_options', ...otherModels])

export interface OutgoingBody {
  bytes: Uint8Array
  /** True when usage was asked for on our own account: the client is not to see it. */
  addedUsage: boolean
}

/**
 * The client's bytes, but for the model's id where ours has a prefix, and for the usage of a stream, which is metered.
 * @throws ValidationError for a body that names its model in two ways
 */
export function outgoingBody(request: ForwardRequest, asksUsage: boolean): OutgoingBody {
  const { json, model, principal } = request
  let bytes = request.body
  let members = topLevelMembers(bytes, readMembers)
  const other = otherModels.find(name => members.has(name))
  if (other !== undefined && principal.key_limits?.models) {
    throw bodyFault(`/${other}`, 'cannot be used with a key that is limited to certain models')
  }
  const place = members.get('model')
  if (place && json['model'] !== model.provider_model) {
    bytes = withValue(bytes, place, JSON.stringify(model.provider_model))
    members = topLevelMembers(bytes, readMembers)
  }
  const isChat = request.path === '/chat/completions' && json['stream'] === true
  if (!isChat || !asksUsage) return { bytes, addedUsage: false }
  const options = json['stream_options']
  const given = typeof options === 'object' && options !== null && !Array.isArray(options) ? options : {}
  if (given['include_usage'] === true) return { bytes, addedUsage: false }
  const value = JSON.stringify({ ...given, include_usage: true })
  const optionsPlace = members.get('stream_options')
  return {
    bytes: optionsPlace ? withValue(bytes, optionsPlace, value) : withMember(bytes, `"stream_options":${value}`),
    addedUsage: true,
  }
}
