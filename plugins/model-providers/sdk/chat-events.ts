import type { LanguageModelV4FinishReason, LanguageModelV4StreamPart, LanguageModelV4Usage } from '@ai-sdk/provider'
import { UpstreamError } from '@svc/plugin'
import type { ChatEvent, ModelFinishReason, TokenUsage } from '@svc/plugin/contracts/models'
import { providerMessage } from '@svc/plugin/library/provider-errors'
import { SaidParts } from './said-parts.ts'

const maxMessageCharacters = 500

export interface ChatEventOptions {
  provider: string
  model: string
  redact(text: string): string
}

/**
 * Chat events from the parts of the SDK's stream.
 * @throws UpstreamError when the stream reports an error, is not the vendor's format, or ends before the answer does
 */
export async function* chatEvents(
  parts: AsyncIterable<LanguageModelV4StreamPart>,
  options: ChatEventOptions,
): AsyncGenerator<ChatEvent> {
  let model = options.model
  let calls = 0
  const said = new SaidParts()
  for await (const part of parts) {
    said.take(part)
    switch (part.type) {
      case 'text-delta':
        if (part.delta !== '') yield { type: 'content', delta: part.delta }
        break
      case 'reasoning-delta':
        if (part.delta !== '') yield { type: 'reasoning', delta: part.delta }
        break
      case 'tool-call':
        calls += 1
        yield {
          type: 'tool_call',
          call: { id: part.toolCallId, name: part.toolName, arguments: part.input || '{}', ...said.dataOf(part) },
        }
        break
      case 'response-metadata':
        model = part.modelId ?? model
        break
      case 'error':
        throw streamError(part.error, options)
      case 'finish': {
        const finish_reason = finishReason(part.finishReason, calls > 0, options.provider)
        yield { type: 'done', finish_reason, usage: tokenUsage(part.usage), model }
        return
      }
      default:
        break
    }
  }
  throw brokenOff(options.provider)
}

function brokenOff(provider: string): UpstreamError {
  return new UpstreamError(`The model provider ${provider} broke off before its answer was complete.`)
}

function finishReason(reason: LanguageModelV4FinishReason, hasCalls: boolean, provider: string): ModelFinishReason {
  // The SDKs finish a stream that just ends, too; only the vendor's own word says that it was complete.
  if (reason.raw === undefined || reason.unified === 'interrupted') throw brokenOff(provider)
  if (reason.unified === 'content-filter') return 'content_filter'
  if (reason.unified === 'length') return 'length'
  if (reason.unified === 'error')
    throw new UpstreamError(`The model provider ${provider} ended its answer with ${reason.raw.slice(0, 100)}.`)
  return hasCalls ? 'tool_calls' : 'stop'
}

function tokenUsage({ inputTokens, outputTokens }: LanguageModelV4Usage): TokenUsage {
  const { total, cacheRead, cacheWrite } = inputTokens
  return {
    prompt_tokens: total ?? 0,
    completion_tokens: outputTokens.total ?? 0,
    ...(cacheRead && { cached_tokens: cacheRead }),
    ...(cacheWrite && { cache_write_tokens: cacheWrite }),
  }
}

function streamError(error: unknown, options: ChatEventOptions): UpstreamError {
  const name = `The model provider ${options.provider}`
  if (error instanceof Error && /^AI_(JSONParse|TypeValidation)Error$/.test(error.name))
    return new UpstreamError(`${name} sent an event that is not of its format.`, { cause: error })
  const said = providerMessage(error)
  const reason = said === null ? 'it gave no reason' : options.redact(said.message).slice(0, maxMessageCharacters)
  return new UpstreamError(`${name} failed while answering: ${reason}`, { cause: error })
}
