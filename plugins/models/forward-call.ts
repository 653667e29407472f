import type { JsonObject, JsonValue } from '@svc/plugin'
import type { ForwardedAnswer, ForwardRequest, OpenAiWire, TokenUsage } from '@svc/plugin/contracts/models'
import type { CallKind, CallOutcome, OpenCall } from './admission/call-record.ts'
import { forward } from './openai/forward.ts'
import { withRetries } from './retry.ts'
import type { Patience } from './retry.ts'
import { tokensIn } from './token-usage.ts'

// A streamed token travels in some two hundred bytes of JSON.
const bytesPerStreamedToken = 200
const tokensPerImage = 1000

/** What a call in OpenAI's wire format may use, as far as it says so. */
export function wantsTokens(
  kind: CallKind,
  json: JsonObject,
): { prompt_tokens(): number; max_tokens: number | undefined } {
  if (kind === 'embedding') return { prompt_tokens: () => tokensOf(json['input'] ?? null), max_tokens: 0 }
  // One server knows the one name, the next the other.
  const limits = [json['max_completion_tokens'], json['max_tokens']].filter(limit => typeof limit === 'number')
  const limit = Math.max(0, ...limits)
  const answers = typeof json['n'] === 'number' && json['n'] > 1 ? json['n'] : 1
  return {
    prompt_tokens: () => tokensOf(json['messages'] ?? null) + tokensOf(json['tools'] ?? null),
    max_tokens: limit > 0 ? Math.ceil(limit * answers) : undefined,
  }
}

function tokensOf(value: JsonValue, name = ''): number {
  if (typeof value === 'string') return name === 'url' && value.startsWith('data:') ? tokensPerImage : tokensIn(value)
  if (typeof value === 'number') return 1
  if (value === null || typeof value !== 'object') return 0
  return Object.entries(value).reduce((sum, [key, part]) => sum + tokensOf(part, key), 0)
}

function promptOf({ path, json }: ForwardRequest): number {
  return wantsTokens(path === '/embeddings' ? 'embedding' : 'chat', json).prompt_tokens()
}

/** Passes an admitted call through, and counts it when its answer ends. */
export async function forwardCall(
  request: ForwardRequest,
  { wire, call, patience }: { wire: OpenAiWire; call: OpenCall; patience: Patience },
): Promise<ForwardedAnswer> {
  const { signal, model, path, principal } = request
  let used: TokenUsage = { prompt_tokens: 0, completion_tokens: 0 }
  let isSent = false
  let isPiped = false
  const end = (outcome: CallOutcome) => {
    // The provider has read the question even if the caller leaves before the answer begins.
    if (signal.aborted && isSent && !isPiped) used.prompt_tokens = promptOf(request)
    call.end(signal.aborted ? 'cancelled' : outcome, used)
  }
  // A caller may leave before it reads, and what was set aside for it is free again.
  signal.addEventListener('abort', () => isPiped || end('cancelled'), { once: true })
  try {
    const answer = await forward(request, {
      provider: wire,
      send: body => {
        isSent = true
        const sent = { path, body, model: model.provider_model, principal, signal }
        return withRetries(() => wire.send(sent), patience)
      },
      redact: text => wire.redact?.(text) ?? text,
      meter: usage => {
        used = usage
      },
    })
    return {
      ...answer,
      pipe: async (take, options) => {
        let outcome: CallOutcome = 'failed'
        isPiped = true
        try {
          const summary = await answer.pipe(bytes => {
            if (path === '/chat/completions') call.grow(Math.ceil(bytes.byteLength / bytesPerStreamedToken))
            return take(bytes)
          }, options)
          outcome = 'succeeded'
          return summary
        } finally {
          end(outcome)
        }
      },
    }
  } catch (error) {
    end('failed')
    throw error
  }
}
